"""Plays pairs of files with Blender and compares them, as same-motion.mjs does with three.js:

    blender --background --factory-startup --python-exit-code 1 --python same-motion-blender.py -- BEFORE=AFTER …

AFTER is .glb, .gltf or .fbx. Exit code 1 if a vertex is farther away than 1e-4 of the size, without a clip or at five times of each
clip, or if the numbers of meshes or materials differ. The times are on keys of the first file: between keys Blender interpolates
quaternions by component, which glTF does not (README.md). Blender joins the primitives of a glTF mesh, so pairs of mesh and material
are counted. Vertices whose weights are NaN, which Blender puts at the origin, are not compared.
"""
import base64
import json
import os
import struct
import sys
import tempfile
import urllib.parse

import bpy
import numpy
from mathutils.kdtree import KDTree

# Blender 3.4 uses a name that newer versions of NumPy lack.
numpy.bool = bool
TOLERANCE = 1e-4
PARTS = [0, 0.21, 0.5, 0.77, 1]


def load(name, animated=True):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = 24
    if name.endswith(".fbx"):
        # Blender assumes frame 1 for the start of a clip.
        bpy.ops.import_scene.fbx(filepath=name, anim_offset=0.0, use_anim=animated)
    elif animated:
        bpy.ops.import_scene.gltf(filepath=name)
    else:
        # Blender leaves the nodes in the first frame of the first clip.
        with without_animations(name) as still:
            bpy.ops.import_scene.gltf(filepath=still.name)
    icosphere = bpy.data.objects.get("Icosphere")
    if icosphere and not icosphere.users_scene:
        bpy.data.objects.remove(icosphere)
    return sorted((o for o in bpy.context.scene.objects if o.type == "MESH"), key=lambda o: o.name)


def without_animations(name):
    """A copy of a glTF file, beside it if it needs other files."""
    with open(name, "rb") as file:
        data = file.read()
    packed = data[:4] == b"glTF"
    length = struct.unpack("<I", data[12:16])[0] if packed else len(data)
    json_at = 20 if packed else 0
    tree = json.loads(data[json_at : json_at + length])
    tree.pop("animations", None)
    for buffer in tree.get("buffers", []) + tree.get("images", []):
        if "uri" in buffer and not buffer["uri"].startswith("data:"):
            path = os.path.join(os.path.dirname(name), urllib.parse.unquote(buffer["uri"]))
            if os.path.exists(path):
                with open(path, "rb") as file:
                    text = base64.b64encode(file.read()).decode()
                buffer["uri"] = "data:application/octet-stream;base64," + text
    text = json.dumps(tree).encode()
    text += b" " * (-len(text) % 4)
    copy = tempfile.NamedTemporaryFile(suffix=".glb" if packed else ".gltf")
    if packed:
        rest = data[20 + length :]
        copy.write(data[:8] + struct.pack("<II4s", 20 + len(text) + len(rest), len(text), b"JSON") + text + rest)
    else:
        copy.write(text)
    copy.flush()
    return copy


def blocks():
    """Everything that can be animated."""
    for o in bpy.context.scene.objects:
        yield o, o.name
        if o.type == "MESH" and o.data.shape_keys:
            yield o.data.shape_keys, o.name


def animations():
    """Clip name to the actions of each block."""
    found = {}
    for block, _ in blocks():
        data = block.animation_data
        if data:
            for track in data.nla_tracks:
                for strip in track.strips:
                    found.setdefault(track.name, {})[block] = strip.action
    if found:
        return found
    # FBX: actions are named OBJECT|CLIP|LAYER.
    for action in bpy.data.actions:
        for block, name in blocks():
            shapes = action.fcurves[0].data_path.startswith("key_blocks")
            for own in {name, block.name}:
                if action.name.startswith(own + "|") and shapes != isinstance(block, bpy.types.Object):
                    clip = action.name[len(own) + 1 :].rsplit("|", 1)[0]
                    found.setdefault(clip, {})[block] = action
    return found


def times(actions):
    """The times of keys nearest to five parts of a clip, in seconds; most curves have a key there."""
    count = {}
    for action in actions.values():
        for curve in action.fcurves:
            for point in curve.keyframe_points:
                count[round(point.co[0], 3)] = count.get(round(point.co[0], 3), 0) + 1
    end = max(count)
    keys = [k for k in count if 2 * count[k] >= max(count.values())]
    return [min(keys, key=lambda k: abs(k - part * end)) / bpy.context.scene.render.fps for part in PARTS]


def play(actions):
    for block, _ in blocks():
        data = block.animation_data
        if data:
            for track in data.nla_tracks:
                track.mute = True
            data.action = None
    for block, _ in blocks():
        if block in actions:
            (block.animation_data or block.animation_data_create()).action = actions[block]


def rest_pose():
    """What is shown while nothing plays, by name."""
    return {
        o.name: (o.matrix_basis.copy(), {b.name: b.matrix_basis.copy() for b in o.pose.bones} if o.pose else {})
        for o in bpy.context.scene.objects
    }


