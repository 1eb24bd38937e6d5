"""usage: example.py ADDRESS PORT MANOEUVRE.csv [FRAMES-A-SECOND]"""

import csv
import math
import sys

from hexad import Darren, DarrenState, DarrenWord, Pose


def main(address: str, port: str, manoeuvre: str, rate: str = "100") -> None:
    with Darren(address, int(port), local_port=0, rate_hz=float(rate)) as platform:
        # Connect: optional, but it says whether somebody else is there.
        if not platform.connect():
            sys.exit("another host is connected")
        print("connected", flush=True)

        # Bring up: run does what is missing, it zeroes and rises.
        platform.command(DarrenWord.RUN)
        platform.wait_for(DarrenState.RUNNING, 90)
        print("running", flush=True)

        # Follow a sine: 3 degrees of pitch every two seconds, swelling over the first. Row i is due at i * 0.01 s.
        seen = []
        for i in range(300):
            t = i * 0.01
            platform.target(pitch=min(1, t) * 3 * math.sin(math.pi * t))
            platform.tick()
            seen.append(platform.status.pose.pitch)
        print(f"followed a sine: pitch {min(seen):.1f} to {max(seen):.1f}", flush=True)

        # Go somewhere, and see from the status when it is there.
        goal = Pose(pitch=4, roll=-2, yaw=1, sway=5, surge=-8, heave=20)
        platform.target(*goal)
        while platform.status.pose.distance(goal) > 0.2:
            platform.tick()
        for _ in range(100):
            platform.tick()
        print("there", flush=True)

        # Cue a manoeuvre: what a vehicle does, 100 rows a second.
        with open(manoeuvre, encoding="utf-8") as file:
            rows = [row for row in csv.reader(file) if row and row[0][0].isdigit()]
        seen = []
        for row in rows[200:700]:
            platform.cue(*(float(value) for value in row[1:7]))
            platform.tick()
            seen.append(platform.status.pose.pitch)
        print(f"cued: pitch down to {min(seen):.1f}", flush=True)

        # Read faults: state, code in words, and which legs.
        platform.no_values()
        print("waiting for a fault", flush=True)
        while platform.status.state != DarrenState.FAULT:
            platform.tick()
        legs = [leg for leg, code in enumerate(platform.status.drive_errors, 1) if code]
        print(f"fault {platform.status.error} ({platform.status.error_words}), leg {legs[0]}", flush=True)
        platform.command(DarrenWord.RESET)
        while platform.status.state == DarrenState.FAULT:
            platform.tick()
        print("reset", flush=True)

        # Stop: after a fault it must be zeroed again, which neutral does; then down to the bottom, and leave.
        platform.command(DarrenWord.NEUTRAL)
        platform.wait_for(DarrenState.NEUTRAL, 90)
        platform.command(DarrenWord.DESCEND)
        platform.wait_for(DarrenState.ORIGIN, 90)
        platform.disconnect()
        print("stopped", flush=True)


if __name__ == "__main__":
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    main(*sys.argv[1:])
