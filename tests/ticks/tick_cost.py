#!/usr/bin/env python3
"""What the dearest ticks of the core cost, in instructions: `tick_cost.py PROGRAM [--most N]`.

Runs PROGRAM (tests/ticks/tick_cost.cpp) under callgrind, which counts the same on every machine, however busy it is, and
prints a line an occasion. With --most it fails when a tick costs more.
"""

import argparse
import collections
import pathlib
import re
import subprocess
import sys
import tempfile


def count(program: str) -> dict[str, list[int]]:
    """Instructions of every tick that was counted, by occasion."""
    ticks = collections.defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            ["valgrind", "--tool=callgrind", "--instr-atstart=no", "--dump-line=no", str(pathlib.Path(program).resolve())],
            cwd=folder, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{program} failed:\n{done.stdout}{done.stderr}")
        for file in pathlib.Path(folder).glob("callgrind.out.*"):
            text = file.read_text(errors="replace")
            occasion = re.search(r"^desc: Trigger: Client Request: (.*)$", text, re.MULTILINE)
            cost = re.search(r"^(?:summary|totals): (\d+)", text, re.MULTILINE)
            if occasion and cost:
                ticks[occasion[1]].append(int(cost[1]))
    return ticks


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--most", type=int, help="instructions a tick may cost")
    arguments = parser.parse_args()
    ticks = count(arguments.program)
    if len(ticks) < 30:
        sys.exit(f"only {len(ticks)} occasions were counted")
    print("| occasion | instructions of its dearest tick |")
    print("|---|---|")
    for occasion, costs in sorted(ticks.items(), key=lambda item: -max(item[1])):
        print(f"| {occasion} | {max(costs):,} |")
    dear = {occasion: max(costs) for occasion, costs in ticks.items() if max(costs) > (arguments.most or 1e18)}
    if dear:
        sys.exit(f"dearer than {arguments.most:,} instructions: {dear}")


if __name__ == "__main__":
    main()
