#!/usr/bin/env python3
"""Writes the manoeuvres of this folder anew; the same files every time.

usage: generate.py [FOLDER]

A manoeuvre is what a vehicle does, for `hexad cue --input FILE` (docs/cueing.md): rates of rotation in °/s and either its
acceleration without gravity or the specific force an accelerometer in it shows, in m/s², in its body axes: sway to the
right, surge forward, heave up; pitch nose up, roll right side down, yaw nose left. The comment "# input:" says which of
the two it is. 100 rows a second; every file begins and ends at rest.
"""

import math
import sys
from pathlib import Path

G = 9.80665
PERIOD = 0.01
COLUMNS = ("pitch_rate", "roll_rate", "yaw_rate", "sway", "surge", "heave")
DIGITS = (4, 4, 4, 5, 5, 5)


def smooth(x):
    """From 0 to 1 with two derivatives zero at both ends."""
    x = min(max(x, 0.0), 1.0)
    return x * x * x * (10.0 + x * (6.0 * x - 15.0))


def hill(t, begin, end, rise):
    """0, up to 1 within `rise` after `begin`, down to 0 within `rise` before `end`."""
    return smooth((t - begin) / rise) * smooth((end - t) / rise)


def slope(function, t):
    """Its derivative; the functions here are smooth."""
    h = 1e-4
    return (function(t + h) - function(t - h)) / (2.0 * h)


def braking():
    """From 100 km/h (27.8 m/s) to rest with 0.8 g at most: 27.8/7.85 s plus half of both ramps; the nose dips by 1.5°
    and swings back. At rest the deceleration ends within 0.15 s, as it does in a car."""
    peak, rise, fall, begin = 0.8 * G, 0.4, 0.15, 2.0
    hold = (100.0 / 3.6) / peak - 0.5 * (rise + fall)
    end = begin + rise + hold + fall

    def deceleration(t):
        return peak * smooth((t - begin) / rise) * smooth((end - t) / fall)

    def dip(t):
        if t <= end:
            return -1.5 * smooth((t - begin) / (2 * rise))
        after = t - end
        return -1.5 * math.exp(-4.0 * after) * (math.cos(9.0 * after) + 4.0 / 9.0 * math.sin(9.0 * after))

    return 14.0, "acceleration", lambda t: {"surge": -deceleration(t), "pitch_rate": slope(dip, t)}


def slalom():
    """Pylons at 18 m, 60 km/h: lateral acceleration of 4 m/s² at 0.46 Hz, yaw rate a/v, the body rolls outward by 2°."""
    speed, frequency, peak = 60.0 / 3.6, 0.46, 4.0

    def envelope(t):
        return hill(t, 2.0, 16.0, 2.0)

    def sway(t):
        return peak * envelope(t) * math.sin(2 * math.pi * frequency * (t - 2.0))

    def roll(t):
        return -0.5 * sway(t)

    # To the right is a turn to the right: the nose goes right, yaw rate negative.
    return 18.0, "acceleration", lambda t: {
        "sway": sway(t), "yaw_rate": -math.degrees(sway(t) / speed), "roll_rate": slope(roll, t)}


def take_off():
    """A light aircraft: 2.5 m/s² on the runway with some shaking, lift-off after 14 s: the nose goes up by 8° at up to
    3 °/s, the climb begins with 1 m/s²."""
    def pitch(t):
        return 8.0 * smooth((t - 14.0) / 5.0) * smooth((34.0 - t) / 5.0)

    def runway(t):
        share = hill(t, 2.0, 16.0, 1.5) * min(max((t - 2.0) / 12.0, 0.0), 1.0)
        return share * (0.35 * math.sin(2 * math.pi * 3.1 * t) + 0.25 * math.sin(2 * math.pi * 4.7 * t + 1.0))

    def climb(t):
        return 1.0 * hill(t, 14.5, 18.0, 1.2) - 0.8 * hill(t, 29.0, 33.0, 1.5)

    return 36.0, "acceleration", lambda t: {
        "surge": 2.5 * smooth((t - 2.0) / 1.5) * (1.0 - smooth((t - 15.0) / 15.0)), "heave": runway(t) + climb(t),
        "pitch_rate": slope(pitch, t)}


