#!/usr/bin/env python3
"""What the commands print in Chinese is Chinese: `hexad --lang zh` with every subcommand, on files and beside a running program.

chinese.py HEXAD SHARE FOLDER. Latin words that stay are units, names, keys, what was typed, and commands that are quoted. A subcommand
without a line here fails.
"""

import json
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

HEXAD, SHARE, FOLDER = (Path(word).resolve() for word in sys.argv[1:4])

# Units, abbreviations of the field, protocols, games, formats.
STAYS = set("""
mm rpm kN Nm Hz kHz kg rad deg ms rms cm km kNm baud DI DO DOF RX RY RZ CPU IP UDP TCP SHA TOML CSV JSON HTML HTTP http TLS NaN SIGTERM
TERM FIFO ID EB eb shell hexad mdof darren motus csfi lingjing forza stdin console Kp Ki Kd RS Cmd PORT
""".split())
# By which things are called in every language: states, actions, faults, presets, qualities of a line, hardships, levels of the log.
NAMES = set("""
init powered_up zeroing origin ascending ready running to_neutral holding descending manual fault emergency stopping moving paused
estop manoeuvre tune tunings release reset enable disable stop hold resume zero raise neutral lower take takeover give inject go sine path timed formula file film
follow jog override cueing effect relays outputs inputs payload commission pause home clear connect disconnect run descend cue watch play
gentle normal strong ship car aircraft classical predictive simulated stuck geometry none ok NAME FILE leg value
loss duplicates reordered truncated oversized silence slow bursts button kill terminate stall calibration
info warn error listening shared reach pitch roll yaw sway surge
beamng dirt flightgear generic outsim xplane
""".split())

failures = []


def latin_words(text):
    """Letters alone are a word; with digits, dots, slashes, underscores, hyphens or equals signs it is a name. A command that is quoted
    is typed as it stands."""
    text = re.sub(r"hexad(?: +[A-Za-z0-9_.:=/\[\]\"',@#-]+)+", " ", text)
    text = re.sub(r"(?:[0-9A-F]{2}:){5,}[0-9A-F]{2}", " ", text)
    words = re.findall(r"[A-Za-z0-9_./=~@-]+", text)
    return [word for word in words if re.fullmatch("[A-Za-z]{2,}", word) and word not in STAYS | NAMES]


def look(*words, code=None, stdin=None, also=(), silent=False):
    """One command; `also`: names that this one shows."""
    words = [str(word) for word in words]
    done = subprocess.run([HEXAD, "--lang", "zh", *words], capture_output=True, text=True, input=stdin, timeout=600)
    said = done.stdout + "\n" + done.stderr
    typed = " ".join(words)
    if not said.strip() and not silent:
        failures.append(f"hexad {typed}: says nothing")
    found = sorted({word for word in latin_words(said) if word not in typed and word not in also})
    if found:
        failures.append(f"hexad {typed}: says {' '.join(found)}\n" + "\n".join(
            line for line in said.splitlines() if set(latin_words(line)) & set(found)))
    if code is not None and done.returncode != code:
        failures.append(f"hexad {typed}: exit code {done.returncode}, not {code}\n{said[-800:]}")
    return done


