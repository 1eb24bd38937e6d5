#!/usr/bin/env python3
"""A page that holds measurements is as it would be printed now, numbers apart: the last digit of a sine is the processor's.

usage: PROGRAM | same_words.py PAGE
"""

import difflib
import re
import sys
from pathlib import Path

NUMBERS = re.compile(r"[-+MLe,.\s]*\d[-+\dMLe,.\s]*")


def words_of(text):
    return NUMBERS.sub(" # ", text).replace("<", "\n<").split("\n")


def main():
    page = Path(sys.argv[1])
    kept, printed = words_of(page.read_text(encoding="utf-8")), words_of(sys.stdin.read())
    lines = list(difflib.unified_diff(kept, printed, str(page), "as it is printed now", lineterm="", n=1))
    if len(printed) < 100:
        sys.exit("nothing was printed")
    if lines:
        print("\n".join(line[:200] for line in lines[:40]))
        sys.exit("run ./dev docs")


if __name__ == "__main__":
    main()
