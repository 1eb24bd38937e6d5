#!/usr/bin/env bash
# Debian packages of what is built in a tree: hexad, libhexad-host0, libhexad-host-dev, hexad-linuxcnc.
#
#   packaging/deb.sh BUILD-TREE VERSION OUT [SYSROOT]      (the last: of a tree that was built for another architecture)
set -euo pipefail
tree=$(realpath "$1")
version=$2
out=$(mkdir -p "$3" && realpath "$3")
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
root=$(dirname "$here")
sysroot=${4:+$(realpath "$4")}
if [[ $sysroot ]]; then arch=$(<"$sysroot/var/lib/dpkg/arch"); else arch=$(dpkg --print-architecture); fi
multiarch=$(dpkg-architecture -a"$arch" -qDEB_HOST_MULTIARCH 2>/dev/null) # it warns of a compiler that is not needed
libraries=() # where dpkg-shlibdeps finds those of another architecture
if [[ $sysroot ]]; then
  libraries=(--admindir="$sysroot/var/lib/dpkg" -l"$sysroot/usr/lib/$multiarch" -l"$sysroot/lib/$multiarch")
  export DEB_HOST_ARCH=$arch
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# stage PACKAGE COMPONENT: what CMake installs of a component, below /usr
stage() { DESTDIR=$work/$1 cmake --install "$tree" --prefix /usr --component "$2" --strip >/dev/null; }