def on_files():
    look("platforms", code=0)
    look("platforms", "nosuch", code=1)
    look("ik", "--pose", "heave=30,pitch=5", code=0)
    look("ik", "--pose", "heave=900")
    look("ik", "--pose", "heave=x", code=2)
    look("ik", code=2)
    look("fk", "--extensions", "mid", code=0)
    look("fk", "--extensions", "mid", "--all", code=0)
    look("fk", code=2)
    look("reach", code=0)
    look("reach", "--map", "surge,pitch", "--points", "5", "--csv", FOLDER / "map.csv", code=0)
    look("check", SHARE / "platforms/standard-400.toml", code=0)
    (FOLDER / "wrong.toml").write_text("name = true false\n")
    look("check", FOLDER / "wrong.toml", code=1)
    look("check", "/nosuch.toml", code=1)
    look("preflight", SHARE / "motion/pos01.txt")
    look("preflight", SHARE / "motion/pos01.txt", "--smooth")
    look("preflight", "/nosuch", code=1)
    look("sine", "--axis", "heave", "--amplitude", "20", "--frequency", "0.5", code=0)
    look("sine", "--axis", "heave", "--amplitude", "200", "--frequency", "3", code=1)
    look("convert", SHARE / "platforms/standard-400.toml", FOLDER / "x.csv")
    look("convert", FOLDER / "x.csv", FOLDER / "y.toml", code=0, silent=True)
    look("bench", code=0)
    look("certificate", "--state", FOLDER / "certificate", code=0)
    look("certificate", "--new", "--state", FOLDER / "certificate", code=0)


def design():
    look("size", "--sine", "axis=heave,amplitude=20,frequency=0.5")
    look("clearance")
    look("volume")
    look("envelope", "--range", "heave=20", "--velocity", "heave=50")
    look("stiffness")
    look("tolerances")
    look("design", "--range", "heave=50", "--steps", "1")
    look("identify", "--simulate", "24", code=0)
    look("identify", "--measured", "/nosuch", code=1)


def motions():
    look("cue", code=0)
    look("cue", "--preset", "all", code=0)
    look("cue", "--input", SHARE / "manoeuvres/braking.csv", "--report", FOLDER / "cue", code=0)
    look("cue", "--input", "/nosuch", code=1)
    bands = FOLDER / "bands.csv"
    bands.write_text("test,rad_s,gain_min,gain_max,phase_min,phase_max\nheave,15.85,0.9,,,\n")
    outside = look("cue", "--frequency-response", "--preset", "normal", "--axes", "heave", "--bands", bands, code=1)
    if "超出允差带" not in outside.stderr:
        failures.append("a point outside its band is not told")
    look("cue", "--live", SHARE / "manoeuvres/braking.csv", "--to", "127.0.0.1:9")
    look("drill", "--list", code=0)
    look("drill", "--seed", "1", "--seconds", "5", code=0)
    look("drill", "--seed", "1", "--seeds", "2", "--seconds", "5", code=0)
    look("drill", "--stack", "--seed", "1", "--seconds", "5", code=0, also={"read", "group", "write"})
    look("drill", "--scenario", "silence", "--state", "running", code=0)


def datagrams():
    look("decode", "--text", "9 0 0 10 0 0 0", code=0)
    look("decode", "--fields", "--text", "9 0 0 10 0 0 0", code=0)
    look("decode", "--fields", "--text", "10 2 0 0 10 0 0 0 0 0 20 0 0 0", code=0)
    look("decode", "--fields", "--text", "31#1;1;0;0;0 0 0 0 0 0;0 0 0 0 0 0;0 0 0 0 0 0;0 0 0 0 0 0;0 0 0 0 0 0;0 0 0 0 0 0;0 0 0 0 0 0")
    look("decode", "--text", "9#-5", code=0)
    look("decode", "--text", "99", code=1)
    look("decode", "--fields", "--text", "@A6:0,0,0,0,0,100#", code=0)
    look("decode", "--text", "@A6:0,0#", code=1)
    look("decode", "--fields", "EB 90 01 03", code=0)
    look("decode", "zz", code=1)
    look("decode", "00", code=1)
    look("decode", "-", stdin="0\nEB 90 01 03\n", code=1)
    motus = {"ID", "SubCmd", "FileNum", "CyChoose", "JogSpeed", "DOFs", "Amp", "Fre", "Pha", "Pos", "Spd", "Vxyz", "Axyz", "Time"}
    look("decode", "--fields", "37 09" + " 00" * 178, code=0, also=motus)
    look("decode", "--fields", "37 04" + " 00" * 106, also=motus | {"DOFStatus", "Rev", "Attitudes", "ErrorCode", "MotorCode", "Tor", "Version"})
    darren = "80 00 00 00 01 00 00 00 00 00 00 00 %s 02 00" + " 00" * 110
    for message in ("64 00 00 00", "6B 00 00 00"):
        look("decode", "--fields", darren % message, code=0)
    look("decode", "--protocol", "darren", "--fields", "00" * 7, code=1)
    look("decode", "/nosuch.pcap", code=1)


