#!/usr/bin/env python3
"""`hexad run` and `hexad drives simulate` on one block, either killed or stopped at a random moment of a motion.

random_kills.py HEXAD FOLDER. HEXAD_KILLS: how many (8), HEXAD_SEED: which. After each: every leg at rest, then braked and off, by
what the block says; the loss latched; and back to `ready` without restarting who lived. States and conditions, never a time:
what a virtual clock can promise in seconds is promised in tests/core/linked_drives_test.cpp.
"""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

PATIENCE = 120.0
KEYS = ["drives.port=shared", "drives.timeout_ms=1000", "loop.rate_hz=100", "drive.enable_time=20", "drive.homing=absolute", "drive.following=8"]


def fail(why):
    raise SystemExit(f"failed: {why}")


class Pair:
    def __init__(self, hexad, folder):
        self.hexad, self.folder = hexad, folder
        self.block = f"/dev/shm/hexad-kills-{os.getpid()}"
        self.log = open(folder / "log.txt", "a")
        self.start_program()
        self.start_drives()

    def start_program(self):
        words = [self.hexad, "run", "--console", "127.0.0.1:0", "--protocols", "mdof", "--port", "mdof=0",
                 "--state", self.folder / "state"]
        for key in [*KEYS, f'drives.block="{self.block}"']:
            words += ["--set", key]
        self.program = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=self.log, text=True)
        for line in self.program.stdout:
            if line.startswith("listening console http://"):
                self.console = line.split("//")[1].strip()
            if line.strip() == "ready":
                return
        fail("hexad run did not become ready")

    def start_drives(self):
        self.drives = subprocess.Popen([self.hexad, "drives", "simulate", "--block", self.block, "--rate", "100",
                                        "--set", "drive.homing=absolute"],
                                       stdout=subprocess.DEVNULL, stderr=self.log)

    def show(self):
        said = subprocess.run([self.hexad, "drives", "show", "--json", "--block", self.block], capture_output=True, text=True)
        return json.loads(said.stdout) if said.returncode == 0 else None

    def get(self):
        with urllib.request.urlopen(f"http://{self.console}/api/status", timeout=10) as answer:
            return json.load(answer)

    def ask(self, **order):
        request = urllib.request.Request(f"http://{self.console}/api/ctl", json.dumps(order).encode(),
                                         {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            return json.load(error)

    def wait(self, what, holds):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if holds():
                return
            time.sleep(0.03)
        fail(f"{what} did not come: {self.show()} {self.get() if self.program.poll() is None else 'no program'}")

    def sways(self):
        """Up, and moving; what a busy machine has stopped meanwhile is reset, as an operator would."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            status = self.get()
            state = status["state"]
            if state == "running":
                return
            if state == "fault":
                self.ask(action="reset")
            elif state in ("powered_up", "origin"):
                self.ask(action="give")
                self.ask(action="enable")
                self.ask(action="raise")
            elif state == "ready":
                self.ask(action="sine", amplitude=[0, 0, 60, 4, 3, 0], frequency=[0.5, 0.5, 0.7, 0.5, 0.6, 0.5])
            time.sleep(0.05)
        fail(f"it does not come up: {self.get()}")

    def at_rest_braked_and_off(self):
        seen = self.show()
        return seen is not None and seen["lost"] and all(
            not leg["enabled"] and leg["brake_closed"] and abs(leg["velocity_mm_s"]) < 1e-3 for leg in seen["legs"])

    def locked(self):
        status = self.get()
        if status["state"] != "fault":
            return False
        return status["fault"]["name"] == "drive_link" or fail(f"another fault: {status['fault']}")

    # ---- what happens

    def kill_program(self, _):
        self.program.kill()
        self.program.wait()
        self.wait("rest, brakes and off", self.at_rest_braked_and_off)
        self.start_program()

    def stop_program(self, seconds):
        self.program.send_signal(signal.SIGSTOP)
        self.wait("rest, brakes and off", self.at_rest_braked_and_off)
        time.sleep(seconds)
        self.program.send_signal(signal.SIGCONT)
        self.wait("the fault", self.locked)

    def kill_drives(self, _):
        self.drives.kill()
        self.drives.wait()
        self.wait("the fault", self.locked)
        self.start_drives()
        self.wait("drives that are there and off", lambda: (seen := self.show()) and seen["drives"] and not seen["enable"])

    def stop_drives(self, seconds):
        self.drives.send_signal(signal.SIGSTOP)
        self.wait("the fault", self.locked)
        time.sleep(seconds)
        self.drives.send_signal(signal.SIGCONT)
        self.wait("drives that are off", lambda: (seen := self.show()) and not seen["enable"] and not any(
            leg["enabled"] for leg in seen["legs"]))

    def end(self):
        for process in (self.program, self.drives):
            process.kill()
            process.wait()
        Path(self.block).unlink(missing_ok=True)


def main():
    hexad, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    count = int(os.environ.get("HEXAD_KILLS", "8"))
    seed = int(os.environ.get("HEXAD_SEED", "1"))
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    dice = random.Random(seed)
    pair = Pair(hexad, folder)
    acts = [pair.kill_program, pair.stop_program, pair.kill_drives, pair.stop_drives]
    done = dict.fromkeys((act.__name__ for act in acts), 0)
    try:
        for i in range(count):
            pair.sways()
            time.sleep(dice.uniform(0.0, 2.0))
            act = acts[i % len(acts)] if i < len(acts) else dice.choice(acts)
            print(f"{i + 1}: {act.__name__}", flush=True)
            act(dice.uniform(0.0, 0.5))
            done[act.__name__] += 1
        pair.sways()
    finally:
        pair.end()
    print(f"passed: {done}, seed {seed}")


main()
