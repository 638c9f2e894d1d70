"""What a person may choose."""

import bpy
from bpy.props import BoolProperty, EnumProperty, FloatProperty, IntProperty, PointerProperty, StringProperty


class SinewPreferences(bpy.types.AddonPreferences):
    """Where the program is."""

    bl_idname = __package__

    command: StringProperty(
        name="Sinew",
        description="The sinew launcher or sinew.jar; empty: the add-on's own, or the one on the PATH",
        subtype="FILE_PATH",
    )

    def draw(self, context):
        self.layout.prop(self, "command")
        self.layout.label(text="Empty: the add-on's own sinew.jar, or the one on the PATH. Needs Java 17 or newer.")


def preferences(context):
    """Those of the add-on; the defaults where it runs from a script and is not installed."""
    addon = context.preferences.addons.get(__package__)
    return addon.preferences if addon else _Defaults()


class _Defaults:
    command = ""


def _is_armature(self, candidate):
    return candidate.type == "ARMATURE"


class SinewSettings(bpy.types.PropertyGroup):
    """What the panel shows."""

    own_range: BoolProperty(name="Own range", description="Not the frames of the scene", default=False)
    start: IntProperty(name="Start", default=1, description="First frame to take")
    end: IntProperty(name="End", default=250, description="Last frame to take")
    step: IntProperty(name="Step", default=1, min=1, description="Takes every so-manieth frame")
    goal: EnumProperty(
        name="Goal",
        items=[
            ("BONES", "Bones", "So many bones"),
            ("ERROR", "Error", "As few bones as bring the error to it or below, in thousandths of the radius"),
        ],
    )
    bones: IntProperty(name="Bones", default=30, min=1, max=1024)
    error: FloatProperty(name="Error", default=2, min=0.001, description="E_RMS in thousandths of the radius")
    bone_type: EnumProperty(
        name="Bones may",
        items=[
            ("rigid", "Turn and move", "Rigid bones: one bone each, what every engine and FBX hold"),
            ("similarity", "Scale evenly, too", "Similarity: one bone each"),
            ("affine", "Shear, too", "Affine: the smallest error; two bones each, the second inside the first"),
        ],
        default="similarity",
    )
    influences: IntProperty(name="Weights", description="Most weights that a vertex may have", default=4, min=1, max=16)
    shading: FloatProperty(
        name="Shading", default=1, min=0, max=100, description="How much normals count beside positions; 0: not at all"
    )
    importance: StringProperty(
        name="Importance", description="A vertex group: what is painted there is followed more closely"
    )
    importance_factor: FloatProperty(
        name="Counts",
        default=10,
        min=0,
        max=1000,
        description="How much a vertex of full weight in the group counts beside one outside of it",
    )
    rig_bounded: BoolProperty(name="At most", default=False, description="Bound the bones of the skeleton")
    rig_bones: IntProperty(name="Bones", default=20, min=1, max=256)
    armature: PointerProperty(
        name="Armature",
        type=bpy.types.Object,
        poll=_is_armature,
        description="The armature whose bones are used: for weights, or to refit the mesh that it moves",
    )
    solve: EnumProperty(
        name="Solve for",
        items=[
            ("both", "Both", "Weights and motion; selected bones stay"),
            ("weights", "Weights", "The bones move as they do"),
            ("motion", "Motion", "The weights stay; selected bones stay"),
        ],
    )
    add_bones: IntProperty(
        name="Helper bones", default=0, min=0, max=64, description="Added to the armature where the error is largest"
    )
    blend_bones: IntProperty(
        name="Blend bones", default=8, min=1, max=256, description="Added so that linear skinning looks like Preserve Volume"
    )
    error_colours: BoolProperty(
        name="Colour error", default=True, description="A colour attribute with each vertex's error over the frames"
    )

    def frames(self, scene):
        """Numbers of the frames to take."""
        start, end = (self.start, self.end) if self.own_range else (scene.frame_start, scene.frame_end)
        return list(range(start, end + 1, self.step))


CLASSES = (SinewPreferences, SinewSettings)