def nobody_answers():
    """And what is typed wrongly."""
    nobody = ["--to", "127.0.0.1:1"]
    for words in (["status"], ["ctl", "stop"], ["accept"], ["host", "mdof", "1", "--timeout", "0.3"]):
        look(*words, *nobody)
    look("doctor", "0.2", *nobody)
    look("commission", *nobody)
    look("calibrate", "read", "--board", "127.0.0.1:1", "--timeout", "0.1")
    look("drives", "show", "--block", FOLDER / "nosuch")
    look("relay")
    look("relay", "x=y")
    look("relay", "0=1100", "--control", "0", "--for", "0.01")
    look("relay", "--tell", "status", "--control", "1")
    look("run", "--platform", "nosuch")
    look("run", "--set", "drives.port=1")
    look("run", "--set", "nosuch.key=1")
    look("run", "--state", FOLDER / "other", "--set", "drives.port=motus", code=1)
    look("run", "--state", FOLDER / "other", "--set", "drives.port=motus", "--set", "drives.address=127.0.0.1", "--speed", "2", code=1)
    look("run", "--set", "plant.mistakes=nosuch", code=1)
    look("run", "--set", "mdof.allow=nosuch", code=1)
    look("accept", "--only", "reech", *nobody, code=2, also={"reach", "speed", "response", "balance", "turnaround", "repeatability", "latency"})
    look("accept", "--bound", "x", *nobody, code=2)
    look("accept", "--bounds", "/nosuch", *nobody, code=1)
    look("accept", "--against", SHARE / "platforms/standard-400.toml", *nobody, code=1)
    look("host", "nosuch")
    look("nosuch")
    look("ik", "--nosuch")
    look("ik", "--help", also=set(re.findall("[A-Za-z]+", subprocess.run([HEXAD, "ik", "--help"], capture_output=True, text=True).stdout)))


class Program:
    """hexad --lang zh run; its log is looked at in the end."""

    def __init__(self):
        words = [HEXAD, "--lang", "zh", "run", "--console", "127.0.0.1:0", "--state", FOLDER / "state", "--speed", "5"]
        for protocol in ("mdof", "darren", "motus", "lingjing", "csfi"):
            words += ["--port", f"{protocol}=0"]
        self.log = open(FOLDER / "hexad.log", "w")
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.ports = {}
        for line in self.process.stdout:
            if line.startswith("listening "):
                self.ports[line.split()[1]] = line.split()[2].removeprefix("http://")
            if line.strip() == "ready":
                return
        raise SystemExit("failed: hexad run did not become ready")

    def at(self, protocol):
        return ["--to", self.ports[protocol]]

    def wait(self, state):
        end = time.monotonic() + 120
        while time.monotonic() < end:
            with urllib.request.urlopen(f"http://{self.ports['console']}/api/status") as answer:
                if json.load(answer)["state"] == state:
                    return
            time.sleep(0.05)
        failures.append(f"the platform did not come to {state}")

    def wait_for_recording(self):
        """The last second before a fault is written a moment after the state is shown."""
        end = time.monotonic() + 120
        while subprocess.run([HEXAD, "status", "--fault", *self.at("console")], capture_output=True).returncode != 0:
            if time.monotonic() > end:
                return failures.append("the fault has no recording")
            time.sleep(0.05)

    def end(self):
        self.process.terminate()
        self.process.wait()
        self.log.close()
        for line in (FOLDER / "hexad.log").read_text().splitlines():
            if latin_words(line.replace("ADDRESS:PORT", "")):
                failures.append(f"the log says {latin_words(line)}: {line}")


