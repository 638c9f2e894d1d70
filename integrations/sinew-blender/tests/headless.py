"""Checks in Blender without a window that what the add-on builds plays as in ``sinew``:

    SINEW=./sinew blender --background --factory-startup --python-exit-code 1 --python integrations/sinew-blender/tests/headless.py

With ``-- ADDON.zip`` the built add-on is installed and tested instead of the sources. Prints a line per check.
"""

import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path

import bpy
import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import scenes  # noqa: E402

CLOSE = 1e-4
ARCHIVES = sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else []
failures = []


def load():
    """Loads the add-on: installed from a zip, or the sources."""
    if ARCHIVES:
        bpy.ops.preferences.addon_install(filepath=ARCHIVES[0], overwrite=True)
        bpy.ops.preferences.addon_enable(module="sinew_blender")
    else:
        sys.path.insert(0, str(HERE.parent))
        import_module("sinew_blender").register()


def part(name):
    return import_module(f"sinew_blender.{name}")


def check(name, fine, detail=""):
    print(f"{'ok    ' if fine else 'FAILED'}  {name}{': ' if detail else ''}{detail}", flush=True)
    if not fine:
        failures.append(name)


def positions(objects, frame):
    bpy.context.scene.frame_set(frame)
    depsgraph = bpy.context.evaluated_depsgraph_get()
    rows = []
    for each in objects:
        evaluated = each.evaluated_get(depsgraph)
        mesh = evaluated.to_mesh()
        points = np.empty(3 * len(mesh.vertices), np.float32)
        mesh.vertices.foreach_get("co", points)
        world = np.array(evaluated.matrix_world)
        rows.append(points.reshape(-1, 3) @ world[:3, :3].T + world[:3, 3])
        evaluated.to_mesh_clear()
    return np.concatenate(rows)


def run(operator):
    """Runs an operator; the result of ``sinew`` is kept for comparison."""
    kept = {}
    task = part("tasks").Task
    original = task.end

    def end(self):
        kept["result"], kept["note"], kept["error"] = self.result, self.note, self.error_percent
        original(self)

    task.end = end
    try:
        answer = operator()
    finally:
        task.end = original
    assert answer == {"FINISHED"}, answer
    return kept


def frames():
    return bpy.context.scene.sinew.frames(bpy.context.scene)


def check_playback(name, made, kept, truth=None):
    result = kept["result"]
    size = np.linalg.norm(np.ptp(result.rest, axis=0))
    worst = max(np.abs(positions(made, f) - result.positions(k)).max() for k, f in enumerate(frames())) / size
    check(f"{name} plays as in sinew", worst < CLOSE, f"{worst:.1e} of the size, {kept['note']}")
    if truth is not None:
        size = np.linalg.norm(np.ptp(truth[0], axis=0))
        off = [((positions(made, f) - t) ** 2).sum(axis=1).mean() for f, t in zip(frames(), truth)]
        percent = 100 * np.sqrt(np.mean(off)) / size
        check(f"{name}: the reported error is Blender's", abs(percent - kept["error"]) < 1e-4, f"{percent:.6f} and {kept['error']:.6f} %")


def skinned(originals):
    return [bpy.data.objects[f"{each.name} skinned"] for each in originals]


def follows(name, made, truth):
    size = np.linalg.norm(np.ptp(truth[0], axis=0))
    off = [((positions(made, f) - t) ** 2).sum(axis=1).mean() for f, t in zip(frames(), truth)]
    rms = np.sqrt(np.mean(off)) / size
    check(f"{name} follows the original", rms < 0.03, f"average error {100 * rms:.2g} % of the size")


def fit(name, originals, **settings):
    for key, value in settings.items():
        setattr(bpy.context.scene.sinew, key, value)
    truth = [positions(originals, f) for f in frames()]
    moved = np.abs(truth[-1] - truth[0]).max() / np.linalg.norm(np.ptp(truth[0], axis=0))
    check(f"{name}: the original moves", moved > 0.05, f"by {100 * moved:.0f} % of the size")
    bpy.context.scene.frame_set(5)
    materials = [[m.name for m in each.data.materials] for each in originals]
    uvs = [len(each.data.uv_layers) for each in originals]
    kept = run(bpy.ops.sinew.fit)
    check(f"{name}: the current frame is restored", bpy.context.scene.frame_current == 5)
    made = skinned(originals)
    check(f"{name}: originals hidden", all(each.hide_get() and each.hide_render for each in originals))
    check(f"{name}: materials kept", [[m.name for m in each.data.materials] for each in made] == materials)
    check(f"{name}: UVs kept", uvs[0] > 0 and [len(each.data.uv_layers) for each in made] == uvs)
    check(f"{name}: error as colours", all("sinew_error" in each.data.color_attributes for each in made))
    check_playback(name, made, kept, truth)
    follows(name, made, truth)
    action = made[0].parent.animation_data.action
    check(f"{name}: channels are grouped by bone", all(c.group.name in c.data_path for c in action.fcurves))


