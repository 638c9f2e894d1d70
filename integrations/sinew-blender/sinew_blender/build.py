"""Builds the result of ``sinew`` in the scene: armature, vertex groups, action, colours."""

import bpy
import numpy as np
from mathutils import Matrix

from . import matrices
from .sample import world_points

ERROR_COLOURS = "sinew_error"

# From small to large errors: dark blue, teal, green, yellow.
_RAMP = np.array([(0.02, 0.01, 0.2), (0.02, 0.2, 0.3), (0.05, 0.5, 0.2), (1.0, 0.8, 0.02)])


def _enter(context, armature, mode):
    for each in context.view_layer.objects:
        each.select_set(False)
    context.view_layer.objects.active = armature
    armature.select_set(True)
    bpy.ops.object.mode_set(mode=mode)


def _tails(joints, parents, size):
    """Tails of bones: at their children, in the direction of their parents, or up."""
    up = np.array([0, 0, 0.06 * size])
    tails = np.empty_like(joints)
    for bone, joint in enumerate(joints):
        children = [k for k, parent in enumerate(parents) if parent == bone]
        way = joints[children].mean(axis=0) - joint if children else np.zeros(3)
        if not children and parents[bone] >= 0:
            way = 0.5 * (joint - joints[parents[bone]])
        tails[bone] = joint + (way if np.linalg.norm(way) > 1e-3 * size else up)
    return tails


def _add_bone(armature, name, head, tail, parent):
    bone = armature.data.edit_bones.new(name)
    bone.head, bone.tail = head, tail
    bone.roll = 0
    bone.parent = parent
    return bone


def _rests(bones):
    return np.array([np.array(bone.matrix, dtype=np.float64) for bone in bones])