def reset(kept):
    for o in bpy.context.scene.objects:
        if o.name not in kept:
            continue
        basis, bones = kept[o.name]
        o.matrix_basis = basis
        for name, matrix in bones.items():
            o.pose.bones[name].matrix_basis = matrix


def positions(meshes):
    graph = bpy.context.evaluated_depsgraph_get()
    out = []
    for mesh in meshes:
        shape = mesh.evaluated_get(graph)
        data = shape.to_mesh()
        xyz = numpy.empty(3 * len(data.vertices))
        data.vertices.foreach_get("co", xyz)
        loops = numpy.empty(len(data.loops), dtype=int)
        data.loops.foreach_get("vertex_index", loops)
        matrix = numpy.array(shape.matrix_world)
        used = numpy.unique(loops)
        out.append((xyz.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3])[used])
        shape.to_mesh_clear()
    return numpy.concatenate(out)


def poses(name, clips):
    all = [positions(load(name, animated=False))]
    kept = rest_pose()
    meshes = load(name)
    found = animations()
    if clips is None:
        clips = {}
        for clip, actions in found.items():
            clips[clip] = times(actions)
    fps = bpy.context.scene.render.fps / bpy.context.scene.render.fps_base
    for clip, seconds in clips.items():
        actions = found.get(clip)
        if actions is None:
            # Clips without a name get one of Blender's.
            if len(clips) != len(found):
                raise ValueError(f"no clip '{clip}'; available: {', '.join(found)}")
            actions = found[sorted(found)[sorted(clips).index(clip)]]
        play(actions)
        for second in seconds:
            reset(kept)
            at = second * fps
            bpy.context.scene.frame_set(int(at), subframe=at - int(at))
            bpy.context.view_layer.update()
            all.append(positions(meshes))
    # A mesh without a material has one by default.
    names = [{slot.name for slot in m.material_slots} or {""} for m in meshes]
    return all, clips, (sum(map(len, names)), len(set().union(*names)))


def worst(a, b, size):
    """The farthest that any vertex of a is from its counterpart in b: of those at its place the one that stays closest."""
    tree = KDTree(len(b[0]))
    for index, point in enumerate(b[0]):
        tree.insert(point, index)
    tree.balance()
    stack_a, stack_b = numpy.stack(a), numpy.stack(b)
    most, at = 0.0, 0
    for k, point in enumerate(a[0]):
        if not point.any():
            continue
        near = [index for _, index, _ in tree.find_range(point, 2 * TOLERANCE * size)]
        if not near:
            return tree.find(point)[2], 0
        away = numpy.linalg.norm(stack_b[:, near] - stack_a[:, k : k + 1], axis=2)
        best = away.max(axis=0).argmin()
        if away[:, best].max() > most:
            most, at = away[:, best].max(), away[:, best].argmax()
    return most, at


class Quiet:
    """Blender's importers print."""

    def __enter__(self):
        sys.stdout.flush()
        self.kept = os.dup(1)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.close(nowhere)

    def __exit__(self, *_):
        sys.stdout.flush()
        os.dup2(self.kept, 1)
        os.close(self.kept)


def compare(before, after):
    try:
        with Quiet():
            a, clips, counts = BEFORE.get(before) or poses(before, None)
    except RuntimeError as error:
        print(f"skip {after}: Blender does not open the file before: {str(error).strip().splitlines()[-1]}")
        return True
    BEFORE.clear()
    BEFORE[before] = a, clips, counts
    with Quiet():
        b, _, after_counts = poses(after, clips)
    shown = a[0][a[0].any(axis=1)]
    size = float(numpy.linalg.norm(shown.max(axis=0) - shown.min(axis=0)))
    there, back = worst(a, b, size), worst(b, a, size) if len(shown) == len(a[0]) else (0.0, 0)
    most, pose = max(there, back, key=lambda one: one[0])
    error = most / size
    passed = error <= TOLERANCE and counts == after_counts
    where = "without a clip" if pose == 0 else f"clip '{list(clips)[(pose - 1) // len(PARTS)]}' at {PARTS[(pose - 1) % len(PARTS)]}"
    print(
        f"{'ok  ' if passed else 'FAIL'} Blender {after}: {error:.1e} of the size ({where}); "
        f"meshes {counts[0]} → {after_counts[0]}, materials {counts[1]} → {after_counts[1]}"
    )
    return passed


BEFORE = {}
failed = 0
for pair in sys.argv[sys.argv.index("--") + 1 :]:
    before, after = pair.split("=")
    try:
        failed += not compare(before, after)
    except Exception as error:  # Report each file; one that cannot be played does not stop the others.
        failed += 1
        print(f"FAIL Blender {after}: {type(error).__name__}: {error}")
sys.stdout.flush()
sys.exit(1 if failed else 0)
