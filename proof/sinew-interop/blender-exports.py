"""Creates an animated figure in Blender and exports it in every format that Sinew reads:

    blender --background --factory-startup --python-exit-code 1 --python blender-exports.py -- FOLDER

Writes to FOLDER truth.pc2, Blender's own vertex positions in frames 1 to 25 (24 per second, y-up), and walk.glb,
walk.fbx, obj/walk*.obj, ply/walk*.ply, mdd/walk.mdd and pc2/walk.pc2, each cache with its mesh. nearest.py compares how Sinew reads them.
"""
import math
import os
import struct
import sys

import addon_utils
import bpy
import numpy

FRAMES = 25
folder = sys.argv[sys.argv.index("--") + 1]
for part in ["obj", "ply", "mdd", "pc2"]:
    os.makedirs(os.path.join(folder, part), exist_ok=True)

bpy.ops.wm.read_factory_settings(use_empty=True)
if "bool" not in numpy.__dict__:
    numpy.bool = bool
scene = bpy.context.scene
scene.render.fps, scene.frame_start, scene.frame_end = 24, 1, FRAMES

# A tube of quads on three bones, the last of which scales.
bpy.ops.mesh.primitive_cylinder_add(vertices=12, radius=0.3, depth=3, location=(0, 0, 1.5), end_fill_type="NOTHING")
tube = bpy.context.object
tube.name = tube.data.name = "walk"
bpy.ops.object.transform_apply(location=True)
bpy.ops.object.mode_set(mode="EDIT")
bpy.ops.mesh.subdivide(number_cuts=8)
bpy.ops.object.mode_set(mode="OBJECT")
bpy.ops.object.armature_add(location=(0, 0, 0))
rig = bpy.context.object
bpy.ops.object.mode_set(mode="EDIT")
rig.data.edit_bones[0].tail = (0, 0, 1)
for k in (1, 2):
    bone = rig.data.edit_bones.new(f"bone{k}")
    bone.head, bone.tail = (0, 0, k), (0, 0, k + 1)
    bone.parent = rig.data.edit_bones[k - 1]
bpy.ops.object.mode_set(mode="POSE")
for frame in range(1, FRAMES + 1):
    for k, bone in enumerate(rig.pose.bones):
        angle = 0.4 * (k + 1) * math.sin(2 * math.pi * (frame - 1) / (FRAMES - 1))
        bone.rotation_quaternion = (math.cos(angle / 2), math.sin(angle / 2), 0, 0)
        bone.keyframe_insert("rotation_quaternion", frame=frame)
    swell = 1 + 0.3 * (frame - 1) / (FRAMES - 1)
    rig.pose.bones[2].scale = (swell, swell, swell)
    rig.pose.bones[2].keyframe_insert("scale", frame=frame)
bpy.ops.object.mode_set(mode="OBJECT")
tube.select_set(True)
rig.select_set(True)
bpy.context.view_layer.objects.active = rig
bpy.ops.object.parent_set(type="ARMATURE_AUTO")


def positions():
    """World positions, y-up."""
    shape = tube.evaluated_get(bpy.context.evaluated_depsgraph_get())
    data = shape.to_mesh()
    xyz = numpy.empty(3 * len(data.vertices))
    data.vertices.foreach_get("co", xyz)
    matrix = numpy.array(shape.matrix_world)
    world = xyz.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3]
    shape.to_mesh_clear()
    return numpy.stack([world[:, 0], world[:, 2], -world[:, 1]], axis=1)


with open(os.path.join(folder, "truth.pc2"), "wb") as out:
    out.write(struct.pack("<12siiffi", b"POINTCACHE2\0", 1, len(tube.data.vertices), 0.0, 1.0, FRAMES))
    for frame in range(1, FRAMES + 1):
        scene.frame_set(frame)
        out.write(positions().astype("<f4").tobytes())

scene.frame_set(1)
bpy.ops.export_scene.gltf(filepath=os.path.join(folder, "walk.glb"), export_force_sampling=True)
bpy.ops.export_scene.fbx(filepath=os.path.join(folder, "walk.fbx"), bake_anim_simplify_factor=0, add_leaf_bones=False)
rig.select_set(False)
tube.select_set(True)
bpy.context.view_layer.objects.active = tube
bpy.ops.wm.obj_export(
    filepath=os.path.join(folder, "obj", "walk.obj"), export_animation=True, start_frame=1, end_frame=FRAMES,
    export_selected_objects=True,
)
for frame in range(1, FRAMES + 1):
    scene.frame_set(frame)
    bpy.ops.export_mesh.ply(
        filepath=os.path.join(folder, "ply", f"walk{frame:03}.ply"), use_selection=True, axis_up="Y", axis_forward="-Z"
    )
# Caches have Blender's axes and need a mesh with the same vertex order.
scene.frame_set(1)
for part in ["mdd", "pc2"]:
    bpy.ops.wm.obj_export(
        filepath=os.path.join(folder, part, "walk.obj"), export_selected_objects=True, up_axis="Z", forward_axis="Y",
    )
addon_utils.enable("io_shape_mdd")
bpy.ops.export_shape.mdd(filepath=os.path.join(folder, "mdd", "walk.mdd"), fps=24, frame_start=1, frame_end=FRAMES)
addon_utils.enable("io_export_pc2")
bpy.ops.export_shape.pc2(
    filepath=os.path.join(folder, "pc2", "walk.pc2"), range_start=1, range_end=FRAMES, world_space=True, rot_x90=False,
    apply_modifiers=True,
)
