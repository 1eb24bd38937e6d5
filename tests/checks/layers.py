#!/usr/bin/env python3
"""Every include agrees with the layer table of ARCHITECTURE.md; real-time layers include nothing that blocks; no two
folders include each other, directly or by way of others; only src/os knows which system it is.

The table is read from the document itself: first column the layers of the row, second what they may include,
third whether they are real time. Names count only in backticks; "(planned)" says that there is no code yet.

usage: layers.py ROOT
"""

import re
import sys
from pathlib import Path

from source_tree import Report, code_files, includes, read

# Locks, threads, files, streams, type-erased callables and polymorphic memory: each may block or allocate.
NOT_IN_REAL_TIME = {
    "iostream", "istream", "ostream", "fstream", "sstream", "iomanip", "syncstream", "print",
    "mutex", "shared_mutex", "condition_variable", "thread", "future", "semaphore", "latch", "barrier",
    "stop_token", "pthread.h", "filesystem", "regex", "locale", "functional", "memory_resource", "unistd.h",
    "poll.h", "fcntl.h", "sched.h",
}
NOT_IN_REAL_TIME_FOLDERS = ("sys/", "arpa/", "net/", "netinet/", "linux/", "fmt/", "spdlog/", "nlohmann/",
                            "toml++/", "CLI/")

# What differs between Linux and Windows is one layer's business: headers of a system, and questions which it is.
SYSTEM_LAYER = "os"
SYSTEM_HEADERS = {
    "unistd.h", "poll.h", "fcntl.h", "termios.h", "signal.h", "pthread.h", "sched.h", "dirent.h", "ifaddrs.h", "spawn.h",
    "fnmatch.h", "windows.h", "winsock2.h", "ws2tcpip.h", "io.h", "conio.h",
}
SYSTEM_FOLDERS = ("sys/", "arpa/", "netinet/", "linux/")
ASKS_FOR_SYSTEM = re.compile(r"^\s*#\s*(?:el)?if.*\b(_WIN32|_WIN64|__MINGW\w+|__linux__|__unix__|__APPLE__)\b")

# Their last bit depends on the processor the library was made for: a life would have other bits there.
OTHER_BITS = re.compile(r"\bstd::(cbrt|hypot)\b")


class Table:
    def __init__(self, document):
        self.allowed = {}
        self.line = {}
        self.real_time = set()
        self.planned = set()
        for number, line in enumerate(read(document).splitlines(), 1):
            cells = [c.strip() for c in line.strip().strip("|").split("|")]
            if not line.lstrip().startswith("|") or len(cells) != 3:
                continue
            layers = re.findall(r"`([\w/]+)`", cells[0])
            if not layers:
                continue
            for layer in layers:
                self.line[layer] = number
                self.allowed[layer] = set(re.findall(r"`([\w/]+)`", cells[1])) | {layer}
                if cells[2].startswith("yes"):
                    self.real_time.add(layer)
                if "planned" in cells[0]:
                    self.planned.add(layer)


def is_test_file(path):
    """A test, or what only tests use: *_test.cpp, a folder `testing`."""
    path = Path(path)
    return path.stem.endswith("_test") or "testing" in path.parts[:-1]


def check_bits(report, path, layer):
    for number, line in enumerate(read(path).splitlines(), 1):
        if used := OTHER_BITS.search(line.split("//")[0]):
            report.add(path, number, f"real-time layer '{layer}' uses {used[0]}: its bits differ between processors",
                       "take cube_root or length_of of base/roots.hpp")


def check_system(report, path, layer, is_test):
    if layer == SYSTEM_LAYER:
        return
    for number, line in enumerate(read(path).splitlines(), 1):
        if asked := ASKS_FOR_SYSTEM.match(line):
            report.add(path, number, f"layer '{layer}' asks which system it is ({asked[1]})",
                       "give src/os a function for it, with x_linux.cpp and x_windows.cpp")
    for number, bracket, target in includes(path) if not is_test else ():
        if bracket == "<" and (target in SYSTEM_HEADERS or target.startswith(SYSTEM_FOLDERS)):
            report.add(path, number, f"layer '{layer}' includes <{target}>, which only one system has",
                       "call src/os instead")


def check_include(report, table, path, layer, is_test, number, bracket, target):
    first = target.split("/")[0]
    if bracket == "<":
        if first in table.allowed and "/" in target and first != "net":
            report.add(path, number, f"own header <{target}> in angle brackets", "write it in double quotes")
        if layer in table.real_time and not is_test:
            if target in NOT_IN_REAL_TIME or target.startswith(NOT_IN_REAL_TIME_FOLDERS):
                report.add(path, number, f"real-time layer '{layer}' includes <{target}>: it may block or allocate",
                           "move that work to engine, net or a worker, and pass plain values down")
        return
    if first not in table.allowed or "/" not in target:
        if not is_test and layer != "apps":
            report.add(path, number, f'include "{target}" does not begin with a layer',
                       f'write the path from src/, for instance "{layer}/{target}"')
        return
    if not is_test and is_test_file(target):
        report.add(path, number, f'product code includes "{target}", which is for tests',
                   "move what both need into a source of its own")
    if first not in table.allowed[layer]:
        may = ", ".join(sorted(table.allowed[layer] - {layer})) or "nothing but itself"
        report.add(path, number, f"layer '{layer}' includes \"{target}\"; it may include {may} (ARCHITECTURE.md)",
                   "turn the dependency round, or move what both need into a lower layer")
    if layer == first == "protocols":
        check_protocol(report, path, number, target, is_test)


