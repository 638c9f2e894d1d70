"""The work of the operators. A task is a generator that yields its progress and can be stopped at any step.

The scene changes only in the last step, except for the current frame, which ``end`` restores.
"""

import json
import shutil
import tempfile
from pathlib import Path

import numpy as np

from . import build
from .program import Result, Run, SinewError, read_extension
from .rigfile import Rig
from .sample import Sampler, mesh_copies


class Task:
    """Samples, runs ``sinew`` and builds the result; ``note`` is the final message."""

    def __init__(self, context, settings, command):
        self.context = context
        self.scene = context.scene
        self.settings = settings
        self.command = command
        self.frames = settings.frames(self.scene)
        self.fps = self.scene.render.fps / self.scene.render.fps_base / settings.step
        self.frame_before = (self.scene.frame_current, self.scene.frame_subframe)
        self.folder = tempfile.TemporaryDirectory(prefix="sinew-")
        self.note = ""
        self.result = None
        self.run = None
        self.error_percent = None
        self.has_page = False
        if not self.frames:
            raise SinewError("no frames: the range ends before it starts", 2)

    def path(self, name):
        return Path(self.folder.name) / name

    def end(self):
        """Removes temporary files and processes, whether the task finished or not."""
        if self.run is not None:
            self.run.cancel()
        self.scene.frame_set(self.frame_before[0], subframe=self.frame_before[1])
        self.folder.cleanup()

    def sampling(self, take):
        """Visits every frame from the first one of the scene, because simulations need it."""
        wanted = set(self.frames)
        first = min(self.scene.frame_start, self.frames[0])
        everything = range(first, self.frames[-1] + 1)
        for number, frame in enumerate(everything):
            self.scene.frame_set(frame)
            if frame in wanted:
                take(self.context.evaluated_depsgraph_get(), frame)
            yield number / len(everything), f"Sinew: sampling frame {frame}"

    def solving(self, *words):
        """Runs ``sinew``, which writes arrays, and the page and the file that the user wants."""
        arrays, tree, model = self.path("arrays.npz"), self.path("report.json"), self.path("model.glb")
        self.has_page = self.settings.report and words[0] != "retarget"
        page = ["--report", self.page()] if self.has_page else []
        yield from self._running([*words, "-o", model, "--arrays", arrays, "--json", tree, *page])
        self.result = Result.read(arrays, tree, model)
        if self.settings.export:
            import bpy

            target = Path(bpy.path.abspath(self.settings.export))
            if target.suffix == ".glb":
                shutil.copyfile(model, target)
            else:
                yield from self._running(["convert", model, "-o", target])

    def page(self):
        """Where the report is written: in the folder that Blender removes when it ends."""
        import bpy

        return Path(bpy.app.tempdir) / "sinew-report.html"

    def _running(self, words):
        self.run = Run(words, self.command)
        while not self.run.poll():
            now = self.run.progress
            yield (now.fraction if now else None), f"Sinew: {now.text if now else 'starting'}"
        self.run.outcome()
        self.run = None

    def measure(self, objects, poses):
        """The distances of the vertices as Blender plays the new objects; the note gets their average."""
        distances, size = build.measured_errors(self.context, objects, self.frames, poses)
        self.error_percent = 100 * np.sqrt((distances**2).mean()) / size
        self.note = f"{len(self.result.names)} bones, average error {self.error_percent:.2g} % of the size in Blender"
        return distances


