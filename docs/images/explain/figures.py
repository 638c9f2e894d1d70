#!/usr/bin/env python3
"""Draws the figures of docs/explanation/papers.md beside this file: python3 docs/images/explain/figures.py (NumPy only).

Curves and shapes are computed by the formulas the page talks about, on toy cases in the plane; nothing is drawn by hand but boxes.
"""
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
INK, SOFT, RED, BLUE, GREEN, SAND = "#1f2933", "#9aa5b1", "#d64545", "#2f6fb5", "#3f9142", "#f0e6d2"


class Drawing:
    """An SVG of some width and height, y downwards."""

    def __init__(self, width, height):
        self.size, self.parts = (width, height), []

    def line(self, points, colour=INK, width=2, fill="none", dash="", closed=False):
        path = "M" + " L".join(f"{x:.1f},{y:.1f}" for x, y in points) + (" Z" if closed else "")
        extra = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(f'<path d="{path}" fill="{fill}" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round"{extra}/>')

    def dot(self, x, y, radius=4, colour=INK):
        self.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{colour}"/>')

    def text(self, x, y, words, size=14, colour=INK, anchor="middle"):
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}" text-anchor="{anchor}">{words}</text>')

    def box(self, x, y, width, height, words, fill=SAND):
        self.parts.append(f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="8" fill="{fill}" stroke="{INK}" stroke-width="1.5"/>')
        for k, row in enumerate(words):
            self.text(x + width / 2, y + height / 2 + 5 + 18 * (k - (len(words) - 1) / 2), row, 14 if k == 0 else 12)

    def arrow(self, a, b, colour=INK, width=2):
        a, b = np.array(a, float), np.array(b, float)
        along = (b - a) / np.linalg.norm(b - a)
        across = np.array([-along[1], along[0]])
        self.line([a, b - 6 * along], colour, width)
        self.line([b, b - 10 * along + 4.5 * across, b - 10 * along - 4.5 * across], colour, 1, colour, closed=True)

    def write(self, name):
        width, height = self.size
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" font-family="sans-serif">'
        (HERE / name).write_text("\n".join([head, '<rect width="100%" height="100%" fill="white"/>', *self.parts, "</svg>", ""]))


def turn(angle):
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def fit():
    """Three least-squares problems in a ring, and what they work on."""
    d = Drawing(820, 250)
    d.box(20, 85, 150, 80, ["frames", "3F numbers per vertex"])
    d.arrow((170, 125), (222, 125))
    d.box(224, 85, 150, 80, ["reduced, once", "d ≈ 50–150 numbers"])
    d.arrow((374, 125), (440, 125))
    centre, places = np.array([600, 125]), {}
    for k, (name, note) in enumerate((("M", "bones: one 3×4 each"), ("w", "weights: ≤ 4 per vertex"), ("u", "rest pose: a soft sheet"))):
        angle = -np.pi / 2 + 2 * np.pi * k / 3
        x, y = centre + np.array([150 * np.cos(angle), 80 * np.sin(angle)])
        places[k] = (x, y)
    for k in range(3):
        a, b = np.array(places[k]), np.array(places[(k + 1) % 3])
        d.arrow(a + 0.36 * (b - a), a + 0.64 * (b - a), BLUE)
    for k, (name, note) in enumerate((("bones M", "3×4 each"), ("weights w", "≤ 4 per vertex"), ("rest pose u, n", "a soft sheet"))):
        x, y = places[k]
        d.box(x - 70, y - 26, 140, 52, [name, note], "#e3eefa")
    d.text(600, 132, "v = Σ w·M·u", 16, RED)
    d.write("fit.svg")


def rig():
    """Error against bones of a chain of five parts, found by removing the least missed: the bend is where parts end."""
    rng = np.random.default_rng(3)
    parts, frames = 5, 12
    points = np.c_[np.linspace(0, parts, 300, endpoint=False), rng.uniform(-0.1, 0.1, 300)]
    owner = points[:, 0].astype(int)
    posed = []
    for _ in range(frames):
        place, angle, out = np.zeros(2), 0.0, np.zeros_like(points)
        for p in range(parts):
            angle += rng.uniform(-0.7, 0.7)
            out[owner == p] = place + (points[owner == p] - [p, 0]) @ turn(angle).T
            place = place + turn(angle) @ [1, 0]
        posed.append(out)
    posed = np.array(posed) + rng.normal(0, 0.01, (frames, 300, 2))

    def cost(some):
        total, a = 0.0, points[some] - points[some].mean(0)
        for f in range(frames):
            b = posed[f, some] - posed[f, some].mean(0)
            u, _, vt = np.linalg.svd(a.T @ b)
            total += ((a @ u @ np.diag([1, np.linalg.det(u @ vt)]) @ vt - b) ** 2).sum()
        return total

    groups = [np.arange(k, k + 15) for k in range(0, 300, 15)]
    curve = []
    while groups:
        curve.append((len(groups), np.sqrt(sum(map(cost, groups)) / posed.size)))
        if len(groups) == 1:
            break
        rise = [cost(np.r_[groups[k], groups[k + 1]]) - cost(groups[k]) - cost(groups[k + 1]) for k in range(len(groups) - 1)]
        k = int(np.argmin(rise))
        groups[k : k + 2] = [np.r_[groups[k], groups[k + 1]]]
    d = Drawing(820, 280)
    top = max(e for _, e in curve)
    at = lambda n, e: (70 + 17 * n, 230 - 180 * e / top)
    d.line([(70, 40), (70, 230), (430, 230)], SOFT, 1.5)
    d.line([at(n, e) for n, e in curve], BLUE, 2.5)
    for n, e in curve:
        d.dot(*at(n, e), 3, BLUE)
    bend = dict(curve)[parts]
    d.dot(*at(parts, bend), 7, RED)
    d.text(at(parts, bend)[0] + 14, at(parts, bend)[1] - 14, "the bend: five parts", 13, RED, "start")
    d.text(250, 258, "bones", 13)
    d.text(60, 32, "error", 13)
    colours = [BLUE, RED, GREEN, "#c98a1b", "#7a4fb5"]
    for shift, f in ((0, 2), (1, 7)):
        places = posed[f] - posed[f].mean(0)
        scale = 36
        for i in range(300):
            d.dot(620 + scale * places[i, 0], 70 + 95 * shift - scale * places[i, 1], 2, colours[owner[i]])
    d.text(620, 258, "two of twelve poses", 13)
    d.write("rig.svg")


def compress():
    """Bones, virtual bones, vertices: who blends whom."""
    d = Drawing(820, 270)
    bones = [(90 + 105 * k, 45) for k in range(6)]
    virtual = [(70 + 82 * k, 135) for k in range(8)]
    vertices = [(40 + 39 * k, 225) for k in range(18)]
    for k, v in enumerate(virtual):
        for b in sorted({min(5, int(k * 6 / 8)), min(5, int(k * 6 / 8) + 1), max(0, int(k * 6 / 8) - 1)}):
            d.line([bones[b], v], SOFT, 1.2)
    for k, p in enumerate(vertices):
        first = min(6, int(k * 7 / 17.01))
        for v in (first, first + 1):
            d.line([virtual[v], p], BLUE, 1.2)
    for x, y in bones:
        d.dot(x, y, 9, INK)
    for x, y in virtual:
        d.dot(x, y, 7, RED)
    for x, y in vertices:
        d.dot(x, y, 4, BLUE)
    d.text(805, 50, "bones", 14, INK, "end")
    d.text(805, 140, "virtual bones", 14, RED, "end")
    d.text(805, 230, "vertices", 14, BLUE, "end")
    d.text(805, 72, "D, once a frame", 12, SOFT, "end")
    d.text(805, 190, "A, two each", 12, BLUE, "end")
    d.write("compress.svg")


def bent(weight, rule, angle):
    """A tube along x, bent about the origin: its two outlines under a skinning rule."""
    outlines = []
    for y in (0.25, -0.25):
        row = []
        for x in np.linspace(-1, 1, 120):
            w = weight(x)
            u = np.array([x, y])
            row.append(rule(w, angle, u))
        outlines.append(np.array(row))
    return outlines


def linearize():
    """A tube bent by 140°: plain linear skinning, a turn that is blended, and linear skinning with one blend bone."""
    angle = np.radians(140)
    weight = lambda x: np.clip((x + 0.45) / 0.9, 0, 1)
    linear = lambda w, a, u: (1 - w) * u + w * (turn(a) @ u)
    blended = lambda w, a, u: turn(w * a) @ u

    def with_bone(w, a, u):
        # NOTE: hat functions on 0, ½, 1: the blend bone turns by half the angle, as a quaternion blend of the two would.
        hats = np.maximum(0, 1 - np.abs(np.array([0, 0.5, 1]) - w) / 0.5)
        return sum(h * (turn(s * a) @ u) for h, s in zip(hats, (0, 0.5, 1)))

    d = Drawing(820, 300)
    for k, (rule, name, colour) in enumerate((
        (linear, "linear: two bones", RED), (blended, "what is wanted: the turn is blended", GREEN), (with_bone, "linear: two bones and a blend bone", BLUE))):
        cx = 150 + 265 * k
        outlines = bent(weight, rule, angle)
        shape = np.r_[outlines[0], outlines[1][::-1]] * [110, -110] + [cx + 15, 185]
        d.line(shape, colour, 2, "#f7f9fb", closed=True)
        d.text(cx, 285, name, 13, colour)
    d.write("linearize.svg")


def weights():
    """On a line with three handles: biharmonic without bounds, with them, and plain harmonic."""
    n, handles = 241, (30, 95, 205)
    second = np.zeros((n, n))
    for i in range(1, n - 1):
        second[i, i - 1 : i + 2] = 1, -2, 1
    bending = second.T @ second
    steps = np.zeros((n - 1, n))
    steps[np.arange(n - 1), np.arange(n - 1)], steps[np.arange(n - 1), np.arange(1, n)] = -1, 1
    harmonic = steps.T @ steps

    def solve(energy, fixed):
        free = np.setdiff1d(np.arange(n), list(fixed))
        held = np.array(sorted(fixed))
        values = np.zeros(n)
        values[held] = [fixed[i] for i in held]
        values[free] = np.linalg.solve(energy[np.ix_(free, free)] + 1e-12 * np.eye(len(free)), -energy[np.ix_(free, held)] @ values[held])
        return values

    def bounded(energy, target):
        # A primal-dual active set, as in dev.sinew.handles.
        low, high = np.zeros(n, bool), np.zeros(n, bool)
        for _ in range(200):
            fixed = {**{int(i): 0.0 for i in np.flatnonzero(low)}, **{int(i): 1.0 for i in np.flatnonzero(high)}}
            fixed |= {h: float(h == target) for h in handles}
            w = solve(energy, fixed)
            pull = energy @ w
            new_low = (w < -1e-9) | (low & (pull > 0))
            new_high = (w > 1 + 1e-9) | (high & (pull < 0))
            if (new_low == low).all() and (new_high == high).all():
                break
            low, high = new_low, new_high
        return w

    target = handles[1]
    fixed = {h: float(h == target) for h in handles}
    curves = ((solve(harmonic, fixed), SOFT, "harmonic: kinks at the handles", "6 4"), (solve(bending, fixed), RED, "biharmonic: leaves 0 … 1", ""),
              (bounded(bending, target), BLUE, "bounded biharmonic", ""))
    d = Drawing(820, 300)
    at = lambda i, v: (40 + 3.0 * i, 190 - 110 * v)
    for v in (0, 1):
        d.line([at(0, v), at(n - 1, v)], "#d9dee4", 1)
        d.text(30, at(0, v)[1] + 5, str(v), 12, SOFT, "end")
    for values, colour, _, dash in curves:
        d.line([at(i, v) for i, v in enumerate(np.clip(values, -0.85, 1.6))], colour, 2.2, dash=dash)
    for h in handles:
        d.dot(*at(h, float(h == target)), 5, INK)
    for k, (_, colour, name, _) in enumerate(curves):
        d.text(520, 30 + 20 * k, name, 13, colour, "start")
    d.write("weights.svg")


if __name__ == "__main__":
    for figure in (fit, rig, compress, linearize, weights):
        figure()
