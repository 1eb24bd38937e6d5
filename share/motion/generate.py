#!/usr/bin/env python3
"""Writes the motion files of this folder anew; the same files every time.

usage: generate.py [FOLDER]

Every motion is a sum of sines under an envelope that begins and ends at rest (docs/motion-files.md). They keep the
limits of the platform standard-400; `hexad preflight FILE --platform P` says by how much they must be scaled for
another one.
"""

import math
import sys
from pathlib import Path

PI2 = 2.0 * math.pi


def smooth(x):
    """From 0 to 1 with two derivatives zero at both ends."""
    x = min(max(x, 0.0), 1.0)
    return x * x * x * (10.0 + x * (6.0 * x - 15.0))


def envelope(t, duration, rise):
    return smooth(t / rise) * smooth((duration - t) / rise)


def bump(t, centre, width):
    """A smooth hill of height 1."""
    x = abs(t - centre) / width
    return 0.0 if x >= 1.0 else math.cos(0.5 * math.pi * x) ** 4


class Motion:
    """Axes by name: sway surge heave in mm, pitch roll yaw in degrees."""

    def __init__(self, title, duration, rise, axes):
        self.title, self.duration, self.rise, self.axes = title, duration, rise, axes

    def at(self, t):
        scale = envelope(t, self.duration, self.rise)
        return {name: scale * axis(t) for name, axis in self.axes.items()}


def sines(*terms):
    return lambda t: sum(a * math.sin(PI2 * f * t + p) for a, f, p in terms)


def value(number, digits):
    text = f"{number:.{digits}f}"
    return text.lstrip("-") if float(text) == 0.0 else text


def positions(motion, period):
    """Rows t x y z rx ry rz."""
    lines = [f"# {motion.title}", "# t x y z rx ry rz: s, mm, degrees"]
    for k in range(round(motion.duration / period) + 1):
        t = k * period
        p = motion.at(t)
        row = [f"{t:.3f}"] + [value(p.get(n, 0.0), 3) for n in ("sway", "surge", "heave")]
        row += [value(p.get(n, 0.0), 4) for n in ("pitch", "roll", "yaw")]
        lines.append(" ".join(row))
    return "\n".join(lines) + "\n"


def script(motion):
    """Rows pitch,roll,yaw,sway,surge,heave,0 every 10 ms."""
    lines = []
    for k in range(round(motion.duration / 0.01) + 1):
        p = motion.at(0.01 * k)
        row = [value(p.get(n, 0.0), 4) for n in ("pitch", "roll", "yaw")]
        row += [value(p.get(n, 0.0), 3) for n in ("sway", "surge", "heave")]
        lines.append(",".join(row + ["0"]))
    return "\n".join(lines) + "\n"


POSITIONS = Motion("a bow to every side", 6.0, 2.0, {
    "sway": sines((30, 0.25, 0.0)), "surge": sines((25, 0.25, 1.6)), "heave": sines((35, 0.5, 0.0)),
    "pitch": sines((4, 0.25, 1.6)), "roll": sines((4, 0.25, 0.0)), "yaw": sines((3, 0.25, 0.8))})

SCRIPTS = {
    "script01.csv": Motion("gravel road", 10.0, 1.5, {
        "heave": sines((6, 1.1, 0.0), (3, 1.9, 1.0), (1.2, 3.1, 2.0)), "pitch": sines((0.8, 0.7, 0.4), (0.4, 1.7, 0.0)),
        "roll": sines((0.9, 0.5, 1.1), (0.4, 2.1, 0.3)), "surge": sines((8, 0.3, 0.0))}),
    "script02.csv": Motion("slalom", 12.0, 2.0, {
        "sway": sines((60, 0.3, 0.0)), "roll": sines((6, 0.3, 3.14159)), "yaw": sines((7, 0.3, 1.2)),
        "surge": sines((20, 0.6, 0.5)), "heave": sines((8, 0.6, 0.0))}),
}

PLAYBACKS = {
    "playback01.txt": Motion("harbour", 20.0, 3.0, {
        "heave": sines((40, 0.15, 0.0), (10, 0.37, 1.0)), "pitch": sines((3, 0.15, 1.2)),
        "roll": sines((4, 0.21, 0.3)), "sway": sines((15, 0.11, 0.0))}),
    "playback02.csv": Motion("taking off", 15.0, 2.0, {
        "pitch": lambda t: 8.0 * smooth((t - 4.0) / 4.0) * smooth((13.0 - t) / 4.0),
        "surge": lambda t: 60.0 * bump(t, 3.0, 3.0), "heave": lambda t: 70.0 * bump(t, 7.5, 5.0) + 3.0 * math.sin(9 * t),
        "roll": sines((2, 0.3, 0.0))}),
}


