#!/usr/bin/env python3
"""docs/clients.md shows the very programs the tests run: after a line <!-- FILE --> comes that file as a block.

usage: page.py check|write        (in the root of the repository)
"""

import re
import sys
from pathlib import Path

PAGE = Path("docs/clients.md")
BLOCK = re.compile(r"(<!-- ([\w./]+) -->\n```(\w+)\n).*?(\n```\n)", re.S)


def main(what):
    before = PAGE.read_text(encoding="utf-8")
    after = BLOCK.sub(lambda m: m[1] + Path(m[2]).read_text(encoding="utf-8").rstrip("\n") + m[4], before)
    if what == "write":
        PAGE.write_text(after, encoding="utf-8")
    elif before != after:
        sys.exit(f"{PAGE} does not show the programs as they are: run ./dev docs")
    if len(BLOCK.findall(before)) < 4:
        sys.exit(f"{PAGE} is to show four programs")


if __name__ == "__main__":
    if sys.argv[1:] not in (["check"], ["write"]):
        sys.exit(__doc__)
    main(sys.argv[1])
