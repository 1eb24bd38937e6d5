#!/usr/bin/env python3
"""The service under a systemd of its own: process 1 of new namespaces, with an empty network and nothing else to start.

service.py CMAKE BUILD_TREE SOURCE_ROOT. The program is installed as the unit says, in there alone. Waits for conditions.
Exit 77: left out, for want of systemd or of the right to make namespaces.
"""

import ctypes
import fcntl
import json
import os
import shutil
import signal
import socket
import struct
import subprocess
import sys
import time
from pathlib import Path

PATIENCE = 100.0
SYSTEMD = Path("/usr/lib/systemd/systemd")
UNIT = Path("/etc/systemd/system/hexad.service")
LOG = "/run/hexad.log"
NAMESPACES = ["--pid", "--mount", "--cgroup", "--uts", "--ipc", "--net"]


def leave_out(why):
    print(f"left out: {why}")
    sys.exit(77)


def fail(why):
    raise SystemExit(f"failed: {why}")


def expect(holds, why):
    if not holds:
        fail(why)


def wait(what, holds):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = holds()
        if found:
            return found
        time.sleep(0.02)
    fail(f"{what} did not come in {PATIENCE:g} s")


# ------------------------------------------------------------------------------------------- inside, before systemd
def begin(cmake, tree, root):
    """Everything systemd writes to is new; what the kernel has only one of is read-only."""
    def mount(*words):
        subprocess.run(["mount", *words], check=True)

    mount("--make-rprivate", "/")
    mount("-t", "proc", "proc", "/proc")
    for folder in ("/run", "/tmp", "/usr/local", "/etc/systemd/system", "/var/lib"):
        mount("-t", "tmpfs", "-o", "mode=755", "tmpfs", folder)
    os.chmod("/tmp", 0o1777)
    subprocess.run(["umount", "-R", "/sys/fs/cgroup"], stderr=subprocess.DEVNULL)
    mount("-t", "sysfs", "-o", "ro", "sysfs", "/sys")
    mount("-t", "cgroup2", "cgroup2", "/sys/fs/cgroup")
    mount("--bind", "/proc/sys", "/proc/sys")
    mount("-o", "remount,ro,bind", "/proc/sys")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:  # the loopback of a new network is down
        fcntl.ioctl(line, 0x8914, struct.pack("16sh14x", b"lo", 1))  # SIOCSIFFLAGS, IFF_UP
    subprocess.run([cmake, "--install", tree, "--prefix", "/usr/local", "--component", "runtime"], check=True,
                   stdout=subprocess.DEVNULL)
    shutil.copy(f"{root}/share/systemd/hexad.service", UNIT)
    Path("/etc/systemd/system/quiet.target").write_text("[Unit]\nDefaultDependencies=no\n")
    os.environ["container"] = "hexad-test"
    os.execv(SYSTEMD, [str(SYSTEMD), "--system", "--unit=quiet.target", "--log-target=console", "--log-level=warning"])


# ---------------------------------------------------------------------------------------------------------- outside
def own_group():
    """A control group for all of it, so that systemd finds one that is its own."""
    for line in Path("/proc/self/mountinfo").read_text().splitlines():
        before, after = line.split(" - ")
        if after.split()[0] == "cgroup2":
            place = Path(before.split()[4])
            inner = next(line[3:] for line in Path("/proc/self/cgroup").read_text().splitlines() if line.startswith("0::"))
            group = place / inner.strip("/") / f"hexad-test-{os.getpid()}"
            try:
                group.mkdir()
            except OSError as error:
                leave_out(f"no control group: {error}")
            return group
    leave_out("no cgroup2")


def remove(group):
    """As soon as the last process in it is gone."""
    def gone():
        for folder, _, _ in os.walk(group, topdown=False):
            try:
                os.rmdir(folder)
            except OSError:
                return False
        return True

    wait("the end of the control group", gone)


