#!/usr/bin/env python3
"""A client library against the real program: `hexad run` on free ports, the library's own example, and beside it a
witness that asks the console where the platform is. The witness decides: what a client prints about itself is only
compared with what everybody prints.

usage: clients.py PROGRAM LANGUAGE|all ROOT BUILD       all: side by side, as each mostly waits for its platform
"""

import json
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

PATIENCE_S = 300
# The platform's time runs at a quarter, and clients send at a quarter of their rate: all is as in life, but a machine that
# is busy with other things may keep a client from running for 0.8 s before its stream counts as lost.
SPEED = 0.25
RATE = 25
SKIPPED = 77
EMERGENCY = 12  # of darren's status words
LANGUAGES = ("c", "python", "csharp", "godot", "javascript")
PROTOCOLS = {"c": ["mdof", "motus", "lingjing"], "python": ["mdof", "motus", "lingjing"], "csharp": ["mdof", "motus", "lingjing"], "godot": ["mdof", "lingjing"]}
GOAL = [5, -8, 20, 4, -2, 1]  # sway surge heave pitch roll yaw as the console has them: X Y Z RX RY RZ
SAID = ["connected", "running", r"followed a sine: pitch -[23]\.\d to [23]\.\d", "there", r"(cued|played): pitch down to -\d+\.\d",
        "waiting for a fault", r"fault 192 \(servo error\), leg 3", "reset", "stopped"]


