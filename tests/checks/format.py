#!/usr/bin/env python3
"""Every own source is formatted as .clang-format says, and no line of C++ and TypeScript is longer than 110 columns; a
text that cannot be broken may be.

usage: format.py ROOT
"""

import concurrent.futures
import re
import subprocess
import sys
from pathlib import Path

from source_tree import Report, all_files, code_files


def first_difference(path):
    """The first line that clang-format would change, or None. The texts are compared, because the --dry-run of
    clang-format 14 also counts changes that change nothing (the end of `namespace a::inline b`)."""
    text = path.read_bytes()
    done = subprocess.run(["clang-format", str(path)], capture_output=True)
    if done.returncode != 0:
        return 1, "clang-format failed: " + done.stderr.decode().strip()
    if done.stdout == text:
        return None
    have, want = text.split(b"\n"), done.stdout.split(b"\n")
    same = next((i for i, (a, b) in enumerate(zip(have, want)) if a != b), min(len(have), len(want)))
    return same + 1, "not formatted as .clang-format says"


COLUMNS = 110
# A text, a pattern or a style that fills most of its line: breaking it would not make it easier to read.
UNBROKEN = re.compile(r"[\"'`/(][^\"'`]{50,}|[{;][\w-]+:[^;{}]*[;}]|\$\{|R\"\(|^\s*'\{")


def long_lines(path):
    text = path.read_text(encoding="utf-8")
    if text.startswith("// Printed from"):  # one row of a table a line
        return
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > COLUMNS and not UNBROKEN.search(line):
            yield number, f"{len(line)} columns, at most {COLUMNS}"


def main(root):
    root = Path(root).resolve()
    report = Report(root)
    files = list(code_files(root))
    with concurrent.futures.ThreadPoolExecutor() as pool:
        for path, difference in zip(files, pool.map(first_difference, files)):
            if difference:
                report.add(path, *difference, "./dev format")
    typescript = [p for p in all_files(root) if p.suffix in (".ts", ".tsx") and "console" in p.parts]
    for path in files + typescript:
        for number, problem in long_lines(path):
            report.add(path, number, problem, "break the line")
    report.finish("format", len(files) + len(typescript))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
