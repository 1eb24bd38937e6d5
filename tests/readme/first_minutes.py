#!/usr/bin/env python3
"""The commands of a README's first minutes, typed as they are printed: every line that begins with "$ ", in one shell,
in order, beside a program that was started as it is started there. Each must end with code 0; what is printed under a
command must come, numbers within 0.05.

Network: a namespace of its own, as the README's ports may be in use here.

usage: first_minutes.py ROOT README…
"""

import ctypes
import fcntl
import os
import re
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

START = "./dev run"  # what builds and starts it; here it is built
STARTED = ["./dev", "hexad", "run"]
PATIENCE_S = 120
NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?")


def own_network():
    """Loopback alone. Without the right to that, the ports of this machine."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(0x40000000) != 0:  # CLONE_NEWNET
        print("no network namespace of its own (needs rights): the ports of this machine are used")
        return
    with socket.socket() as any_socket:
        flags = struct.pack("16sH14s", b"lo", 0x1 | 0x40, bytes(14))  # up, running
        fcntl.ioctl(any_socket, 0x8914, flags)  # SIOCSIFFLAGS


def commands_of(readme):
    """(command, [what is to come]) of every line "$ …" in the blocks of code, and whether START stands before them."""
    commands, inside, started = [], False, False
    for line in readme.read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            inside = not inside
        elif inside and line.startswith("$ "):
            commands.append((line[2:], []))
        elif inside and commands and line.strip():
            commands[-1][1].append(line)
        if inside and line.split("#")[0].strip() == START:
            started = True
        if not inside and commands and line.startswith("## "):
            break  # the first minutes are over
    return commands, started


def alike(expected, line):
    if NUMBER.sub("0", expected) != NUMBER.sub("0", line)[:len(NUMBER.sub("0", expected))]:
        return False
    pairs = zip(NUMBER.findall(expected), NUMBER.findall(line))
    return all(abs(float(a) - float(b)) <= 0.05 for a, b in pairs)


def wait_for(path, word, program):
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end and program.poll() is None:
        if word in path.read_text().splitlines():
            return True
        time.sleep(0.02)
    return False


def run(root, readme, folder):
    commands, started = commands_of(readme)
    if not started or len(commands) < 5:
        return [f"{readme.name}: {START} and at least five commands are to stand in it, not {len(commands)}"]
    out = folder / "started.txt"
    env = {**os.environ, "XDG_STATE_HOME": str(folder / "state"), "LANG": "C.UTF-8"}
    with open(out, "w", encoding="utf-8") as stdout:
        program = subprocess.Popen(STARTED, cwd=root, env=env, stdout=stdout, stderr=subprocess.PIPE)
    problems = []
    try:
        if not wait_for(out, "ready", program):
            return [f"the program was not ready within {PATIENCE_S} s"]
        typed = "".join(f"{command}\ncode=$?; printf '\\n@%s\\n' $code\n" for command, _ in commands)
        shell = subprocess.run(["bash"], input=typed, cwd=root, env=env, capture_output=True, text=True,
                               timeout=4 * PATIENCE_S)
        said = re.split(r"\n@(\d+)\n", shell.stdout)
        for i, (command, expected) in enumerate(commands):
            text, code = (said[2 * i], said[2 * i + 1]) if 2 * i + 1 < len(said) else ("", "nothing")
            print(f"$ {command}\n{text.strip()}")
            if code != "0":
                problems.append(f"`{command}` ended with {code}: {text}{shell.stderr[-800:]}")
            lines = text.splitlines()
            problems += [f"`{command}` did not print `{line}`, but:\n{text}"
                         for line in expected if not any(alike(line, said_line) for said_line in lines)]
    finally:
        program.send_signal(signal.SIGTERM)
        program.communicate()
    return problems


def main(root, *readmes):
    own_network()
    problems = []
    for readme in readmes:
        with tempfile.TemporaryDirectory() as folder:
            problems += run(Path(root), Path(root, readme), Path(folder))
    print("\n".join(problems) if problems else "every command works as it is printed")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
