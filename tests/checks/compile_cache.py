"""Compiles without output, many at once, and remembers by content what has passed.

The key of a file is the text of the file, of every own header it reaches, the flags and the compiler's version.
System headers are not part of it: after an upgrade of a library remove the cache folder.
"""

import concurrent.futures
import hashlib
import json
import os
import shlex
import subprocess
from pathlib import Path

from source_tree import includes, read


def processes():
    return int(os.environ.get("JOBS") or os.cpu_count() or 1)


class Flags:
    """The flags of each source file as CMake gave them, without the parts that name files or outputs.

    `begins`: the sources before which nothing else stood when they were compiled: alone, or as the first of several
    neighbours that were compiled as one.
    """

    def __init__(self, build, root):
        self.root = Path(root)
        self.of_file = {}
        self.begins = set()
        for entry in json.loads(read(Path(build, "compile_commands.json"))):
            flags = self.strip(shlex.split(entry["command"]))
            file = Path(entry["file"]).resolve()
            sources = [file]
            if file.parent.name == "Unity":
                sources = [Path(target).resolve() for _, _, target in includes(file)]
            self.begins.add(sources[0])
            for source in sources:
                self.of_file.setdefault(source, flags)  # its layer's; the hosts' library compiles some once more

    @staticmethod
    def strip(words):
        flags, skip = [], True  # the launcher and the compiler come first
        index = 0
        while index < len(words):
            word = words[index]
            if word.startswith("-"):
                skip = False
            # Precompiled headers are a matter of speed: the checks see each file as it stands.
            if word in ("-o", "-c", "-MF", "-MT", "-MQ", "-include"):
                index += 2
                continue
            if not skip and word not in ("-MD", "-MMD", "-Winvalid-pch"):
                flags.append(word)
            index += 1
        return flags

    def for_header(self, header):
        """Those of a source in the nearest folder above: a header is compiled as its neighbours are."""
        for folder in header.resolve().parents:
            near = [f for f in self.of_file if f.is_relative_to(folder)]
            if near:
                # A test's flags carry more include paths than the header may use: prefer a plain source.
                near.sort(key=lambda f: (f.stem.endswith("_test"), str(f)))
                return self.of_file[near[0]]
            if folder == self.root:
                break
        return None


class Compiler:
    def __init__(self, command, cache, include_roots):
        self.command = command
        self.cache = Path(cache)
        self.cache.mkdir(parents=True, exist_ok=True)
        self.include_roots = [Path(r) for r in include_roots]
        self.version = subprocess.run([command, "--version"], capture_output=True, text=True, check=True).stdout
        self.digests = {}

    def own_headers(self, path, seen):
        for _, bracket, target in includes(path):
            if bracket == "<":
                continue
            for base in (path.parent, *self.include_roots):
                candidate = (base / target).resolve()
                if candidate.is_file():
                    if candidate not in seen:
                        seen.add(candidate)
                        self.own_headers(candidate, seen)
                    break

    def digest(self, path):
        if path not in self.digests:
            self.digests[path] = hashlib.sha256(path.read_bytes()).hexdigest()
        return self.digests[path]

    def key(self, path, flags, text):
        seen = {path.resolve()}
        self.own_headers(path, seen)
        parts = [self.version, " ".join(flags), text, str(path), *(self.digest(p) for p in sorted(seen))]
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()

    def run(self, job):
        path, flags, text = job
        mark = self.cache / self.key(path, flags, text)
        if mark.exists():
            return path, None
        source = ["-x", "c++", "-"] if text else [str(path)]
        done = subprocess.run([self.command, *flags, "-fsyntax-only", *source], input=text or None,
                              capture_output=True, text=True)
        if done.returncode == 0:
            mark.touch()
            return path, None
        return path, done.stderr or f"{self.command} ended with {done.returncode}"

    def run_all(self, jobs):
        """(path, None or the compiler's words) for each (path, flags, text for stdin or '')."""
        with concurrent.futures.ThreadPoolExecutor(processes()) as pool:
            yield from pool.map(self.run, jobs)


def first_place(words, fallback):
    """The file and line of the first error in a compiler's output."""
    for line in words.splitlines():
        fields = line.split(":")
        if len(fields) > 3 and fields[1].isdigit() and ("error" in line):
            return fields[0], int(fields[1])
    return fallback, 1
