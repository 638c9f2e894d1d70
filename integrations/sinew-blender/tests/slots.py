"""Checks the parts of the add-on that depend on the version of Blender, on models of the APIs of 3.4, 4.4 and 5.0:

    python3 integrations/sinew-blender/tests/slots.py

Needs Python and NumPy, not Blender. The models follow docs.blender.org: ``Action.fcurves`` and ``Bone.select`` are gone in 5.0,
slots and channel bags came with 4.4, where an action without an assigned slot animates nothing.
"""

import importlib.util
import sys
import types
import unittest
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).resolve().parents[1] / "sinew_blender"


class Curve:
    def __init__(self, path, index):
        self.data_path, self.array_index, self.group = path, index, None
        self.keyframe_points = self
        self.values = {}

    def add(self, count):
        self.count = count

    def foreach_set(self, name, values):
        self.values[name] = np.array(values)

    def update(self):
        pass


class Curves(list):
    def new(self, path, index=0):
        if any(each.data_path == path and each.array_index == index for each in self):
            raise RuntimeError("F-Curve already exists")
        self.append(Curve(path, index))
        return self[-1]


class Groups(dict):
    def new(self, name):
        self[name] = types.SimpleNamespace(name=name)
        return self[name]


class Channels:
    def __init__(self):
        self.fcurves, self.groups = Curves(), Groups()

    def copied(self):
        other = Channels()
        for curve in self.fcurves:
            other.fcurves.new(curve.data_path, curve.array_index)
        return other


class LegacyAction(Channels):
    """Before 4.4."""

    def __init__(self, name):
        super().__init__()
        self.name = name

    def copy(self):
        other = LegacyAction(self.name)
        other.fcurves = self.copied().fcurves
        return other


class Slots(list):
    def new(self, id_type, name):
        self.append(types.SimpleNamespace(handle=1 + max((s.handle for s in self), default=0), id_type=id_type, name=name))
        return self[-1]


class Strip:
    def __init__(self):
        self.bags = {}

    def channelbag(self, slot, ensure=False):
        if ensure:
            self.bags.setdefault(slot.handle, Channels())
        return self.bags.get(slot.handle)


class Layered(list):
    def __init__(self, make):
        super().__init__()
        self.make = make

    def new(self, *_, **__):
        self.append(self.make())
        return self[-1]


class SlottedAction:
    """Of 5.0; that of 4.4 has ``fcurves`` as well, which are those of the first slot, whatever its owner."""

    def __init__(self, name):
        self.name, self.slots = name, Slots()
        self.layers = Layered(lambda: types.SimpleNamespace(strips=Layered(Strip)))

    def copy(self):
        other = type(self)(self.name)
        other.slots.extend(types.SimpleNamespace(**vars(slot)) for slot in self.slots)
        for layer in self.layers:
            strip = other.layers.new("Layer").strips.new(type="KEYFRAME")
            strip.bags = {handle: bag.copied() for handle, bag in layer.strips[0].bags.items()}
        return other


class SlottedActionOf44(SlottedAction):
    @property
    def fcurves(self):
        raise AssertionError("the channels of the first slot, which may belong to another object")


class Animation:
    """Assigning an action assigns no slot, as for actions that were never used by this object."""

    def __init__(self, slotted):
        self._action = None
        if slotted:
            self.action_slot = None

    @property
    def action(self):
        return self._action

    @action.setter
    def action(self, action):
        self._action = action
        if hasattr(self, "action_slot"):
            self.action_slot = None


def load(kind):
    """The module ``build`` with a model of ``bpy``."""
    bpy = types.ModuleType("bpy")
    bpy.data = types.SimpleNamespace(actions=types.SimpleNamespace(new=kind))
    bpy.utils = types.SimpleNamespace(escape_identifier=lambda text: text)
    linear = types.SimpleNamespace(enum_items={"LINEAR": types.SimpleNamespace(value=1)})
    bpy.types = types.SimpleNamespace(Keyframe=types.SimpleNamespace(bl_rna=types.SimpleNamespace(properties={"interpolation": linear})))
    mathutils = types.ModuleType("mathutils")
    mathutils.Matrix = object
    package = types.ModuleType("addon")
    package.__path__ = [str(FOLDER)]
    program = types.ModuleType("addon.program")
    program.SinewError = RuntimeError
    sys.modules.update({"bpy": bpy, "mathutils": mathutils, "addon": package, "addon.program": program})
    for name in ("matrices", "sample", "build"):
        spec = importlib.util.spec_from_file_location(f"addon.{name}", FOLDER / f"{name}.py")
        sys.modules[spec.name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[spec.name])
    return sys.modules["addon.build"]


