#!/usr/bin/env bash
# The arm64 packages under qemu: the program says what it is, lives the same lives as on this machine, starts, is spoken
# to and ends; the hosts' library is linked from C and drives it.
#
#   packaging/test_arm64.sh FOLDER-WITH-DEBS SYSROOT NATIVE-HEXAD
set -euo pipefail
debs=$(realpath "$1")
sysroot=$(realpath "$2")
native=$(realpath -m "$3")
root=$(dirname "$(dirname "$(realpath "${BASH_SOURCE[0]}")")")
work=$(mktemp -d)
running=
example=
finish() {
  for process in $running $example; do kill -KILL "$process" 2>/dev/null; done
  rm -rf "$work"
}
trap finish EXIT
fail() {
  printf 'package test: %s\n' "$*" >&2
  exit 1
}
step() { printf '== %s\n' "$*"; }
emulated() { qemu-aarch64-static -L "$sysroot" "$@"; }

step "unpack"
for deb in "$debs"/*.deb; do
  [[ $(dpkg-deb -f "$deb" Architecture) =~ ^(arm64|all)$ ]] || fail "$deb is for $(dpkg-deb -f "$deb" Architecture)"
  dpkg-deb -x "$deb" "$work"
  # What it depends on is what was linked: nothing of this machine's own libraries.
  for name in $(dpkg-deb -f "$deb" Depends | sed -e 's/([^)]*)//g' -e 's/,/ /g'); do
    [[ $name == adduser || $name == libhexad-* ]] || dpkg-query --admindir="$sysroot/var/lib/dpkg" -W "$name" >/dev/null 2>&1 ||
      dpkg-query --admindir="$sysroot/var/lib/dpkg" -W "$name:arm64" >/dev/null || fail "$deb depends on $name"
  done
done
hexad=$work/usr/bin/hexad
emulated "$hexad" --version
[[ $(emulated "$hexad" --version) == *aarch64* ]] || fail "--version does not name the processor"

step "the same lives"
if [[ -x $native ]]; then
  lives=(drill --hashes --platform all --seed 1 --seeds 1)
  "$native" "${lives[@]}" >"$work/here" &
  here=$!
  emulated "$hexad" "${lives[@]}" >"$work/there"
  wait "$here"
  # A row: platform, seed, hash of events and states, hash of setpoints.
  diff "$work/here" "$work/there" >"$work/others" || fail "other lives than here: $(head -4 "$work/others")"
  [[ $(cut -d' ' -f1 "$work/there" | sort -u | wc -l) -ge 6 ]] || fail "too few platforms: $(cat "$work/there")"
  printf '%s lives: events, states and setpoints to the last bit as here\n' "$(wc -l <"$work/there")"
else
  echo "not compared: $native is not built"
fi

step "a running program"
qemu-aarch64-static -L "$sysroot" "$hexad" run --state "$work/state" --console 127.0.0.1:0 --port mdof=0 --port darren=0 --port motus=0 \
  --port lingjing=0 --port csfi=0 >"$work/started" 2>"$work/log" &
running=$!
for _ in $(seq 600); do
  [[ -e $work/started ]] && grep -q "^ready" "$work/started" && break
  kill -0 "$running" 2>/dev/null || fail "it ended: $(tail -5 "$work/log")"
  sleep 0.1
done
port_of() { sed -n "s|^listening $1 .*:\([0-9]*\)$|\1|p" "$work/started"; }
exec 3<>"/dev/udp/127.0.0.1/$(port_of mdof)"
printf '24' >&3
answer=$(timeout 10 dd bs=512 count=1 status=none <&3) || fail "no answer to an mdof datagram"
[[ $answer == 24#* ]] || fail "mdof 24 was answered by $answer"
echo "mdof 24: $answer"
console=$(sed -n 's|^listening console http://||p' "$work/started")
[[ $(wc -c < <(exec 4<>"/dev/tcp/${console%:*}/${console#*:}"; printf 'GET / HTTP/1.0\r\nHost: %s\r\n\r\n' "$console" >&4; cat <&4)) -gt 300 ]] ||
  fail "no console page"
# As a host: C against the library of the package, linked here for arm64, run there.
aarch64-linux-gnu-gcc --sysroot="$sysroot" -I"$work/usr/include" "$root/clients/c/example.c" -o "$work/example" \
  -L"$work/usr/lib" -lhexad_host -lm
qemu-aarch64-static -L "$sysroot" -E LD_LIBRARY_PATH="$work/usr/lib" "$work/example" \
  127.0.0.1 "$(port_of darren)" "$work/usr/share/hexad/manoeuvres/braking.csv" >"$work/example.log" 2>&1 &
example=$!
# said WORDS: until the example has said them, or has ended
said() {
  until [[ -e $work/example.log ]] && grep -q "$1" "$work/example.log"; do
    kill -0 "$example" 2>/dev/null || fail "the C example: $(tail -3 "$work/example.log")"
    sleep 0.1
  done
}
said "waiting for a fault"
emulated "$hexad" ctl --to "$console" inject drive_fault:3 >/dev/null || fail "ctl inject"
said "^fault"
emulated "$hexad" ctl --to "$console" inject clear >/dev/null || fail "ctl inject clear"
wait "$example" || fail "the C example: $(tail -3 "$work/example.log")"
example=
cat "$work/example.log"
kill -TERM "$running"
wait "$running" || fail "it ended with $?: $(tail -3 "$work/log")"
running=
step "all as it should be"
