#!/usr/bin/env python3
"""clang++ accepts the core of the real-time layers with the project's flags, warnings included; with HEXAD_LONG=1 every source.

usage: second_compiler.py ROOT BUILD [COMPILER]      BUILD holds compile_commands.json and gets the cache
"""

import os
import sys
from pathlib import Path

from compile_cache import Compiler, Flags, first_place
from source_tree import Report


# Whose headers nearly everything else includes, and what every tick runs.
CORE = {"base", "model", "lifecycle", "cueing", "controller"}


def is_core(path, root):
    parts = path.relative_to(root).parts
    return parts[0] == "src" and parts[1] in CORE and not path.stem.endswith("_test")


def main(root, build, command="clang++"):
    root, build = Path(root).resolve(), Path(build).resolve()
    everything = os.environ.get("HEXAD_LONG") == "1"
    report = Report(root)
    flags = Flags(build, root)
    compiler = Compiler(command, build / "checks" / "clang", [root / "src", root / "apps", root / "tests"])
    # Warnings only g++ knows (-Wlogical-op …) are not an error here.
    jobs = [(path, [*own, "-Wno-unknown-warning-option"], "")
            for path, own in sorted(flags.of_file.items())
            if path.is_file() and path.is_relative_to(root) and (everything or is_core(path, root))]
    for path, words in compiler.run_all(jobs):
        if words:
            place, line = first_place(words, path)
            report.add(place, line, f"{command} does not accept {path.relative_to(root)}",
                       "write it so that both compilers do; clang says:\n" + words)
    report.finish("second compiler", len(jobs))


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    main(*sys.argv[1:])