def coaster(t):
    """Up the chain, over the top, down, through the valley: heave and pitch go together."""
    return 70.0 * (bump(t, 8.0, 7.0) - bump(t, 13.0, 3.5) + bump(t, 17.0, 3.0) - 0.8 * bump(t, 21.0, 3.0)
                   + 0.6 * bump(t, 25.0, 3.0))


FILMS = {
    "film_coaster.csv": Motion("roller coaster", 30.0, 2.0, {
        "heave": coaster,
        "pitch": lambda t: 10.0 * (bump(t, 5.0, 4.0) - bump(t, 11.0, 3.0) + bump(t, 15.0, 2.5) - bump(t, 19.0, 2.5)
                                   + 0.7 * bump(t, 23.0, 2.5)),
        "roll": lambda t: 8.0 * (bump(t, 13.5, 2.5) - bump(t, 17.5, 2.5) + bump(t, 22.0, 2.5)),
        "surge": lambda t: 60.0 * (bump(t, 11.0, 3.0) - 0.8 * bump(t, 16.0, 2.5) + 0.6 * bump(t, 20.0, 2.5)),
        "sway": lambda t: 30.0 * (bump(t, 14.0, 2.5) - bump(t, 18.0, 2.5))}),
    "film_sea.txt": Motion("open sea", 40.0, 4.0, {
        "heave": sines((70, 0.12, 0.0), (15, 0.27, 1.0)), "pitch": sines((6, 0.12, 1.3), (1.5, 0.31, 0.2)),
        "roll": sines((7, 0.09, 0.5), (1.5, 0.23, 2.0)), "sway": sines((40, 0.09, 0.0)), "yaw": sines((3, 0.05, 0.0))}),
    "film_flight.txt": Motion("over the valley", 35.0, 3.0, {
        "roll": lambda t: 10.0 * (bump(t, 8.0, 4.0) - bump(t, 16.0, 4.0) + 0.8 * bump(t, 25.0, 5.0)),
        "pitch": lambda t: 6.0 * (bump(t, 5.0, 4.0) - bump(t, 20.0, 4.0)) + math.sin(2.1 * t),
        "yaw": lambda t: 8.0 * (bump(t, 9.0, 5.0) - bump(t, 17.0, 5.0)),
        "heave": lambda t: 60.0 * (bump(t, 6.0, 5.0) - bump(t, 21.0, 5.0)) + 4.0 * math.sin(4.3 * t),
        "sway": lambda t: 50.0 * (bump(t, 16.0, 4.5) - bump(t, 8.0, 4.5)), "surge": sines((20, 0.1, 0.0))}),
}

WAYPOINTS = """\
# Points of a path, passed without a stop: x y z rx ry rz, mm and degrees
0 0 40 0 0 0
60 0 40 0 5 0
60 60 20 -4 5 6
0 80 0 -6 0 8
-60 60 -20 -4 -5 4
-60 0 -30 0 -5 0
0 -60 0 5 0 -6
0 0 0 0 0 0
"""

FORMULAS = """\
# Six formulas of t in seconds: x y z in mm, rx ry rz in degrees; the seventh line is the duration in s
30*sin(0.8*t)
30*(cos(0.8*t)-1)
20*sin(1.6*t)
3*sin(0.8*t)
3*sin(0.8*t+pi/2)-3
4*sin(0.4*t)
15
"""

PLAYLIST = """\
# A playlist of three films, as configuration: hexad run --config films.toml
[lingjing]
films = ["film_coaster.csv", "film_sea.txt", "film_flight.txt"]
"""


def main(folder):
    files = {"pos01.txt": positions(POSITIONS, 0.2), "waypoints01.txt": WAYPOINTS, "formula01.txt": FORMULAS,
             "films.toml": PLAYLIST}
    for name, motion in {**SCRIPTS, **PLAYBACKS, **FILMS}.items():
        files[name] = script(motion) if name.endswith(".csv") else positions(motion, 0.1)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
        print(folder / name)


if __name__ == "__main__":
    if len(sys.argv) > 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]) if len(sys.argv) == 2 else Path(__file__).parent)
