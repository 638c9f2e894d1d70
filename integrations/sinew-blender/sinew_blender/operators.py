"""The operators. With a window they run in the background, with progress and Esc to cancel; without one they block."""

import time

import bpy

from . import program, tasks
from .settings import preferences

# Seconds that a step of work may block the window.
_MAX_STEP_SECONDS = 0.1


class _SinewOperator:
    """Runs one task, driven by a timer."""

    bl_options = {"REGISTER", "UNDO"}

    _task = None
    _steps = None
    _timer = None

    @classmethod
    def poll(cls, context):
        return context.mode == "OBJECT" and not SINEW_OT_cancel.running

    def make(self, context, command):
        raise NotImplementedError

    def _begin(self, context):
        command = program.find(preferences(context))
        self._task = self.make(context, command)
        self._steps = self._task.steps()

    def _report(self, failure):
        self.report({"ERROR"}, f"Sinew: {failure}")
        return {"CANCELLED"}

    def execute(self, context):
        try:
            self._begin(context)
            for _ in self._steps:
                time.sleep(0.01)
        except program.SinewError as failure:
            return self._report(failure)
        finally:
            if self._task is not None:
                self._task.end()
        self.report({"INFO"}, f"Sinew: {self._task.note}")
        return {"FINISHED"}

    def invoke(self, context, event):
        if bpy.app.background:
            return self.execute(context)
        try:
            self._begin(context)
        except program.SinewError as failure:
            return self._report(failure)
        manager = context.window_manager
        manager.progress_begin(0, 100)
        self._timer = manager.event_timer_add(0.05, window=context.window)
        manager.modal_handler_add(self)
        SINEW_OT_cancel.running, SINEW_OT_cancel.asked = True, False
        return {"RUNNING_MODAL"}

    def modal(self, context, event):
        if event.type == "ESC" or SINEW_OT_cancel.asked:
            self._leave(context)
            self.report({"WARNING"}, "Sinew: cancelled; nothing was changed")
            return {"CANCELLED"}
        if event.type != "TIMER":
            return {"PASS_THROUGH"}
        try:
            began = time.monotonic()
            while time.monotonic() - began < _MAX_STEP_SECONDS:
                fraction, text = next(self._steps)
                self._show(context, fraction, text)
                if self._task.run is not None:
                    break
        except StopIteration:
            self._leave(context)
            self.report({"INFO"}, f"Sinew: {self._task.note}")
            if self._task.has_page:
                bpy.ops.wm.url_open(url=self._task.page().as_uri())
            return {"FINISHED"}
        except program.SinewError as failure:
            self._leave(context)
            return self._report(failure)
        except BaseException:
            self._leave(context)
            raise
        return {"RUNNING_MODAL"} if self._task.run is None else {"PASS_THROUGH"}

    def cancel(self, context):
        """Called when Blender closes the window."""
        self._leave(context)

    def _show(self, context, fraction, text):
        SINEW_OT_cancel.text = text
        context.workspace.status_text_set(f"{text}   (Esc: cancel)")
        if fraction is not None:
            context.window_manager.progress_update(int(100 * fraction))
        for area in context.window.screen.areas:
            if area.type == "VIEW_3D":
                area.tag_redraw()

    def _leave(self, context):
        SINEW_OT_cancel.running = False
        context.window_manager.event_timer_remove(self._timer)
        context.window_manager.progress_end()
        context.workspace.status_text_set(None)
        self._steps.close()
        self._task.end()


class SINEW_OT_fit(_SinewOperator, bpy.types.Operator):
    """Find bones and weights that reproduce the motion of the selected meshes"""

    bl_idname = "sinew.fit"
    bl_label = "Fit bones"

    def make(self, context, command):
        return tasks.MeshTask(context, context.scene.sinew, command, "fit")


class SINEW_OT_rig(_SinewOperator, bpy.types.Operator):
    """Find a skeleton with joints from the motion of the selected meshes"""

    bl_idname = "sinew.rig"
    bl_label = "Find a skeleton"

    def make(self, context, command):
        return tasks.MeshTask(context, context.scene.sinew, command, "rig")


class SINEW_OT_refit(_SinewOperator, bpy.types.Operator):
    """Fit the chosen armature to the motion of the active mesh; selected bones stay unchanged"""

    bl_idname = "sinew.refit"
    bl_label = "Refit armature"

    def make(self, context, command):
        return tasks.RefitTask(context, context.scene.sinew, command)


class SINEW_OT_weights(_SinewOperator, bpy.types.Operator):
    """Compute smooth weights of the active mesh for the bones of the chosen armature"""

    bl_idname = "sinew.weights"
    bl_label = "Weights from bones"

    def make(self, context, command):
        return tasks.WeightsTask(context, context.scene.sinew, command)


class SINEW_OT_linearize(_SinewOperator, bpy.types.Operator):
    """Add blend bones so that linear skinning looks like Preserve Volume, for engines with linear skinning only"""

    bl_idname = "sinew.linearize"
    bl_label = "Linearise"

    def make(self, context, command):
        return tasks.LinearizeTask(context, context.scene.sinew, command)


class SINEW_OT_retarget(_SinewOperator, bpy.types.Operator):
    """Put motion from a file or another armature onto the chosen armature, as a new action"""

    bl_idname = "sinew.retarget"
    bl_label = "Retarget motion"

    def make(self, context, command):
        return tasks.RetargetTask(context, context.scene.sinew, command)


class SINEW_OT_cancel(bpy.types.Operator):
    """Cancel Sinew; the scene stays unchanged"""

    bl_idname = "sinew.cancel"
    bl_label = "Cancel"

    running = False
    asked = False
    text = ""

    def execute(self, context):
        SINEW_OT_cancel.asked = True
        return {"FINISHED"}


CLASSES = (SINEW_OT_cancel, SINEW_OT_fit, SINEW_OT_rig, SINEW_OT_refit, SINEW_OT_weights, SINEW_OT_linearize, SINEW_OT_retarget)