class MeshTask(Task):
    """Fit and rig: animated objects become objects with an armature."""

    def __init__(self, context, settings, command, verb):
        super().__init__(context, settings, command)
        self.verb = verb
        self.objects = [each for each in context.selected_objects if each.type == "MESH"]
        if not self.objects:
            raise SinewError("no mesh is selected", 2)

    def words(self):
        s = self.settings
        if self.verb == "rig":
            bound = ["--bones", s.rig_bones] if s.rig_bounded else []
            return ["rig", *bound, "--influences", s.influences, *self.importance()]
        goal = ["--bones", s.bones] if s.goal == "BONES" else ["--max-erms", s.error]
        kind = ["--bone-type", s.bone_type, "--influences", s.influences, "--shading", s.shading]
        return ["fit", *goal, *kind, *self.importance()]

    def importance(self):
        return ["--importance", self.path("importance.npy")] if self.settings.importance else []

    def steps(self):
        sampler = Sampler(self.objects, self.frames)
        yield from self.sampling(sampler.take)
        np.savez(self.path("poses.npz"), **sampler.arrays(self.fps))
        if self.settings.importance:
            painted = sampler.painted(self.context, self.settings.importance)
            np.save(self.path("importance.npy"), 1 + (self.settings.importance_factor - 1) * painted)
        verb, *options = self.words()
        yield from self.solving(verb, self.path("poses.npz"), *options)
        self._build(sampler)

    def _build(self, sampler):
        context, result = self.context, self.result
        self.scene.frame_set(self.frames[0])
        places = [build.object_matrix(each.matrix_world) for each in self.objects]
        meshes = mesh_copies(context, self.objects)
        first = self.objects[0]
        collection = first.users_collection[0]
        armature = build.new_armature(context, f"{first.name} bones", collection)
        skeleton = build.Skeleton(armature)
        skeleton.add(context, result, 0, float(np.linalg.norm(np.ptp(sampler.poses[0], axis=0))))
        skeleton.animate(self.frames, f"{first.name} {self.verb}")
        made = []
        for original, mesh, place, part in zip(self.objects, meshes, places, sampler.ranges):
            each = bpy_object(f"{original.name} skinned", mesh, original)
            each.parent, each.matrix_basis = armature, place
            build.place_mesh(mesh, result.rest[part], place)
            build.add_vertex_groups(each, skeleton.names, result.weight_indices[part], result.weight_values[part])
            build.add_armature_modifier(each, armature)
            made.append(each)
        unbaked = [each.name for each in self.objects if simulates(each)]
        distances = self.measure(made, sampler.poses)
        for original, mesh, part in zip(self.objects, meshes, sampler.ranges):
            if self.settings.error_colours:
                build.colour(mesh, distances[part], distances.max())
            build.hide(original)
        if skeleton.pairs:
            self.note += f"; {skeleton.pairs} of them shear and are built as pairs of bones"
        if unbaked:
            self.note += f"; bake the simulation of {', '.join(unbaked)} to compare with it"


def simulates(each):
    """Whether an object has a simulation whose cache is not baked, so that Blender simulates it again when frames are visited."""
    caches = [modifier.point_cache for modifier in each.modifiers if hasattr(modifier, "point_cache")]
    return any(not cache.is_baked for cache in caches)