def turn_bank(t):
    """Bank to the right, degrees."""
    return 30.0 * smooth((t - 3.0) / 4.0) * smooth((25.0 - t) / 4.0)


def turn_rates(t):
    """In body axes of an aircraft that turns with g·tan(bank)/v; pitch angle zero."""
    bank = math.radians(turn_bank(t))
    turning = -G * math.tan(bank) / 60.0  # rad/s about the vertical, to the right, at 60 m/s
    # R = Ry(bank): the vertical in body axes is (−sin bank, 0, cos bank).
    return {"pitch_rate": math.degrees(-math.sin(bank) * turning), "roll_rate": slope(turn_bank, t),
            "yaw_rate": math.degrees(math.cos(bank) * turning)}


def coordinated_turn_force():
    """30° of bank at 60 m/s, the ball in the middle: no force to the side, 1/cos(bank) g upward in the cabin. This is
    the kind of input for an aircraft: what is felt is sent."""
    return 28.0, "specific_force", lambda t: {
        **turn_rates(t), "heave": G / math.cos(math.radians(turn_bank(t)))}


def coordinated_turn_acceleration():
    """The same turn as acceleration without gravity, in body axes: g·tan(bank) toward the centre, of which cos(bank)
    is to the right and sin(bank) upward. An engine that is given this believes the cabin is level and cues a sideward
    force nobody in the aircraft feels: send specific force for vehicles that bank."""
    def axes(t):
        bank = math.radians(turn_bank(t))
        inward = G * math.tan(bank)
        return {**turn_rates(t), "sway": inward * math.cos(bank), "heave": inward * math.sin(bank)}

    return 28.0, "acceleration", axes


def sea_state_4():
    """Significant height 1.88 m, peak period 8.8 s, Pierson-Moskowitz spectrum in 24 sines, from ahead: heave with the
    waves, pitch by their slope. Phases are k²·2.4 rad, so no random numbers are needed."""
    height, period, count = 1.88, 8.8, 24
    peak = 2 * math.pi / period
    low, high = 0.6 * peak, 2.4 * peak
    step = (high - low) / count
    waves = []
    for k in range(count):
        w = low + (k + 0.5) * step
        density = 5.0 / 16.0 * height ** 2 * peak ** 4 / w ** 5 * math.exp(-1.25 * (peak / w) ** 4)
        waves.append((w, math.sqrt(2.0 * density * step), 2.4 * k * k % (2 * math.pi)))

    def axes(t):
        share = hill(t, 0.5, 59.5, 8.0)
        heave = share * sum(-a * w * w * math.cos(w * t + p) for w, a, p in waves)
        # A hull 30 m long does not follow the short waves.
        rate = share * sum(-a * w ** 3 / G / (1 + (w / 1.2) ** 4) * math.cos(w * t + p) for w, a, p in waves)
        return {"heave": heave, "pitch_rate": math.degrees(rate)}

    return 60.0, "acceleration", axes


def pulse():
    """2 m/s² forward for 0.3 s."""
    return 10.0, "acceleration", lambda t: {"surge": 2.0 if 1.0 <= t < 1.3 - 1e-9 else 0.0}


def step():
    """1 m/s² forward from 1 s to 15 s, from one row to the next."""
    return 30.0, "acceleration", lambda t: {"surge": 1.0 if 1.0 - 1e-9 <= t < 15.0 - 1e-9 else 0.0}


def ramp():
    """Up to 2 m/s² forward within 4 s, held for 6 s, back within 4 s."""
    return 25.0, "acceleration", lambda t: {
        "surge": 2.0 * min(max((t - 1.0) / 4.0, 0.0), 1.0) * min(max((15.0 - t) / 4.0, 0.0), 1.0)}


