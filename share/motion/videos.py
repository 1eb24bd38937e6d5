#!/usr/bin/env python3
"""Makes a video for each film of this folder: what is seen from the cabin, and a bar that grows with the time.

usage: videos.py [FOLDER]      needs ffmpeg and numpy

The view turns against the motion of the film (generate.py), so that platform and picture can be seen to keep step.
"""

import subprocess
import sys
from pathlib import Path

import numpy as np
from generate import FILMS

WIDTH, HEIGHT, RATE = 384, 216, 20
FIELD = np.tan(np.radians(35.0))  # half of the width

# sky at the horizon and above, ground, lines of the ground; metres a second; metres between lines
SCENES = {
    "film_coaster.csv": ((0.75, 0.86, 0.97), (0.25, 0.47, 0.82), (0.36, 0.50, 0.30), (0.62, 0.71, 0.52), 12.0, 8.0),
    "film_sea.txt": ((0.86, 0.88, 0.90), (0.45, 0.58, 0.72), (0.10, 0.27, 0.40), (0.27, 0.46, 0.58), 5.0, 10.0),
    "film_flight.txt": ((0.93, 0.85, 0.74), (0.28, 0.46, 0.78), (0.42, 0.40, 0.27), (0.58, 0.55, 0.38), 40.0, 30.0),
}


def rotation(pitch, roll, yaw):
    """R = Rz Ry Rx with X right, Y forward, Z up."""
    c, s = np.cos(np.radians([pitch, roll, yaw])), np.sin(np.radians([pitch, roll, yaw]))
    about_x = np.array([[1, 0, 0], [0, c[0], -s[0]], [0, s[0], c[0]]])
    about_y = np.array([[c[1], 0, s[1]], [0, 1, 0], [-s[1], 0, c[1]]])
    about_z = np.array([[c[2], -s[2], 0], [s[2], c[2], 0], [0, 0, 1]])
    return about_z @ about_y @ about_x


def frame(motion, t, scene):
    low, high, ground, line, speed, spacing = (np.array(v) for v in scene)
    p = motion.at(t)
    x = np.linspace(-FIELD, FIELD, WIDTH)
    z = np.linspace(FIELD, -FIELD, HEIGHT) * HEIGHT / WIDTH
    rays = np.stack(np.broadcast_arrays(x[None, :], 1.0, z[:, None]), axis=-1)
    turned = rays @ rotation(p.get("pitch", 0), p.get("roll", 0), p.get("yaw", 0)).T
    up = turned[..., 2] / np.linalg.norm(turned, axis=-1)
    share = np.clip(up / 0.5, 0, 1)[..., None]
    picture = low * (1 - share) + high * share
    eye = 4.0 + 0.02 * p.get("heave", 0)
    away = eye / np.maximum(-turned[..., 2], 1e-3)
    right = turned[..., 0] * away + 0.02 * p.get("sway", 0)
    ahead = turned[..., 1] * away + speed * t
    width = 0.04 + 0.0015 * away
    lines = (np.abs((right / spacing + 0.5) % 1 - 0.5) < width) | (np.abs((ahead / spacing + 0.5) % 1 - 0.5) < width)
    fade = np.clip(away / 250.0, 0, 1)[..., None]
    floor = np.where(lines[..., None], line, ground) * (1 - fade) + low * fade
    picture = np.where((up < 0)[..., None], floor, picture)
    picture[-6:, : int(WIDTH * t / motion.duration)] = (1.0, 1.0, 1.0)
    return (np.clip(picture, 0, 1) * 255).astype(np.uint8)


def main(folder):
    for name, motion in FILMS.items():
        target = folder / (Path(name).stem + ".webm")
        command = ["ffmpeg", "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24",
                   "-s", f"{WIDTH}x{HEIGHT}", "-r", str(RATE), "-i", "-", "-c:v", "libvpx", "-b:v", "120k",
                   "-g", str(RATE), "-fflags", "+bitexact", "-flags:v", "+bitexact", str(target)]
        with subprocess.Popen(command, stdin=subprocess.PIPE) as encoder:
            for k in range(round(motion.duration * RATE)):
                encoder.stdin.write(frame(motion, k / RATE, SCENES[name]).tobytes())
            encoder.stdin.close()
        print(target)


if __name__ == "__main__":
    if len(sys.argv) > 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]) if len(sys.argv) == 2 else Path(__file__).parent)
