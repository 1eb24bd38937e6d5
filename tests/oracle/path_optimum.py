#!/usr/bin/python3
"""The shortest times along the curves of paths, jerk-limited: what tests/data/path_optimum.csv holds.

    HEXAD_PRINT_CURVES=1 motion_test --gtest_filter='PathOptimum.*' > curves.txt
    tests/oracle/path_optimum.py curves.txt > tests/data/path_optimum.csv

Nothing of the product's planner is in it but the curve itself. Kinematics and derivatives by power series in
numpy. A curve is run through at a known speed first (any will do); what is searched is how much faster it may
be run at every place: with tau the known time and b(tau) = (dtau/dt)^2 a quadratic spline, every axis and leg has

    velocity Q1 sqrt(b),  acceleration Q1 b'/2 + Q2 b,  jerk sqrt(b) (Q1 b''/2 + 3/2 Q2 b' + Q3 b),

with no singular place at rest, and the time is the integral of 1/sqrt(b). Velocity and acceleration bounds are
convex in b; the jerk bound J/sqrt(b) is taken by its tangent, again in each step. Interior point method.
Limits are kept in the middle of every cell and no stop is kept in reserve: a lower bound would be lower, a motion
that the governor lets pass is longer.

How exact: what the barrier leaves is below 2e-4 of the time. It is a local optimum: searched from two beginnings
(columns `spread`), with cells of half the length once more (column `finer`), both as shares of the time. The line,
whose optimum is known in closed form, stands in the last column.
"""

import sys

import numpy as np

ORDER = 4
RAMP = 0.04  # s: how long the known motion builds up its acceleration
TIED = 0.02  # s: how long after rest, and before it, b stays the same


def mul(a, b):
    out = np.zeros_like(a if a.ndim >= b.ndim else b)
    for i in range(ORDER):
        for k in range(ORDER - i):
            out[i + k] = out[i + k] + a[i] * b[k]
    return out


def root(a):
    out = np.zeros_like(a)
    out[0] = np.sqrt(a[0])
    for i in range(1, ORDER):
        out[i] = (a[i] - sum(out[k] * out[i - k] for k in range(1, i))) / (2 * out[0])
    return out


def compose(f, x):
    """Of a polynomial with coefficients f in the series x."""
    out = np.zeros_like(x)
    for c in reversed(f):
        out = mul(out, x)
        out[0] += c
    return out


def slope(a):
    out = np.zeros_like(a)
    for i in range(1, ORDER):
        out[i - 1] = i * a[i]
    return out


def factorial(n):
    return 1.0 if n < 2 else n * factorial(n - 1)


COS = [(-0.25) ** k / factorial(2 * k) for k in range(12)]
SIN = [0.5 * (-0.25) ** k / factorial(2 * k + 1) for k in range(12)]


def channels(q, machine):
    """First, second and third derivatives of axes and legs; q: six series."""
    w = [None] * 4
    square = mul(q[3], q[3]) + mul(q[4], q[4]) + mul(q[5], q[5])
    w[0] = compose(COS, square)
    s = compose(SIN, square)
    for k in range(3):
        w[k + 1] = mul(s, q[3 + k])
    d = [slope(x) for x in w]
    # 2 w' conj(w), the vector part.
    turn = [
        2 * (mul(d[1], w[0]) - mul(d[0], w[1]) - mul(d[2], w[3]) + mul(d[3], w[2])),
        2 * (mul(d[2], w[0]) - mul(d[0], w[2]) - mul(d[3], w[1]) + mul(d[1], w[3])),
        2 * (mul(d[3], w[0]) - mul(d[0], w[3]) - mul(d[1], w[2]) + mul(d[2], w[1])),
    ]
    p = {(i, k): mul(w[i], w[k]) for i in range(4) for k in range(i, 4)}
    one = np.zeros_like(q[0])
    one[0] = 1.0
    rows = [
        [one - 2 * (p[2, 2] + p[3, 3]), 2 * (p[1, 2] - p[0, 3]), 2 * (p[1, 3] + p[0, 2])],
        [2 * (p[1, 2] + p[0, 3]), one - 2 * (p[1, 1] + p[3, 3]), 2 * (p[2, 3] - p[0, 1])],
        [2 * (p[1, 3] - p[0, 2]), 2 * (p[2, 3] + p[0, 1]), one - 2 * (p[1, 1] + p[2, 2])],
    ]
    firsts = [slope(q[k]) for k in range(3)] + turn
    for base, platform in zip(machine["base"], machine["platform"]):
        length = np.zeros_like(q[0])
        for i in range(3):
            v = q[i] + sum(platform[k] * rows[i][k] for k in range(3))
            v[0] = v[0] + machine["neutral"][i] - base[i]
            length = length + mul(v, v)
        firsts.append(slope(root(length)))
    return tuple(np.array([factorial(i) * f[i] for f in firsts]) for i in range(3))