def lane_change():
    """Two lanes over and back at 72 km/h: 4 m/s² to one side, then the other, 2 s each, yaw rate a/v, 1° of roll outward."""
    speed, peak = 20.0, 4.0

    def sideward(t):
        return peak * (hill(t, 2.0, 4.0, 1.0) - hill(t, 4.0, 6.0, 1.0) - hill(t, 9.0, 11.0, 1.0) + hill(t, 11.0, 13.0, 1.0))

    return 16.0, "acceleration", lambda t: {
        "sway": sideward(t), "yaw_rate": -math.degrees(sideward(t) / speed),
        "roll_rate": slope(lambda x: -sideward(x) / peak, t)}


def roundabout():
    """Braking with 3 m/s² to 30 km/h, 8 s round with 3 m/s² to the right, out with 2 m/s² forward."""
    speed = 30.0 / 3.6

    def sideward(t):
        return 3.0 * hill(t, 4.0, 12.0, 1.5)

    return 22.0, "acceleration", lambda t: {
        "surge": -3.0 * hill(t, 1.0, 4.5, 0.8) + 2.0 * hill(t, 12.0, 16.0, 1.0), "sway": sideward(t),
        "yaw_rate": -math.degrees(sideward(t) / speed)}


def hills():
    """A road over hills: pitch of 6° in 12 s, heave of 1.5 m/s² in 6 s, the engine pulling and braking with 1 m/s²."""
    def on(t):
        return hill(t, 1.0, 37.0, 2.0)

    return 40.0, "acceleration", lambda t: {
        "pitch_rate": slope(lambda x: 6.0 * math.sin(2.0 * math.pi * x / 12.0) * on(x), t),
        "heave": 1.5 * math.sin(2.0 * math.pi * t / 6.0) * on(t),
        "surge": math.sin(2.0 * math.pi * t / 15.0) * on(t)}


def emergency_stop():
    """From 100 km/h with 0.95 g: full deceleration within 0.2 s, the nose dips by 2°."""
    peak, begin = 0.95 * G, 1.5
    end = begin + (100.0 / 3.6) / peak + 0.1

    def deceleration(t):
        return peak * smooth((t - begin) / 0.2) * smooth((end + 0.12 - t) / 0.12)

    return 12.0, "acceleration", lambda t: {
        "surge": -deceleration(t), "pitch_rate": slope(lambda x: -2.0 * hill(x, begin, end + 0.4, 0.35), t)}


def chicane():
    """Right, left, right at 80 km/h with 5 m/s², 1.6 s each, after braking with 2 m/s²; yaw rate a/v, 1.5° of roll outward."""
    speed, peak = 80.0 / 3.6, 5.0

    def sideward(t):
        return peak * (hill(t, 4.0, 5.6, 0.8) - hill(t, 5.6, 7.2, 0.8) + hill(t, 7.2, 8.8, 0.8))

    return 14.0, "acceleration", lambda t: {
        "surge": -2.0 * hill(t, 1.5, 3.8, 0.6) + 1.5 * hill(t, 8.8, 11.5, 0.8), "sway": sideward(t),
        "yaw_rate": -math.degrees(sideward(t) / speed), "roll_rate": slope(lambda x: -1.5 * sideward(x) / peak, t)}


def ferry_swell():
    """A ferry in swell of 6 s from the side that comes in groups: heave up to 0.9 m/s², roll up to 4° in the swell's
    period, sway 0.4 m/s²."""
    def swell(t, phase):
        return hill(t, 1.0, 49.0, 5.0) * (0.65 * math.sin(2 * math.pi * t / 6.0 + phase)
                                          + 0.35 * math.sin(2 * math.pi * t / 6.9 + 1.0 + phase))

    return 50.0, "acceleration", lambda t: {
        "heave": 0.9 * swell(t, 0.0), "sway": 0.4 * swell(t, 1.6), "roll_rate": slope(lambda x: 4.0 * swell(x, 1.4), t)}