def everything():
    """The content of the scene, for comparison."""
    lists = ("objects", "meshes", "armatures", "actions", "materials", "collections")
    data = {name: sorted(each.name for each in getattr(bpy.data, name)) for name in lists}
    hidden = [(each.name, each.hide_get(), each.hide_render) for each in bpy.context.view_layer.objects]
    groups = [(each.name, len(each.vertex_groups), len(each.modifiers)) for each in bpy.data.objects]
    return data, hidden, groups, bpy.context.scene.frame_current


def rejected(name, sentence):
    before = everything()
    try:
        bpy.ops.sinew.fit()
        check(f"{name} is rejected", False)
    except RuntimeError as rejection:
        check(f"{name} is rejected", sentence in str(rejection), str(rejection).strip().splitlines()[0])
    check(f"{name}: the scene is unchanged", everything() == before)


def rejections():
    scenes.empty()
    rejected("no selection", "no mesh is selected")
    sheet = scenes.grid()
    fewer = sheet.modifiers.new("Fewer", "DECIMATE")
    for frame, ratio in ((1, 1.0), (10, 0.4)):
        fewer.ratio = ratio
        fewer.keyframe_insert("ratio", frame=frame)
    scenes.only(sheet)
    rejected("a mesh with changing topology", "the topology must not change")


def cancelled():
    """Stops a task halfway, while sampling and while solving."""
    scenes.cloth()
    bpy.context.scene.frame_set(3)
    before = everything()
    for stage in ("sampling", "starting"):
        command = part("program").find(part("settings").preferences(bpy.context))
        task = part("tasks").MeshTask(bpy.context, bpy.context.scene.sinew, command, "fit")
        steps = task.steps()
        while stage not in next(steps)[1]:
            pass
        job = task.run
        steps.close()
        task.end()
        check(f"cancelled while {stage}: the scene is unchanged", everything() == before)
        check(f"cancelled while {stage}: no files are left", not Path(task.folder.name).exists())
        if job is not None:
            patience = time.monotonic() + 20
            while not job.poll() and time.monotonic() < patience:
                time.sleep(0.05)
            check("cancelled: sinew has ended", job.poll())


def weights_from_bones():
    tube, armature = scenes.character()
    bpy.context.scene.sinew.armature = armature
    kept = run(bpy.ops.sinew.weights)
    check("weights from bones", len(tube.vertex_groups) == 2, kept["note"])
    low = tube.vertex_groups["low"].index
    share = np.array([next((g.weight for g in v.groups if g.group == low), 0) for v in tube.data.vertices])
    height = np.array([v.co.z for v in tube.data.vertices])
    nearer = share[height < -0.5].min() > 0.8 and share[height > 0.5].max() < 0.2
    check("weights belong to the nearer bone", nearer)


def refit(name, twin, **settings):
    """Refits to a twin; returns what was made and the truth."""
    for key, value in settings.items():
        setattr(bpy.context.scene.sinew, key, value)
    truth = [positions([twin], f) for f in frames()]
    kept = run(bpy.ops.sinew.refit)
    made = [each for each in bpy.data.objects if each.name.endswith(" refitted")]
    check_playback(name, made, kept, truth)
    return kept