class System:
    def __init__(self, group, words):
        self.group = group

        def join():
            (group / "cgroup.procs").write_text("0")

        self.process = subprocess.Popen(
            ["unshare", "--fork", "--kill-child", *NAMESPACES, sys.executable, "-B", __file__, "--inside", *words],
            stdin=subprocess.DEVNULL, preexec_fn=join)
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        self.init = wait("process 1", lambda: children.read_text().split() if self.lives() else ["0"])[0]
        wait("systemd", lambda: not self.lives() or self.inside("systemctl", "show", "-p", "Version").returncode == 0)
        if not self.lives():
            leave_out("systemd does not start in namespaces here")

    def lives(self):
        return self.process.poll() is None

    def end(self):
        self.process.kill()
        self.process.wait()

    def inside(self, *words):
        return subprocess.run(["nsenter", "-t", self.init, "-m", "-p", "-n", "-C", "-u", "-i", *words], capture_output=True,
                              text=True)

    def systemctl(self, *words):
        said = self.inside("systemctl", *words)
        expect(said.returncode == 0, f"systemctl {words}: {said.stderr}{self.log()}")
        return said.stdout.strip()

    def property(self, name):
        return self.systemctl("show", "-P", name, "hexad.service")

    def log(self):
        return self.inside("cat", LOG).stdout

    def settle(self, words, more=""):
        """`systemctl edit hexad`, as the unit says; the log goes where it can be read."""
        text = (f"[Service]\nExecStart=\nExecStart=/usr/local/bin/hexad run {words}\n"
                f"StandardOutput=append:{LOG}\nStandardError=append:{LOG}\n{more}")
        self.inside("sh", "-c", f"mkdir -p {UNIT}.d && cat > {UNIT}.d/override.conf <<'END'\n{text}END\nrm -f {LOG}")
        self.systemctl("daemon-reload")

    def start(self):
        self.systemctl("start", "hexad.service")
        expect(self.property("ActiveState") == "active", f"not active: {self.log()}")

    def pid(self):
        """The service's process, as the outside numbers it."""
        return int((self.group / "system.slice/hexad.service/cgroup.procs").read_text().split()[0])

    def hexad(self, *words):
        said = self.inside("/usr/local/bin/hexad", *words)
        expect(said.returncode == 0, f"hexad {words}: {said.stdout}{said.stderr}{self.log()}")
        return said.stdout

    def status(self):
        return json.loads(self.hexad("status", "--json"))