def armature(kind, action=None):
    made = types.SimpleNamespace(name="rig", animation_data=Animation(kind is not LegacyAction))
    made.animation_data.action = action
    made.pose = types.SimpleNamespace(bones={"arm": types.SimpleNamespace(rotation_mode="XYZ")})
    return made


class Versions(unittest.TestCase):
    KINDS = (LegacyAction, SlottedActionOf44, SlottedAction)

    def animated(self, kind, action=None, slot=None):
        build, made = load(kind), armature(kind, action)
        if slot is not None:
            made.animation_data.action_slot = slot
        skeleton = build.Skeleton(made)
        skeleton.keys = [("arm", "location", np.ones((3, 3))), ("arm", "rotation_quaternion", np.ones((3, 4)))]
        skeleton.animate([1, 2, 3], "new")
        return made

    def channels(self, made):
        action = made.animation_data.action
        if isinstance(action, LegacyAction):
            return action.fcurves
        return action.layers[0].strips[0].channelbag(made.animation_data.action_slot).fcurves

    def test_a_new_action_animates_and_its_channels_are_grouped(self):
        for kind in self.KINDS:
            with self.subTest(kind.__name__):
                made = self.animated(kind)
                curves = self.channels(made)
                self.assertEqual(len(curves), 7)
                self.assertEqual({curve.group.name for curve in curves}, {"arm"})
                self.assertEqual(made.pose.bones["arm"].rotation_mode, "QUATERNION")
                np.testing.assert_array_equal(curves[0].values["co"], [1, 1, 2, 1, 3, 1])

    def test_an_action_is_copied_and_old_channels_of_the_bone_go(self):
        for kind in self.KINDS:
            with self.subTest(kind.__name__):
                old, slot = kind("old"), None
                if kind is not LegacyAction:
                    other = old.slots.new(id_type="OBJECT", name="somebody else")
                    slot = old.slots.new(id_type="OBJECT", name="rig")
                    strip = old.layers.new("Layer").strips.new(type="KEYFRAME")
                    strip.channelbag(other, ensure=True).fcurves.new('pose.bones["arm"].location', 0)
                    bag = strip.channelbag(slot, ensure=True)
                else:
                    bag = old
                bag.fcurves.new('pose.bones["arm"].rotation_euler', 0)
                bag.fcurves.new('pose.bones["leg"].location', 0)
                made = self.animated(kind, old, slot)
                self.assertIsNot(made.animation_data.action, old)
                self.assertEqual(len(bag.fcurves), 2)
                paths = [curve.data_path for curve in self.channels(made)]
                self.assertEqual(len(paths), 8)
                self.assertIn('pose.bones["leg"].location', paths)
                self.assertFalse(any("euler" in path for path in paths))
                if slot is not None:
                    self.assertEqual(made.animation_data.action_slot.handle, slot.handle)

    def test_selection(self):
        build = load(SlottedAction)
        posed = types.SimpleNamespace(pose=types.SimpleNamespace(bones={"arm": types.SimpleNamespace(select=True)}))
        self.assertTrue(build.is_selected(posed, "arm"))
        data = types.SimpleNamespace(bones={"arm": types.SimpleNamespace(select=True)})
        older = types.SimpleNamespace(pose=types.SimpleNamespace(bones={"arm": types.SimpleNamespace()}), data=data)
        self.assertTrue(build.is_selected(older, "arm"))

    def test_manifest_within_the_bounds_of_the_validator(self):
        lines = (FOLDER / "blender_manifest.toml").read_text("utf-8").splitlines()
        texts = {line.split(" = ")[0]: line.split(" = ")[1].strip('"') for line in lines if ' = "' in line}
        self.assertLessEqual(len(texts["files"]), 64)
        self.assertLessEqual(len(texts["tagline"]), 64)
        self.assertNotIn(texts["files"][-1], ".!?")
        self.assertIn(texts["version"].replace(".", ", "), (FOLDER / "__init__.py").read_text("utf-8"))


if __name__ == "__main__":
    unittest.main()