def place(knots, s):
    """Six series along s, from the knots (s, position, second derivative) of a cubic spline."""
    cell = np.clip(np.searchsorted(knots[:, 0], s, side="right") - 1, 0, len(knots) - 2)
    a, b = knots[cell], knots[cell + 1]
    h = (b[:, 0] - a[:, 0])[:, None]
    x = s[:, None] - a[:, :1]
    y = h - x
    q0, m0, q1, m1 = a[:, 1:7], a[:, 7:], b[:, 1:7], b[:, 7:]
    return np.array([
        (y * q0 + x * q1) / h - x * y / (6 * h) * ((h + y) * m0 + (h + x) * m1),
        (q1 - q0) / h + ((h * h - 3 * y * y) * m0 + (3 * x * x - h * h) * m1) / (6 * h),
        0.5 * (y * m0 + x * m1) / h,
        (m1 - m0) / (6 * h),
    ])  # [order, sample, axis]


class Known:
    """A motion along s, from rest to rest: jerk as high as the limits allow at rest, one speed between."""

    def __init__(self, begin, length, duration, jerk_first, jerk_last):
        v = 1.2 * length / duration
        self.phases = []
        for jerk in (jerk_first, jerk_last):
            ramp = min(RAMP, np.sqrt(0.5 * v / jerk))
            self.phases.append((jerk, ramp, v / (jerk * ramp) + ramp))
        slow = sum(0.5 * v * phase[2] for phase in self.phases)
        assert slow < length
        self.begin, self.length, self.v = begin, length, v
        self.duration = (length - slow) / v + sum(phase[2] for phase in self.phases)

    def rise(self, phase, t):
        """From rest to v, as a series."""
        jerk, ramp, end = phase
        out = np.zeros((ORDER, len(t)))
        state = np.zeros(3)
        at = 0.0
        hold = end - 2 * ramp
        for j, time in ((jerk, ramp), (0.0, hold), (-jerk, ramp), (0.0, np.inf)):
            x = t - at
            here = (x >= 0) & (x < time)
            s, v, a = state
            out[:, here] = np.array([s + x * (v + x * (a / 2 + x * j / 6)), v + x * (a + x * j / 2), a / 2 + x * j / 2,
                                     j / 6 + 0 * x])[:, here]
            if np.isinf(time):
                break
            state = np.array([s + time * (v + time * (a / 2 + time * j / 6)), v + time * (a + time * j / 2), a + time * j])
            at += time
        return out

    def at(self, t):
        out = self.rise(self.phases[0], t)
        back = self.rise(self.phases[1], self.duration - t)
        late = t > self.duration - self.phases[1][2]
        mirrored = np.array([self.length - back[0], back[1], -back[2], back[3]])
        out[:, late] = mirrored[:, late]
        out[0] += self.begin
        return out


def solve_banded(diagonal, beside, beyond, right):
    n = len(right)
    d, u, v, x = diagonal.tolist(), beside.tolist(), beyond.tolist(), right.tolist()
    for k in range(n):
        if k >= 1:
            d[k] -= u[k - 1] ** 2 * d[k - 1]
            x[k] -= u[k - 1] * x[k - 1]
        if k >= 2:
            d[k] -= v[k - 2] ** 2 * d[k - 2]
            x[k] -= v[k - 2] * x[k - 2]
        if k >= 1:
            u[k] -= v[k - 1] * u[k - 1] * d[k - 1]
        u[k] /= d[k]
        v[k] /= d[k]
    for k in range(n - 1, -1, -1):
        x[k] /= d[k]
        if k + 1 < n:
            x[k] -= u[k] * x[k + 1]
        if k + 2 < n:
            x[k] -= v[k] * x[k + 2]
    return np.array(x)