def count_of(count, noun):
    """"1 bone", "2 bones"."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def bpy_object(name, mesh, original):
    """Creates an object with this mesh in the collections of the original."""
    import bpy

    made = bpy.data.objects.new(name, mesh)
    for collection in original.users_collection:
        collection.objects.link(made)
    return made


def armature_of(target):
    """The armature of a mesh, by modifier or parent."""
    for modifier in target.modifiers:
        if modifier.type == "ARMATURE" and modifier.object is not None:
            return modifier.object
    return target.parent if target.parent is not None and target.parent.type == "ARMATURE" else None


class RefitTask(Task):
    """Fits the armature of a mesh to another animated mesh: weights, motion, helper bones."""

    def __init__(self, context, settings, command):
        super().__init__(context, settings, command)
        self.truth = context.active_object
        self.armature = settings.armature
        if self.truth is None or self.truth.type != "MESH":
            raise SinewError("the active object is not a mesh; select the mesh with the wanted motion", 2)
        if self.armature is None:
            raise SinewError("choose an armature first", 2)
        moved = [each for each in self.scene.objects if each.type == "MESH" and armature_of(each) is self.armature]
        if len(moved) != 1:
            raise SinewError(f"{self.armature.name} deforms {len(moved)} meshes; refitting needs exactly one", 3)
        self.target = moved[0]
        self.locked = [bone.name for bone in self.armature.data.bones if build.is_selected(self.armature, bone.name)]
        self._reject_constraints()

    def _reject_constraints(self):
        if self.settings.solve == "weights" or self.settings.add_bones:
            return
        for bone in self.armature.pose.bones:
            if bone.constraints and bone.name not in self.locked:
                raise SinewError(
                    f"{bone.name} has constraints, which would override the solved motion; select the bone to keep it "
                    "unchanged, or remove the constraints",
                    3,
                )

    def steps(self):
        sampler, rig = Sampler([self.truth], self.frames), Rig(self.target, self.armature)

        def take(depsgraph, frame):
            sampler.take(depsgraph, frame)
            rig.take(depsgraph)

        yield from self.sampling(take)
        np.savez(self.path("poses.npz"), **sampler.arrays(self.fps))
        sheared = rig.write(self.path("rig.glb"), self.fps, "refit")
        s = self.settings
        words = ["fit", self.path("poses.npz"), "--from", self.path("rig.glb")]
        words += ["--add-bones", s.add_bones] if s.add_bones else ["--solve", s.solve]
        if not s.add_bones and s.solve != "weights":
            words += [word for name in self.locked for word in ("--lock", name)]
        yield from self.solving(*words)
        self._build(rig, sampler)
        if sheared:
            self.note += "; shear of bones relative to their parents was dropped"

    def _build(self, rig, sampler):
        import bpy

        result = self.result
        self.scene.frame_set(self.frames[0])
        count = len(rig.names)
        skeleton = build.Skeleton(self.armature)
        kept = self.settings.add_bones or self.settings.solve == "weights"
        moved = [] if kept else [n for n in rig.names if n not in self.locked]
        size = float(np.linalg.norm(np.ptp(sampler.poses[0], axis=0)))
        skeleton.add(self.context, result, count, size, moved)
        skeleton.move(result, moved)
        skeleton.animate(self.frames, f"{self.armature.name} refit")
        mesh = self.target.data.copy()
        made = bpy_object(f"{self.target.name} refitted", mesh, self.target)
        made.matrix_world = self.target.matrix_world
        build.add_vertex_groups(made, skeleton.names, result.weight_indices, result.weight_values)
        build.add_armature_modifier(made, self.armature)
        distances = self.measure([made], sampler.poses)
        if self.settings.error_colours:
            build.colour(mesh, distances, distances.max())
        if skeleton.disconnected:
            self.note += f"; disconnected {count_of(skeleton.disconnected, 'bone')}, because Blender ignores the location of connected bones"
        if self.locked and not kept:
            self.note += f"; {count_of(len(self.locked), 'selected bone')} unchanged"
        build.hide(self.target)
        if self.truth is not self.target:
            build.hide(self.truth)
        bpy.context.view_layer.objects.active = self.armature


class WeightsTask(Task):
    """Computes weights of a mesh for the bones of an armature, from the shape only."""

    def __init__(self, context, settings, command):
        super().__init__(context, settings, command)
        self.target = context.active_object
        self.armature = settings.armature
        if self.target is None or self.target.type != "MESH":
            raise SinewError("the active object is not a mesh", 2)
        if self.armature is None:
            raise SinewError("choose an armature first", 2)

    def handles(self):
        world = self.armature.matrix_world
        handles = []
        for bone in self.armature.data.bones:
            if bone.use_deform:
                ends = {"from": list(world @ bone.head_local), "to": list(world @ bone.tail_local)}
                handles.append({"name": bone.name, "type": "bone", **ends})
        return {"handles": handles}

    def steps(self):
        mesh = self.target.data
        points = np.empty(3 * len(mesh.vertices), np.float32)
        mesh.vertices.foreach_get("co", points)
        world = np.array(self.target.matrix_world, dtype=np.float64)
        points = points.reshape(-1, 3) @ world[:3, :3].T + world[:3, 3]
        from .sample import Topology

        np.savez(self.path("mesh.npz"), rest=points, faces=Topology(mesh).faces(0))
        self.path("handles.json").write_text(json.dumps(self.handles()), "utf-8")
        words = ["--handles", self.path("handles.json"), "--influences", self.settings.influences]
        yield from self.solving("weights", self.path("mesh.npz"), *words)
        result = self.result
        build.add_vertex_groups(self.target, result.names, result.weight_indices, result.weight_values)
        if armature_of(self.target) is not self.armature:
            build.add_armature_modifier(self.target, self.armature)
        self.note = f"weights for {len(result.names)} bones"


class LinearizeTask(Task):
    """Adds blend bones in a new armature, so that linear skinning looks like Preserve Volume."""

    def __init__(self, context, settings, command):
        super().__init__(context, settings, command)
        self.target = context.active_object
        if self.target is None or self.target.type != "MESH" or armature_of(self.target) is None:
            raise SinewError("the active object is not a mesh with an armature", 2)
        self.armature = armature_of(self.target)

    def steps(self):
        rig, poses = Rig(self.target, self.armature), []
        original = [m for m in self.target.modifiers if m.type == "ARMATURE"]
        # Other modifiers would move or add vertices after the skinning, and linear skinning is not the goal.
        comparable = len(self.target.modifiers) == len(original) == 1 and original[0].use_deform_preserve_volume

        def take(depsgraph, frame):
            rig.take(depsgraph)
            if comparable:
                poses.append(build.world_positions(depsgraph, [self.target]))

        yield from self.sampling(take)
        sheared = rig.write(self.path("rig.glb"), self.fps, "linear")
        yield from self.solving("linearize", self.path("rig.glb"), "--blend-bones", self.settings.blend_bones)
        result = self.result
        self.scene.frame_set(self.frames[0])
        size = float(np.linalg.norm(np.ptp(result.rest, axis=0)))
        collection = self.target.users_collection[0]
        armature = build.new_armature(self.context, f"{self.target.name} linear bones", collection)
        skeleton = build.Skeleton(armature)
        skeleton.add(self.context, result, 0, size)
        blended = self._blended()
        skeleton.keys = [key for key in skeleton.keys if key[0] not in blended]
        skeleton.animate(self.frames, f"{self.target.name} linear")
        for bone, (drivers, weights) in blended.items():
            build.blend(armature, bone, drivers, weights)
        made = bpy_object(f"{self.target.name} linear", self.target.data.copy(), self.target)
        made.parent, made.matrix_basis = armature, self.target.matrix_world.copy()
        build.add_vertex_groups(made, skeleton.names, result.weight_indices, result.weight_values)
        build.add_armature_modifier(made, armature)
        self.note = f"{len(result.names) - len(rig.names)} blend bones in addition to {len(rig.names)} bones"
        if comparable:
            self.measure([made], poses)
            self.note += f", {len(result.names) - len(rig.names)} of them blend bones"
        build.hide(self.target)
        if sheared:
            self.note += "; shear of bones relative to their parents was dropped"

    def _blended(self):
        """The blend bones with the bones that they follow and the weights of those."""
        names = self.result.names
        found = read_extension(self.result.model, "SINEW_blend_bones")
        if found is None or found["operator"] != "dqs":
            return {}
        return {
            names[each["joint"]]: ([names[k] for k in each["drivers"]], each["weights"]) for each in found["blendBones"]
        }


class RetargetTask(Task):
    """Puts motion from a file or another armature onto an armature."""

    def __init__(self, context, settings, command):
        super().__init__(context, settings, command)
        self.armature = settings.armature
        if self.armature is None:
            raise SinewError("choose an armature first", 2)
        moved = [each for each in self.scene.objects if each.type == "MESH" and armature_of(each) is self.armature]
        if not moved:
            raise SinewError(f"{self.armature.name} deforms no mesh; retargeting needs one to know the size of the body", 3)
        self.target = moved[0]
        self.source = settings.motion_armature
        if self.source is None and not settings.motion_file:
            raise SinewError("choose a file or an armature with the motion", 2)
        if self.source is self.armature:
            raise SinewError("the motion comes from the armature itself; choose another one", 2)

    def steps(self):
        import bpy

        s = self.settings
        rig = Rig(self.target, self.armature)
        rig.write(self.path("rig.glb"), self.fps, "")
        motion = Path(bpy.path.abspath(s.motion_file)) if s.motion_file else self.path("motion.glb")
        if self.source is not None:
            source = Rig(None, self.source)
            yield from self.sampling(lambda depsgraph, frame: source.take(depsgraph))
            source.write(motion, self.fps, self.source.name)
        words = ["--motion", motion, "--clip-name", "retarget", "--fps", self.scene.render.fps / self.scene.render.fps_base]
        words += ["--clip", s.motion_clip] if s.motion_clip and self.source is None else []
        words += ["--root-motion", s.root_motion]
        yield from self.solving("retarget", self.path("rig.glb"), *words)
        self._build(rig)

    def _build(self, rig):
        result = self.result
        count = len(result.transforms)
        self.frames = list(range(self.frames[0], self.frames[0] + count))
        skeleton = build.Skeleton(self.armature)
        skeleton.add(self.context, result, len(rig.names), 1.0, rig.names)
        skeleton.move(result, rig.names)
        skeleton.animate(self.frames, f"{self.armature.name} retarget")
        self.note = f"{count} frames, {len(self.result.json['result']['map'])} bones matched"
        if skeleton.disconnected:
            self.note += f"; disconnected {count_of(skeleton.disconnected, 'bone')}"
