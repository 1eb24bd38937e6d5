#!/usr/bin/env python3
"""The built program has what makes a bug in it hard to use: hardened.py PROGRAM. Exit 77: left out.

Position-independent, relocations read-only from the start, no stack or segment that is writable and executable, stack
protector, checked copies of the C library, no search path of the machine it was built on.
"""

import re
import shutil
import subprocess
import sys


def said(*words):
    return subprocess.run(["readelf", "-W", *words], capture_output=True, text=True, check=True).stdout


def problems(program):
    segments, dynamic, symbols = said("-l", program), said("-d", program), said("--dyn-syms", program)
    found = []
    if "Type:                              DYN" not in said("-h", program) or "INTERP" not in segments:
        found.append("it is not position-independent: -fPIE, -pie")
    if "GNU_RELRO" not in segments or not re.search(r"BIND_NOW|\bNOW\b", dynamic):
        found.append("its relocations stay writable: -Wl,-z,relro,-z,now")
    if re.search(r"^\s+\S+\s+(?:0x\S+\s+){5}R?WE", segments, re.M) or not re.search(r"GNU_STACK.*RW ", segments):
        found.append("something is writable and executable: -Wl,-z,noexecstack")
    if "__stack_chk_fail" not in symbols:
        found.append("no stack protector: -fstack-protector-strong")
    if not re.search(r"__(memcpy|snprintf|fprintf|read|recv|strcpy)_chk", symbols):
        found.append("no checked copies: -D_FORTIFY_SOURCE=2 with optimisation")
    if re.search(r"R(UN)?PATH", dynamic):
        found.append("it looks for libraries where it was built")
    return found


def main():
    if not shutil.which("readelf"):
        print("left out: no readelf")
        return 77
    found = problems(sys.argv[1])
    for one in found:
        print(f"{sys.argv[1]}: {one}")
    return 1 if found else 0


sys.exit(main())