class Piece:
    """From rest to rest."""

    def __init__(self, machine, knots, duration, share, cell):
        v, a, j = (np.repeat(np.array([row[i] for row in machine["limits"]]), [3, 3, 6])[:, None] for i in range(3))
        v = np.concatenate([share * v[:6], v[6:]])
        begin, length = knots[0, 0], knots[-1, 0] - knots[0, 0]
        ends = place(knots, knots[[0, -1], 0])
        first = channels([ends[:, :, axis] for axis in range(6)], machine)[0]
        jerks = np.min(j / np.maximum(np.abs(first), 1e-12), axis=0)
        known = Known(begin, length, duration, jerks[0], jerks[1])
        n = int(round(known.duration / cell))
        self.h = known.duration / n
        s = known.at(self.h * (np.arange(n) + 0.5))
        along = place(knots, s[0])
        way = s.copy()
        way[0] = 0.0
        powers = [None, way, mul(way, way), mul(way, mul(way, way))]
        q = []
        for axis in range(6):
            out = np.zeros((ORDER, n))
            out[0] = along[0, :, axis]
            for i in range(1, ORDER):
                out = out + along[i, :, axis] * powers[i]
            q.append(out)
        q1, q2, q3 = channels(q, machine)
        h = self.h
        with np.errstate(divide="ignore"):
            self.most = np.min((v / np.abs(q1)) ** 2, axis=0)
        row = lambda b, first, second: np.array([b / 8 - first / (2 * h) + second / h**2, 6 * b / 8 - 2 * second / h**2,
                                                 b / 8 + first / (2 * h) + second / h**2])
        self.push = row(q2 / a, 0.5 * q1 / a, 0 * q1)
        self.jerk = row(q3 / j, 1.5 * q2 / j, 0.5 * q1 / j)
        self.n = n
        self.at = row(np.ones(n), np.zeros(n), np.zeros(n))
        self.tied = int(round(TIED / h))

    def of(self, rows, c):
        n = self.n
        return rows[0] * c[:n] + rows[1] * c[1:n + 1] + rows[2] * c[2:]

    def slacks(self, c):
        b = self.of(self.at, c)
        if not np.all(b > 0):
            return None
        push, jerk, room = self.of(self.push, c), self.of(self.jerk, c), 1 / np.sqrt(b)
        out = [1 - b / self.most, 1 - push, 1 + push, room - jerk, room + jerk]
        return out if all(np.all(x > 0) for x in out) else None

    def merit(self, c, weight):
        slacks = self.slacks(c)
        if slacks is None:
            return np.inf
        b = self.of(self.at, c)
        return np.sum(1 / np.sqrt(b)) - weight * sum(np.sum(np.log(x)) for x in slacks)

    def newton(self, c, weight, stiff):
        n = self.n
        b = self.of(self.at, c)
        slacks = self.slacks(c)
        slope_ = np.zeros(n + 2)
        band = [np.zeros(n + 2) for _ in range(3)]

        def add(rows, first, second):
            """Terms f(row . c): their first and second derivatives."""
            for i in range(3):
                g = rows[i] * first
                slope_[i:i + n] += g if g.ndim == 1 else g.sum(axis=0)
                for k in range(i, 3):
                    x = rows[i] * rows[k] * second
                    band[k - i][i:i + n] += x if x.ndim == 1 else x.sum(axis=0)

        add(self.at, -0.5 * b**-1.5, 0.75 * b**-2.5)
        add(self.at, weight / (slacks[0] * self.most), stiff / (slacks[0] * self.most) ** 2)
        add(self.push, weight * (1 / slacks[1] - 1 / slacks[2]), stiff * (slacks[1]**-2 + slacks[2]**-2))
        tangent = -0.5 * b**-1.5 * self.at
        for sign, s in ((1, slacks[3]), (-1, slacks[4])):
            add(sign * self.jerk - tangent[:, None, :], weight / s, stiff / s**2)
        # The first coefficients are one unknown, and so are the last.
        m = self.tied
        low, high = slice(0, m), slice(n + 2 - m, n + 2)
        right = np.concatenate([[slope_[low].sum()], slope_[m:n + 2 - m], [slope_[high].sum()]])
        d, u, v = band
        inside = lambda x, k, at: x[at][:m - k].sum()
        whole = lambda at: inside(d, 0, at) + 2 * inside(u, 1, at) + 2 * inside(v, 2, at)
        diagonal = np.concatenate([[whole(low)], d[m:n + 2 - m], [whole(high)]])
        e = n + 2 - m
        beside = np.concatenate([[u[m - 1] + v[m - 2]], u[m:e - 1], [u[e - 1] + v[e - 1]], [0]])
        beyond = np.concatenate([[v[m - 1]], v[m:e - 2], [v[e - 2]], [0, 0]])
        z = solve_banded(diagonal, beside, beyond, -right)
        return np.concatenate([np.full(m, z[0]), z[1:-1], np.full(m, z[-1])]), slope_

    def shortest(self, start, end_weight=3e-5):
        c = np.full(self.n + 2, start)
        while self.slacks(c) is None:
            c *= 0.8
        weight = stiff = 0.03
        for _ in range(400):
            step, slope_ = self.newton(c, weight, stiff)
            gain = -np.dot(slope_, step) / self.n
            if gain < 0.1 * weight and stiff == weight:
                if weight <= end_weight:
                    break
                weight = max(0.3 * weight, end_weight)
                continue
            now, share = self.merit(c, weight), 1.0
            while share > 1e-7 and not self.merit(c + share * step, weight) <= now - 0.01 * share * gain * self.n * (
                    stiff == weight):
                share *= 0.6
            if share <= 1e-7:
                if weight <= end_weight:
                    break
                weight = stiff = max(0.3 * weight, end_weight)
                continue
            c = c + share * step
            stiff = weight
        self.c = c
        return self.h * np.sum(1 / np.sqrt(self.of(self.at, c)))


