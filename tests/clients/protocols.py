"""The other protocols in Python, each to a pose with six different values. usage: protocols.py NAME=PORT…"""

import sys
import time

from hexad import Csfi, Lingjing, LingjingPose, Mdof, MdofCommand, Motus, MotusState, Pose

PATIENCE_S = 120
RATE = 25  # the platform's time is four times as slow


def until(done, step):
    end = time.monotonic() + PATIENCE_S
    while not done():
        step()
        if time.monotonic() > end:
            sys.exit("it took too long")


def main(ports):
    with Csfi(port=ports["csfi"]) as board:
        mechanics = board.read(1)
        assert len(mechanics["base_joints_1_6_x_y_z"]) == 18 and mechanics["stroke"] == 400, mechanics

    with Mdof(port=ports["mdof"]) as platform:
        assert platform.run(MdofCommand.INITIALISE) == 0
        assert platform.run("9 999 0 0 0 0 0") == 161
        goal = (3, -4, 15, 2, -1.5, 1)
        assert platform.move(goal) == 0
        assert max(abs(a - b) for a, b in zip(platform.pose(), goal)) < 0.2
        everything = platform.everything()
        assert everything.zeroed and everything.error == 0 and not everything.moving
        print("mdof there", flush=True)

    with Motus(port=ports["motus"], local_port=0, rate_hz=RATE) as platform:
        goal = Pose(-2, 1.5, -1, -6, 7, 12)
        platform.follow(goal)
        platform.wait_for(MotusState.FOLLOWING, PATIENCE_S)
        until(lambda: platform.status.pose.distance(goal) < 0.2, platform.tick)
        for _ in range(100):
            platform.tick()
        platform.soft_stop()
        platform.wait_for(MotusState.RISEN, PATIENCE_S)
        print("motus there", flush=True)

    with Lingjing(port=ports["lingjing"], rate_hz=RATE) as platform:
        goal = LingjingPose(roll=2, pitch=-1, yaw=-1.5, x=5, y=8, z=232.5 + 10)
        platform.pose(goal)
        until(lambda: platform.feedback is not None
              and max(abs(a - b) for a, b in zip(platform.feedback, goal)) < 0.2, platform.tick)
        for _ in range(100):
            platform.tick()
        platform.move(LingjingPose(), 5)
        print("lingjing there", flush=True)


if __name__ == "__main__":
    main({name: int(port) for name, port in (word.split("=") for word in sys.argv[1:])})