class Platform:
    """The program, and what it says on its console."""

    def __init__(self, program, folder):
        words = [program, "run", "--console", "127.0.0.1:0", "--state", str(folder / "state"),
                 "--speed", str(SPEED), "--protocols", "mdof,darren,motus,lingjing,csfi", "--set", "motus.bring_up=auto",
                 "--set", "lingjing.feedback=true"]
        for name in ("mdof", "darren", "motus", "lingjing", "csfi"):
            words += ["--port", f"{name}=0"]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=open(folder / "log", "w"), text=True)
        self.ports = {}
        for line in self.process.stdout:
            if line.startswith("listening"):
                _, name, address = line.split()
                self.ports[name] = int(address.rsplit(":", 1)[1])
            if line.strip() == "ready":
                break
        self.url = f"http://127.0.0.1:{self.ports['console']}/api/"

    def ask(self, route, order=None):
        body = json.dumps(order).encode() if order else None
        request = urllib.request.Request(self.url + route, body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def order(self, action, **more):
        return self.ask("ctl", {"action": action, **more})

    def end(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()


class Neighbour:
    """Another platform on this machine: its statuses, of an emergency far from anything here, reach this client's port, too."""

    def __init__(self):
        self.socket, self.sequence = socket.socket(socket.AF_INET, socket.SOCK_DGRAM), 100_000

    def tell(self, hosts):
        for host in hosts:
            if host["protocol"] == "darren":
                self.sequence += 1
                address, port = host["address"].rsplit(":", 1)
                frame = struct.pack("<4I2H3I6f", 128, self.sequence, 0, 200, EMERGENCY, 0, 0, 0, 0, *[77.0] * 6)
                self.socket.sendto(frame.ljust(128, b"\0"), (address, int(port)))


class Witness(threading.Thread):
    """Asks where the platform is, as often as it gets an answer, under the name of what happens now."""

    def __init__(self, platform):
        super().__init__(daemon=True)
        self.platform, self.chapter, self.seen, self.over = platform, "start", {}, False
        self.neighbour = Neighbour()

    def run(self):
        while not self.over:
            chapter = self.chapter
            try:
                status = self.platform.ask("status")
            except OSError:
                return
            self.neighbour.tell(status["hosts"])
            if self.chapter == chapter:
                keys = ("state", "program", "driver", "pose", "pose_valid")
                self.seen.setdefault(chapter, []).append({key: status[key] for key in keys})
            time.sleep(0.02)

    def poses(self, chapter):
        return [status["pose"] for status in self.seen.get(chapter, []) if status["pose_valid"]]

    def nearest(self, chapter, goal):
        """The pose nearest to the goal, by its worst axis."""
        return min(((max(abs(a - b) for a, b in zip(pose, goal)), pose) for pose in self.poses(chapter)),
                   default=(1e9, None))


def converse(platform, witness, command, env, expected):
    """Runs a client; each line it prints opens a chapter. Returns problems."""
    client = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env)
    timer = threading.Timer(PATIENCE_S, client.kill)
    timer.start()
    heard, other = [], []
    for line in client.stdout:
        line = line.strip()
        print(f"  {line}", flush=True)
        if not any(re.fullmatch(pattern, line) for pattern in expected):
            other.append(line)
            continue
        heard.append(line)
        witness.chapter = line
        if line == "waiting for a fault":
            platform.order("inject", fault="drive_fault:3")
        if line.startswith("fault "):
            platform.order("inject", fault="clear")
    timer.cancel()
    code = client.wait()
    if code != 0:
        return [f"the client ended with {code}: " + "\n".join(other[-20:])]
    if len(heard) != len(expected) or not all(map(re.fullmatch, expected, heard)):
        return [f"it said {heard}, not {expected}"]
    return []


def check_types(root):
    """The example asks only for what the printed types of the messages have."""
    tsc = root / "console/node_modules/.bin/tsc"
    if not tsc.exists():
        return []
    words = [tsc, "--noEmit", "--strict", "--noImplicitAny", "false", "--allowJs", "--checkJs", "--module", "nodenext", "--target", "es2022",
             "--lib", "es2022,dom", "--types", "node", "--typeRoots", root / "console/node_modules/@types",
             root / "clients/javascript/example.mjs"]
    done = subprocess.run(words, capture_output=True, text=True)
    return [] if done.returncode == 0 else [done.stdout]


def check_example(witness, program):
    problems = []
    pitches = [pose[3] for pose in witness.poses("running")]
    if not pitches or not (2.0 < max(pitches) < 3.5 and -3.5 < min(pitches) < -2.0):
        problems.append(f"the sine was to have 3 degrees of pitch, seen: {min(pitches, default=0)} {max(pitches, default=0)}")
    followed = next((name for name in witness.seen if name.startswith("followed")), "")
    off, pose = witness.nearest(followed, GOAL)
    if off > 0.3:
        problems.append(f"it was not at {GOAL}, nearest was {pose}")
    if not any(status["program"] == program for status in witness.seen.get("there", [])):
        problems.append(f"no program {program} was seen")
    if min((pose[3] for pose in witness.poses("there")), default=0) > -1.0:
        problems.append("braking is to press the nose down")
    driver = "darren" if program == "cueing" else "operator"
    if not any((status["driver"] or "").startswith(driver) for status in witness.seen.get("running", [])):
        problems.append(f"{driver} was to drive")
    return problems


def check_others(witness, order):
    """Each protocol goes to a pose with six different values."""
    goals = {"mdof there": [3, -4, 15, 2, -1.5, 1], "motus there": [-6, 7, 12, -2, 1.5, -1],
             "lingjing there": [8, 5, 10, 1, -2, 1.5]}
    problems = []
    chapters = ["start"] + order
    for before, name in zip(chapters, order):
        off, pose = witness.nearest(before, goals[name])
        if off > 0.3:
            problems.append(f"{name}: it was not at {goals[name]}, nearest was {pose}")
    return problems


def node_with_websocket():
    """Node 22 has a WebSocket, 20 behind a switch; Debian's 18 has none."""
    for words in (["node"], ["node", "--experimental-websocket"]):
        if shutil.which("node"):
            asked = subprocess.run([*words, "-e", "process.exit(typeof WebSocket === 'function' ? 0 : 1)"], capture_output=True)
            if asked.returncode == 0:
                return words
    return None


def check_library(library):
    """Nothing but libc and libm is needed, nothing but hexad_… is to be seen."""
    needed = re.findall(r"NEEDED.*\[(.*)\]", subprocess.run(["readelf", "-d", library], capture_output=True, text=True).stdout)
    if not needed or not all(re.match(r"(libc|libm|ld-linux[\w-]*)\.so", name) for name in needed):
        sys.exit(f"{library} needs {needed}")
    shown = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True).stdout.split("\n")
    names = [line.split()[-1].split("@")[0] for line in shown if line]
    if len(names) < 50 or not all(name.startswith(("hexad_", "HEXAD_HOST_")) for name in names):
        sys.exit(f"{library} shows {[name for name in names if not name.startswith('hexad_')]}")


def c_commands(root, build):
    """The library installed, found by find_package and by pkg-config."""
    tree, stage = build.parents[1], build / "stage"  # the build tree holds tests_clients/c
    for component in ("host", "host_dev"):
        subprocess.run(["cmake", "--install", tree, "--prefix", stage, "--component", component], check=True,
                       stdout=subprocess.DEVNULL)
    folder = next(stage.glob("lib*/**/pkgconfig")).parent
    check_library(next(folder.glob("libhexad_host.so.0")))
    os.environ["LD_LIBRARY_PATH"] = str(folder)
    os.environ["PKG_CONFIG_PATH"] = str(folder / "pkgconfig")
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "hexad_host"],
                           check=True, capture_output=True, text=True).stdout.split()
    steps = [["cmake", "-S", root / "tests/clients/package", "-B", build / "package", f"-DCMAKE_PREFIX_PATH={stage}",
              f"-DEXAMPLE={root}/clients/c/example.c"],
             ["cmake", "--build", build / "package"],
             ["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-o", build / "protocols", root / "tests/clients/protocols.c",
              *flags, "-lm"]]
    return steps, [build / "package/example"], [build / "protocols"]


