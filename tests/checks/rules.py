#!/usr/bin/env python3
"""Every rule of docs/rules.md has a test that names it: a suite Rule7, or a name that begins with Rule7_.

usage: rules.py ROOT
"""

import re
import sys
from pathlib import Path

from source_tree import Report, code_files, read

RULE = re.compile(r"^(\d+)\. ", re.M)
NAMED = re.compile(r"^TEST(?:_F|_P)?\((?:Rule(\d+)\w*,|\w+,\s*Rule(\d+)_)", re.M)


def main():
    root = Path(sys.argv[1]).resolve()
    report = Report(root)
    page = root / "docs/rules.md"
    text = read(page) if page.is_file() else ""
    named = set()
    for path in code_files(root):
        if path.name.endswith("_test.cpp"):
            named.update(suite or name for suite, name in NAMED.findall(read(path)))
    rules = list(RULE.finditer(text))
    for rule in rules:
        if rule.group(1) not in named:
            report.add(page, text.count("\n", 0, rule.start()) + 1, f"no test names rule {rule.group(1)}",
                       f"write one, or call the one there is Rule{rule.group(1)}_…")
    report.finish("rules", len(rules))


if __name__ == "__main__":
    main()
