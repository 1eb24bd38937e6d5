#!/usr/bin/env python3
"""`hexad commission` in a terminal, with simulated drives in the program and as a process of their own.

terminal.py HEXAD FOLDER. A keyboard that repeats 400 ms after the first letter, then 30 times a second. Waits for conditions.
"""

import fcntl
import json
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

PATIENCE = 120.0


def fail(why):
    raise SystemExit(f"failed: {why}")


class Program:
    """hexad run, and with `drives` the simulated ones beside it."""

    def __init__(self, hexad, folder, settings, drives=None):
        self.processes = []
        self.hexad = hexad
        block = f"/dev/shm/hexad-legs-{os.getpid()}"
        self.block = Path(block)
        words = [hexad, "run", "--console", "127.0.0.1:0", "--protocols", "mdof", "--port", "mdof=0", "--state", folder / "state"]
        if drives is not None:
            settings = [*settings, "drives.port=shared", f'drives.block="{block}"', "drives.timeout_ms=2000", "drive.enable_time=20"]
        for one in settings:
            words += ["--set", one]
        self.log = open(folder / "hexad.log", "a")
        run = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.processes.append(run)
        for line in run.stdout:
            if line.startswith("listening console http://"):
                self.console = line.split("//")[1].strip()
            if line.strip() == "ready":
                break
        else:
            fail("hexad run did not become ready")
        if drives is not None:
            self.processes.append(subprocess.Popen(
                [hexad, "drives", "simulate", "--block", block, "--in-step", *drives], stdout=subprocess.DEVNULL, stderr=self.log))
        end = time.monotonic() + PATIENCE
        while self.get("/api/status")["state"] != "powered_up":
            if time.monotonic() > end:
                fail(f"not powered up: {self.get('/api/status')['state']}")
            time.sleep(0.05)

    def get(self, path):
        with urllib.request.urlopen(f"http://{self.console}{path}") as answer:
            return json.load(answer)

    def ask(self, order):
        request = urllib.request.Request(f"http://{self.console}/api/ctl", json.dumps(order).encode(),
                                         {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            return json.load(error)

    def end(self):
        for process in reversed(self.processes):
            process.kill()
            process.wait()
        self.block.unlink(missing_ok=True)


class Terminal:
    def __init__(self, program, *words):
        self.program = program
        self.child, self.fd = pty.fork()
        if self.child == 0:
            os.execv(program.hexad, [str(program.hexad), "commission", "--to", program.console, "--yes", *words])
        fcntl.fcntl(self.fd, fcntl.F_SETFL, os.O_NONBLOCK)
        self.said = ""
        self.code = None

    def read(self, seconds=0.0):
        if select.select([self.fd], [], [], seconds)[0]:
            try:
                self.said += os.read(self.fd, 65536).decode(errors="replace")
            except OSError:
                pass
        if self.code is None:
            done, status = os.waitpid(self.child, os.WNOHANG)
            if done:
                self.code = os.waitstatus_to_exitcode(status)

    def type(self, text):
        if self.code is None:
            os.write(self.fd, text.encode())

    def stage(self):
        return self.stage_of(self.program.get("/api/commission"))

    @staticmethod
    def stage_of(now):
        return (now.get("stage"), now.get("leg")) if now["state"] == "running" else (now["state"], None)

    def hold(self, while_in):
        """The space bar, until the stage is another one. A program that was held up for longer than a beat counts has taken
        that for a release, and rightly so: a leg that stands is pressed for anew."""
        self.type(" ")
        self.read(0.4)
        end = time.monotonic() + PATIENCE
        looked, stands, place = 0.0, 0, None
        while time.monotonic() < end and self.code is None and stands < 10:
            self.type(" ")
            self.read(0.033)
            if time.monotonic() - looked > 0.25:
                looked = time.monotonic()
                now = self.program.get("/api/commission")
                if self.stage_of(now) != while_in:
                    break
                stands = stands + 1 if now["now"]["extension_mm"] == place else 0
                place = now["now"]["extension_mm"]
        until = time.monotonic() + 0.6  # let go
        while time.monotonic() < until:
            self.read(0.05)

    def wait(self, what, holds):
        end = time.monotonic() + PATIENCE
        while not holds():
            self.read(0.05)
            if time.monotonic() > end:
                fail(f"{what} did not come; {self.stage()}\n{self.said[-2000:]}")

    def leg(self, answers):
        """A whole leg; `answers`: what is typed for which leg, longer, how far. False = it ended by a fault."""
        leg = self.stage()[1]
        end = time.monotonic() + 4 * PATIENCE
        while time.monotonic() < end:
            stage = self.stage()
            if stage[1] != leg or stage[0] in ("done", "ended", "faulted"):
                return stage[0] != "faulted"
            if stage[0] in ("first", "second", "back"):
                self.hold(stage)
            elif stage[0] == "asking":
                self.wait("the question", lambda: "leg that moved" in self.said[-400:])
                for answer in answers:
                    self.type(answer + "\r")
                    self.read(0.3)
                self.wait("the answer taken", lambda: self.stage() != stage)
            else:
                self.wait("the brake's test", lambda: self.stage() != stage)
        fail(f"the leg does not end: {self.stage()}\n{self.said[-2000:]}")


def expect(terminal, *texts):
    terminal.wait("the end of the command", lambda: terminal.code is not None)
    terminal.read(0.2)
    for text in texts:
        if not re.search(text, terminal.said):
            fail(f"it does not say {text!r}:\n{terminal.said[-3000:]}")


def good(hexad, folder):
    program = Program(hexad, folder, [])
    try:
        terminal = Terminal(program, "--legs", "3", "--report", str(folder / "legs.html"), "--json", str(folder / "legs.json"))
        terminal.wait("the first part", lambda: terminal.stage()[0] == "first" and "Leg 3" in terminal.said)
        # One touch, and touches far apart, move nothing.
        before = program.get("/api/commission")["now"]["extension_mm"]
        for _ in range(3):
            terminal.type(" ")
            terminal.read(1.1)
        after = program.get("/api/commission")["now"]["extension_mm"]
        if abs(after - before) > 0.05:
            fail(f"moved by touches: {before} to {after}")
        # Hosts are kept out, and nobody else moves anything.
        if not program.get("/api/status")["driver_is_operator"]:
            fail("the operator has no control while a leg is commissioned")
        for action in ("zero", "give"):
            answer = program.ask({"action": action})
            if answer.get("result") != "refused" or "commissioning" not in json.dumps(answer):
                fail(f"{action} is taken while a leg is commissioned: {answer}")
        terminal.leg(["", "", ""])
        expect(terminal, "Nothing wrong was found on 1 legs", r"homing = \"torque\"")
        if terminal.code != 0:
            fail(f"exit code {terminal.code}")
        page = (folder / "legs.html").read_text()
        for text in ("Commissioning of standard-400", "未发现问题", "建议的设置", "<svg"):
            if text not in page:
                fail(f"the page has no {text}")
        found = json.loads((folder / "legs.json").read_text())
        if not found["passes"] or abs(found["results"][0]["figures"]["scale"] - 1) > 0.01:
            fail(f"{found}")
        if program.get("/api/status")["driver"] is not None:
            fail("control is not given back")
        print("a good leg")
    finally:
        program.end()


def let_go(hexad, folder):
    """Let go in the middle of a way it stops there."""
    program = Program(hexad, folder, [])
    try:
        terminal = Terminal(program, "--legs", "1", "--distance", "20", "--speed", "2")
        terminal.wait("the first part", lambda: terminal.stage()[0] == "first")
        begin = program.get("/api/commission")["now"]["extension_mm"]
        terminal.type(" ")
        terminal.read(0.4)
        end = time.monotonic() + PATIENCE
        while program.get("/api/commission")["now"]["extension_mm"] < begin + 2 and time.monotonic() < end:
            terminal.type(" ")
            terminal.read(0.033)
        terminal.wait("a standstill", lambda: program.get("/api/status")["state"] == "powered_up")
        stands = program.get("/api/commission")["now"]["extension_mm"]
        if not begin + 1.5 < stands < begin + 15:
            fail(f"it does not stand on its way: {begin}, {stands}")
        terminal.type("q")
        expect(terminal, "ended by")
        if terminal.code != 1:
            fail(f"exit code {terminal.code}")
        print("let go, it stops; q ends it")
    finally:
        program.end()


def wrong(hexad, folder, drives):
    """Crossed commands fault; a swapped, a reversed one are seen by who looks, and the suggestion mends it."""
    mistakes = ["swap:1:2", "weak_brake:4"]
    if drives:
        program = Program(hexad, folder, [], [word for one in mistakes for word in ("--mistake", one)])
    else:
        program = Program(hexad, folder, [f"plant.mistakes={json.dumps(mistakes)}"])
    try:
        terminal = Terminal(program, "--legs", "1,2,4")
        terminal.wait("the first part", lambda: terminal.stage() == ("first", 1))
        terminal.leg(["2", "", ""])
        terminal.leg(["1", "", ""])
        if not terminal.leg(["", "", ""]):
            terminal.type("n")
        expect(terminal, "leg 1 was told to move and whoever looked saw leg 2", "brake of leg 4 slipped",
               r"order = \[2, 1, 3, 4, 5, 6\]", "3 of 3 legs have something wrong")
        if terminal.code != 1:
            fail(f"exit code {terminal.code}")
        print("swapped legs and a weak brake, " + ("drives of their own" if drives else "drives in the program"))
    finally:
        program.end()


def mended(hexad, folder):
    """Drives that are swapped, reversed and of another scale, with the settings that say so: as good ones."""
    program = Program(hexad, folder, ["drives.order=[2, 1, 3, 4, 5, 6]", "drives.scale=[1, -0.5, 1, 1, 1, 1]"],
                      ["--mistake", "swap:1:2", "--mistake", "scale:2:-2"])
    try:
        terminal = Terminal(program, "--legs", "2")
        terminal.wait("the first part", lambda: terminal.stage() == ("first", 2))
        terminal.leg(["2", "y", "5"])
        expect(terminal, "Nothing wrong was found on 1 legs")
        print("drives.order and drives.scale mend it")
    finally:
        program.end()


CASES = {"good": good, "let_go": let_go, "wrong": lambda hexad, folder: wrong(hexad, folder, False),
         "shared": lambda hexad, folder: wrong(hexad, folder, True), "mended": mended}


def main():
    """Each case with programs of its own, side by side: what takes long are the ways of the legs."""
    hexad, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    wanted = sys.argv[3:] or list(CASES)
    if len(wanted) == 1:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        signal.alarm(900)
        CASES[wanted[0]](hexad, folder)
        return print("passed")
    cases = {name: subprocess.Popen([sys.executable, "-B", __file__, hexad, folder / name, name]) for name in wanted}
    failed = [name for name, case in cases.items() if case.wait() != 0]
    if failed:
        fail(", ".join(failed))


main()