def pieces_of(knots, controls, interval):
    """Curve pieces and the times between which the known motion runs through each."""
    cuts = [0] + [i + 1 for i in range(len(knots) - 1) if knots[i + 1, 0] == knots[i, 0]] + [len(knots)]
    for a, b in zip(cuts, cuts[1:]):
        part = knots[a:b]
        stands = lambda s: [k for k in range(len(controls) - 2) if np.all(np.abs(controls[k:k + 3] - s) < 1e-12)]
        yield part, (interval * stands(part[0, 0])[-1], interval * stands(part[-1, 0])[0])


def line(distance, v, a, j):
    """Rest to rest in closed form, for a limit of velocity and acceleration both reached."""
    return distance / v + v / a + a / j


def main(path):
    machine = {"base": [], "platform": [], "limits": []}
    cases = []
    for text in open(path):
        words = text.split()
        if not words:
            continue
        numbers = lambda: np.array([float(w) for w in words[1:]])
        if words[0] in ("base", "platform", "limits"):
            machine[words[0]].append(numbers())
        elif words[0] == "neutral":
            machine["neutral"] = numbers()
        elif words[0] == "case":
            cases.append((words[1], float(words[2]), float(words[3]), [], []))
        elif words[0] == "knot":
            cases[-1][3].append(numbers())
        elif words[0] == "control":
            cases[-1][4].append(float(words[1]))
    print("name,seconds,spread,finer")
    for name, share, interval, knots, controls in cases:
        if len(sys.argv) > 2 and name not in sys.argv[2:]:
            continue
        knots, controls = np.array(knots), np.array(controls)
        times = np.zeros(3)
        for part, span in pieces_of(knots, controls, interval):
            coarse = Piece(machine, part, span[1] - span[0], share, 0.002)
            fine = Piece(machine, part, span[1] - span[0], share, 0.001)
            times += [coarse.shortest(0.9), coarse.shortest(0.2), fine.shortest(0.9)]
        best = times[2]
        print(f"{name},{best:.4f},{abs(times[0] - times[1]) / best:.1e},{(times[0] - times[2]) / best:.1e}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
