"""A minimal GLB reader: maps vertices to the original mesh, and reads the keys of rotations."""
import json
import struct

import numpy

COMPONENTS = {5121: "<u1", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}


class Glb:
    """The JSON and the buffer of a file."""

    def __init__(self, name):
        with open(name, "rb") as file:
            data = file.read()
        (length,) = struct.unpack_from("<I", data, 12)
        self.json = json.loads(data[20 : 20 + length])
        self.binary = data[28 + length :]

    def accessor(self, index):
        accessor = self.json["accessors"][index]
        view = self.json["bufferViews"][accessor["bufferView"]]
        kind = numpy.dtype(COMPONENTS[accessor["componentType"]])
        width = WIDTHS[accessor["type"]]
        start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        stride = view.get("byteStride", kind.itemsize * width)
        return numpy.ndarray((accessor["count"], width), kind, self.binary, start, (stride, kind.itemsize))

    def drawn_sources(self):
        """Original vertex of each drawn vertex: by primitive, in the file's order, each once."""
        found = []
        for primitive in self.json["meshes"][0]["primitives"]:
            drawn = numpy.unique(self.accessor(primitive["indices"]))
            marked = primitive["attributes"].get("_SOURCE_VERTEX")
            if marked is None:
                found.append(drawn.astype(numpy.int64))
            else:
                halves = self.accessor(marked).astype(numpy.int64)
                found.append(halves[drawn, 0] + 65536 * halves[drawn, 1])
        return numpy.concatenate(found)

    def straight_line_angle(self, clip, seconds):
        """The deviation of a joint in radians at a time of a clip if quaternions are interpolated linearly.

        glTF requires slerp; Blender interpolates each component linearly and normalises. The angles of a joint and of its
        ancestors add up; returns the largest sum. On a key it is 0.
        """
        angles = numpy.zeros(len(self.json["nodes"]))
        animation = next(a for a in self.json["animations"] if a["name"] == clip)
        for channel in animation["channels"]:
            if channel["target"]["path"] == "rotation":
                sampler = animation["samplers"][channel["sampler"]]
                keys, turns = self.accessor(sampler["input"])[:, 0], self.accessor(sampler["output"])
                angles[channel["target"]["node"]] = chord_angle(keys, turns, seconds)
        return max(self.summed(root, angles) for root in self.json["scenes"][0]["nodes"])

    def summed(self, node, angles):
        below = [self.summed(child, angles) for child in self.json["nodes"][node].get("children", [])]
        return angles[node] + max(below, default=0.0)


def chord_angle(keys, turns, seconds):
    """Angle between the points on the chord and on the arc between the two keys around a time."""
    after = int(numpy.searchsorted(keys, numpy.float32(seconds)))
    if after == 0 or after == len(keys):
        return 0.0
    part = (seconds - float(keys[after - 1])) / float(keys[after] - keys[after - 1])
    cosine = abs(float(numpy.dot(turns[after - 1].astype(float), turns[after].astype(float))))
    half = numpy.arccos(min(1.0, cosine))
    along = numpy.arctan2(part * numpy.sin(half), 1 - part + part * numpy.cos(half))
    return 2 * abs(float(along - part * half))
