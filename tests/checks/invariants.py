#!/usr/bin/env python3
"""Every invariant that a drill can report is said in both languages and described: a row invariant_N in the table of messages, a row
IN in docs/testing.md.

usage: invariants.py ROOT
"""

import re
import sys
from pathlib import Path

from source_tree import Report, code_files, read

CALL = re.compile(r"\breport_?(?:\(\))?(?:\.over)?\(\s*([^,()]+),")
CHOICE = re.compile(r"\?([^:]+):(.+)$")  # report_(held ? 54 : 45, …)
VALUE = re.compile(r"\b(\w+)\s*=\s*(?:\w+\s*\?[^;:]*:\s*)?(\w+)\s*;")  # a constant, or a member that is given one
ROW = re.compile(r"^M\(invariant_(\d+),", re.M)
DESCRIBED = re.compile(r"^\| (I\d+(?:, I\d+)*) \|", re.M)


def main():
    root = Path(sys.argv[1]).resolve()
    report = Report(root)
    sources = [path for path in code_files(root) if path.relative_to(root).parts[:2] in (("src", "drill"), ("src", "stack"))
               and not path.name.endswith("_test.cpp") and "testing" not in path.parts]
    texts = {path: read(path) for path in sources}
    values = {}
    for text in texts.values():
        for name, value in VALUE.findall(text):
            values.setdefault(name, set()).add(value)

    def numbers_of(word):
        word = word.strip().split(".")[-1]
        if word.isdigit():
            return {word}
        return {number for value in values.get(word, ()) if value != word for number in numbers_of(value)}

    table = root / "src/messages/table/invariants.inc"
    rows = set(ROW.findall(read(table)) if table.is_file() else [])
    page = root / "docs/testing.md"
    described = {number for row in DESCRIBED.findall(read(page) if page.is_file() else "")
                 for number in re.findall(r"\d+", row)}
    found = set()
    for path, text in texts.items():
        for call in CALL.finditer(text):
            line = text.count("\n", 0, call.start()) + 1
            choice = CHOICE.search(call.group(1))
            numbers = set()
            for word in choice.groups() if choice else [call.group(1)]:
                meant = numbers_of(word) - {"0"}
                if not meant:
                    report.add(path, line, f"which invariant is reported is not seen: {call.group(0)}",
                               "give its number, or a constant or member of these folders that is given one")
                numbers |= meant
            for number in sorted(numbers - found, key=int):
                found.add(number)
                if number not in rows:
                    report.add(path, line, f"invariant {number} is told in English only",
                               f"write M(invariant_{number}, …) in src/messages/table/invariants.inc")
                if number not in described:
                    report.add(path, line, f"docs/testing.md does not say what I{number} is",
                               f"write its row | I{number} | … |")
    report.finish("invariants", len(found))


if __name__ == "__main__":
    main()