class Skeleton:
    """Bones of an armature, animated by skinning matrices.

    A bone with shear becomes a pair: ``NAME.stretch`` rotates and scales, its child ``NAME`` rotates, and their product
    is the matrix. Vertex groups belong to NAME.
    """

    def __init__(self, armature):
        self.armature = armature
        self.names = []
        self.keys = []
        self.pairs = 0
        self.disconnected = 0

    def add(self, context, result, first, size, moved=()):
        """Adds the bones of a result from index ``first`` on; those before already exist in the armature.

        Blender ignores the location of connected bones, so the bones in ``moved`` are disconnected.
        """
        _enter(context, self.armature, "EDIT")
        edit = self.armature.data.edit_bones
        for name in moved:
            self.disconnected += edit[name].use_connect
            edit[name].use_connect = False
            edit[name].use_local_location = edit[name].use_inherit_rotation = True
            edit[name].inherit_scale = "FULL"
        to_own = np.linalg.inv(np.array(self.armature.matrix_world, dtype=np.float64))
        joints = result.joints @ to_own[:3, :3].T + to_own[:3, 3]
        parents = result.parents.tolist()
        tails = _tails(joints, parents, size * np.cbrt(abs(np.linalg.det(to_own[:3, :3]))))
        bones = []
        for k, name in enumerate(result.names):
            if k < first:
                bones.append(edit[name])
            else:
                bones.append(_add_bone(self.armature, name, joints[k], tails[k], None))
        self.names = [bone.name for bone in bones]
        # Skinning matrices are in world space, poses in armature space.
        moves = to_own @ result.transforms @ np.linalg.inv(to_own)
        rests = _rests(bones)
        basis = matrices.local(moves @ rests, rests, parents)
        for k in range(first, len(bones)):
            parent = bones[parents[k]] if parents[k] >= 0 else None
            self._set_parent(bones[k], parent, basis[:, k])
        bpy.ops.object.mode_set(mode="OBJECT")

    def move(self, result, names):
        """Adds new keys to existing bones; their rest pose and parents stay."""
        to_own = np.linalg.inv(np.array(self.armature.matrix_world, dtype=np.float64))
        moves = to_own @ result.transforms @ np.linalg.inv(to_own)
        bones = [self.armature.data.bones[name] for name in self.names]
        rests = np.array([np.array(bone.matrix_local, dtype=np.float64) for bone in bones])
        basis = matrices.local(moves @ rests, rests, result.parents.tolist())
        for name in names:
            frames = basis[:, self.names.index(name)]
            turn, scale = matrices.rotations_and_scales(frames[:, :3, :3])
            self._store_keys(name, frames[:, :3, 3], turn, scale)

    def _set_parent(self, bone, parent, basis):
        linear = basis[:, :3, :3]
        if not matrices.has_shear(linear):
            bone.parent = parent
            turn, scale = matrices.rotations_and_scales(linear)
            self._store_keys(bone.name, basis[:, :3, 3], turn, scale)
            return
        self.pairs += 1
        outer = _add_bone(self.armature, f"{bone.name}.stretch", bone.head, bone.tail, parent)
        outer.use_deform = False
        bone.parent = outer
        u, s, vt = matrices.pair(linear)
        self._store_keys(outer.name, basis[:, :3, 3], u, s)
        self._store_keys(bone.name, None, vt, None)

    def _store_keys(self, name, moved, turn, scale):
        if moved is not None and np.abs(moved).max(initial=0) > 1e-9:
            self.keys.append((name, "location", moved))
        self.keys.append((name, "rotation_quaternion", matrices.quaternions(turn)))
        if scale is not None and np.abs(scale - 1).max(initial=0) > 1e-7:
            self.keys.append((name, "scale", scale))

    def animate(self, frames, name):
        """Adds keys with linear interpolation, in a copy of the armature's action if it has one."""
        if not self.keys or not len(frames):
            return
        for bone, _, _ in self.keys:
            self.armature.pose.bones[bone].rotation_mode = "QUATERNION"
        channels = new_action(self.armature, name)
        for bone in dict.fromkeys(bone for bone, _, _ in self.keys):
            _remove_curves(channels, bone)
        for bone, channel, values in self.keys:
            for index in range(values.shape[1]):
                self._key(channels, bone, channel, index, frames, values[:, index])

    def _key(self, channels, bone, channel, index, frames, values):
        curve = channels.fcurves.new(f"{_path(bone)}.{channel}", index=index)
        curve.group = channels.groups.get(bone) or channels.groups.new(bone)
        curve.keyframe_points.add(len(frames))
        curve.keyframe_points.foreach_set("co", np.column_stack([frames, values]).ravel())
        linear = bpy.types.Keyframe.bl_rna.properties["interpolation"].enum_items["LINEAR"].value
        curve.keyframe_points.foreach_set("interpolation", np.full(len(frames), linear, np.int32))
        curve.update()


def _path(bone):
    return f'pose.bones["{bpy.utils.escape_identifier(bone)}"]'


def _remove_curves(channels, bone):
    """Removes the channels that new keys of a bone replace, in every rotation mode."""
    moving = ("location", "rotation_quaternion", "rotation_euler", "rotation_axis_angle", "scale")
    paths = {f"{_path(bone)}.{channel}" for channel in moving}
    for curve in [each for each in channels.fcurves if each.data_path in paths]:
        channels.fcurves.remove(curve)


def new_action(armature, name):
    """Gives an armature a separate action: a copy of the one it has, or an empty one.

    Returns what has the ``fcurves`` and ``groups``: the action before Blender 4.4, the channels of the armature's slot since.
    """
    animation = armature.animation_data or armature.animation_data_create()
    old = animation.action
    slot = animation.action_slot if old is not None and hasattr(old, "slots") else None
    handle = slot.handle if slot is not None else None
    action = bpy.data.actions.new(name) if old is None else old.copy()
    action.name = name
    animation.action = action
    if not hasattr(action, "slots"):
        return action
    slot = next((each for each in action.slots if each.handle == handle), None)
    # An action without an assigned slot does not animate.
    animation.action_slot = slot or action.slots.new(id_type="OBJECT", name=armature.name)
    layer = action.layers[0] if len(action.layers) else action.layers.new("Layer")
    strip = layer.strips[0] if len(layer.strips) else layer.strips.new(type="KEYFRAME")
    return strip.channelbag(animation.action_slot, ensure=True)


