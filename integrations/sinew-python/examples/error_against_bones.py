"""Plots the error against the number of bones: python error_against_bones.py [SEQUENCE] [-o error.svg]

SEQUENCE is any input of ``sinew fit``; default: a flag generated with NumPy. Needs NumPy only.
"""

import argparse
import math
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # where the package is not installed

import sinew  # noqa: E402


def waving_flag(frames=24, rows=16, columns=24):
    """Poses (F, V, 3) and faces (T, 3) of a flag in the wind, fixed on its left."""
    along, y = np.meshgrid(np.linspace(0, 1.5, columns), np.linspace(0, 1, rows))
    poses = []
    for phase in 2 * np.pi * np.arange(frames) / frames:
        # The slope of the cloth along its length: it bends but does not stretch.
        slope = 1.2 * np.minimum(1, 2 * along) * np.sin(7 * along - phase + 0.8 * np.sin(3 * y + 2 * phase))
        x = np.cumsum(np.cos(slope), axis=1) * 1.5 / columns
        z = np.cumsum(np.sin(slope), axis=1) * 1.5 / columns
        poses.append(np.stack([x, y, z], axis=-1).reshape(-1, 3))
    quads = [(r * columns + c, r * columns + c + 1) for r in range(rows - 1) for c in range(columns - 1)]
    faces = [t for a, b in quads for t in ((a, b, b + columns), (a, b + columns, a + columns))]
    return np.array(poses), np.array(faces)


def curve(counts, errors, path):
    """A small plot with a logarithmic axis for the error, as SVG."""
    left, top, width, height = 60, 30, 420, 260
    low, high = math.floor(math.log10(min(errors))), math.ceil(math.log10(max(errors)))
    at_x = lambda n: left + width * (n - counts[0]) / max(1, counts[-1] - counts[0])  # noqa: E731
    at_y = lambda e: top + height * (high - math.log10(e)) / max(1, high - low)  # noqa: E731
    points = [(at_x(n), at_y(e)) for n, e in zip(counts, errors)]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + width + 30}" height="{top + height + 50}" '
        'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="white"/>'
    ]
    for power in range(low, high + 1):
        y = at_y(10**power)
        parts.append(f'<path d="M{left} {y:.1f}h{width}" stroke="#ddd"/>')
        parts.append(f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{10.0**power:g}</text>')
    for n, (x, y), e in zip(counts, points, errors):
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="#06c"><title>{n} bones: {e:.3g}</title></circle>')
        parts.append(f'<text x="{x:.1f}" y="{top + height + 18}" text-anchor="middle">{n}</text>')
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    parts.append(f'<polyline points="{line}" fill="none" stroke="#06c" stroke-width="2"/>')
    parts.append(f'<text x="{left + width / 2}" y="{top + height + 40}" text-anchor="middle">bones</text>')
    parts.append(f'<text x="{left}" y="18">E_RMS, thousandths of the radius</text></svg>')
    Path(path).write_text("\n".join(parts), "utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sequence", nargs="?")
    parser.add_argument("-o", "--output", default="error.svg")
    parser.add_argument("--bones", type=int, nargs="+", default=[2, 4, 8, 16, 32])
    asked = parser.parse_args()
    given = (asked.sequence, None) if asked.sequence else waving_flag()
    errors = []
    for bones in asked.bones:
        result = sinew.fit(*given, bones=bones)
        errors.append(result.error)
        print(f"{bones:4d} bones  E_RMS {result.error:.4g}")
    curve(asked.bones, errors, asked.output)
    print(asked.output)


if __name__ == "__main__":
    main()
