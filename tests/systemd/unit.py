#!/usr/bin/env python3
"""What systemd thinks of the unit, its sandbox included: unit.py HEXAD SOURCE_ROOT. Exit 77: left out."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

MOST_EXPOSURE = "17"  # tenths; the console's network, AF_UNIX and --rt are what is left


def main():
    hexad, root = Path(sys.argv[1]), Path(sys.argv[2])
    if not shutil.which("systemd-analyze"):
        print("left out: no systemd-analyze")
        return 77
    unit = (root / "share/systemd/hexad.service").read_text()
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder) / "hexad.service"
        here.write_text(unit.replace("/usr/local/bin/hexad", str(hexad)))
        failed = 0
        for words in (["verify", "--man=no"], ["security", "--no-pager", "--offline=yes", f"--threshold={MOST_EXPOSURE}"]):
            said = subprocess.run(["systemd-analyze", *words, here], capture_output=True, text=True)
            if said.returncode or (words[0] == "verify" and said.stderr):
                print(" ".join(words), said.returncode, said.stdout, said.stderr)
                failed = 1
    return failed


sys.exit(main())
