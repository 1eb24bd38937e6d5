#!/usr/bin/env python3
"""How old a setpoint is when HAL's servo thread uses it, and how punctual that thread is, beside a bare thread of HAL.

timing.py HEXAD SOURCE_ROOT FOLDER [SECONDS] [hexad run's own options, such as --rt]. One run: two threads of one HAL at 1 kHz,
one with the legs, the component and the program behind it, one with nothing. Every tick is counted. Prints microseconds and
the ratio of the two threads; an ordinary kernel with other work gives other numbers every time, the ratio much less so.
"""

import os
import sys
import time
from pathlib import Path

from bring_up import Hal, Program, prepare, wait

KEYS = ["drives.port=shared", "drives.timeout_ms=2000", "drive.enable_time=5", "drive.following=20"]
THREADS = """loadrt threads name1=bare period1=1000000 name2=servo period2=1000000
loadrt timedelta count=2
loadrt sampler depth=20000,20000 cfg=sfu,s
addf timedelta.0 servo
addf timedelta.1 bare
"""
SAMPLED = """
addf sampler.0 servo
addf sampler.1 bare
net servo-error timedelta.0.err => sampler.0.pin.0
net age hexad.command-age => sampler.0.pin.1
net bridged hexad.bridged => sampler.0.pin.2
net bare-error timedelta.1.err => sampler.1.pin.0
start
"""


def shares(values):
    ordered = sorted(values)
    return [ordered[min(len(ordered) - 1, int(share * len(ordered)))] for share in (0.5, 0.99, 0.999, 1.0)]


def row(name, values):
    print(f"{name:<34}" + "".join(f"{value:>10.1f}" for value in values))


def columns(path):
    lines = [line.split() for line in path.read_text().splitlines()]
    return list(zip(*[line for line in lines if "overrun" not in line]))


def measure(hexad, source, folder, seconds, options):
    block = f"/dev/shm/hexad-timing-{os.getpid()}"
    text = (source / "contrib/linuxcnc/simulated.hal").read_text().replace("/dev/shm/hexad-standard-400", block)
    text = text.replace("loadrt threads name1=servo period1=1000000\n", THREADS)
    text = "\n".join(line for line in text.splitlines() if line.strip() != "start") + SAMPLED
    (folder / "timing.hal").write_text(text)
    hal = program = None
    try:
        program = Program(hexad, folder, block, KEYS, options)
        os.chmod(block, 0o666)
        hal = Hal(folder, folder / "timing.hal")
        wait("the end of waiting", lambda: program.state() == "powered_up")
        program.ctl("enable")
        time.sleep(2.0)
        count = int(1000 * seconds)
        for channel in (0, 1):
            hal.tell(f"loadusr halsampler -c {channel} -n {count} {folder}/sampled{channel}.txt")
        full = lambda: all((folder / f"sampled{i}.txt").exists() and
                           len((folder / f"sampled{i}.txt").read_text().splitlines()) >= count for i in (0, 1))
        end = time.monotonic() + 3 * seconds + 30
        while not full() and time.monotonic() < end:
            time.sleep(0.5)
        servo, ages, bridged = columns(folder / "sampled0.txt")[-3:]
        bare = columns(folder / "sampled1.txt")[-1]
    finally:
        if program:
            program.process.kill()
        if hal:
            hal.end()
        Path(block).unlink(missing_ok=True)
    errors = shares([abs(float(value)) / 1e3 for value in servo])
    alone = shares([abs(float(value)) / 1e3 for value in bare])
    age = shares([1e3 * float(value) for value in ages])
    print(f"{len(servo)} ticks of the servo thread, {len(bare)} of the bare one, "
          f"{int(bridged[-1]) - int(bridged[0])} without a new setpoint")
    print(f"{'us':<34}{'p50':>10}{'p99':>10}{'p99.9':>10}{'max':>10}")
    row("period error, servo thread", errors)
    row("period error, bare thread", alone)
    row("ratio", [with_it / max(without, 0.1) for with_it, without in zip(errors, alone)])
    row("setpoint age", age)


def main():
    hexad, source, folder = (Path(word).resolve() for word in sys.argv[1:4])
    seconds = float(sys.argv[4]) if len(sys.argv) > 4 else 30.0
    lock = prepare(source, folder)
    measure(hexad, source, folder, seconds, sys.argv[5:])
    lock.close()


main()