def check_protocol(report, path, number, target, is_test):
    """A protocol's folder knows no other protocol's. Tests directly in src/protocols may compare them."""
    parts = path.parts
    own = [part for part in parts[parts.index("protocols") + 1:-1] if part != "testing"]
    other = [part for part in target.split("/")[1:-1] if part != "testing"]
    if other and other != own and not (is_test and not own):
        report.add(path, number, f'protocol code includes "{target}", the code of another protocol',
                   "share through src/protocols/, wire or model; protocols meet only in engine")


def check_links(report, table, cmake_file):
    """hexad_layer(name LINK … TESTS …) in CMakeLists.txt links no layer that the table forbids."""
    text = read(cmake_file)
    for call in re.finditer(r"^hexad_layer\(\s*(\w+)([^)]*)\)", text, re.MULTILINE):
        layer, line = call.group(1), text.count("\n", 0, call.start()) + 1
        if layer not in table.allowed:
            report.add(cmake_file, line, f"layer '{layer}' has no row in the layer table of ARCHITECTURE.md",
                       "add the row: what it may include and whether it is real time")
            continue
        for linked in re.findall(r"\bhexad_(\w+)", call.group(2).split("TESTS")[0]):
            if linked not in table.allowed[layer]:
                report.add(cmake_file, line, f"layer '{layer}' links '{linked}', which it may not include",
                           "link only what the layer table of ARCHITECTURE.md allows")


class Folders:
    """Which folder below src includes which, and where."""

    def __init__(self):
        self.where = {}  # folder -> {included folder: (path, line, target)}

    def add(self, path, folder, number, target):
        other = target.rpartition("/")[0]
        if other != folder:
            self.where.setdefault(folder, {}).setdefault(other, (path, number, target))

    def way(self, start, end):
        """The shortest way along includes from one folder to another, or nothing."""
        ways = [[start]]
        seen = {start}
        for way in ways:
            if way[-1] == end:
                return way
            for other in sorted(self.where.get(way[-1], {})):
                if other not in seen:
                    seen.add(other)
                    ways.append([*way, other])
        return None

    def check(self, report):
        told = set()
        for folder in sorted(self.where):
            for other in sorted(self.where[folder]):
                back = self.way(other, folder)
                if back is None or frozenset(back) in told:
                    continue
                told.add(frozenset(back))
                path, number, target = self.where[folder][other]
                places = "; ".join("{}:{} includes {}".format(*self.where[a][b]) for a, b in zip(back, back[1:]))
                report.add(path, number, f'folders in a circle: {" -> ".join([folder, *back])}; this includes "{target}"',
                           f"move what both need into the lower folder. The way back: {places}")


def main(root):
    root = Path(root).resolve()
    report = Report(root)
    table = Table(root / "ARCHITECTURE.md")
    if not table.allowed:
        report.add(root / "ARCHITECTURE.md", 1, "no layer table found",
                   "keep the three columns, with layer names in backticks")
        report.finish("layers", 1)
    unknown = set().union(*table.allowed.values()) - set(table.allowed)
    for name in sorted(unknown):
        report.add(root / "ARCHITECTURE.md", 1, f"the layer table allows '{name}', which is no layer of it",
                   "give it a row, or take it out of the backticks")
    checked, with_code, folders = 0, set(), Folders()
    for path in code_files(root, ("src", "apps")):
        parts = path.relative_to(root).parts
        layer = parts[1] if parts[0] == "src" else "apps"
        checked += 1
        with_code.add(layer)
        if layer not in table.allowed:
            report.add(path, 1, f"layer '{layer}' has no row in the layer table of ARCHITECTURE.md",
                       "add the row: what it may include and whether it is real time")
            continue
        is_test = is_test_file(path.relative_to(root))
        check_system(report, path, layer, is_test)
        if layer in table.real_time and not is_test:
            check_bits(report, path, layer)
        for number, bracket, target in includes(path):
            check_include(report, table, path, layer, is_test, number, bracket, target)
            if bracket == '"' and parts[0] == "src" and not is_test and (root / "src" / target).is_file():
                folders.add(path.relative_to(root), "/".join(parts[1:-1]), number, target)
    folders.check(report)
    for layer in sorted(set(table.allowed) - unknown):
        if (layer in with_code) == (layer in table.planned):
            mark = "marked (planned), but has code" if layer in with_code else "in the table, but has no code"
            report.add(root / "ARCHITECTURE.md", table.line[layer], f"layer '{layer}' is {mark}",
                       "correct the mark (planned)")
    if (root / "CMakeLists.txt").exists():
        check_links(report, table, root / "CMakeLists.txt")
    report.finish("layers", checked)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
