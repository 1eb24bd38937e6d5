#!/usr/bin/env bash
# build.sh FOLDER: compiles the two components into FOLDER, where LinuxCNC's headers are (linuxcnc-uspace-dev).
set -euo pipefail
cd "$(dirname "$0")"
out=$1
link=link # beside it in the package hexad-linuxcnc
[[ -d $link ]] || link=../../src/drives/link
mkdir -p "$out"
# As halcompile does, which takes one source only.
flags=(-O2 -std=gnu11 -fPIC -shared -Wall -Wextra -Werror -Wno-unused-but-set-variable -DRTAPI -DUSPACE -D__MODULE__ -DSIM
  -I/usr/include/linuxcnc -I"$link")
cc "${flags[@]}" -o "$out/hexad.so" hexad.c "$link"/attach.c "$link"/bridge.c "$link"/servo.c -lm
cc "${flags[@]}" -o "$out/hexad_leg.so" hexad_leg.c -lm
