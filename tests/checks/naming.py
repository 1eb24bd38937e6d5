#!/usr/bin/env python3
"""Names are written as CONTRIBUTING says: files and namespaces snake_case, types CamelCase, enumerators snake_case,
constants kCamelCase, private members with a '_' behind. The part of .clang-tidy that needs no compiler: it takes a
second, where clang-tidy takes a quarter of an hour.

usage: naming.py ROOT
"""

import re
import sys
from pathlib import Path

from source_tree import Report, code_files, read

SNAKE = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*_?$")
CAMEL = re.compile(r"[A-Z][A-Za-z0-9]*$")
CONSTANT = re.compile(r"k[A-Z][A-Za-z0-9]*$")

TYPE = re.compile(r"^\s*(?:template\s*<[^;{]*>\s*)?(?:class|struct|union|enum(?:\s+class|\s+struct)?)"
                  r"\s+(?:\[\[\w+\]\]\s*)?(\w+)\s*(?:final\b[^;]*)?(?::[^:][^;{]*)?(?:\{|$)")
# Of a plain enum they are constants, and may be called so.
ENUM = re.compile(r"\benum\s+class\s+\w+[^;{]*\{([^}]*)\}", re.S)
NAMESPACE = re.compile(r"^\s*namespace ([\w:]+(?:::inline [\w:]+)*) \{", re.M)
NAMED_CONSTANT = re.compile(r"^(?:  static |static |inline )?constexpr (?!auto \w+ = \[)[\w:<>, &*]*?[ &*>](\w+)"
                            r"(?:\[[^\]]*\])* ?(?:=|\{)", re.M)
CLASS = re.compile(r"^class (\w+)[^;{]*\{(.*?)^\};", re.S | re.M)
PRIVATE = re.compile(r"^ private:\n.*?(?=^ public:|^ protected:|\Z)", re.S | re.M)
MEMBER = re.compile(r"^  (?!using|static|friend|return|template|explicit|virtual|struct|class|enum|constexpr|typedef|//|public|"
                    r"private|protected)(?:mutable |const )*[\w:]+(?:<[^;()]*>)?[\s&*]+(\w+)(?:\[[^\]]*\])?\s*(?:=[^;(]*|\{[^;]*\})?;",
                    re.M)


def without_comments(text):
    """Same lines, no comments and no texts."""
    text = re.sub(r'R"(\w*)\((.*?)\)\1"', lambda m: '""' + "\n" * m.group(0).count("\n"), text, flags=re.S)
    text = re.sub(r"//[^\n]*", "", text)
    text = re.sub(r"/\*.*?\*/", lambda m: "\n" * m.group(0).count("\n"), text, flags=re.S)
    return re.sub(r'"(?:[^"\\\n]|\\.)*"', '""', text)


def look_at(path, text, add):
    def line_of(offset):
        return text.count("\n", 0, offset) + 1

    if not SNAKE.match(path.stem):
        add(1, f"file name '{path.name}'", "snake_case")
    for number, line in enumerate(text.split("\n"), 1):
        match = TYPE.match(line)
        if match and not CAMEL.match(match.group(1)):
            add(number, f"type '{match.group(1)}'", "CamelCase")
    for match in ENUM.finditer(text):
        for name in re.findall(r"(?:^|,)\s*([A-Za-z_]\w*)", match.group(1)):
            if not SNAKE.match(name) and name not in UNITS:
                add(line_of(match.start()), f"enumerator '{name}'", "snake_case")
    for match in NAMESPACE.finditer(text):
        for name in re.split(r"::(?:inline )?", match.group(1)):
            if not SNAKE.match(name):
                add(line_of(match.start()), f"namespace '{name}'", "snake_case")
    for match in NAMED_CONSTANT.finditer(text):
        if not CONSTANT.match(match.group(1)) and match.group(1) not in OF_THE_LIBRARY:
            add(line_of(match.start(1)), f"constant '{match.group(1)}'", "kCamelCase")
    for match in CLASS.finditer(text):
        body = match.group(2)
        for section in PRIVATE.finditer(body):
            for member in MEMBER.finditer(body, section.start(), section.end()):
                if not member.group(1).endswith("_"):
                    at = line_of(match.start(2) + member.start(1))
                    add(at, f"private member '{member.group(1)}' of {match.group(1)}", "a name that ends in '_'")


# What the standard library asks of a clock and of a trait.
OF_THE_LIBRARY = {"is_steady", "value"}
# Units are written as the SI writes them.
UNITS = {"kN", "Nm", "Hz"}


def main(root):
    root = Path(root).resolve()
    report = Report(root)
    files = list(code_files(root))
    for path in files:
        def add(line, what, form, path=path):
            report.add(path, line, f"{what} is not {form}" if form[0] != "a" else f"{what}: give it {form}", "rename it")
        look_at(path, without_comments(read(path)), add)
    report.finish("naming", len(files))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
