"""Preferences and settings."""

import bpy
from bpy.props import BoolProperty, EnumProperty, FloatProperty, IntProperty, PointerProperty, StringProperty


class SinewPreferences(bpy.types.AddonPreferences):
    """The location of the program."""

    bl_idname = __package__

    command: StringProperty(
        name="Sinew",
        description="The sinew launcher or sinew.jar. If empty, the one in the add-on or on the PATH",
        subtype="FILE_PATH",
    )

    def draw(self, context):
        self.layout.prop(self, "command")
        self.layout.label(text="If empty, uses the sinew.jar in the add-on or on the PATH. Needs Java 17 or newer.")


def preferences(context):
    """The preferences of the add-on, or defaults if it runs from a script without being installed."""
    addon = context.preferences.addons.get(__package__)
    return addon.preferences if addon else _Defaults()


class _Defaults:
    command = ""


def _is_armature(self, candidate):
    return candidate.type == "ARMATURE"


class SinewSettings(bpy.types.PropertyGroup):
    """The settings of the panel."""

    own_range: BoolProperty(name="Custom range", description="Use other frames than those of the scene", default=False)
    start: IntProperty(name="Start", default=1, description="First frame")
    end: IntProperty(name="End", default=250, description="Last frame")
    step: IntProperty(name="Step", default=1, min=1, description="Use every Nth frame")
    goal: EnumProperty(
        name="Goal",
        items=[
            ("BONES", "Bones", "Use this number of bones"),
            ("ERROR", "Error", "Use the fewest bones that reach this error, in thousandths of the radius"),
        ],
    )
    bones: IntProperty(name="Bones", default=30, min=1, max=1024)
    error: FloatProperty(name="Error", default=2, min=0.001, description="E_RMS in thousandths of the radius")
    bone_type: EnumProperty(
        name="Bone type",
        items=[
            ("rigid", "Rigid", "Rotation and translation; supported by every engine and FBX"),
            ("similarity", "Rotate + Scale", "Rotation, translation and uniform scale"),
            ("affine", "Affine", "Any affine transform; the lowest error. Bones that shear become two nested bones"),
        ],
        default="similarity",
    )
    influences: IntProperty(name="Influences", description="Maximum number of bones per vertex", default=4, min=1, max=16)
    shading: FloatProperty(
        name="Shading", default=1, min=0, max=100, description="Weight of normals relative to positions; 0 ignores normals"
    )
    importance: StringProperty(
        name="Importance", description="Vertex group whose vertices are fitted more closely"
    )
    importance_factor: FloatProperty(
        name="Counts",
        default=10,
        min=0,
        max=1000,
        description="Weight of a vertex with full group weight relative to a vertex outside the group",
    )
    rig_bounded: BoolProperty(name="At most", default=False, description="Limit the number of bones of the skeleton")
    rig_bones: IntProperty(name="Bones", default=20, min=1, max=256)
    armature: PointerProperty(
        name="Armature",
        type=bpy.types.Object,
        poll=_is_armature,
        description="Armature to compute weights for, or to refit",
    )
    solve: EnumProperty(
        name="Solve for",
        items=[
            ("both", "Both", "Weights and motion; selected bones stay unchanged"),
            ("weights", "Weights", "Weights only; the motion stays"),
            ("motion", "Motion", "Motion only; weights and selected bones stay unchanged"),
        ],
    )
    add_bones: IntProperty(
        name="Helper bones", default=0, min=0, max=64, description="Number of bones to add where the error is largest"
    )
    blend_bones: IntProperty(
        name="Blend bones", default=8, min=1, max=256, description="Number of bones to add so that linear skinning looks like Preserve Volume"
    )
    error_colours: BoolProperty(
        name="Colour error", default=True, description="Add a colour attribute with the error of each vertex over the frames"
    )

    report: BoolProperty(name="Report", default=False, description="Open a page with the result next to the original in the browser")
    export: StringProperty(
        name="Export",
        subtype="FILE_PATH",
        description="Also write the result to this file: .glb, .gltf, .fbx or .usda. Empty: no file",
    )
    motion_file: StringProperty(
        name="Motion", subtype="FILE_PATH", description="File with the motion: .bvh, .glb, .gltf, .fbx or .usda"
    )
    motion_clip: StringProperty(name="Clip", description="Clip of the file. Empty: the only one")
    motion_armature: PointerProperty(
        name="From armature", type=bpy.types.Object, poll=_is_armature, description="Use the motion of this armature instead of a file"
    )
    root_motion: EnumProperty(
        name="Root motion",
        items=[
            ("keep", "Keep", "Travel over the ground as in the motion"),
            ("in-place", "In place", "Remove the travel over the ground"),
        ],
    )

    def frames(self, scene):
        """Numbers of the frames to sample."""
        start, end = (self.start, self.end) if self.own_range else (scene.frame_start, scene.frame_end)
        return list(range(start, end + 1, self.step))


CLASSES = (SinewPreferences, SinewSettings)
