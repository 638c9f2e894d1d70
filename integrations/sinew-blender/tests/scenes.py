"""Small scenes with animated meshes."""

import math

import bpy
import numpy as np


def empty():
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    scene = bpy.context.scene
    scene.frame_start, scene.frame_end = 1, 14
    scene.render.fps = 24
    return scene


def grid(name="cloth", size=2.0, cuts=12):
    bpy.ops.mesh.primitive_grid_add(x_subdivisions=cuts, y_subdivisions=cuts, size=size, location=(0.3, -0.2, 1.5))
    made = bpy.context.view_layer.objects.active
    made.name = name
    made.rotation_euler = (0.3, 0.1, 0.5)
    made.scale = (1.0, 1.4, 1.0)
    made.data.materials.append(bpy.data.materials.new(f"{name} red"))
    return made


def only(*objects):
    for each in bpy.context.view_layer.objects:
        each.select_set(each in objects)
    bpy.context.view_layer.objects.active = objects[0]
    bpy.context.view_layer.update()


def cloth(scene=None):
    """A sheet that is fixed at one edge and falls over a ball, simulated here."""
    scene = scene or empty()
    sheet = grid()
    pins = sheet.vertex_groups.new(name="pins")
    pins.add([v.index for v in sheet.data.vertices if v.co.y > 0.99], 1.0, "REPLACE")
    modifier = sheet.modifiers.new("Cloth", "CLOTH")
    modifier.settings.vertex_group_mass = "pins"
    modifier.settings.quality = 4
    bpy.ops.mesh.primitive_uv_sphere_add(segments=12, ring_count=8, radius=0.5, location=(0.2, -0.4, 0.6))
    bpy.context.view_layer.objects.active.modifiers.new("Collision", "COLLISION")
    scene.frame_set(1)
    only(sheet)
    return [sheet]


def shape_keys():
    """Two animated shape keys on a moving object."""
    empty()
    sheet = grid("face", cuts=10)
    sheet.shape_key_add(name="Basis")
    for name, wave in (("smile", 3.0), ("frown", 5.0)):
        key = sheet.shape_key_add(name=name)
        for vertex in key.data:
            vertex.co.z += 0.3 * math.sin(wave * vertex.co.x)
        key.value = 0
        key.keyframe_insert("value", frame=1 if name == "smile" else 6)
        key.value = 1
        key.keyframe_insert("value", frame=8 if name == "smile" else 14)
    sheet.keyframe_insert("location", frame=1)
    sheet.location.x += 1
    sheet.keyframe_insert("location", frame=14)
    only(sheet)
    return [sheet]


def mesh_cache(folder):
    """A modifier that plays a PC2 file."""
    empty()
    sheet = grid("cached", cuts=8)
    count = len(sheet.data.vertices)
    rest = np.empty(3 * count, np.float32)
    sheet.data.vertices.foreach_get("co", rest)
    rest = rest.reshape(-1, 3)
    path = folder / "waves.pc2"
    with open(path, "wb") as file:
        file.write(b"POINTCACHE2\0" + np.array([1, count], "<i4").tobytes())
        file.write(np.array([1, 1], "<f4").tobytes() + np.array([14], "<i4").tobytes())
        for f in range(14):
            moved = rest.copy()
            moved[:, 2] += 0.2 * np.sin(4 * rest[:, 0] + 0.4 * f)
            moved[:, 0] *= 1 + 0.02 * f
            file.write(moved.astype("<f4").tobytes())
    modifier = sheet.modifiers.new("Cache", "MESH_CACHE")
    modifier.cache_format = "PC2"
    modifier.filepath = str(path)
    modifier.frame_start = 1
    only(sheet)
    return [sheet]


def two_objects():
    """Two twisting meshes, one with a subdivision modifier."""
    empty()
    made = []
    for name, cuts in (("left", 6), ("right", 9)):
        sheet = grid(name, cuts=cuts)
        bend = sheet.modifiers.new("Bend", "SIMPLE_DEFORM")
        bend.deform_method, bend.deform_axis = "TWIST", "X"
        bend.angle = 0
        bend.keyframe_insert("angle", frame=1)
        bend.angle = 1.2
        bend.keyframe_insert("angle", frame=14)
        if name == "right":
            sheet.modifiers.new("Smooth", "SUBSURF").levels = 1
            sheet.location.y += 3
        made.append(sheet)
    only(*made)
    return made


def character(connected=False):
    """A tube with an armature of two bones that bends it, weights by height."""
    empty()
    bpy.ops.mesh.primitive_cylinder_add(vertices=12, radius=0.3, depth=2, location=(0, 0, 1), end_fill_type="NGON")
    tube = bpy.context.view_layer.objects.active
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.select_all(action="SELECT")
    bpy.ops.mesh.subdivide(number_cuts=6)
    bpy.ops.object.mode_set(mode="OBJECT")
    bpy.ops.object.armature_add(location=(0, 0, 0))
    armature = bpy.context.view_layer.objects.active
    bpy.ops.object.mode_set(mode="EDIT")
    bones = armature.data.edit_bones
    bones[0].name = "low"
    bones["low"].head, bones["low"].tail = (0, 0, 0), (0, 0, 1)
    high = bones.new("high")
    high.head, high.tail, high.parent = (0, 0, 1), (0, 0, 2), bones["low"]
    high.use_connect = connected
    bpy.ops.object.mode_set(mode="OBJECT")
    low, top = tube.vertex_groups.new(name="low"), tube.vertex_groups.new(name="high")
    for vertex in tube.data.vertices:
        share = min(1.0, max(0.0, vertex.co.z / 0.8 + 0.5))
        low.add([vertex.index], 1 - share, "REPLACE")
        top.add([vertex.index], share, "REPLACE")
    tube.modifiers.new("Armature", "ARMATURE").object = armature
    bone = armature.pose.bones["high"]
    bone.rotation_mode = "QUATERNION"
    bone.keyframe_insert("rotation_quaternion", frame=1)
    bone.rotation_quaternion = (math.cos(0.6), math.sin(0.6), 0, 0)
    bone.keyframe_insert("rotation_quaternion", frame=14)
    only(tube)
    return tube, armature


def shape_key_twin(tube):
    """The same mesh without the armature; a shape key bends its upper half about a place that is not the joint."""
    twin = tube.copy()
    twin.data = tube.data.copy()
    bpy.context.scene.collection.objects.link(twin)
    twin.modifiers.clear()
    twin.shape_key_add(name="Basis")
    key = twin.shape_key_add(name="bend")
    for vertex in key.data:
        if vertex.co.z > 0.2:
            vertex.co.x += 0.5 + 0.3 * (vertex.co.z - 0.2)
    key.value = 0
    key.keyframe_insert("value", frame=1)
    key.value = 1
    key.keyframe_insert("value", frame=14)
    only(twin)
    return twin


def bent_twin(tube, angles):
    """The same mesh without the armature, bent by a modifier, as the target of a refit."""
    twin = tube.copy()
    twin.data = tube.data.copy()
    bpy.context.scene.collection.objects.link(twin)
    twin.modifiers.clear()
    bend = twin.modifiers.new("Bend", "SIMPLE_DEFORM")
    bend.deform_method, bend.deform_axis = "BEND", "X"
    for frame, angle in angles.items():
        bend.angle = angle
        bend.keyframe_insert("angle", frame=frame)
    only(twin)
    return twin
