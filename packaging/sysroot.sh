#!/usr/bin/env bash
# The libraries of another architecture, unpacked into a folder to compile and to link against; nothing is installed and
# no script of a package runs. What dpkg-shlibdeps wants to know of them is kept too, as if they were installed there:
# FOLDER/var/lib/dpkg.
#
#   packaging/sysroot.sh ARCHITECTURE FOLDER PACKAGE…
set -euo pipefail
arch=$1
folder=$(realpath -m "$2")
shift 2
work=$folder.apt
# Made anew when another set is asked for, or the folder was moved.
key="$arch $folder $*"
if [[ -e $folder/.packages && $(<"$folder/.packages") == "$key" ]]; then exit 0; fi
mkdir -p "$work/state/lists/partial" "$work/cache/archives/partial"
: >"$work/status"
# From where this machine has its own packages.
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Codename: bookworm' 'Origin: Debian' 'Created-By: Packages' | sed -n 1p)
[[ $mirror ]] || { echo "sysroot: apt knows no Debian 12 (bookworm)" >&2 && exit 1; }
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror bookworm main" >"$work/sources.list"
fetch() {
  apt-get -q -o Dir::State="$work/state" -o Dir::State::status="$work/status" -o Dir::Cache="$work/cache" \
    -o Dir::Etc::sourcelist="$work/sources.list" -o Dir::Etc::sourceparts=/dev/null -o APT::Architecture="$arch" \
    -o APT::Architectures::="$arch" -o APT::Install-Recommends=0 -o APT::Sandbox::User="$(id -un)" -o Debug::NoLocking=1 "$@"
}
fetch update >/dev/null
fetch install -y --download-only "$@" >/dev/null
rm -rf "$folder"
info=$folder/var/lib/dpkg/info
mkdir -p "$info" "$work/control"
: >"$folder/var/lib/dpkg/status"
echo "$arch" >"$folder/var/lib/dpkg/arch"
echo 1 >"$info/format" # names of files there may have an architecture
for deb in "$work"/cache/archives/*.deb; do
  dpkg-deb -x "$deb" "$folder"
  name=$(dpkg-deb -f "$deb" Package)
  [[ $(dpkg-deb -f "$deb" Multi-Arch) == same ]] && name+=:$arch
  {
    dpkg-deb -f "$deb" Package
    dpkg-deb -f "$deb" Package Version Architecture Multi-Arch Maintainer Description | grep -v '^Package:'
    printf 'Status: install ok installed\n\n'
  } | sed '1s/^/Package: /' >>"$folder/var/lib/dpkg/status"
  dpkg-deb --fsys-tarfile "$deb" | tar -t | sed -e "s|^\.|$folder|" -e 's|/$||' >"$info/$name.list"
  rm -rf "$work/control" && dpkg-deb -e "$deb" "$work/control"
  for kind in symbols shlibs; do
    if [[ -e $work/control/$kind ]]; then cp "$work/control/$kind" "$info/$name.$kind"; fi
  done
done
# Links to /lib/… would lead out of the folder.
find "$folder" -type l -lname '/*' | while read -r link; do
  ln -sfn "$(realpath -m --relative-to="$(dirname "$link")" "$folder$(readlink "$link")")" "$link"
done
rm -rf "$work"
printf '%s' "$key" >"$folder/.packages"
