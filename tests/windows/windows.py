#!/usr/bin/env python3
"""windows.py HEXAD FOLDER: the program for Windows in FOLDER (made by `./dev windows`), run by wine, beside HEXAD, the
program for Linux: the same numbers, lives from Linux hosts, the console, its memory, its window; the unit tests that
were built beside it. 77 = left out."""
import base64
import concurrent.futures
import ctypes
import fcntl
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import urllib.request

PATIENCE = 120  # s: for a wine that starts on a busy machine

hexad, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
wine = shutil.which("wine64") or next((p for p in ["/usr/lib/wine/wine64"] if os.access(p, os.X_OK)), None)
program = folder / "hexad" / "hexad.exe"
if not program.exists():
    print("left out: the program for Windows is not built (./dev windows)")
    sys.exit(77)
if wine is None:
    print("left out: wine64 is not installed")
    sys.exit(77)

surroundings = {k: v for k, v in os.environ.items() if k != "DISPLAY" and not k.startswith("HEXAD_")}
surroundings |= {"WINEPREFIX": str(folder / "wine"), "WINEDEBUG": "-all", "WINEDLLOVERRIDES": "mscoree,mshtml=",
                 "LC_ALL": "C.UTF-8"}
failed = []
# Of programs that take minutes: suites that do not, and none that goes through every platform.
QUICK_PART = {
    "core_test": "-*/*",
    "motion_test": "FastestTo.*:FastestVelocityChange.*:JerkProfile.*:StopPosition.*:ToIn.*:HarmonicFit.*:JerkTracker.*:"
                   "Predictor.*:SenderClock.*:TimedPath.*:PlayAs.*:Shipped.*:Smooth.*:Rounding.*:MotionFile.*"}


def own_network():
    """A network of its own, where that is allowed: who clicks on the program has it listen on the usual ports."""
    if ctypes.CDLL(None).unshare(0x40000000) == 0:  # CLONE_NEWNET
        with socket.socket() as any_socket:  # SIOCSIFFLAGS: lo is up and running
            fcntl.ioctl(any_socket, 0x8914, struct.pack("16sh22x", b"lo", 0x41))


def end_wine():
    """Wine's server, which opens the sockets of all, would stay in the network it was started in."""
    server = shutil.which("wineserver", path=f"{pathlib.Path(wine).parent}:/usr/lib/wine:{os.environ['PATH']}")
    subprocess.run([server, "-k"], env=surroundings, stderr=subprocess.DEVNULL, timeout=PATIENCE)


def check(name, good, more=""):
    print(("ok      " if good else "FAILED  ") + name + (f": {more}" if more and not good else ""), flush=True)
    if not good:
        failed.append(name)


def on_windows(*arguments, program=program, **more):
    return subprocess.run([wine, program, *map(str, arguments)], env=surroundings, capture_output=True, timeout=1200, **more)


def on_linux(*arguments, timeout=PATIENCE):
    return subprocess.run([hexad, *map(str, arguments)], capture_output=True, timeout=timeout)


def differences(ours, theirs, path=""):
    """Where two JSON values differ: numbers by more than 1e-12 of their size (or of 1)."""
    if isinstance(ours, (int, float)) and isinstance(theirs, (int, float)) and not isinstance(ours, bool):
        if abs(ours - theirs) > 1e-12 * max(1.0, abs(ours)):
            yield f"{path}: {ours!r} and {theirs!r}"
    elif isinstance(ours, dict) and isinstance(theirs, dict) and ours.keys() == theirs.keys():
        for key in ours:
            yield from differences(ours[key], theirs[key], f"{path}.{key}")
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        for i, (a, b) in enumerate(zip(ours, theirs)):
            yield from differences(a, b, f"{path}[{i}]")
    elif ours != theirs:
        yield f"{path}: {ours!r} and {theirs!r}"


