"""Tests the add-on in Blender with a window: timer, status bar, cancel, undo. Under Xvfb:

    SINEW=./sinew xvfb-run -s '-screen 0 1440x900x24' blender --factory-startup --python integrations/sinew-blender/tests/windowed.py

With ``-- FOLDER`` it also writes the pictures of docs/interfaces/blender.md. Prints a line per check and quits Blender.
"""

import os
import shutil
import subprocess
import sys
import time
import traceback
from importlib import import_module
from pathlib import Path

import bpy

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import scenes  # noqa: E402

FOLDER = Path(sys.argv[sys.argv.index("--") + 1]) if "--" in sys.argv else None
failures = []


def check(name, fine, detail=""):
    print(f"{'ok    ' if fine else 'FAILED'}  {name}{': ' if detail else ''}{detail}", flush=True)
    if not fine:
        failures.append(name)


def context():
    """Context of the window's 3D view."""
    window = bpy.context.window_manager.windows[0]
    area = next(each for each in window.screen.areas if each.type == "VIEW_3D")
    region = next(each for each in area.regions if each.type == "WINDOW")
    return bpy.context.temp_override(window=window, screen=window.screen, area=area, region=region)


def picture(name):
    if FOLDER is not None:
        with context():
            bpy.ops.wm.redraw_timer(type="DRAW_WIN_SWAP", iterations=2)
            bpy.ops.screen.screenshot(filepath=str(FOLDER / name))


def open_our_tab():
    """Selects our tab of the sidebar. Blender 3 has no API for it, so it is clicked with xdotool if available."""
    window = bpy.context.window_manager.windows[0]
    area = next(each for each in window.screen.areas if each.type == "VIEW_3D")
    sidebar = next(each for each in area.regions if each.type == "UI")
    if FOLDER is not None and shutil.which("xdotool"):
        across, down = sidebar.x + sidebar.width - 8, window.height - sidebar.y - sidebar.height + 168
        subprocess.run(["xdotool", "mousemove", str(across), str(down), "click", "1"], check=True)


def stage():
    """A cape that falls over a ball, seen from the front."""
    with context():
        sheet = scenes.cloth(bpy.context.scene)[0]
        bpy.context.scene.frame_end = 40
        sheet.modifiers.new("Smooth", "SUBSURF").levels = 1
        area = next(a for a in bpy.context.window_manager.windows[0].screen.areas if a.type == "VIEW_3D")
        area.spaces[0].show_region_ui = True
        area.spaces[0].shading.type = "SOLID"
        area.spaces[0].shading.color_type = "VERTEX"
        view = area.spaces[0].region_3d
        view.view_location, view.view_distance = (0.2, -0.2, 1.1), 5.5
        scenes.only(sheet)


def everything():
    lists = ("objects", "armatures", "actions")
    data = {name: sorted(each.name for each in getattr(bpy.data, name)) for name in lists}
    return data, bpy.context.scene.frame_current, [each.hide_get() for each in bpy.context.view_layer.objects]


def script():
    """The test steps, with a pause at every yield."""
    import_module("sinew_blender").register()
    operators = import_module("sinew_blender.operators")
    scenes.empty()
    yield
    stage()
    bpy.context.scene.sinew.bones = 16
    bpy.context.scene.frame_set(1)
    bpy.ops.ed.undo_push(message="the scene")
    yield
    open_our_tab()
    yield
    yield
    picture("blender-panel.png")

    before = everything()
    with context():
        answer = bpy.ops.sinew.fit("INVOKE_DEFAULT")
    check("it runs in the background", answer == {"RUNNING_MODAL"})
    yield
    seen = operators.SINEW_OT_cancel.text
    check("it shows its progress", seen.startswith("Sinew: "), seen)
    bpy.ops.sinew.cancel()
    while operators.SINEW_OT_cancel.running:
        yield
    check("cancelled: the scene is unchanged", everything() == before)

    with context():
        bpy.ops.sinew.fit("INVOKE_DEFAULT")
    shots, stages = 0, set()
    while operators.SINEW_OT_cancel.running:
        stages.add(operators.SINEW_OT_cancel.text.split(":")[1].split()[0])
        if "sampling" not in stages or len(stages) > 1:
            if not shots:
                picture("blender-running.png")
                shots = 1
        yield
    check("sampling and solving are both shown", "sampling" in stages and len(stages) > 1, ", ".join(sorted(stages)))
    check("an armature was added", len(bpy.data.armatures) == 1 and len(bpy.data.armatures[0].bones) >= 16)
    made = bpy.data.objects["cloth skinned"]
    check("the original is hidden", bpy.data.objects["cloth"].hide_get() and not made.hide_get())
    bpy.context.scene.frame_set(34)
    yield
    picture("blender-result.png")
    with context():
        bpy.ops.ed.undo()
    yield
    check("undone: no armature, the original is back", not bpy.data.armatures and not bpy.data.objects["cloth"].hide_get())
    with context():
        bpy.ops.ed.redo()
    yield
    check("redone: the armature is back", len(bpy.data.armatures) == 1)


steps = script()
began = time.monotonic()


def tick():
    try:
        next(steps)
        if time.monotonic() - began < 240:
            return 0.3
        check("within 240 s", False)
    except StopIteration:
        pass
    except BaseException:
        traceback.print_exc()
        failures.append("exception")
    print(f"{len(failures)} failed" if failures else "all passed", flush=True)
    sys.stdout.flush()
    os._exit(1 if failures else 0)


bpy.app.timers.register(tick, first_interval=1.0, persistent=True)
