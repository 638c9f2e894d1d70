#!/usr/bin/env python3
"""Runs many fits of random samples with random options and checks each with an independent implementation.

usage: longrun.py COUNT [--seed S] [--keep FOLDER]

Every fit is measured again from its file (evaluate.py), and must
  - have the errors reported by Sinew, to 1e-4,
  - have weights in [0, 1] that sum to one, at most the requested number per vertex, and no NaN,
  - be no worse than a simple baseline with as many bones: clusters of trajectories, the best transform for each, one bone per
  vertex. With normals, the objective of the fit counts: E_RMS times the normals' degrees to the power of 0.42 times --shading.
  With few vertices, better normals may cost much position error.
All fits run in one `sinew batch`, so a thousand of them take minutes. SINEW is the path of the program (default: ./sinew of the project).
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from evaluate import Model, figures, read_cache, read_places, smallest_ball

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ["flag", "creature", "tentacle", "softbody", "robot", "skirt", "face", "mannequin"]
# Allowance above the baseline: normals and the rest pose cost a little, and tiny errors are not optimised further.
FACTOR, FLOOR = 1.05, 0.2
# Weight of a relative change of the normal error against one of the position error.
GAMMA = 0.42


def sinew(*words, **options):
    program = os.environ.get("SINEW", str(ROOT / "sinew"))
    return subprocess.run([program, *map(str, words)], check=False, text=True, capture_output=True, **options)


def choice(dice):
    """A random fit: its sample and its options, in the form of a batch."""
    sample = {"name": dice.choice(SAMPLES), "vertices": dice.randint(30, 700), "frames": dice.randint(2, 24)}
    options = {
        "bones": dice.randint(1, 24),
        "boneType": dice.choice(["affine", "affine", "similarity", "rigid"]),
        "influences": dice.choice(["1", "2", "3", "4", "4", "4", "8", "dense"]),
        "rest": dice.choice(["solve", "solve", "free", "given", "first"]),
        "shading": dice.choice([0, 1, 1, 1, 3]),
        "seed": dice.randint(1, 1000),
    }
    return sample, options


def make_samples(folder, choices):
    """Creates all samples with one worker, which is faster than a thousand JVM starts. Existing ones are reused."""
    missing = [(k, sample) for k, (sample, _) in enumerate(choices) if not (folder / f"s{k}.pc2").exists()]
    if not missing:
        return
    requests = []
    for k, sample in missing:
        words = ["sample", sample["name"], "--vertices", sample["vertices"], "--frames", sample["frames"], "--quiet", "-o", folder / f"s{k}.pc2"]
        requests.append(json.dumps({"id": k, "arguments": [str(word) for word in words]}))
    program = os.environ.get("SINEW", str(ROOT / "sinew"))
    run = subprocess.run([program, "worker"], cwd=folder, input="\n".join(requests) + "\n", capture_output=True, text=True)
    for line in map(json.loads, run.stdout.splitlines()):
        if line.get("exit"):
            sys.exit(f"no sample {choices[line['id']][0]}: {line['error']['message']}")


def clusters(paths, count, rounds=8):
    """Clusters of trajectories (vertices × 3·frames): distant seeds, then k-means."""
    seeds = [0]
    near = ((paths - paths[0]) ** 2).sum(1)
    while len(seeds) < min(count, len(paths)) and near.max() > 0:
        seeds.append(int(near.argmax()))
        near = np.minimum(near, ((paths - paths[seeds[-1]]) ** 2).sum(1))
    centres = paths[seeds]
    for _ in range(rounds):
        group = ((paths[:, None] - centres[None]) ** 2).sum(2).argmin(1)
        for g in np.unique(group):
            centres[g] = paths[group == g].mean(0)
    return group


def best_transform(rest, posed, kind):
    """The best affine, rigid or similarity transform from rest to posed; returns the moved points and the matrix."""
    if kind == "affine":
        extended = np.c_[rest, np.ones(len(rest))]
        matrix = np.linalg.lstsq(extended, posed, rcond=None)[0]
        return extended @ matrix, matrix[:3]
    a, b = rest - rest.mean(0), posed - posed.mean(0)
    u, s, vt = np.linalg.svd(a.T @ b)
    flip = np.diag([1, 1, np.sign(np.linalg.det(u @ vt)) or 1])
    scale = (s * np.diag(flip)).sum() / max((a**2).sum(), 1e-30) if kind == "similarity" else 1
    return scale * a @ (u @ flip @ vt) + posed.mean(0), u @ flip @ vt


def unit(vectors):
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-30)


def normals_of(faces, places):
    """One per vertex, from the faces around it."""
    sums = np.zeros_like(places)
    for a, b, c in faces:
        across = np.cross(places[b] - places[a], places[c] - places[a])
        sums[a] += across
        sums[b] += across
        sums[c] += across
    return unit(sums)


def read_faces(name):
    """Triangles of an OBJ; larger polygons as fans."""
    faces = []
    for line in open(name):
        if line.startswith("f "):
            corners = [int(word.split("/")[0]) - 1 for word in line.split()[1:]]
            faces += [(corners[0], corners[k], corners[k + 1]) for k in range(1, len(corners) - 1)]
    return faces


def baseline(rest, truth, bones, kind, faces):
    """E_RMS of clusters with one bone each, and the mean deviation of their normals in degrees."""
    moves = (truth - rest).transpose(1, 0, 2).reshape(len(rest), -1)
    group = clusters(moves, bones)
    normals = normals_of(faces, rest)
    squares, degrees = 0.0, []
    for frame in truth:
        turned = np.zeros_like(rest)
        for g in np.unique(group):
            some = group == g
            moved, matrix = best_transform(rest[some], frame[some], kind)
            squares += ((moved - frame[some]) ** 2).sum()
            turned[some] = normals[some] @ matrix
        cosines = (unit(turned) * normals_of(faces, frame)).sum(1)
        degrees.append(np.degrees(np.arccos(np.clip(cosines, -1, 1))).mean())
    return 1000 * np.sqrt(squares / truth.size) / smallest_ball(truth[0]), float(np.mean(degrees))


def faults(model_file, sequence, options, reported):
    """Describes what is wrong with a fit; an empty list if nothing is."""
    model = Model(str(model_file))
    rest, truth = read_places(sequence.with_suffix(".obj")), read_cache(sequence)
    seen = figures(model, rest, truth)
    if not np.isfinite(seen["erms"]):
        return ["a position is NaN"]
    found = []
    if abs(seen["erms"] - reported["erms"]) > 1e-4 * max(1, reported["erms"]):
        found.append(f"E_RMS {seen['erms']:.5f} instead of the reported {reported['erms']:.5f}")
    weights = model.weights
    if weights.min() < 0 or abs(weights.sum(1) - 1).max() > 1e-5:
        found.append("weights below 0, or a sum that is not 1")
    if options["influences"] != "dense" and (weights > 0).sum(1).max() > int(options["influences"]):
        found.append(f"{(weights > 0).sum(1).max()} weights at a vertex, {options['influences']} requested")
    plain, off = baseline(rest, truth, options["bones"], options["boneType"], read_faces(sequence.with_suffix(".obj")))
    bound = FACTOR * plain + FLOOR
    paid = ((off + 1) / (reported["normals"]["matrix"]["mean"] + 1)) ** (GAMMA * options["shading"])
    if seen["erms"] > bound * max(1, paid):
        found.append(f"E_RMS {seen['erms']:.3f} at {reported['normals']['matrix']['mean']:.1f}°, the baseline has {bound:.3f} at {off:.1f}°")
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="folder to keep; use another one for each count and seed")
    arguments = parser.parse_args()
    dice = random.Random(arguments.seed)
    choices = [choice(dice) for _ in range(arguments.count)]
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(arguments.keep or scratch).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        make_samples(folder, choices)
        lines = [{"command": "fit", "input": [f"s{k}.obj"], "output": f"m{k}.glb", "options": options} for k, (_, options) in enumerate(choices)]
        (folder / "all.jsonl").write_text("\n".join(map(json.dumps, lines)) + "\n")
        run = sinew("batch", folder / "all.jsonl", "--out", folder / "out", "--no-reports", "--quiet")
        results = {Path(r["output"]).name: r for r in map(json.loads, (folder / "out" / "results.jsonl").read_text().splitlines())}
        wrong = 0
        for k, (sample, options) in enumerate(choices):
            result = results.get(f"m{k}.glb", {"status": "missing", "message": run.stderr})
            found = [result.get("message", "no result")] if result["status"] not in ("done", "current") else faults(
                folder / "out" / f"m{k}.glb", folder / f"s{k}.pc2", options, result["error"])
            wrong += bool(found)
            for words in found:
                print(f"{k}: {sample} {options}: {words}")
        print(f"{arguments.count - wrong} of {arguments.count} fits have the reported error and are within the bound")
        sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