def python_commands(root, build):
    """The package installed by pip into an empty environment, without a network; its types read strictly."""
    source, steps, python = root / "clients/python", [], Path(sys.executable)
    if shutil.which("mypy"):
        steps.append(["mypy", "--strict", "--cache-dir=/dev/null", source / "hexad", source / "example.py"])
    else:
        print("types not looked at: mypy is not installed")
    if subprocess.run([sys.executable, "-c", "import ensurepip, venv"], capture_output=True).returncode == 0:
        python = build / "venv/bin/python"
        steps += [[sys.executable, "-m", "venv", "--clear", build / "venv"],
                  [python, "-m", "pip", "install", "--quiet", "--no-index", "--disable-pip-version-check", source]]
    else:
        print("not installed by pip: this Python has no venv")
    # Beside the package a program would not need it installed.
    for program in (source / "example.py", root / "tests/clients/protocols.py"):
        shutil.copy(program, build)
    return steps, [python, build / "example.py"], [python, build / "protocols.py"]


def commands(language, root, build):
    """(what builds it or None, the example's command, the other protocols' command or None); None: cannot be run here."""
    clients = root / "clients"
    here = root / "tests" / "clients"
    if language == "python":
        return python_commands(root, Path(build))
    if language == "csharp":
        if not (shutil.which("mcs") and shutil.which("mono")):
            return None
        make = [["mcs", "-langversion:7", "-warnaserror", f"-out:{build}/{name}.exe", clients / "csharp/Hexad.cs", *sources]
                for name, sources in (("example", [clients / "csharp/Example.cs"]),
                                      ("protocols", [here / "Protocols.cs", here / "Unity.cs",
                                                     clients / "csharp/HexadPlatform.cs"]))]
        return make, ["mono", f"{build}/example.exe"], ["mono", f"{build}/protocols.exe"]
    if language == "godot":
        if not shutil.which("godot3-server"):
            return None
        godot = ["godot3-server", "--path", clients / "godot"]
        return None, [*godot, "--script", "example.gd"], [*godot, "--script", here / "protocols.gd"]
    if language == "c":
        return c_commands(root, Path(build))
    if language == "javascript":
        node = node_with_websocket()
        return node and (None, [*node, clients / "javascript/example.mjs"], None)
    sys.exit(f"no language {language}")


def all_languages(program, root, build):
    """Each in a process of its own; what one said is printed as a whole. Returns how it ended."""
    def start(language):
        folder = Path(build, language)
        folder.mkdir(parents=True, exist_ok=True)
        return subprocess.Popen([sys.executable, "-B", __file__, program, language, root, str(folder)], text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    bad = []
    for language, process in [(language, start(language)) for language in LANGUAGES]:
        print(f"== {language}\n{process.communicate()[0]}", flush=True)
        if process.returncode not in (0, SKIPPED):
            bad.append(language)
    return f"failed: {', '.join(bad)}" if bad else 0


def main(program, language, root, build):
    if language == "all":
        sys.exit(all_languages(program, root, build))
    root = Path(root)
    found = commands(language, root, build)
    if found is None:
        print(f"skipped: what {language} needs is not installed (optional packages of ./dev setup)")
        sys.exit(SKIPPED)
    build_steps, example, others = found
    for step in build_steps or []:
        subprocess.run([str(word) for word in step], check=True)
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    if language == "python" and example[0] == Path(sys.executable):
        env["PYTHONPATH"] = str(root / "clients/python")
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        env["HOME"] = folder
        platform = Platform(program, Path(folder))
        try:
            witness = Witness(platform)
            witness.start()
            port = platform.ports["console" if language == "javascript" else "darren"]
            manoeuvre = root / "share/manoeuvres/braking.csv"
            problems = converse(platform, witness, [*map(str, example), "127.0.0.1", str(port), str(manoeuvre), str(RATE)], env, SAID)
            witness.over = True
            witness.join()
            if not problems:
                problems = check_example(witness, "formula" if language == "javascript" else "cueing")
            if language == "javascript":
                problems += check_types(root)
            if others and not problems:
                witness = Witness(platform)
                witness.start()
                ports = [f"{name}={port}" for name, port in platform.ports.items() if name != "console"]
                names = [f"{name} there" for name in PROTOCOLS[language]]
                problems = converse(platform, witness, [*map(str, others), *ports], env, names)
                witness.over = True
                witness.join()
                if not problems:
                    problems = check_others(witness, names)
            if problems:
                print(Path(folder, "log").read_text()[-3000:])
        finally:
            platform.end()
    print("\n".join(problems) if problems else f"{language}: as it should be")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