class Platform:
    """`hexad.exe run` until kill(): its ports from the lines it prints."""

    def __init__(self, state, *more):
        self.start([program, *self.usual(state), "--set", "motus.bring_up=auto", *more])

    @staticmethod
    def usual(state):
        return ["run", "--no-browser", "--console", "127.0.0.1:0", "--state", state,
                *[f"--port={name}=0" for name in ("mdof", "darren", "motus", "lingjing", "csfi")]]

    def start(self, words, by=(wine,), **more):
        self.process = subprocess.Popen([*by, *map(str, words)], env=surroundings | more, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.ports, self.said = {}, []
        for line in self.process.stdout:
            self.said.append(line)
            words = line.split()
            if words[:1] == ["ready"]:
                break
            if words[:1] == ["listening"]:
                self.ports[words[1]] = words[2]
        self.address = self.ports.get("console", "").removeprefix("http://").rstrip("/")

    def get(self, path):
        with urllib.request.urlopen(f"http://{self.address}{path}", timeout=PATIENCE) as answer:
            return answer.read()

    def status(self):
        return json.loads(self.get("/api/status"))

    def verify(self, what, **request):
        question = urllib.request.Request(f"http://{self.address}/api/verify/{what}", json.dumps(request).encode(),
                                          {"Content-Type": "application/json"})
        with urllib.request.urlopen(question, timeout=PATIENCE) as answer:
            return json.loads(answer.read())

    def kill(self):
        # The Linux process that wine is: no handler of the program runs.
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()


class OnLinux(Platform):
    """The same program on Linux."""

    def __init__(self, state):
        self.start([hexad, *self.usual(state)], by=())


class Window(Platform):
    """`hexad.exe WORDS` alone in a window, see terminal.cpp."""

    def __init__(self, *words, **more):
        self.start([folder / "terminal.exe", program, *words], **more)

    def end(self, word):
        """Says it; what became of the program: its end, its log."""
        said, log = self.process.communicate(word + "\n", timeout=PATIENCE)
        return said, log


def numbers():
    share = hexad.parents[2] / "share"
    for arguments in (["ik", "--pose", "10,20,30,1,2,3", "--velocity", "heave=100"],
                      ["fk", "--extensions", "210,190,200,200,205,195"], ["reach"],
                      ["cue", "--input", share / "manoeuvres" / "braking.csv"]):
        ours = on_linux(*arguments, "--json")
        theirs = on_windows(*arguments, "--json")
        name = " ".join(map(str, arguments))
        if ours.returncode != theirs.returncode or not ours.stdout:
            check(name, False, f"{ours.returncode} and {theirs.returncode}: {ours.stderr!r} {theirs.stderr!r}")
            continue
        found = list(differences(json.loads(ours.stdout), json.loads(theirs.stdout)))
        check(f"{name}: the numbers of Linux", not found, "; ".join(found[:3]))
    # Derivatives make the last digits of two mathematical libraries larger: as people read them they are the same.
    for looked in (["check", share / "platforms" / "standard-400.toml"],
                   ["preflight", share / "motion" / "film_coaster.csv"]):
        check(f"{looked[0]}: the words of Linux", on_linux(*looked).stdout == on_windows(*looked).stdout)
    frame = ["decode", "39203020302031302030203020300d", "--json"]
    ours, theirs = on_linux(*frame), on_windows(*frame)
    check("decode of hex", ours.stdout == theirs.stdout and len(ours.stdout) > 10, f"{ours} {theirs}")


def lives():
    seeds = ["drill", "--seed", "1", "--seeds", "3", "--hashes"]
    ours, theirs = on_linux(*seeds), on_windows(*seeds)
    check("drill: no life is violated", theirs.returncode == 0, theirs.stdout[-500:])
    events = [[line.split()[:3] for line in run.stdout.decode().splitlines() if line] for run in (ours, theirs)]
    check("drill: events and states of Linux", events[0] == events[1], f"{events[0][:2]} {events[1][:2]}")


def websocket(address):
    """The first message of the console's socket."""
    host, port = address.split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as line:
        key = base64.b64encode(os.urandom(16)).decode()
        line.sendall((f"GET /ws HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                      f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
                      f"Sec-WebSocket-Protocol: hexad.v1\r\nOrigin: http://{address}\r\n\r\n").encode())
        stream = line.makefile("rb")
        head = stream.readline()
        while stream.readline().strip():
            pass
        first = stream.read(2)
        size = first[1] & 127
        if size == 126:
            size = int.from_bytes(stream.read(2), "big")
        elif size == 127:
            size = int.from_bytes(stream.read(8), "big")
        return head, json.loads(stream.read(size))


def hosts(state):
    platform = Platform(state)
    check("run: listens", platform.address != "" and "mdof" in platform.ports,
          "".join(platform.said) + (platform.process.stderr.read() if platform.process.poll() is not None else ""))
    if not platform.address:
        return
    try:
        mdof = on_linux("host", "mdof", "1", "9 0 0 10 0 0 0", "24", "--to", platform.ports["mdof"])
        check("a life from an mdof host", mdof.returncode == 0, mdof.stdout + mdof.stderr)
        status = platform.status()
        check("the console by HTTP", status["state"] == "ready", str(status)[:200])
        page = platform.get("/")
        check("the console's page", b"<html" in page, page[:100])
        head, first = websocket(platform.address)
        check("the console by websocket", b"101" in head and isinstance(first, dict), head)
        for protocol, commands in (("darren", ["neutral", "descend"]), ("motus", ["zero", "raise", "descend"])):
            run = on_linux("host", protocol, *commands, "--to", platform.ports[protocol], "--local-port", "0")
            check(f"a life from a {protocol} host", run.returncode == 0, run.stdout + run.stderr)
        ctl = on_windows("status", "--to", platform.address, "--json")
        check("status, asked on Windows", ctl.returncode == 0 and json.loads(ctl.stdout), ctl.stderr)
        loop = platform.status().get("loop", {})
        print("        ticks under wine, how late: " + ", ".join(f"{k} {v}" for k, v in loop.items() if not isinstance(v, (list, dict))))
        orders = [on_windows("ctl", order, "--to", platform.address) for order in ("take", "raise")]
        check("ctl take and raise, on Windows", platform.status()["state"] == "ready" and not any(o.returncode for o in orders),
              orders)
        host = on_windows("host", "mdof", "24", "--to", platform.ports["mdof"])
        check("host, on Windows", host.returncode == 0, host.stdout + host.stderr)
    finally:
        platform.kill()
    kept = list(pathlib.Path(state).rglob("*"))
    check("a folder with Chinese letters", any(path.is_file() for path in kept), str(kept[:5]))


def pages(state):
    """What the pages Verify and Calibrate ask for, and `hexad calibrate`, beside the program on Linux."""
    platforms = [Platform(state), OnLinux(state + "-linux")]
    try:
        sets = [json.loads(platform.get("/api/verify/presets")) for platform in platforms]
        found = list(differences(*sets))
        check("verify: the platforms to begin with", len(sets[0]["presets"]) > 3 and not found, "; ".join(found[:3]))
        asked = {"set": sets[1]["presets"][0]["set"], "pose": [10, 20, 30, 1, 2, 3]}
        found = list(differences(*[platform.verify("pose", **asked) for platform in platforms]))
        check("verify: a pose has the numbers of Linux", not found, "; ".join(found[:3]))
        # Each reads the other's board.
        boards = [run("calibrate", "read", "--board", platform.ports["csfi"], "--state", state + "-boards", "--json").stdout
                  for run, platform in ((on_linux, platforms[0]), (on_windows, platforms[1]))]
        values = [json.loads(board or b"{}").get("groups") for board in boards]
        check("calibrate: reads a board, and is one", values[0] and values[0] == values[1], boards)
    finally:
        for platform in platforms:
            platform.kill()


def memory(state):
    """What is stored survives a kill."""
    first = Platform(state)
    if not first.address:
        check("run again", False, "".join(first.said))
        return
    first.kill()
    again = Platform(state)
    check("killed and started again on the same memory", again.address != "", "".join(again.said))
    again.kill()


def refusals(state):
    shared = on_windows("run", "--no-browser", "--state", state, "--set", "drives.port=shared")
    check("real drives are refused in words", shared.returncode != 0 and b"simulator" in shared.stderr, shared.stderr)
    tls = on_windows("run", "--no-browser", "--state", state, "--console", "127.0.0.1:0", "--set", "console.tls=self_signed")
    check("TLS is refused in words", tls.returncode != 0 and b"TLS" in tls.stderr, tls.stderr)


def windows(state):
    """Ctrl-C, the closed window and the user who logs off end a raised platform as SIGTERM does on Linux."""
    if not (folder / "terminal.exe").exists():
        print("left out  what a window does: terminal.exe is not built (./dev windows-test)")
        return
    for word, signal_name in (("interrupt", "INT"), ("close", "CLOSE"), ("leave", "LOGOFF")):
        window = Window(*Window.usual(state), "--set", "plant.initial=neutral")
        if not window.address:
            check(f"{word}: started", False, "".join(window.said) + window.process.stderr.read())
            continue
        raised = window.status()["state"]
        said, log = window.end(word)
        check(f"{word}: the platform goes down, then the program ends with 0",
              raised == "ready" and f"signal {signal_name}: " in log and "exit in state origin" in log
              and said.split()[-2:] == ["ended", "0"], f"{raised}\n{said}\n{log}")
    click(state)


def click(state):
    """Without a word, alone in its window: it runs, says what it is, and the browser shows the console."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", 8600))
        except OSError:
            print("left out  a double-click: somebody listens on port 8600")
            return
    beside = pathlib.Path(state).parent
    shown = beside / "shown"
    # Wine hands addresses to the browser of Linux, by this name.
    browser = beside / "xdg-open"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" >"{shown}.part" && mv "{shown}.part" "{shown}"\n')
    browser.chmod(0o755)
    window = Window(PATH=f"{beside}:{os.environ['PATH']}")
    end = time.monotonic() + PATIENCE
    while window.address and not shown.exists() and time.monotonic() < end:
        time.sleep(0.05)
    url = shown.read_text() if shown.exists() else ""
    check("double-click: the browser is told where the console is", window.address != "" and window.address in url,
          f"{url!r} {window.ports} {''.join(window.said)}")
    if url:
        with urllib.request.urlopen(url, timeout=PATIENCE) as page:
            check("double-click: what the browser is shown", b"<html" in page.read())
    said, log = window.end("close")
    check("double-click: says that it is a simulator", "simulator" in log, log)
    check("double-click: the window is closed, the program has ended", said.split()[-2:] == ["ended", "0"], f"{said}\n{log}")


def unit(test):
    """Presets lie beside the program."""
    begun = time.monotonic()
    part = QUICK_PART.get(test.stem, "*")
    run = on_windows("--gtest_brief=1", f"--gtest_filter={part}", program=test, cwd=program.parent)
    said = run.stdout.decode(errors="replace")
    passed = re.search(r"\[  PASSED  \] (\d+) test", said)
    count = int(passed[1]) if passed else 0
    if part != "*":
        print(f"        of {test.stem} the quick part: {part}")
    check(f"{test.stem}: {count} tests, {time.monotonic() - begun:.0f} s", run.returncode == 0 and count > 0, said[-3000:])
    return count


def units():
    """The unit tests of the layers that were built (`./dev windows-test`), as many programs at once as there are cores; those
    that take longest, by their size, first."""
    tests = sorted(folder.glob("*_test.exe"), key=lambda test: -test.stat().st_size)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as cores:
        print(f"        {sum(cores.map(unit, tests))} unit tests of the layers")


own_network()
end_wine()
with tempfile.TemporaryDirectory(prefix="hexad-窗口-") as scratch:
    state = os.path.join(scratch, "平台状态")
    try:
        for part in sys.argv[3:] or ["numbers", "lives", "hosts", "pages", "memory", "refusals", "windows", "units"]:
            globals()[part](*([state] if part in ("hosts", "pages", "memory", "refusals", "windows") else []))
    finally:
        end_wine()
print(f"{len(failed)} failed" if failed else "all passed")
sys.exit(1 if failed else 0)
