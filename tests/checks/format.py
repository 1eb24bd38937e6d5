#!/usr/bin/env python3
"""Every own source is formatted as .clang-format says.

usage: format.py ROOT
"""

import concurrent.futures
import subprocess
import sys
from pathlib import Path

from source_tree import Report, code_files


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


def main(root):
    root = Path(root).resolve()
    report = Report(root)
    files = list(code_files(root))
    with concurrent.futures.ThreadPoolExecutor() as pool:
        for path, difference in zip(files, pool.map(first_difference, files)):
            if difference:
                report.add(path, *difference, "./dev format")
    report.finish("format", len(files))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
