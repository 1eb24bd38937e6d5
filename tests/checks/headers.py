#!/usr/bin/env python3
"""Every header compiles alone with the project's flags, and begins with #pragma once.

A header that is the first include of its own source (pose.hpp in pose.cpp) is compiled alone by the build itself:
nothing stands before it there. All others are compiled here: those of the libraries in every run, those that only the
program and the tests include with HEXAD_LONG=1.

usage: headers.py ROOT BUILD [COMPILER]      BUILD holds compile_commands.json and gets the cache
"""

import os
import re
import sys
from pathlib import Path

from compile_cache import Compiler, Flags, first_place
from source_tree import Report, code_files, includes, read

DIRECTIVE = re.compile(r"^\s*#\s*(\w+.*?)\s*$", re.MULTILINE)


def is_proven_by_build(header, built):
    source = header.with_suffix(".cpp")
    if source not in built:
        return False
    first = next(includes(source), None)
    return first is not None and first[1] == '"' and header.as_posix().endswith("/" + first[2])


def is_of_a_library(header, root):
    parts = header.relative_to(root).parts
    return parts[0] == "src" and parts[1] != "runtime"


def main(root, build, command="g++"):
    root, build = Path(root).resolve(), Path(build).resolve()
    everything = os.environ.get("HEXAD_LONG") == "1"
    left_out = 0
    report = Report(root)
    flags = Flags(build, root)
    compiler = Compiler(command, build / "checks" / "headers", [root / "src", root / "apps", root / "tests"])
    headers = [path for path in code_files(root) if path.suffix == ".hpp"]
    jobs = []
    for header in headers:
        first = DIRECTIVE.search(read(header))
        if first is None or first.group(1) != "pragma once":
            line = 1 if first is None else read(header).count("\n", 0, first.start(1)) + 1
            report.add(header, line, "the header does not begin with #pragma once", "write it as the first line")
        if is_proven_by_build(header, flags.of_file):
            continue
        if not everything and not is_of_a_library(header, root):
            left_out += 1
            continue
        header_flags = flags.for_header(header)
        if header_flags is None:  # no source near it yet: C++20 and the include paths are known all the same
            header_flags = ["-std=c++20", f"-I{root}/src", f"-I{root}/tests", f"-I{root}/apps"]
        if header.name.startswith("test_"):  # test support reads the reference tables
            header_flags = [*header_flags, '-DHEXAD_TEST_DATA=""', '-DHEXAD_TEST_SHARE=""', f"-I{root}/tests"]
        jobs.append((header, header_flags, f'#include "{header}"\n'))
    for header, words in compiler.run_all(jobs):
        if words:
            path, line = first_place(words, header)
            report.add(path, line, f"{header.relative_to(root)} does not compile alone",
                       "include what it uses; the compiler says:\n" + words)
    proven = len(headers) - len(jobs) - left_out
    print(f"headers: {proven} of them are the first include of their own source, {left_out} are left to HEXAD_LONG=1")
    report.finish("headers", len(headers))


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    main(*sys.argv[1:])
