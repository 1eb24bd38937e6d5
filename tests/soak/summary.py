#!/usr/bin/env python3
"""Sums up the logs of ./dev soak: what was tried, how much of it, what came of it."""

import pathlib
import re
import sys


def read(folder, name):
    path = folder / name
    return path.read_text(errors="replace") if path.exists() else ""


def tests_of(text):
    found = re.search(r"(\d+)% tests passed, (\d+) tests failed out of (\d+)", text)
    return f"{int(found[3]) - int(found[2])} of {found[3]} tests passed" if found else "did not come to its end"


def core_lives(text):
    found = re.search(r"seeds (\d+) to (\d+) of (\S+) s on \S+: (\d+) lives, (\d+) violated", text)
    if not found:
        return "did not come to its end"
    speed = re.search(r"(\d+) times real time per core", text)
    hours = int(found[4]) * float(found[3]) / 3600
    return (f"{found[4]} lives from seed {found[1]} on, at least {hours:.1f} h, {found[5]} violated, "
            f"{speed[1]} times real time a core")


def stack_lives(text):
    found = re.search(r"(\d+) lives of the whole program, (\d+) violated\n(\d+) s of platform time.*?(\d+) datagrams\n"
                      r"(\d+) times", text, re.S)
    if not found:
        return "did not come to its end"
    return (f"{found[1]} lives, {int(found[3]) / 3600:.1f} h, {found[4]} datagrams, {found[2]} violated, "
            f"{found[5]} times real time a core")


def zoo(text):
    planted = len(re.findall(r"^\[ RUN      \] ", text, re.M))
    found = len(re.findall(r"^\[       OK \] ", text, re.M))
    return f"{planted} bugs planted, {found} found"


def model(text):
    states = [float(found) for found in re.findall(r"([\d.e+]+) states, stored", text)]
    return f"{len(states)} claims, {sum(states):,.0f} states, {text.count('errors: 0')} without an error"


def fuzz(text):
    counts = re.findall(r"^(\w+) (\d+)$", text, re.M)
    total = sum(int(count) for _, count in counts)
    least = min(counts, key=lambda one: int(one[1]), default=("none", "0"))
    return f"{len(counts)} targets, {total:,} executions, the fewest {int(least[1]):,} ({least[0]})"


PARTS = [("threads", tests_of), ("memory", tests_of), ("long", tests_of), ("lives", core_lives),
         ("stack_lives", stack_lives), ("scenarios", stack_lives), ("zoo", zoo), ("model", model), ("fuzz", fuzz)]


def main():
    folder = pathlib.Path(sys.argv[1])
    print("\n| part | s | ended | what |\n|---|---|---|---|")
    for name, told in PARTS:
        result = read(folder, f"{name}.result")
        if not result:
            continue
        ended = {"0": "well", "cut": "its time was over"}.get(result, "FAILED")
        print(f"| {name} | {read(folder, name + '.seconds')} | {ended} | {told(read(folder, name + '.log'))} |")


if __name__ == "__main__":
    main()
