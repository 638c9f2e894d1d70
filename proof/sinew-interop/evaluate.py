#!/usr/bin/env python3
"""Checks the figures of `sinew evaluate`, and playback between keys by `sinew convert`, with an independent implementation.

usage: evaluate.py MODEL.glb TRUTH.obj FIGURES.json     with TRUTH.pc2 in the same folder: erms, rmsePercent, distortionPercent and max agree to 1e-4
       evaluate.py --plays MODEL.glb CLIP RATE CACHE.pc2    every vertex of every frame agrees to 1e-5 of the size

Reads the necessary parts of glTF by its specification: skins of any number of influences, TRS nodes, STEP, LINEAR (rotations on the
great circle) and CUBICSPLINE tracks.
"""
import itertools
import json
import struct
import sys

import numpy as np

KINDS = {5120: "i1", 5121: "u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}


class Model:
    def __init__(self, name):
        data = open(name, "rb").read()
        length = struct.unpack_from("<I", data, 12)[0]
        self.json = json.loads(data[20 : 20 + length])
        self.buffer = data[28 + length :]
        self.nodes = self.json["nodes"]
        self.parents = {child: n for n, node in enumerate(self.nodes) for child in node.get("children", [])}
        holder = next(node for node in self.nodes if "skin" in node)
        skin = self.json["skins"][holder["skin"]]
        self.joints = skin["joints"]
        self.inverses = self.numbers(skin["inverseBindMatrices"]).reshape(-1, 4, 4).transpose(0, 2, 1)
        self.read_vertices(self.json["meshes"][holder["mesh"]]["primitives"])

    def numbers(self, index):
        accessor = self.json["accessors"][index]
        view = self.json["bufferViews"][accessor["bufferView"]]
        kind, width = np.dtype(KINDS[accessor["componentType"]]), WIDTHS[accessor["type"]]
        start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        strides = (view.get("byteStride", kind.itemsize * width), kind.itemsize)
        values = np.ndarray((accessor["count"], width), kind, self.buffer, start, strides).astype(float)
        return values / np.iinfo(kind).max if accessor.get("normalized") else values

    def read_vertices(self, primitives):
        """Each vertex of the original mesh once; copies at seams refer to it in _SOURCE_VERTEX."""
        found = {}
        shared = set()
        for primitive in primitives:
            attributes = primitive["attributes"]
            if tuple(attributes.items()) in shared:
                continue
            shared.add(tuple(attributes.items()))
            places = self.numbers(attributes["POSITION"])
            # In a dense model the first set is a separate fallback skin for engines that read no other (docs/reference/extensions.md).
            fallback = any(skin.get("extras", {}).get("stockJoints") for skin in self.json.get("skins", []))
            sets = range(int(fallback), sum(name.startswith("JOINTS_") for name in attributes))
            joints = np.hstack([self.numbers(attributes[f"JOINTS_{k}"]) for k in sets]).astype(int)
            weights = np.hstack([self.numbers(attributes[f"WEIGHTS_{k}"]) for k in sets])
            sources = len(found) + np.arange(len(places))
            if "_SOURCE_VERTEX" in attributes:
                halves = self.numbers(attributes["_SOURCE_VERTEX"]).astype(int)
                sources = halves[:, 0] + 65536 * halves[:, 1]
            for i, source in enumerate(sources):
                found.setdefault(source, (places[i], joints[i], weights[i] / weights[i].sum()))
        rows = [found[i] for i in range(len(found))]
        self.places, self.influences, self.weights = (np.array(column) for column in zip(*rows))

    def animation(self, name=None):
        return next(a for a in self.json["animations"] if name in (None, a.get("name")))

    def end(self, animation):
        return max(self.numbers(sampler["input"]).max() for sampler in animation["samplers"])

    def posed(self, animation, seconds):
        moved = [dict(node) for node in self.nodes]
        for channel in animation["channels"]:
            target, sampler = channel["target"], animation["samplers"][channel["sampler"]]
            if target["path"] != "weights":
                keys, values = self.numbers(sampler["input"])[:, 0], self.numbers(sampler["output"])
                way = sampler.get("interpolation", "LINEAR")
                moved[target["node"]][target["path"]] = between(keys, values, seconds, way, target["path"])
        known = {}

        def world(n):
            if n not in known:
                known[n] = (world(self.parents[n]) if n in self.parents else np.eye(4)) @ local(moved[n])
            return known[n]

        matrices = np.array([world(joint) @ self.inverses[k] for k, joint in enumerate(self.joints)])[:, :3]
        # One influence after the other, because all at once would need a matrix per vertex and influence.
        points = np.c_[self.places, np.ones(len(self.places))]
        return sum(
            self.weights[:, k, None] * np.einsum("nij,nj->ni", matrices[self.influences[:, k]], points)
            for k in range(self.weights.shape[1])
        )


def local(node):
    if "matrix" in node:
        return np.array(node["matrix"], float).reshape(4, 4).T
    x, y, z, w = np.array(node.get("rotation", (0, 0, 0, 1)), float) / np.linalg.norm(node.get("rotation", (0, 0, 0, 1)))
    turn = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )
    matrix = np.eye(4)
    matrix[:3, :3] = turn * np.array(node.get("scale", (1, 1, 1)), float)
    matrix[:3, 3] = node.get("translation", (0, 0, 0))
    return matrix


