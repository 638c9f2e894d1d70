"""Compares how Blender and Sinew play an FBX:

    blender --background --factory-startup --python-exit-code 1 --python blender-fbx.py -- MODEL.fbx=CACHE.pc2 …

The cache is the output of `sinew convert MODEL.glb -o CACHE.pc2`; the rest pose is next to it as .obj. Vertices are matched by
rest position, because FBX exporters merge and split them. Exit code 1 if Blender differs by more than 1e-4 of the size in any of
several frames, or if the size differs.
"""
import sys

import bpy
import numpy
from mathutils.kdtree import KDTree

TOLERANCE = 1e-4
MOST_FRAMES = 8


def cache_of(name):
    header = numpy.fromfile(name, dtype="<i4", count=8)
    vertices, frames = int(header[4]), int(header[7])
    return numpy.fromfile(name, dtype="<f4", offset=32).reshape(frames, vertices, 3)


def rest_of(name):
    with open(name, encoding="utf-8") as file:
        rows = [line.split()[1:4] for line in file if line.startswith("v ")]
    return numpy.array(rows, dtype=float)


def posed(meshes):
    """World positions of all vertices, converted from Blender's z-up."""
    graph = bpy.context.evaluated_depsgraph_get()
    parts = []
    for mesh in meshes:
        shape = mesh.evaluated_get(graph)
        data = shape.to_mesh()
        xyz = numpy.empty(3 * len(data.vertices))
        data.vertices.foreach_get("co", xyz)
        matrix = numpy.array(shape.matrix_world)
        world = xyz.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3]
        parts.append(numpy.stack([world[:, 0], world[:, 2], -world[:, 1]], axis=1))
        shape.to_mesh_clear()
    return numpy.concatenate(parts)


def off(argument):
    """The largest distance in units of the size, and the number of compared vertices."""
    model, cache = argument.split("=")
    frames, rest = cache_of(cache), rest_of(cache[:-4] + ".obj")
    size = float(numpy.linalg.norm(rest.max(axis=0) - rest.min(axis=0)))
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.fbx(filepath=model)
    meshes = [o for o in bpy.context.scene.objects if o.type == "MESH"]
    armatures = [o for o in bpy.context.scene.objects if o.type == "ARMATURE"]
    for armature in armatures:
        armature.data.pose_position = "REST"
    bpy.context.view_layer.update()
    tree = KDTree(len(rest))
    for index, point in enumerate(rest):
        tree.insert(point, index)
    tree.balance()
    found = [tree.find(point) for point in posed(meshes)]
    apart = max(distance for _, _, distance in found) / size
    if apart > TOLERANCE:
        raise SystemExit(f"{model}: at rest a vertex is {apart:.2e} of the size away from the nearest of ours")
    paired = numpy.array([index for _, index, _ in found])
    for armature in armatures:
        armature.data.pose_position = "POSE"
    worst, scene = 0.0, bpy.context.scene
    for f in range(0, len(frames), max(1, -(-len(frames) // MOST_FRAMES))):
        # Blender starts at frame 1 and uses the file's rate.
        scene.frame_set(1 + f)
        worst = max(worst, float(numpy.abs(posed(meshes) - frames[f][paired]).max()) / size)
    return worst, len(paired)


failed = False
for argument in sys.argv[sys.argv.index("--") + 1 :]:
    worst, count = off(argument)
    failed |= worst > TOLERANCE
    print(f"Blender: {argument.split('=')[0]}: {count} vertices, largest error {worst:.2e} of the size")
sys.exit(1 if failed else 0)
