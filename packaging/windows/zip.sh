#!/usr/bin/env bash
# zip.sh FOLDER: FOLDER/hexad-windows-x64.zip of the program in FOLDER, with what it needs beside it.
set -euo pipefail
folder=$(realpath "$1")
root=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")
inside=$folder/hexad
rm -rf "$inside" "$folder/hexad-windows-x64.zip"
mkdir -p "$inside/share"
x86_64-w64-mingw32-strip -o "$inside/hexad.exe" "$folder/hexad.exe"
cp -r "$root"/share/{platforms,motion,manoeuvres,motors} "$inside/share/"
cp -r "$root/console/dist" "$inside/share/console"
rm -f "$inside/share/console/.built"
cp "$root/LICENSE" "$inside/LICENSE.txt"
cp "$root/docs/install.md" "$inside/install.md"
(cd "$folder" && zip -q -r hexad-windows-x64.zip hexad)