def beside_a_program():
    program = Program()
    console = program.at("console")
    try:
        program.wait("powered_up")
        look("status", *console, code=0)
        look("status", "--fault", *console, code=1)
        mdof = program.ports["mdof"].split(":")[1]
        look("run", "--state", FOLDER / "other", "--console", "off", "--port", f"mdof={mdof}", "--port", "darren=0", "--port", "motus=0",
             "--port", "lingjing=0", "--port", "csfi=0", code=1)
        look("doctor", "0.5", *console)
        look("ctl", "nosuch", *console)
        look("ctl", "disable", *console, code=0)
        look("ctl", "zero", *console, code=1)
        look("ctl", "enable", *console, code=0)
        look("ctl", "zero", *console, code=0)
        look("host", "mdof", "24", "23", "31", "99", "9 1", *program.at("mdof"))
        look("host", "mdof", "watch", "--seconds", "0.3", *program.at("mdof"))
        look("ctl", "raise", *console, code=0)
        look("host", "lingjing", "@A6:0,0,0,0,0,240#", *program.at("lingjing"))
        look("host", "forza", "--manoeuvre", "braking.csv", "--seconds", "0.2")
        look("calibrate", "read", "--board", program.ports["csfi"], "--state", FOLDER / "board", also={"alpha", "beta", "gamma"})
        look("calibrate", "diff", "--factory", "allcontroller-1200", "--board", program.ports["csfi"], "--state", FOLDER / "board",
             also={"alpha", "beta", "gamma"})
        program.wait("ready")  # that host drives no more
        look("ctl", "lower", *console, code=0)
        look("accept", "--quick", "--only", "reach", "--bound", "reach.heave.high.error_mm<=0", "--yes", "--report", FOLDER / "accept.html",
             *console, code=1, also={"reach"})
        kept = FOLDER / "accept.html"
        page = kept.read_text() if kept.exists() else ""
        for text in ("行程", "各轴单独从中位运动", "不满足", "配置", "签名"):
            if text not in page:
                failures.append(f"the page of the acceptance has no {text}")
        host = ["--local-port", "0"]
        look("host", "darren", "neutral", *program.at("darren"), *host, code=0)
        look("host", "darren", "run", "--sine", "heave,5,0.5", "--seconds", "0.5", *program.at("darren"), *host)
        look("host", "darren", "descend", *program.at("darren"), *host)
        look("ctl", "inject", "drive_fault:2", *console)
        program.wait("fault")
        look("status", *console, code=0)
        program.wait_for_recording()
        look("status", "--fault", *console, code=0)
        look("ctl", "raise", *console, code=1)
        look("host", "motus", "zero", *program.at("motus"), *host)
        look("commission", "--yes", *console)
    finally:
        program.end()


def every_command_is_here():
    """A list of the commands is what help prints at the end, two blanks before each."""
    help_text = subprocess.run([HEXAD, "--help"], capture_output=True, text=True).stdout
    commands = set(re.findall(r"^  ([a-z]+)\s", help_text[help_text.index("ubcommands:"):] if "ubcommands:" in help_text else help_text, re.M)) - {"hexad"}
    source = Path(__file__).read_text()
    missing = [command for command in commands if f'look("{command}"' not in source and f'(["{command}"' not in source and f'["{command}"' not in source]
    if len(commands) < 30 or missing:
        failures.append(f"{len(commands)} commands, without a line here: {missing}")


def main():
    signal.alarm(900)
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    if latin_words(" 缸  extension\n  1    400.000 mm") != ["extension"] or latin_words("my.toml:3:4 leg_length state=ready --lang e-stop 0x12"):
        failures.append("a heading that stayed English is not seen, or a name is taken for one")
    for part in (every_command_is_here, on_files, design, motions, datagrams, nobody_answers, beside_a_program):
        part()
        print(part.__name__, "done", flush=True)
    if failures:
        raise SystemExit("failed:\n" + "\n".join(failures))


main()
