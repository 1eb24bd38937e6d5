#!/usr/bin/env python3
"""The whole way through LinuxCNC's HAL, with its own legs: bring-up, a film, the e-stop chain, a killed program.

bring_up.py HEXAD SOURCE_ROOT FOLDER. States, never milliseconds: HAL's thread is an ordinary one here, and a machine that
is busy stalls it; drives that were lost for that are reset and it goes on, as an operator would. Exit 77: left out.
"""

import fcntl
import filecmp
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

PATIENCE = 100.0
MODULES = Path("/usr/lib/linuxcnc/modules")
PERIOD = 10_000_000  # ns: 20 periods are bridged
KEYS = ["drives.port=shared", "drives.timeout_ms=8000", "loop.rate_hz=100", "drive.enable_time=5", "drive.following=8"]


def leave_out(why):
    print(f"left out: {why}")
    sys.exit(77)


def fail(why):
    raise SystemExit(f"failed: {why}")


def wait(what, holds):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if holds():
            return
        time.sleep(0.05)
    fail(f"{what} did not come in {PATIENCE:g} s")


class Hal:
    """halrun with its commands from a pipe; what it prints goes to a file, for its own children keep a pipe open."""

    def __init__(self, folder, hal_file):
        self.said = folder / "halrun.txt"
        self.out = open(self.said, "w")
        home = folder / "home"
        home.mkdir(exist_ok=True)
        home.chmod(0o777)
        environment = dict(os.environ, HOME=str(home))
        if os.geteuid() == 0:  # HAL refuses root without somebody to be instead
            environment.update(RTAPI_UID=str(os.stat(folder).st_uid or 65534), RTAPI_FIFO_PATH=str(folder / "fifo"))
        self.process = subprocess.Popen(
            ["halrun", "-s"], stdin=subprocess.PIPE, stdout=self.out, stderr=subprocess.STDOUT, text=True,
            env=environment, cwd=folder)
        self.tell(f"source {hal_file}")

    def tell(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def get(self, pin):
        """The last word of what `getp` answers to this very question."""
        mark = self.said.stat().st_size
        self.tell(f"getp {pin}")
        answer = []

        def answered():
            answer[:] = re.findall(r"^(TRUE|FALSE|[-+.\deEx]+)$", self.said.read_text(errors="replace")[mark:], re.M)
            return bool(answer)

        wait(f"an answer to getp {pin}", answered)
        return answer[-1]

    def pins(self):
        mark = self.said.stat().st_size
        self.tell("show pin hexad.")
        self.get("hexad.enable")
        return set(re.findall(r"\bhexad\.[\w.-]+", self.said.read_text(errors="replace")[mark:]))

    def end(self):
        try:
            self.tell("exit")
            self.process.stdin.close()
            self.process.wait(20)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()


class Program:
    def __init__(self, hexad, folder, block, keys=KEYS, options=()):
        self.hexad = hexad
        self.log = open(folder / "hexad.log", "a")
        words = [hexad, "run", "--console", "127.0.0.1:0", "--protocols", "mdof", "--port", "mdof=0",
                 "--state", str(folder / "state"), *options]
        for key in [*keys, f'drives.block="{block}"']:
            words += ["--set", key]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.console = ""
        for line in self.process.stdout:
            if line.startswith("listening console http://"):
                self.console = line.split("//")[1].strip()
            if line.strip() == "ready":
                return
        fail("hexad run did not become ready")

    def ctl(self, *words):
        return subprocess.run([self.hexad, "ctl", *words, "--to", self.console], capture_output=True, text=True)

    def status(self):
        said = subprocess.run([self.hexad, "status", "--json", "--to", self.console], capture_output=True, text=True)
        return json.loads(said.stdout) if said.returncode == 0 else {"state": "unknown"}

    def state(self):
        return self.status()["state"]

    def reach(self, order, wanted):
        """Gives the order until the state is there; what a stall of this machine has stopped is reset."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            status = self.status()
            if status["state"] == wanted:
                return
            if status["state"] == "fault":
                if (status["fault"] or {}).get("name") not in ("drive_link", "following_error", "servo_off"):
                    fail(f"fault {status['fault']}")
                self.ctl("reset")
            elif status["state"] == "powered_up":
                self.ctl("enable")
                self.ctl("zero")
            elif status["state"] == "origin" and wanted != "origin":
                self.ctl("raise")
            elif order:
                self.ctl(*order)
            time.sleep(0.05)
        fail(f"{wanted} not reached: {self.state()}")


def all_legs(hal, pin, value):
    return all(hal.get(f"{pin.replace('#', str(leg))}") == value for leg in range(6))


def check_ready_files(hal, source):
    """As far as that goes without the cards: what they connect of this component is there, every leg of it."""
    known = hal.pins() | {"hexad.update"}
    for path in sorted((source / "contrib/linuxcnc").glob("*.hal")):
        used = set(re.findall(r"\bhexad\.[\w.-]+", path.read_text()))
        if used - known:
            fail(f"{path.name} names pins that are not there: {sorted(used - known)}")
        for pin in ("estop-ok", "sto-ok", "supply-ok", *(f"{leg}.{one}" for leg in range(6) for one in (
                "pos-cmd", "enable", "pos-fb", "vel-fb", "enabled"))):
            if f"hexad.{pin}" not in used:
                fail(f"{path.name} does not connect hexad.{pin}")


def live(hexad, source, folder):
    block = f"/dev/shm/hexad-hal-{os.getpid()}"
    hal_file = folder / "legs.hal"
    text = (source / "contrib/linuxcnc/simulated.hal").read_text()
    text = text.replace("/dev/shm/hexad-standard-400", block).replace("period1=1000000", f"period1={PERIOD}")
    hal_file.write_text(text.replace("setp hexad.simulated 1", "setp hexad.simulated 0"))
    hal = program = None
    try:
        # Started before HAL it waits, and says so.
        program = Program(hexad, folder, block)
        if program.status().get("why_code") != "drives_missing":
            fail(f"it does not say that the drives are missing: {program.status().get('why_code')}")
        os.chmod(block, 0o666)
        hal = Hal(folder, hal_file)
        wait("the end of waiting", lambda: program.state() == "powered_up")
        check_ready_files(hal, source)
        if program.status()["simulated"]:
            fail("legs behind HAL count as simulated")
        if program.ctl("zero").returncode == 0:
            fail("moved without a local enable")
        program.reach(("raise",), "ready")
        print("zeroed and raised")
        program.ctl("film", "1", "--no-wait")
        wait("a film", lambda: program.state() in ("running", "fault"))
        print("a film plays")

        hal.tell("setp chain.in0 0")
        wait("an emergency", lambda: program.state() == "emergency")
        wait("drives off", lambda: all_legs(hal, "hexad_leg.#.enabled", "FALSE"))
        wait("brakes closed", lambda: all_legs(hal, "hexad_leg.#.brake-closed", "TRUE"))
        hal.tell("setp chain.in0 1")
        wait("the chain closed", lambda: program.ctl("reset").returncode == 0 and program.state() == "powered_up")
        if hal.get("hexad.enable") != "FALSE":
            fail("enabled by closing the chain")
        program.reach(("raise",), "ready")
        print("an emergency, and back")

        hal.tell("setp hexad_leg.3.fail 1")
        wait("a drive's fault", lambda: (program.status()["fault"] or {}).get("name") == "drive_error")
        if program.status()["fault"].get("leg") != 4:
            fail(f"the wrong leg is named: {program.status()['fault']}")
        hal.tell("setp hexad_leg.3.fail 0")
        wait("that fault's stop", lambda: program.state() == "fault")
        program.ctl("reset")
        program.reach(("raise",), "ready")
        print("a drive's fault, and back")

        program.ctl("go", "0", "0", "60", "0", "0", "0", "--no-wait")
        program.process.send_signal(signal.SIGKILL)
        program.process.wait()
        wait("the loss", lambda: hal.get("hexad.lost") == "TRUE" and hal.get("hexad.enable") == "FALSE")
        wait("brakes closed", lambda: all_legs(hal, "hexad_leg.#.brake-closed", "TRUE"))
        program = Program(hexad, folder, block)
        program.reach(("raise",), "ready")
        print("killed, and back without restarting HAL")
        program.process.send_signal(signal.SIGTERM)
        program.process.wait(PATIENCE)
        wait("drives off", lambda: hal.get("hexad.enable") == "FALSE")
    finally:
        if program:
            program.process.kill()
        if hal:
            hal.end()
        Path(block).unlink(missing_ok=True)


def prepare(source, folder):
    """An empty folder, HAL for us alone, and the components where HAL looks for them; the lock, to be kept."""
    if not shutil.which("halrun") or not Path("/usr/include/linuxcnc/hal.h").exists():
        leave_out("no LinuxCNC here (linuxcnc-uspace, linuxcnc-uspace-dev)")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    folder.chmod(0o777)
    # HAL is one a machine.
    lock = open("/tmp/hexad-hal.lock", "w")
    fcntl.flock(lock, fcntl.LOCK_EX)
    subprocess.run([source / "contrib/linuxcnc/build.sh", folder / "modules"], check=True)
    for module in (folder / "modules").glob("*.so"):
        installed = MODULES / module.name
        if installed.exists() and filecmp.cmp(module, installed, shallow=False):
            continue
        if not os.access(MODULES, os.W_OK):
            leave_out("the components are not installed: ./dev linuxcnc")
        shutil.copy(module, installed)
    return lock


def main():
    hexad, source, folder = (Path(word).resolve() for word in sys.argv[1:4])
    lock = prepare(source, folder)
    try:
        live(hexad, source, folder)
    except SystemExit:
        for name in ("halrun.txt", "hexad.log"):
            if (folder / name).exists():
                print(f"--- {name}\n" + (folder / name).read_text(errors="replace")[-4000:])
        raise
    print("passed")
    lock.close()


if __name__ == "__main__":
    main()
