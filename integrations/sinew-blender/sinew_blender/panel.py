"""The sidebar panel of the 3D view."""

import bpy

from .operators import SINEW_OT_cancel


class SINEW_PT_main(bpy.types.Panel):
    """Main panel: input, frames and settings."""

    bl_label = "Sinew"
    bl_idname = "SINEW_PT_main"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Sinew"

    def draw(self, context):
        s, layout = context.scene.sinew, self.layout
        layout.use_property_split = True
        layout.use_property_decorate = False
        if SINEW_OT_cancel.running:
            layout.label(text=SINEW_OT_cancel.text, icon="TIME")
            layout.operator("sinew.cancel", icon="X")
            return
        meshes = [each.name for each in context.selected_objects if each.type == "MESH"]
        named = ", ".join(meshes[:3]) + (f" and {len(meshes) - 3} more" if len(meshes) > 3 else "")
        layout.label(text=named or "Select animated meshes", icon="MESH_DATA")
        column = layout.column(align=True)
        column.prop(s, "own_range")
        if s.own_range:
            column.prop(s, "start")
            column.prop(s, "end")
        column.prop(s, "step")
        layout.prop(s, "influences")
        layout.prop(s, "error_colours")
        if s.error_colours and getattr(context.space_data, "shading", None) is not None:
            layout.prop(context.space_data.shading, "color_type", text="View")
        layout.prop(s, "report")
        layout.prop(s, "export")


class _Part:
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Sinew"
    bl_parent_id = "SINEW_PT_main"

    @classmethod
    def poll(cls, context):
        return not SINEW_OT_cancel.running

    def draw(self, context):
        self.layout.use_property_split = True
        self.layout.use_property_decorate = False
        self.fill(context.scene.sinew, self.layout)


def draw_importance(s, layout):
    """The vertex group for importance, and its weight."""
    active = bpy.context.active_object
    if active is not None and active.type == "MESH":
        layout.prop_search(s, "importance", active, "vertex_groups")
        if s.importance:
            layout.prop(s, "importance_factor")


class SINEW_PT_fit(_Part, bpy.types.Panel):
    bl_label = "Fit"

    def fill(self, s, layout):
        layout.row().prop(s, "goal", expand=True)
        layout.prop(s, "bones" if s.goal == "BONES" else "error")
        layout.prop(s, "bone_type")
        layout.prop(s, "shading")
        draw_importance(s, layout)
        layout.operator("sinew.fit", icon="BONE_DATA")


class SINEW_PT_rig(_Part, bpy.types.Panel):
    bl_label = "Rig"

    def fill(self, s, layout):
        layout.prop(s, "rig_bounded")
        if s.rig_bounded:
            layout.prop(s, "rig_bones")
        draw_importance(s, layout)
        layout.operator("sinew.rig", icon="OUTLINER_OB_ARMATURE")


class SINEW_PT_armature(_Part, bpy.types.Panel):
    bl_label = "Existing armature"
    bl_options = {"DEFAULT_CLOSED"}

    def fill(self, s, layout):
        layout.prop(s, "armature")
        layout.prop(s, "add_bones")
        row = layout.row()
        row.enabled = s.add_bones == 0
        row.prop(s, "solve")
        layout.operator("sinew.refit", icon="CON_ARMATURE")
        layout.operator("sinew.weights", icon="MOD_VERTEX_WEIGHT")


class SINEW_PT_linearize(_Part, bpy.types.Panel):
    bl_label = "Linearise"
    bl_options = {"DEFAULT_CLOSED"}

    def fill(self, s, layout):
        layout.prop(s, "blend_bones")
        layout.operator("sinew.linearize", icon="CON_ROTLIKE")


class SINEW_PT_retarget(_Part, bpy.types.Panel):
    bl_label = "Retarget"
    bl_options = {"DEFAULT_CLOSED"}

    def fill(self, s, layout):
        layout.prop(s, "armature")
        layout.prop(s, "motion_armature")
        if s.motion_armature is None:
            layout.prop(s, "motion_file")
            layout.prop(s, "motion_clip")
        layout.prop(s, "root_motion")
        layout.operator("sinew.retarget", icon="ACTION")


CLASSES = (SINEW_PT_main, SINEW_PT_fit, SINEW_PT_rig, SINEW_PT_armature, SINEW_PT_linearize, SINEW_PT_retarget)