def is_selected(armature, bone):
    """Whether a bone is selected: a property of the pose since Blender 5.0, of the armature before."""
    posed = armature.pose.bones[bone]
    return posed.select if hasattr(posed, "select") else armature.data.bones[bone].select


def blend(armature, bone, drivers, weights):
    """Lets a bone follow others as dual quaternions do, by an Armature constraint."""
    constraint = armature.pose.bones[bone].constraints.new("ARMATURE")
    constraint.name = "Sinew"
    constraint.use_deform_preserve_volume = True
    for driver, weight in zip(drivers, weights):
        target = constraint.targets.new()
        target.target, target.subtarget, target.weight = armature, driver, weight


def new_armature(context, name, collection):
    armature = bpy.data.objects.new(name, bpy.data.armatures.new(name))
    collection.objects.link(armature)
    armature.show_in_front = True
    return armature


def add_vertex_groups(target, names, indices, values):
    """Creates vertex groups for bones; groups with the same names are replaced, others stay."""
    for name in names:
        old = target.vertex_groups.get(name)
        if old is not None:
            target.vertex_groups.remove(old)
    groups = {}
    for place in range(indices.shape[1]):
        for vertex, (bone, weight) in enumerate(zip(indices[:, place].tolist(), values[:, place].tolist())):
            if weight > 0:
                if bone not in groups:
                    groups[bone] = target.vertex_groups.new(name=names[bone])
                groups[bone].add([vertex], weight, "ADD")


def add_armature_modifier(target, armature):
    """Adds an armature modifier to the mesh."""
    modifier = target.modifiers.new("Sinew", "ARMATURE")
    modifier.object = armature
    modifier.use_deform_preserve_volume = False
    return modifier


def place_mesh(mesh, rest, matrix):
    """Sets the rest pose, given in world space, of a mesh whose object has this matrix."""
    own = np.linalg.inv(np.array(matrix, dtype=np.float64))
    points = rest @ own[:3, :3].T + own[:3, 3]
    mesh.vertices.foreach_set("co", points.astype(np.float32).ravel())
    mesh.update()


def object_matrix(matrix):
    """The matrix of the result's object: the original's, or the identity if that one is singular."""
    return matrix.copy() if abs(matrix.determinant()) > 1e-12 else Matrix.Identity(4)


def world_positions(depsgraph, objects):
    """(V, 3) positions of the evaluated objects, in world space."""
    rows = []
    for each in objects:
        evaluated = each.evaluated_get(depsgraph)
        mesh = evaluated.to_mesh()
        try:
            rows.append(world_points(mesh, evaluated.matrix_world))
        finally:
            evaluated.to_mesh_clear()
    return np.concatenate(rows)


def measured_errors(context, objects, frames, poses):
    """(V,) root mean square distance between the objects as Blender plays them and the poses, and the size of the first pose."""
    total = np.zeros(len(poses[0]))
    for frame, pose in zip(frames, poses):
        context.scene.frame_set(frame)
        total += ((world_positions(context.evaluated_depsgraph_get(), objects) - pose) ** 2).sum(axis=1)
    return np.sqrt(total / len(poses)), float(np.linalg.norm(np.ptp(poses[0], axis=0)))


def colour(mesh, distances, worst):
    """The error as a colour attribute: dark where it is small, yellow where it is largest."""
    at = np.clip(distances / max(worst, 1e-30), 0, 1) * (len(_RAMP) - 1)
    low = np.minimum(at.astype(int), len(_RAMP) - 2)
    part = (at - low)[:, None]
    rgba = np.ones((len(distances), 4), np.float32)
    rgba[:, :3] = _RAMP[low] * (1 - part) + _RAMP[low + 1] * part
    attribute = mesh.color_attributes.new(ERROR_COLOURS, "FLOAT_COLOR", "POINT")
    attribute.data.foreach_set("color", rgba.ravel())


def hide(original):
    original.hide_set(True)
    original.hide_render = True
