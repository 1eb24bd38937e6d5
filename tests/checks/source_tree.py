"""What the checks share: which files are ours, what they include, how a finding is reported."""

import os
import re
import subprocess
import sys
from pathlib import Path

CODE_FOLDERS = ("src", "apps", "tests")
CODE_SUFFIXES = (".hpp", ".cpp")
NOT_OURS = {".git", "build", "node_modules"}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


class Report:
    """Collects findings; each names the place, the rule and what to do."""

    def __init__(self, root):
        self.root = Path(root)
        self.findings = 0

    def add(self, path, line, rule, remedy):
        path = Path(path)
        if path.is_absolute() and path.is_relative_to(self.root):
            path = path.relative_to(self.root)
        print(f"{path}:{line}: {rule}\n    do: {remedy}")
        self.findings += 1

    def finish(self, name, checked):
        """Prints the outcome and exits. A check that looked at nothing has not passed."""
        if checked == 0:
            print(f"{name}: nothing to check below {self.root}: is this the source tree?")
            sys.exit(1)
        print(f"{name}: {checked} checked, {self.findings} found")
        sys.exit(1 if self.findings else 0)


def walk(root):
    for folder, subfolders, names in os.walk(root):
        subfolders[:] = sorted(s for s in subfolders if s not in NOT_OURS)
        for name in sorted(names):
            yield Path(folder, name)


def all_files(root):
    """What git tracks or would track; without git, everything that is not a build product."""
    root = Path(root)
    if (root / ".git").exists():
        listing = subprocess.run(
            ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            capture_output=True,
        )
        if listing.returncode == 0:
            names = sorted(set(os.fsdecode(listing.stdout).split("\0")) - {""})
            return [root / n for n in names if (root / n).is_file()]
    return list(walk(root))


def code_files(root, folders=CODE_FOLDERS):
    for folder in folders:
        for path in walk(Path(root, folder)):
            if path.suffix in CODE_SUFFIXES:
                yield path


def read(path):
    return Path(path).read_text(encoding="utf-8", errors="replace")


def includes(path):
    """(line number, '<' or '"', what is included) of every #include."""
    for number, line in enumerate(read(path).splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1), match.group(2)