# pack PACKAGE SECTION DEPENDS DESCRIPTION LONG, with the dependencies that its own libraries and programs have; one
# without any is for every architecture
pack() {
  local package=$1 folder=$work/$1 depends=$3 arch=$arch found binaries
  mkdir -p "$folder/DEBIAN" "$folder/usr/share/doc/$package"
  cp "$root/LICENSE" "$folder/usr/share/doc/$package/copyright"
  if [[ -e $folder/usr/src/$package/LICENSE ]]; then # under another one, but for the link to the drives
    printf '\nLicence of /usr/src/%s/*.c and *.hal (link/: the one above):\n\n' "$package" |
      cat - "$folder/usr/src/$package/LICENSE" >>"$folder/usr/share/doc/$package/copyright"
  fi
  mapfile -t binaries < <(find "$folder" -type f \( -path '*/bin/*' -o -name '*.so.*' \))
  if ((${#binaries[@]})); then
    mkdir -p "$work/debian" && touch "$work/debian/control"
    found=$(cd "$work" && dpkg-shlibdeps -O "${libraries[@]}" "${binaries[@]}" 2>"$work/shlibdeps.log" |
      sed -n 's/^shlibs:Depends=//p')
    [[ $found == *libc6* ]] || { cat "$work/shlibdeps.log" >&2 && exit 1; }
    depends=${depends:+$depends, }$found
  elif [[ ! -d $folder/usr/lib ]]; then
    arch=all
  fi
  cat >"$folder/DEBIAN/control" <<TEXT
Package: $package
Version: $version
Architecture: $arch
Maintainer: hexad <hexad@localhost>
Section: $2
Priority: optional
Installed-Size: $(du -sk --exclude=DEBIAN "$folder" | cut -f1)
${depends:+Depends: $depends
}${recommends:+Recommends: $recommends
}Description: $4
 $5
TEXT
  (cd "$folder" && find . -type f ! -path './DEBIAN/*' -printf '%P\0' | sort -z | xargs -0r md5sum) >"$folder/DEBIAN/md5sums"
  dpkg-deb --root-owner-group --build "$folder" "$out/${package}_${version}_$arch.deb" >/dev/null
  echo "$out/${package}_${version}_$arch.deb"
}

# --- hexad: the program, what it reads, its service, its manual
stage hexad runtime
folder=$work/hexad
program=("$folder/usr/bin/hexad")
[[ $sysroot ]] && program=("qemu-${multiarch%%-*}-static" -L "$sysroot" -0 "${program[0]}" "${program[0]}")
python3 -B "$here/manual.py" "$version" "$work/manual" "${program[@]}"
gzip -9n "$work"/manual/man1/*.1
install -d "$folder/usr/share/man/man1" "$folder/usr/share/bash-completion/completions" "$folder/etc/hexad" \
  "$folder/usr/share/zsh/vendor-completions" "$folder/usr/share/fish/vendor_completions.d" \
  "$folder/lib/systemd/system" "$folder/usr/lib/$multiarch/wireshark/plugins" "$folder/usr/share/doc/hexad"
cp "$work"/manual/man1/*.gz "$folder/usr/share/man/man1/"
cp "$work/manual/completion.bash" "$folder/usr/share/bash-completion/completions/hexad"
cp "$work/manual/completion.zsh" "$folder/usr/share/zsh/vendor-completions/_hexad"
cp "$work/manual/completion.fish" "$folder/usr/share/fish/vendor_completions.d/hexad.fish"
install -m 0644 "$here/debian/hexad.toml" "$folder/etc/hexad/hexad.toml"
ln -s /usr/share/hexad/wireshark/hexad.lua "$folder/usr/lib/$multiarch/wireshark/plugins/hexad.lua"
# The one unit of share/systemd with the package's program, settings, user and folder; its sandbox stays.
sed -e '/^#   cp share/d' -e '1s/.*/# The platform as a service; it is started by you: systemctl enable --now hexad/' \
  -e '/^# With simulated drives/,/^# hexad`, and in/c# Its settings: /etc/hexad/hexad.toml. What it keeps: /var/lib/hexad.' \
  -e 's|^ExecStart=.*|ExecStart=/usr/bin/hexad run --config /etc/hexad/hexad.toml --state /var/lib/hexad|' \
  -e 's|^DynamicUser=yes|User=hexad\nGroup=hexad|' \
  "$folder/usr/share/hexad/systemd/hexad.service" >"$folder/lib/systemd/system/hexad.service"
rm -r "$folder/usr/share/hexad/systemd"
cp "$root"/docs/*.md "$root/CHANGELOG.md" "$folder/usr/share/doc/hexad/"
mkdir -p "$folder/DEBIAN"
install -m 0755 "$here"/debian/{postinst,prerm,postrm} "$folder/DEBIAN/"
echo /etc/hexad/hexad.toml >"$folder/DEBIAN/conffiles"
pack hexad science adduser "motion platform: controller, simulator, console" \
  "Moves hexapods and their smaller relatives, real or simulated, for hosts that speak darren, motus, mdof, lingjing or csfi."

# --- the hosts' library
stage libhexad-host0 host
mkdir -p "$work/libhexad-host0/DEBIAN"
echo "activate-noawait ldconfig" >"$work/libhexad-host0/DEBIAN/triggers"
pack libhexad-host0 libs "" "hosts of motion platforms over UDP" "The shared library: a C interface for darren, motus, mdof, lingjing and csfi."
stage libhexad-host-dev host_dev
pack libhexad-host-dev libdevel "libhexad-host0 (= $version)" "hosts of motion platforms over UDP, for development" \
  "Header, find_package(hexad_host) and pkg-config."

# --- the source of the HAL components: they are compiled where LinuxCNC is, against its headers
folder=$work/hexad-linuxcnc
install -d "$folder/usr/src/hexad-linuxcnc/link" "$folder/usr/share/doc/hexad-linuxcnc"
cp "$root"/contrib/linuxcnc/{hexad.c,hexad_leg.c,build.sh,*.hal,LICENSE} "$folder/usr/src/hexad-linuxcnc/"
cp "$root"/src/drives/link/*.[ch] "$folder/usr/src/hexad-linuxcnc/link/"
cp "$root/contrib/linuxcnc/README.md" "$folder/usr/share/doc/hexad-linuxcnc/"
recommends="gcc, linuxcnc-uspace-dev" pack hexad-linuxcnc science "" "drives behind LinuxCNC's HAL for hexad: source" \
  "The HAL components hexad and hexad_leg: bash /usr/src/hexad-linuxcnc/build.sh FOLDER."
