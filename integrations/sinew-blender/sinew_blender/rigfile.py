"""Writes a rig of the scene as a .glb for ``sinew``: vertices, weights, bones and their motion."""

import json
import struct

import numpy as np

from . import matrices


class Rig:
    """A mesh and its armature in world space, at rest and in frames."""

    def __init__(self, target, armature):
        self.target = target
        self.armature = armature
        self.names = [bone.name for bone in _parents_first(armature.data.bones)]
        bones = armature.data.bones
        self.parents = [self.names.index(bones[n].parent.name) if bones[n].parent else -1 for n in self.names]
        world = np.array(armature.matrix_world, dtype=np.float64)
        self.rests = np.array([world @ np.array(bones[n].matrix_local, dtype=np.float64) for n in self.names])
        self.poses = []

    def take(self, depsgraph):
        """Records the pose at the current frame of the scene."""
        armature = self.armature.evaluated_get(depsgraph)
        world = np.array(armature.matrix_world, dtype=np.float64)
        pose = armature.pose.bones
        self.poses.append([world @ np.array(pose[n].matrix, dtype=np.float64) for n in self.names])

    def write(self, file, fps, clip):
        """Writes the file, without a mesh if there is no target.

        Returns whether bones shear relative to their parents; a .glb cannot store shear, so it is dropped.
        """
        glb = _Glb()
        if self.target is not None:
            glb.add_mesh(*self._mesh())
        shear = glb.add_bones(self, fps, clip)
        file.write_bytes(glb.bytes())
        return shear

    def _mesh(self):
        mesh = self.target.data
        count = len(mesh.vertices)
        points = np.empty(3 * count, np.float32)
        mesh.vertices.foreach_get("co", points)
        world = np.array(self.target.matrix_world, dtype=np.float64)
        points = points.reshape(-1, 3) @ world[:3, :3].T + world[:3, 3]
        mesh.calc_loop_triangles()
        triangles = np.empty(3 * len(mesh.loop_triangles), np.int32)
        mesh.loop_triangles.foreach_get("vertices", triangles)
        return points, triangles, *self._weights(mesh)

    def _weights(self, mesh):
        bone_of = {g.index: self.names.index(g.name) for g in self.target.vertex_groups if g.name in self.names}
        deform = self.armature.data.bones
        rows = []
        for vertex in mesh.vertices:
            row = [(e.weight, bone_of[e.group]) for e in vertex.groups if e.group in bone_of and e.weight > 0]
            row = sorted(((w, b) for w, b in row if deform[self.names[b]].use_deform), reverse=True)
            total = sum(w for w, _ in row)
            # Blender does not move vertices without weights; here they follow the first bone.
            rows.append([(w / total, b) for w, b in row] if total > 0 else [(1.0, 0)])
        width = 4 * ((max(map(len, rows)) + 3) // 4)
        indices, values = np.zeros((len(rows), width), np.uint16), np.zeros((len(rows), width), np.float32)
        for vertex, row in enumerate(rows):
            for place, (weight, bone) in enumerate(row):
                indices[vertex, place], values[vertex, place] = bone, weight
        return indices, values


def _parents_first(bones):
    ordered = []

    def walk(bone):
        ordered.append(bone)
        for child in bone.children:
            walk(child)

    for bone in bones:
        if bone.parent is None:
            walk(bone)
    return ordered


class _Glb:
    """Builds a binary glTF."""

    TYPES = {"f": (5126, np.float32), "H": (5123, np.uint16), "I": (5125, np.uint32)}

    def __init__(self):
        self.binary = bytearray()
        self.tree = {
            "asset": {"version": "2.0", "generator": "Sinew for Blender"},
            "scene": 0,
            "bufferViews": [],
            "accessors": [],
        }

    def accessor(self, values, letter, kind, bounds=False):
        component, dtype = self.TYPES[letter]
        data = np.ascontiguousarray(values, dtype)
        self.binary += b"\0" * (-len(self.binary) % 4)
        self.tree["bufferViews"].append({"buffer": 0, "byteOffset": len(self.binary), "byteLength": data.nbytes})
        self.binary += data.tobytes()
        entry = {
            "bufferView": len(self.tree["bufferViews"]) - 1,
            "componentType": component,
            "count": len(data),
            "type": kind,
        }
        if bounds:
            rows = data.reshape(len(data), -1)
            entry["min"], entry["max"] = rows.min(axis=0).tolist(), rows.max(axis=0).tolist()
        self.tree["accessors"].append(entry)
        return len(self.tree["accessors"]) - 1

    def add_mesh(self, points, triangles, indices, values):
        attributes = {"POSITION": self.accessor(points, "f", "VEC3", bounds=True)}
        for part in range(indices.shape[1] // 4):
            columns = slice(4 * part, 4 * part + 4)
            attributes[f"JOINTS_{part}"] = self.accessor(indices[:, columns], "H", "VEC4")
            attributes[f"WEIGHTS_{part}"] = self.accessor(values[:, columns], "f", "VEC4")
        faces = self.accessor(triangles, "I", "SCALAR")
        self.tree["meshes"] = [{"primitives": [{"attributes": attributes, "indices": faces}]}]

    def add_bones(self, rig, fps, clip):
        bones = range(len(rig.names))
        if "meshes" in self.tree:
            inverse = np.swapaxes(np.linalg.inv(rig.rests), 1, 2).reshape(-1, 16)
            self.tree["skins"] = [{"joints": list(bones), "inverseBindMatrices": self.accessor(inverse, "f", "MAT4")}]
        rest = _against_parents(rig.rests[None], rig.parents)
        self.tree["nodes"] = []
        for bone in bones:
            moved, turned, scaled, _ = _parts(rest[:, bone])
            node = {"name": rig.names[bone], "translation": moved[0], "rotation": turned[0], "scale": scaled[0]}
            node = {key: value if isinstance(value, str) else [float(x) for x in value] for key, value in node.items()}
            children = [k for k in bones if rig.parents[k] == bone]
            self.tree["nodes"].append({**node, "children": children} if children else node)
        shown = [k for k in bones if rig.parents[k] < 0]
        if "meshes" in self.tree:
            shown.append(len(self.tree["nodes"]))
            self.tree["nodes"].append({"name": "mesh", "mesh": 0, "skin": 0})
        self.tree["scenes"] = [{"nodes": shown}]
        return self._add_clip(rig, fps, clip) if rig.poses else False

    def _add_clip(self, rig, fps, clip):
        poses = _against_parents(np.array(rig.poses), rig.parents)
        times = self.accessor(np.arange(len(poses)) / fps, "f", "SCALAR", bounds=True)
        samplers, channels, shear = [], [], False
        for bone in range(len(rig.names)):
            moved, turned, scaled, sheared = _parts(poses[:, bone])
            shear |= sheared
            for path, values in (("translation", moved), ("rotation", turned), ("scale", scaled)):
                kind = "VEC4" if path == "rotation" else "VEC3"
                samplers.append({"input": times, "output": self.accessor(values, "f", kind)})
                channels.append({"sampler": len(samplers) - 1, "target": {"node": bone, "path": path}})
        self.tree["animations"] = [{"name": clip, "samplers": samplers, "channels": channels}]
        return shear

    def bytes(self):
        self.binary += b"\0" * (-len(self.binary) % 4)
        self.tree["buffers"] = [{"byteLength": len(self.binary)}]
        text = json.dumps(self.tree).encode("utf-8")
        text += b" " * (-len(text) % 4)
        head = struct.pack("<4sII", b"glTF", 2, 28 + len(text) + len(self.binary))
        chunk = struct.pack("<I4s", len(text), b"JSON") + text
        return head + chunk + struct.pack("<I4s", len(self.binary), b"BIN\0") + bytes(self.binary)


def _against_parents(poses, parents):
    """(F, B, 4, 4) matrices of bones relative to their parents."""
    result = poses.copy()
    for bone, parent in enumerate(parents):
        if parent >= 0:
            result[:, bone] = np.linalg.inv(poses[:, parent]) @ poses[:, bone]
    return result


def _parts(frames):
    linear = frames[:, :3, :3]
    turn, scale = matrices.rotations_and_scales(linear)
    w, x, y, z = matrices.quaternions(turn).T
    return frames[:, :3, 3], np.column_stack([x, y, z, w]), scale, matrices.has_shear(linear)