def freeze_thread(pid, name):
    """One thread of a process, as a debugger does it; its number. Its process is gone when its end was taken note of."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
    for task in Path(f"/proc/{pid}/task").iterdir():
        if (task / "comm").read_text().strip() == name:
            for request in (0x4206, 0x4207):  # PTRACE_SEIZE, PTRACE_INTERRUPT
                expect(libc.ptrace(request, int(task.name), None, None) == 0, f"ptrace: {os.strerror(ctypes.get_errno())}")
            return int(task.name)
    fail(f"no thread {name}")


# ------------------------------------------------------------------------------------------------------------ tests
def starting_moves_nothing(system):
    """As shipped: started means answering; it stands where it stood, not homed, and nobody drives."""
    system.settle("")
    system.start()
    expect(system.property("StatusText") == "powered_up", f"status {system.property('StatusText')}")
    first = system.status()
    later = wait("another second of ticks", lambda: (now := system.status())["uptime_s"] >= first["uptime_s"] + 1 and now)
    for status in (first, later):
        expect(status["state"] == "powered_up" and not status["zeroed"], f"{status}")
        expect(status["driver"] is None, f"{status['driver']}")
        places = [[leg["extension_mm"] for leg in one["legs"]] for one in (first, status)]
        expect(places[0] == places[1], f"a leg moved: {places}")


def is_sandboxed(system):
    pid = system.pid()
    process = dict(line.split(":\t", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    expect(process["Uid"].split()[0] != "0", "it is root")
    expect(int(process["CapEff"], 16) == 0 and int(process["CapBnd"], 16) == 0, "it has capabilities")
    expect(process["NoNewPrivs"] == "1" and process["Seccomp"] == "2", "no filter of system calls")
    place = Path(f"/proc/{pid}/mountinfo").read_text().splitlines()
    root = next(line for line in place if line.split()[4] == "/")
    expect(root.split()[5].split(",")[0] == "ro", f"its root is writable: {root}")
    expect(not list(Path("/proc", str(pid), "root", "root").glob("*")), "it sees a home")
    state = Path("/proc", str(pid), "root", "var/lib/hexad")
    expect(state.stat().st_mode & 0o777 == 0o700, f"{state.stat().st_mode:o}")


def stop_lets_it_go_down(system):
    """TimeoutStopSec is far too short for the descent: the program asks for the time it needs."""
    system.systemctl("stop", "hexad.service")
    system.settle("--set plant.initial=neutral --speed 2", "TimeoutStopSec=1\n")
    system.start()
    expect(system.property("StatusText") == "ready", system.property("StatusText"))
    system.systemctl("stop", "hexad.service")
    expect("exit in state origin" in system.log(), system.log())
    expect(system.property("Result") == "success", system.property("Result"))


def state_survives(system):
    """What it keeps is kept by the next start, though the user may be another."""
    system.settle("--set console.token=0123456789abcdef --set console.tls=self_signed")
    system.start()
    system.systemctl("stop", "hexad.service")
    fingerprints = []
    for _ in range(2):
        system.start()
        system.systemctl("stop", "hexad.service")
        fingerprints = [line for line in system.log().splitlines() if "SHA-256" in line or "fingerprint" in line]
    expect(len(fingerprints) == 3 and len(set(line.split()[-1] for line in fingerprints)) == 1, f"{system.log()}")


def a_stalled_loop_is_ended(system):
    """The control loop alone stands: every other thread is alive, and systemd is told nothing."""
    system.settle("--set plant.initial=neutral")
    system.start()
    thread = freeze_thread(system.pid(), "hexad-rt")

    def ended():
        try:
            os.waitpid(thread, os.WNOHANG | 0x40000000)  # __WALL
        except ChildProcessError:
            pass
        return system.property("ActiveState") == "failed"

    wait("the end", ended)
    expect(system.property("Result") == "watchdog", system.property("Result"))
    expect(system.property("NRestarts") == "0", "it was started again by itself")


def a_stopped_program_is_ended(system):
    system.systemctl("reset-failed", "hexad.service")
    system.start()
    os.kill(system.pid(), signal.SIGSTOP)
    wait("the end", lambda: system.property("ActiveState") == "failed")
    expect(system.property("Result") == "watchdog", system.property("Result"))


def a_bad_start_is_told(system):
    system.systemctl("reset-failed", "hexad.service")
    system.settle("--set console.listen=nowhere")
    said = system.inside("systemctl", "start", "hexad.service")
    expect(said.returncode != 0, "a start that failed was told as done")
    expect(system.property("Result") == "exit-code", system.property("Result"))


def main():
    if not SYSTEMD.exists() or not shutil.which("nsenter"):
        leave_out("systemd is not installed")
    if os.geteuid() != 0 or subprocess.run(["unshare", *NAMESPACES, "--fork", "true"], stderr=subprocess.DEVNULL).returncode:
        leave_out("no right to make namespaces")
    group = own_group()
    system = None
    try:
        system = System(group, sys.argv[1:4])
        for test in (starting_moves_nothing, is_sandboxed, stop_lets_it_go_down, state_survives, a_stalled_loop_is_ended,
                     a_stopped_program_is_ended, a_bad_start_is_told):
            began = time.monotonic()
            test(system)
            print(f"{test.__name__}: {time.monotonic() - began:.1f} s", flush=True)
    finally:
        if system:
            system.end()
        remove(group)


if sys.argv[1] == "--inside":
    begin(*sys.argv[2:5])
main()
