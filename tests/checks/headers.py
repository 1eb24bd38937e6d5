#!/usr/bin/env python3
"""Every header compiles alone with the project's flags, and begins with #pragma once.

Nearly all of them need a few headers of the standard library and Eigen, which are compiled once. A header that is the
first include of its own source (pose.hpp in pose.cpp) is compiled after these by the build itself where nothing else
stands before it; the others of the libraries are so here. With HEXAD_LONG=1 all are compiled here, and quite alone.

usage: headers.py ROOT BUILD [COMPILER]      BUILD holds compile_commands.json and gets the cache
"""

import os
import re
import subprocess
import sys
from pathlib import Path

from compile_cache import Compiler, Flags, first_place
from source_tree import Report, code_files, includes, read

# Most of the time a header takes to compile goes into these.
FEW = 10  # headers, for which that is not worth while
COMMON = ["Eigen/Geometry", "array", "chrono", "cmath", "functional", "memory", "optional", "span", "string",
          "string_view", "variant", "vector"]

# Where few include what others wrote.
UPPER = {"config", "engine", "recorder", "operation", "calibration", "verification", "acceptance", "analysis",
         "console_api", "daemon", "drill", "words", "text", "os"}

DIRECTIVE = re.compile(r"^\s*#\s*(\w+.*?)\s*$", re.MULTILINE)


def is_proven_by_build(header, begins):
    source = header.with_suffix(".cpp")
    if source not in begins:
        return False
    first = next(includes(source), None)
    return first is not None and first[1] == '"' and header.as_posix().endswith("/" + first[2])


def is_of_a_library(header, root):
    parts = header.relative_to(root).parts
    return parts[0] == "src" and parts[1] not in UPPER


def what_matters(flags):
    """Without what only concerns generated code: a precompiled header serves one set of these."""
    return [flag for flag in flags if not re.match(r"-O|-f|-g|-U|-D(_FORTIFY_SOURCE|NDEBUG)", flag)]


def precompile(command, folder, flags):
    """Compiles the common headers once; the flags that make use of them."""
    folder.mkdir(parents=True, exist_ok=True)
    header = folder / "common.hpp"
    header.write_text("".join(f"#include <{name}>\n" for name in COMMON))
    subprocess.run([command, *flags, "-x", "c++-header", header, "-o", f"{header}.gch"], check=True)
    return ["-include", str(header), "-Winvalid-pch"]


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
        if not everything and is_proven_by_build(header, flags.begins):
            continue
        if not everything and not is_of_a_library(header, root):
            left_out += 1
            continue
        header_flags = flags.for_header(header)
        if header_flags is None:  # no source near it yet: C++20 and the include paths are known all the same
            header_flags = ["-std=c++20", f"-I{root}/src", f"-I{root}/tests", f"-I{root}/apps"]
        if "testing" in header.parts:  # test support reads the reference tables
            others = [flag for flag in header_flags if not flag.startswith("-DHEXAD_TEST_")]
            header_flags = [*others, '-DHEXAD_TEST_SOURCE=""', '-DHEXAD_TEST_DATA=""', '-DHEXAD_TEST_SHARE=""', f"-I{root}/tests"]
        jobs.append((header, header_flags, f'#include "{header}"\n'))
    if len(jobs) > FEW and not everything:
        plain = ["-std=c++20", "-isystem", "/usr/include/eigen3"]
        common = precompile(command, build / "checks" / "headers_common", plain)
        jobs = [(header, [*what_matters(own), *common], text) for header, own, text in jobs]
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
