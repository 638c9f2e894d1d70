"""Compares point caches whose vertices may come in any order, and more than once:

    python3 nearest.py TRUTH.pc2 OURS.pc2…

Every vertex of either must have one of the other near it in every frame. Exit code 1 if a distance exceeds 1e-4 of the size.
"""
import sys

import numpy

TOLERANCE = 1e-4


def cache_of(name):
    header = numpy.fromfile(name, dtype="<i4", count=8)
    return numpy.fromfile(name, dtype="<f4", offset=32).reshape(int(header[7]), int(header[4]), 3).astype(float)


truth = cache_of(sys.argv[1])
size = numpy.linalg.norm(truth[0].max(axis=0) - truth[0].min(axis=0))
failed = False
for name in sys.argv[2:]:
    ours = cache_of(name)
    if len(ours) != len(truth):
        print(f"{name}: {len(ours)} frames instead of {len(truth)}")
        failed = True
        continue
    worst = 0.0
    for a, b in zip(truth, ours):
        apart = numpy.linalg.norm(a[:, None] - b[None], axis=2)
        worst = max(worst, apart.min(axis=0).max(), apart.min(axis=1).max())
    failed |= worst > TOLERANCE * size
    print(f"{name}: {ours.shape[1]} vertices for {truth.shape[1]}, largest error {worst / size:.2e} of the size")
sys.exit(1 if failed else 0)
