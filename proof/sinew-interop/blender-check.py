"""Compares Blender with Sinew:

    blender --background --factory-startup --python-exit-code 1 --python blender-check.py -- WANTED…

A WANTED is FILE.positions.json (its form is described in check.mjs: any times, on keys and between), or
MODEL.glb=CACHE.pc2, where the cache is the output of `sinew convert MODEL.glb -o CACHE.pc2`, frame k at key k of the only clip.
Exit code 1 if Blender differs by more than 1e-4 of the size anywhere. Between keys, Blender interpolates quaternion components
linearly, while glTF requires slerp. The resulting angle is known and allowed in addition; on keys it is 0.
"""
import json
import os
import sys

import bpy
import numpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import glb  # noqa: E402  Blender does not search the folder of the script

TOLERANCE = 1e-4
MOST_FRAMES = 8


def wanted_of_json(name):
    with open(name, encoding="utf-8") as file:
        wanted = json.load(file)
    wanted["file"] = os.path.join(os.path.dirname(name), wanted["file"])
    return wanted


def wanted_of_cache(model, cache):
    """The same form from a point cache."""
    header = numpy.fromfile(cache, dtype="<i4", count=8)
    vertices, frames = int(header[4]), int(header[7])
    positions = numpy.memmap(cache, dtype="<f4", mode="r", offset=32, shape=(frames, vertices, 3))
    content = glb.Glb(model)
    clip = content.json["animations"][0]
    duration = max(content.json["accessors"][sampler["input"]]["max"][0] for sampler in clip["samplers"])
    picked = range(0, frames, max(1, -(-frames // MOST_FRAMES)))
    samples = [{"time": duration * f / max(1, frames - 1), "positions": positions[f]} for f in picked]
    size = float(numpy.linalg.norm(positions[0].max(axis=0) - positions[0].min(axis=0)))
    return {"file": model, "size": size, "clips": [{"name": clip["name"], "samples": samples}]}


def wanted_of(argument):
    return wanted_of_cache(*argument.split("=")) if "=" in argument else wanted_of_json(argument)


def load(file):
    """Imports a GLB into an empty scene; returns the armatures and the skinned meshes."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    # The importer of Debian's Blender 3.4 is older than its numpy.
    if "bool" not in numpy.__dict__:
        numpy.bool = bool
    bpy.ops.import_scene.gltf(filepath=file, merge_vertices=False)
    objects = list(bpy.context.scene.objects)
    skinned = [o for o in objects if o.type == "MESH" and any(m.type == "ARMATURE" for m in o.modifiers)]
    return [o for o in objects if o.type == "ARMATURE"], skinned


def choose(armatures, clip):
    """Makes one clip the action of the armatures; the importer puts each on a track of that name."""
    for armature in armatures:
        data = armature.animation_data
        if data is None:
            continue
        data.action = None
        for track in data.nla_tracks:
            track.mute = True
            if track.name == clip:
                data.action = track.strips[0].action
        for bone in armature.pose.bones:
            bone.matrix_basis.identity()


def choose_shapes(meshes, clip):
    """The same for morph targets."""
    for mesh in meshes:
        keys = mesh.data.shape_keys
        if keys is None or keys.animation_data is None:
            continue
        keys.animation_data.action = None
        for track in keys.animation_data.nla_tracks:
            track.mute = True
            if track.name == clip:
                keys.animation_data.action = track.strips[0].action


def positions_at(mesh, seconds):
    """Blender's vertex positions, in glTF's axes."""
    scene = bpy.context.scene
    frame = seconds * scene.render.fps / scene.render.fps_base
    scene.frame_set(int(frame // 1), subframe=frame % 1)
    evaluated = mesh.evaluated_get(bpy.context.evaluated_depsgraph_get())
    posed = evaluated.to_mesh()
    flat = numpy.empty(3 * len(posed.vertices), dtype=numpy.float32)
    posed.vertices.foreach_get("co", flat)
    evaluated.to_mesh_clear()
    world = numpy.array(evaluated.matrix_world)
    points = flat.reshape(-1, 3) @ world[:3, :3].T + world[:3, 3]
    return numpy.stack((points[:, 0], points[:, 2], -points[:, 1]), axis=1)


def check(wanted):
    """Prints a line; returns whether Blender agrees."""
    armatures, meshes = load(wanted["file"])
    if len(meshes) != 1:
        raise SystemExit(f"{wanted['file']}: Blender has {len(meshes)} skinned meshes instead of one")
    content = glb.Glb(wanted["file"])
    source = content.drawn_sources()
    worst, place, samples, ok = 0.0, "", 0, True
    for clip in wanted["clips"]:
        choose(armatures, clip["name"])
        choose_shapes(meshes, clip["name"])
        for sample in clip["samples"]:
            ours = numpy.asarray(sample["positions"], dtype=numpy.float64).reshape(-1, 3)[source]
            theirs = positions_at(meshes[0], sample["time"])
            if theirs.shape != ours.shape:
                raise SystemExit(f"{wanted['file']}: Blender has {len(theirs)} vertices instead of {len(ours)}")
            off = numpy.linalg.norm(theirs - ours, axis=1) / wanted["size"]
            # An angle moves points at a distance of one size by that fraction of the size.
            granted = content.straight_line_angle(clip["name"], sample["time"])
            k = int(off.argmax())
            ok = ok and bool(off[k] <= TOLERANCE + granted)
            if not off[k] <= worst:
                worst = float(off[k])
                place = f" at vertex {source[k]}, {sample['time']:.4f} s of '{clip['name']}' (straight quaternions {granted:.1e})"
            samples += 1
    name = os.path.basename(wanted["file"])
    print(f"{'ok ' if ok else 'BAD'} {name}: {samples} samples, {len(source)} vertices, worst {worst:.2e} of the size{place}")
    return ok


def main():
    arguments = sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else []
    if not arguments:
        print(__doc__)
        sys.exit(2)
    verdicts = [check(wanted_of(argument)) for argument in arguments]
    print(f"Blender {bpy.app.version_string}: {sum(verdicts)} of {len(verdicts)} models agree")
    sys.exit(0 if all(verdicts) else 1)


main()