def refits():
    tube, armature = scenes.character()
    kept = refit("refit with helper bones", scenes.bent_twin(tube, {1: 0.0, 14: 1.0}), armature=armature, add_bones=3)
    names = ", ".join(bone.name for bone in armature.data.bones)
    check("helper bones in the same armature", len(kept["result"].names) == 5, names)

    tube, armature = scenes.character()
    before = armature.animation_data.action
    keys = [tuple(point.co) for curve in before.fcurves for point in curve.keyframe_points]
    for bone in armature.data.bones:
        bone.select = bone.name == "low"
    twin = scenes.bent_twin(tube, {1: 0.2, 14: 0.6})
    kept = refit("refit with an unchanged bone", twin, armature=armature, add_bones=0, solve="both")
    check("refit says what stays", "1 selected bone unchanged" in kept["note"], kept["note"])
    after = [tuple(point.co) for curve in before.fcurves for point in curve.keyframe_points]
    check("refit keeps the action and writes a new one", armature.animation_data.action is not before and after == keys)

    for solve in ("both", "motion"):
        tube, armature = scenes.character(connected=True)
        for bone in armature.data.bones:
            bone.select = False
        twin = scenes.shape_key_twin(tube)
        kept = refit(f"refit of connected bones, {solve}", twin, armature=armature, add_bones=0, solve=solve)
        check("refit disconnects", "disconnected 1 bone," in kept["note"], kept["note"])
        if solve == "both":
            check("refit of connected bones is exact", kept["error"] < 0.01, f"{kept['error']:.4f} %")


def retargeted():
    tube, armature = scenes.character()
    settings = bpy.context.scene.sinew
    truth = [positions([tube], f) for f in frames()]
    bpy.context.scene.sinew.armature = armature
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "motion.glb"
        rig = part("rigfile").Rig(None, armature)
        for frame in frames():
            bpy.context.scene.frame_set(frame)
            rig.take(bpy.context.evaluated_depsgraph_get())
        rig.write(file, 24, "bend")
        armature.animation_data_clear()
        settings.motion_file, settings.motion_clip = str(file), ""
        kept = run(bpy.ops.sinew.retarget)
    size = np.linalg.norm(np.ptp(truth[0], axis=0))
    worst = max(np.abs(positions([tube], f) - t).max() for f, t in zip(frames(), truth)) / size
    check("retargeted from a file", worst < 1e-3, f"{worst:.1e} of the size, {kept['note']}")
    tube, armature = scenes.character()
    copy = armature.copy()
    copy.animation_data_clear()
    bpy.context.scene.collection.objects.link(copy)
    tube.modifiers["Armature"].object = copy
    settings = bpy.context.scene.sinew
    settings.armature, settings.motion_armature = copy, armature
    kept = run(bpy.ops.sinew.retarget)
    worst = max(np.abs(positions([tube], f) - t).max() for f, t in zip(frames(), truth)) / size
    check("retargeted from an armature", worst < 1e-3, f"{worst:.1e} of the size, {kept['note']}")


def linearised():
    tube, _ = scenes.character()
    tube.modifiers["Armature"].use_deform_preserve_volume = True
    truth = [positions([tube], f) for f in frames()]
    with tempfile.TemporaryDirectory() as folder:
        page = bpy.context.scene.sinew.export = str(Path(folder) / "linear.usda")
        kept = run(bpy.ops.sinew.linearize)
        check("the result is exported", Path(page).is_file())
    bpy.context.scene.sinew.export = ""
    made = [bpy.data.objects[f"{tube.name} linear"]]
    check_playback("linearised", made, kept, truth)
    follows("linearised", made, truth)
    armature = made[0].parent
    live = [bone for bone in armature.pose.bones if bone.constraints]
    keyed = "".join(curve.data_path for curve in armature.animation_data.action.fcurves)
    check("blend bones follow by constraints", len(live) == len(kept["result"].names) - 2 > 0 and not any(f'"{bone.name}"' in keyed for bone in live))


def main():
    load()
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("similarity", "affine"):
            fit(f"cloth, {kind}", scenes.cloth(), bones=8, bone_type=kind)
        fit("cloth, with importance", scenes.cloth(), bones=8, bone_type="affine", importance="pins")
        bpy.context.scene.sinew.importance = ""
        fit("shape keys, rigid", scenes.shape_keys(), bones=10, bone_type="rigid")
        cached = scenes.mesh_cache(Path(folder))
        fit("mesh cache, affine, every 2nd frame", cached, bones=6, bone_type="affine", step=2)
        fit("two objects", scenes.two_objects(), bones=8, bone_type="similarity")
        originals = scenes.two_objects()[:1]
        scenes.only(*originals)
        check_playback("rig", skinned(originals) if (kept := run(bpy.ops.sinew.rig)) else [], kept)
    weights_from_bones()
    refits()
    linearised()
    retargeted()
    rejections()
    cancelled()
    print(f"{len(failures)} failed" if failures else "all passed")
    if failures:
        sys.exit(1)


main()