def between(keys, values, seconds, way, path):
    spline = way == "CUBICSPLINE"
    middle = values.reshape(len(keys), 3, -1) if spline else None
    points = middle[:, 1] if spline else values
    if seconds <= keys[0]:
        return points[0]
    if seconds >= keys[-1]:
        return points[-1]
    k = np.searchsorted(keys, seconds, side="right") - 1
    span = keys[k + 1] - keys[k]
    s = (seconds - keys[k]) / span
    if way == "STEP":
        return points[k]
    if spline:
        return (
            (2 * s**3 - 3 * s**2 + 1) * points[k]
            + span * (s**3 - 2 * s**2 + s) * middle[k, 2]
            + (3 * s**2 - 2 * s**3) * points[k + 1]
            + span * (s**3 - s**2) * middle[k + 1, 0]
        )
    return slerp(points[k], points[k + 1], s) if path == "rotation" else (1 - s) * points[k] + s * points[k + 1]


def slerp(a, b, s):
    a, b = a / np.linalg.norm(a), b / np.linalg.norm(b)
    b = -b if a @ b < 0 else b
    angle = 2 * np.arctan2(np.linalg.norm(a - b), np.linalg.norm(a + b))
    if angle < 1e-9:
        return a
    return (np.sin((1 - s) * angle) * a + np.sin(s * angle) * b) / np.sin(angle)


def read_cache(name):
    data = open(name, "rb").read()
    vertices, frames = struct.unpack_from("<i", data, 16)[0], struct.unpack_from("<i", data, 28)[0]
    return np.frombuffer(data, "<f4", offset=32).reshape(frames, vertices, 3).astype(float)


def ball_through(points):
    """Centre and radius of the smallest ball through these points."""
    first, edges = points[0], points[1:] - points[0]
    if not len(edges):
        return first, 0.0
    inside = np.linalg.lstsq(2 * edges @ edges.T, (edges**2).sum(1), rcond=None)[0] @ edges
    return first + inside, np.linalg.norm(inside)


def smallest_ball(points):
    """Adds the farthest outside point to the support points until none is outside."""
    support = [int(((points - points.mean(0)) ** 2).sum(1).argmax())]
    while True:
        best = None
        for count in range(1, min(4, len(support)) + 1):
            for some in itertools.combinations(support, count):
                centre, radius = ball_through(points[list(some)])
                if (np.linalg.norm(points[support] - centre, axis=1) <= radius * (1 + 1e-9) + 1e-12).all():
                    if best is None or radius < best[1]:
                        best = centre, radius, list(some)
        distances = np.linalg.norm(points - best[0], axis=1)
        farthest = int(distances.argmax())
        if distances[farthest] <= best[1] * (1 + 1e-9) + 1e-12 or farthest in best[2]:
            return best[1]
        support = best[2] + [farthest]


def read_places(name):
    return np.array([[float(x) for x in line.split()[1:4]] for line in open(name) if line.startswith("v ")])


def figures(model, rest, truth):
    animation = model.animation()
    frames, vertices = truth.shape[:2]
    times = np.linspace(0, model.end(animation), frames)
    squares = np.array([((model.posed(animation, t) - truth[f]) ** 2).sum(1) for f, t in enumerate(times)])
    size = np.linalg.norm(np.ptp(rest, axis=0))
    still = truth.mean(0)
    return {
        "erms": 1000 * np.sqrt(squares.sum() / (3 * vertices * frames)) / smallest_ball(truth[0]),
        "rmsePercent": 100 * np.sqrt(squares.sum() / (vertices * frames)) / size,
        "distortionPercent": 100 * np.sqrt(squares.sum() / ((truth - still) ** 2).sum()),
        "max": 100 * np.sqrt(squares.max()) / size,
    }


def check_figures(model_name, truth_name, json_name):
    ours = json.load(open(json_name))["error"]
    ours["max"] = ours["max"]["value"]
    theirs = figures(Model(model_name), read_places(truth_name), read_cache(truth_name.removesuffix(".obj") + ".pc2"))
    worst = 0.0
    for name, value in theirs.items():
        apart = abs(ours[name] - value) / max(abs(value), 1e-3)
        worst = max(worst, apart)
        print(f"{name}: sinew {ours[name]:.8g}, here {value:.8g}, apart {apart:.2g}")
    return worst <= 1e-4


def check_played(model_name, clip, rate, cache_name):
    model, cache = Model(model_name), read_cache(cache_name)
    animation = model.animation(clip)
    size = np.linalg.norm(np.ptp(cache[0], axis=0))
    worst = max(np.abs(model.posed(animation, f / float(rate)) - frame).max() for f, frame in enumerate(cache)) / size
    print(f"{clip} at {rate} frames per second, {len(cache)} frames: largest difference {worst:.2g} of the size")
    return worst <= 1e-5


if __name__ == "__main__":
    arguments = sys.argv[1:]
    sound = check_played(*arguments[1:]) if arguments[0] == "--plays" else check_figures(*arguments)
    sys.exit(0 if sound else 1)
