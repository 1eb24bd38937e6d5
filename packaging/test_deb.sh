#!/usr/bin/env bash
# The packages in a bare Debian 12: install, look, run, upgrade (settings and state stay), remove, purge. Needs root,
# debootstrap and a network; minutes.
#
#   packaging/test_deb.sh FOLDER-WITH-DEBS NEXT-FOLDER     (the second: the same packages with a higher version)
set -euo pipefail
debs=$(realpath "$1")
next=$(realpath "$2")
base=${HEXAD_PACKAGE_BASE:-} # a bare system made before, kept
bare=$(mktemp -d)
mirror=$(sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/*.sources /dev/null | head -1)
running=
finish() {
  [[ $running ]] && kill -KILL "$running" 2>/dev/null
  umount "$bare/proc" 2>/dev/null
  rm -rf "$bare"
}
trap finish EXIT
fail() {
  printf 'package test: %s\n' "$*" >&2
  exit 1
}
inside() { chroot "$bare" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
step() { printf '== %s\n' "$*"; }

step "a bare Debian 12"
if [[ $base && -d $base/usr ]]; then
  cp -a "$base/." "$bare/"
else
  debootstrap --variant=minbase bookworm "$bare" ${mirror:+"$mirror"} >/dev/null
  if [[ $base ]]; then mkdir -p "$base" && cp -a "$bare/." "$base/"; fi
fi
chmod 755 "$bare" # mktemp made it for root alone, and the service runs as a user of its own
mount -t proc proc "$bare/proc"
mkdir -p "$bare/debs" "$bare/next"
cp "$debs"/*.deb "$bare/debs/"
cp "$next"/*.deb "$bare/next/"

step "install"
inside apt-get update -q >/dev/null
inside sh -c 'apt-get install -y -q --no-install-recommends /debs/*.deb' >"$bare/install.log" 2>&1 ||
  fail "$(tail -20 "$bare/install.log")"
inside hexad --version
inside getent passwd hexad >/dev/null || fail "no user hexad"
[[ $(inside stat -c '%U %a' /var/lib/hexad) == "hexad 700" ]] || fail "/var/lib/hexad: $(inside stat -c '%U %a' /var/lib/hexad)"
for file in /etc/hexad/hexad.toml /lib/systemd/system/hexad.service /usr/share/man/man1/hexad-run.1.gz \
  /usr/share/bash-completion/completions/hexad /usr/share/zsh/vendor-completions/_hexad \
  /usr/share/fish/vendor_completions.d/hexad.fish /usr/share/hexad/console/index.html /usr/include/hexad_host.h; do
  [[ -e $bare$file ]] || fail "no $file"
done
inside hexad check /etc/hexad/hexad.toml
inside bash -c 'source /usr/share/bash-completion/completions/hexad; COMP_WORDS=(hexad ru); COMP_CWORD=1; _hexad; [[ ${COMPREPLY[*]} == run ]]' ||
  fail "completion of ru"
inside sh -c 'test -e /usr/lib/*/wireshark/plugins/hexad.lua' || fail "no dissector"
# What systemd thinks of the unit; the program it names is in there, not here.
if command -v systemd-analyze >/dev/null; then
  sed 's|^ExecStart=/usr/bin/hexad|ExecStart=/bin/true|' "$bare/lib/systemd/system/hexad.service" >"$bare/hexad.service"
  systemd-analyze verify --man=no "$bare/hexad.service" || fail "the unit is not as systemd wants it"
fi

# The HAL components, from their package as it lies there: LinuxCNC is here, or not.
if [[ -d /usr/include/linuxcnc ]]; then
  mkdir "$bare/components"
  bash "$bare/usr/src/hexad-linuxcnc/build.sh" "$bare/components" || fail "the HAL components do not compile"
  [[ -e $bare/components/hexad.so && -e $bare/components/hexad_leg.so ]] || fail "no HAL components"
else
  echo "HAL components not compiled: linuxcnc-uspace-dev is not installed here"
fi

step "a life"
inside hexad drill --seed 1 --seeds 2 | tail -1
# start FOLDER: the service's own command line, as its user, on free ports
start() {
  local words
  words=$(sed -n 's/^ExecStart=//p' "$bare/lib/systemd/system/hexad.service")
  : >"$bare/started"
  chroot --userspec=hexad:hexad "$bare" $words --console 127.0.0.1:0 --port mdof=0 --port darren=0 --port motus=0 \
    --port lingjing=0 --port csfi=0 >"$bare/started" 2>"$bare/log" &
  running=$!
  for _ in $(seq 600); do
    grep -q '^ready' "$bare/started" && break
    kill -0 "$running" 2>/dev/null || fail "it ended: $(tail -5 "$bare/log")"
    sleep 0.1
  done
  console=$(sed -n 's|^listening console http://||p' "$bare/started")
}
# stop: as systemd does it, and it must end by itself
stop() {
  kill -TERM "$running"
  wait "$running" || fail "it ended with $?"
  running=
}
start
[[ $(wc -c < <(exec 3<>"/dev/tcp/${console%:*}/${console#*:}"; printf 'GET / HTTP/1.0\r\nHost: %s\r\n\r\n' "$console" >&3; cat <&3)) -gt 300 ]] ||
  fail "no console page"
inside hexad ctl --to "$console" zero || fail "it does not zero"
inside hexad ctl --to "$console" raise || fail "it does not rise"
inside hexad status --to "$console" --json | grep -q '"state": *"ready"' || fail "it is not ready"
stop
inside sh -c 'echo kept > /var/lib/hexad/mark; echo "# mine" >> /etc/hexad/hexad.toml'

step "upgrade keeps settings and state"
inside sh -c 'apt-get install -y -q --no-install-recommends /next/*.deb' >"$bare/upgrade.log" 2>&1 || fail "$(tail -20 "$bare/upgrade.log")"
[[ $(inside cat /var/lib/hexad/mark) == kept ]] || fail "the state is gone"
inside grep -q '^# mine' /etc/hexad/hexad.toml || fail "the settings are gone"
[[ $(inside dpkg-query -W -f='${Version}' hexad) != "$(dpkg-deb -f "$(ls "$debs"/hexad_*.deb)" Version)" ]] || fail "not upgraded"
start
stop

step "remove, purge"
apt() { inside apt-get "$@" >"$bare/apt.log" 2>&1 || fail "apt-get $*: $(tail -20 "$bare/apt.log")"; }
apt remove -y -q hexad libhexad-host0 hexad-linuxcnc
[[ ! -e $bare/usr/bin/hexad && -e $bare/etc/hexad/hexad.toml && -e $bare/var/lib/hexad/mark ]] || fail "remove takes too much, or too little"
apt purge -y -q hexad
[[ ! -e $bare/etc/hexad && ! -e $bare/var/lib/hexad && ! -e $bare/usr/share/hexad ]] || fail "purge leaves $(ls -d "$bare"/etc/hexad "$bare"/var/lib/hexad "$bare"/usr/share/hexad 2>/dev/null)"
if inside getent passwd hexad >/dev/null; then fail "the user is still there"; fi
step "all as it should be"