def hover():
    """A helicopter that hovers in gusts: heave bobs with 0.6 m/s² at 0.35 and 0.22 Hz, surge and sway wander with
    0.4 m/s², pitch and roll by 1.5°, yaw by 3°."""
    def on(t):
        return hill(t, 1.0, 29.0, 2.0)

    def wave(t, hertz, phase):
        return on(t) * math.sin(2 * math.pi * hertz * t + phase)

    return 30.0, "acceleration", lambda t: {
        "heave": 0.35 * wave(t, 0.35, 0.0) + 0.25 * wave(t, 0.22, 2.0), "surge": 0.4 * wave(t, 0.13, 0.7),
        "sway": 0.4 * wave(t, 0.17, 1.9), "pitch_rate": slope(lambda x: -1.5 * wave(x, 0.13, 0.7), t),
        "roll_rate": slope(lambda x: 1.5 * wave(x, 0.17, 1.9), t), "yaw_rate": slope(lambda x: 3.0 * wave(x, 0.09, 0.3), t)}


def tram():
    """From one stop to the next: 1.2 m/s² for 8 s, 6 s of rolling over joints, 1.3 m/s² of braking with a jolt at its end."""
    def joints(t):
        return 0.15 * hill(t, 9.0, 17.0, 1.0) * math.sin(2 * math.pi * 2.2 * t)

    return 30.0, "acceleration", lambda t: {
        "surge": 1.2 * hill(t, 1.0, 10.0, 1.0) - 1.3 * smooth((t - 16.0) / 1.2) * smooth((24.0 - t) / 0.25),
        "heave": joints(t)}


def overtaking():
    """On a country road: out with 2 m/s² and back for 1.2 s each at 90 km/h, 2.5 m/s² forward for 4 s, in again, off the
    throttle."""
    speed = 25.0

    def sideward(t):
        return 2.0 * (-hill(t, 2.0, 3.4, 0.6) + hill(t, 3.4, 4.8, 0.6) + hill(t, 8.0, 9.4, 0.6) - hill(t, 9.4, 10.8, 0.6))

    return 15.0, "acceleration", lambda t: {
        "surge": 2.5 * hill(t, 2.5, 7.0, 0.5) - 0.8 * hill(t, 10.5, 13.0, 0.6), "sway": sideward(t),
        "yaw_rate": -math.degrees(sideward(t) / speed), "roll_rate": slope(lambda x: -0.4 * sideward(x), t)}


MANOEUVRES = {
    "braking": braking, "slalom": slalom, "take_off": take_off, "coordinated_turn_force": coordinated_turn_force,
    "coordinated_turn_acceleration": coordinated_turn_acceleration, "sea_state_4": sea_state_4, "pulse": pulse,
    "step": step, "ramp": ramp, "lane_change": lane_change, "roundabout": roundabout, "hills": hills, "emergency_stop": emergency_stop,
    "chicane": chicane, "ferry_swell": ferry_swell, "hover": hover, "tram": tram, "overtaking": overtaking}


def value(number, digits):
    text = f"{number:.{digits}f}"
    text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def text_of(name, make):
    duration, kind, axes = make()
    lines = [f"# {name.replace('_', ' ')}: {' '.join(make.__doc__.split())}", f"# input: {kind}",
             "t," + ",".join(COLUMNS)]
    for k in range(round(duration / PERIOD) + 1):
        t = k * PERIOD
        row = axes(t)
        lines.append(",".join([f"{t:.2f}"] + [value(row.get(c, 0.0), d) for c, d in zip(COLUMNS, DIGITS)]))
    return "\n".join(lines) + "\n"


def main(folder):
    for name, make in MANOEUVRES.items():
        path = folder / f"{name}.csv"
        path.write_text(text_of(name, make), encoding="utf-8", newline="\n")
        print(path)


if __name__ == "__main__":
    if len(sys.argv) > 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]) if len(sys.argv) == 2 else Path(__file__).parent)
