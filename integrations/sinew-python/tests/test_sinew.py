"""Tests of the public API with NumPy and a ``sinew`` command (variable SINEW or PATH)."""

import os
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path
from unittest import mock

import numpy as np

HERE = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HERE))

import sinew  # noqa: E402
from sinew import _errors, _worker  # noqa: E402


def bending_tube(frames=12, around=10, along=24):
    """A tube of two links: the far half rotates about the middle. Returns poses (F, V, 3) and faces (T, 3)."""
    angle, height = np.meshgrid(2 * np.pi * np.arange(around) / around, np.linspace(-1, 1, along))
    rest = np.stack([0.2 * np.cos(angle), height, 0.2 * np.sin(angle)], axis=-1).reshape(-1, 3)
    poses = []
    for f in range(frames):
        turn = 0.08 * f
        matrix = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
        poses.append(np.where(rest[:, 1:2] > 0, rest @ matrix.T, rest))
    faces = []
    for row in range(along - 1):
        for k in range(around):
            a, b = row * around + k, row * around + (k + 1) % around
            faces += [(a, a + around, b), (b, a + around, b + around)]
    return np.array(poses), np.array(faces)


class Verbs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.poses, cls.faces = bending_tube()
        cls.fitted = sinew.fit(cls.poses, cls.faces, bones=2, fps=24, influences=3)

    def erms(self, result):
        """The error of the arrays, in thousandths of the radius of the first pose."""
        played = np.array([result.positions(f) for f in range(len(self.poses))])
        centred = self.poses[0] - self.poses[0].mean(axis=0)
        return 1000 * np.sqrt(((played - self.poses) ** 2).mean()) / np.linalg.norm(centred, axis=1).max()

    def test_fit_arrays_reproduce_the_poses(self):
        result = self.fitted
        count = self.poses.shape[1]
        self.assertEqual(result.weight_indices.shape, (count, 2))
        self.assertEqual(result.transforms.shape, (12, 2, 4, 4))
        self.assertEqual(result.parents.tolist(), [-1, -1])
        self.assertEqual(result.fps, 24)
        np.testing.assert_allclose(result.weights.sum(axis=1), 1, atol=1e-6)
        np.testing.assert_array_equal(result.faces, self.faces)
        self.assertLess(result.error, 30)
        self.assertAlmostEqual(self.erms(result) / result.error, 1, delta=0.05)
        self.assertTrue(result.model.is_file())
        self.assertEqual(result.json["command"], "fit")

    def test_importance_lowers_the_error(self):
        inside = self.poses[0][:, 1] > 0.3
        alike = sinew.fit(self.poses, self.faces, bones=1)
        weighed = sinew.fit(self.poses, self.faces, bones=1, importance=np.where(inside, 100.0, 1.0))

        def off(result):
            played = np.array([result.positions(f) for f in range(12)])
            return ((played - self.poses)[:, inside] ** 2).mean()

        self.assertLess(off(weighed), 0.5 * off(alike))
        same = sinew.fit(self.poses, self.faces, bones=1, importance=np.ones(len(inside)))
        np.testing.assert_array_equal(same.transforms, alike.transforms)
        same = sinew.fit(self.poses, self.faces, bones=1, importance=[1.0] * len(inside))
        np.testing.assert_array_equal(same.transforms, alike.transforms)
        with self.assertRaisesRegex(sinew.SinewError, "2 numbers for the"):
            sinew.fit(self.poses, self.faces, bones=1, importance=np.ones(2))

    def test_types_and_orders_give_the_same(self):
        other = np.asfortranarray(self.poses.astype(np.float32))
        again = sinew.fit(other, self.faces.astype(np.uint16), bones=2, fps=24, influences=3)
        np.testing.assert_allclose(again.rest, self.fitted.rest, atol=1e-6)
        self.assertAlmostEqual(again.error, self.fitted.error, places=4)

    def test_polygons_of_different_sizes(self):
        quads = [[a, a + 10, a + 1] if a % 10 == 3 else [a, a + 10, a + 11, a + 1] for a in range(220) if a % 10 != 9]
        flat = np.concatenate([[*face, -1] for face in quads])
        listed = sinew.fit(self.poses, quads, bones=2, output=None)
        np.testing.assert_array_equal(listed.faces, sinew.fit(self.poses, flat, bones=2).faces)

    def test_a_result_is_short_to_print_and_can_be_saved(self):
        result = self.fitted
        self.assertRegex(repr(result), r"^Result\(fit, 2 bones, 240 vertices, 12 frames, error [-0-9.e]+ % of the size, model.glb\)$")
        self.assertLess(len(result._repr_html_()), 400)
        with tempfile.TemporaryDirectory() as folder:
            again = sinew.read(result.save(Path(folder) / "tube.glb"))
            np.testing.assert_array_equal(again.weight_values, result.weight_values)
            self.assertTrue(np.isnan(again.error))
            self.assertTrue(result.save(Path(folder) / "tube.usda").is_file())
            self.assertEqual(sinew.info(result)["result"]["bones"], 2)
        with sinew.rig(self.poses, self.faces) as rigged:
            self.assertTrue(rigged.model.is_file())
        self.assertFalse(rigged.model.exists())

    def test_sample_retarget_and_edit(self):
        poses, faces, fps = sinew.sample("mannequin", vertices=600, frames=6)
        self.assertEqual(poses.shape[0], 6)
        rigged = sinew.rig(poses, faces, bones=8, fps=fps)
        moved = sinew.retarget(rigged, rigged, clip_name="again")
        self.assertIn("again", moved.clips)
        np.testing.assert_allclose(moved.transforms[moved.clips["again"]], rigged.transforms, atol=1e-4)
        renamed = sinew.edit(rigged, rename=f"{rigged.names[0]}=trunk")
        self.assertIn("trunk", renamed.names)

    def test_faces_with_ends(self):
        listed = np.concatenate([[*face, -1] for face in self.faces])
        again = sinew.fit(self.poses, listed, bones=2, fps=24, influences=3)
        np.testing.assert_array_equal(again.rest, self.fitted.rest)

    def test_rig_finds_the_joint(self):
        result = sinew.rig(self.poses, self.faces)
        self.assertGreaterEqual(len(result.names), 2)
        self.assertEqual(int((result.parents == -1).sum()), 1)
        self.assertEqual(result.transforms.shape[1], len(result.names))

    def test_compress_reduce_and_evaluate(self):
        dense = sinew.fit(self.poses, self.faces, bones=6, influences="dense")
        light = sinew.compress(dense, examples=self.poses, bones_per_vertex=3)
        self.assertEqual(light.layers["vertex_virtual_indices"].shape, (self.poses.shape[1], 2))
        self.assertAlmostEqual(self.erms(light) / light.error, 1, delta=0.05)
        np.testing.assert_allclose(light.frame_errors(self.poses)[3], np.sqrt(((light.positions(3) - self.poses[3]) ** 2).sum(1).mean()))
        few = sinew.reduce(dense, 2, method="largest")
        self.assertEqual((few.weight_values > 0).sum(axis=1).max(), 2)
        checked = sinew.evaluate(dense, self.poses)
        self.assertAlmostEqual(checked.error, dense.error, places=6)
        self.assertIn("distortionPercent", checked.errors)

    def test_weights_and_pose(self):
        ends = [{"name": "low", "type": "bone", "from": [0, -1, 0], "to": [0, 0, 0]}]
        ends += [{"name": "high", "type": "bone", "from": [0, 0, 0], "to": [0, 1, 0]}]
        result = sinew.weights(self.poses[0], self.faces, handles=ends, resolution=20)
        self.assertEqual(result.names, ["low", "high"])
        low = result.weights[:, 0]
        self.assertGreater(low[self.poses[0][:, 1] < -0.5].min(), 0.9)
        self.assertLess(low[self.poses[0][:, 1] > 0.5].max(), 0.1)
        targets = [{"handle": "low", "position": [0, -1, 0], "tip": [0, 0, 0]}]
        targets += [{"handle": "high", "position": [0, 0, 0], "tip": [1, 0, 0]}]
        posed = sinew.pose(result, targets)
        self.assertEqual(posed.shape, (1, self.poses.shape[1], 3))
        self.assertGreater(posed[0, :, 0].max(), 0.9)

    def test_linearize(self):
        rigged = sinew.rig(self.poses, self.faces)
        result = sinew.linearize(rigged, blend_bones=1)
        self.assertEqual(result.names, [*rigged.names, "blend_00"])

    def test_progress_and_outputs(self):
        with tempfile.TemporaryDirectory() as folder:
            page, model = Path(folder) / "p.html", Path(folder) / "m.glb"
            result = sinew.fit(self.poses, self.faces, bones=2, output=model, report=page, progress=lambda step: None)
            self.assertEqual(result.model, model)
            self.assertTrue(model.is_file())
            self.assertIn("<html", page.read_text("utf-8")[:2000])

    def test_error_messages(self):
        bad = self.poses.copy()
        bad[3, 5, 1] = np.nan
        with self.assertRaisesRegex(sinew.BadInputError, r"poses\[3, 5, 1\] is nan; positions must be finite"):
            sinew.fit(bad, self.faces, bones=2)
        with self.assertRaisesRegex(sinew.UsageError, "fit has no option bonez; did you mean bones"):
            sinew.fit(self.poses, self.faces, bonez=2)
        with self.assertRaisesRegex(sinew.UsageError, "fit needs bones=N, error=PERCENT or from_=MODEL"):
            sinew.fit(self.poses, self.faces)
        wrong = self.faces.copy()
        wrong[4, 1] = 999
        with self.assertRaisesRegex(sinew.BadInputError, r"faces\[4, 1\] is 999; vertices are numbered from 0 to 239"):
            sinew.fit(self.poses, wrong, bones=2)
        with self.assertRaisesRegex(sinew.BadInputError, r"poses has the shape \(240, 3\); expected \(F, V, 3\)"):
            sinew.fit(self.poses[0], self.faces, bones=2)
        with self.assertRaisesRegex(sinew.BadInputError, "faces has the type float64; expected integers"):
            sinew.fit(self.poses, self.faces * 1.0, bones=2)
        with self.assertRaisesRegex(ValueError, "has poses but no faces"):
            sinew.fit(self.poses, bones=2)

    def test_cancel_by_the_callback(self):
        poses, faces = bending_tube(60, 60, 200)
        noise = np.random.default_rng(1).normal(0, 0.01, poses.shape)
        with tempfile.TemporaryDirectory() as folder:
            model = Path(folder) / "m.glb"
            with self.assertRaises(sinew.Cancelled):
                sinew.fit(poses + noise, faces, bones=200, output=model, tolerance=0, progress=lambda step: False)
            self.assertEqual(list(Path(folder).iterdir()), [])


class Worker(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.poses, cls.faces = bending_tube()

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(sinew.close_worker)
        self.folder = Path(folder.name)

    def fit(self, name, **options):
        return sinew.fit(self.poses, self.faces, bones=2, output=self.folder / name, **options).model.read_bytes()

    def test_one_process_runs_several_requests_with_the_bytes_of_the_command(self):
        first = self.fit("first.glb")
        pid = _worker._current.pid
        self.assertEqual(self.fit("second.glb"), first)
        with self.assertRaisesRegex(sinew.UsageError, "--influences"):
            sinew.fit(self.poses, self.faces, bones=2, influences="many")
        self.assertEqual(self.fit("third.glb"), first)
        self.assertEqual(_worker._current.pid, pid)
        with mock.patch.dict(os.environ, {"SINEW_WORKER": "0"}):
            self.assertEqual(self.fit("own.glb"), first)

    def test_cancel_keeps_the_worker(self):
        self.fit("first.glb")
        pid = _worker._current.pid
        poses, faces = bending_tube(60, 60, 200)
        noise = np.random.default_rng(1).normal(0, 0.01, poses.shape)
        with self.assertRaises(sinew.Cancelled):
            sinew.fit(poses + noise, faces, bones=200, output=self.folder / "m.glb", tolerance=0, progress=lambda step: False)
        self.assertFalse((self.folder / "m.glb").exists())
        self.fit("second.glb")
        self.assertEqual(_worker._current.pid, pid)

    def test_a_killed_worker_is_restarted(self):
        first = self.fit("first.glb")
        pid = _worker._current.pid
        _worker._current._process.kill()
        _worker._current._process.wait()
        self.assertEqual(self.fit("second.glb"), first)
        self.assertNotEqual(_worker._current.pid, pid)

    def test_a_worker_killed_during_a_request_is_an_error(self):
        run = sinew.Run(["sample", "creature", "--vertices", "20000", "--frames", "200", "-o", str(self.folder / "big.pc2")])
        while run.progress is None and not run.poll():
            pass
        _worker._current._process.kill()
        with self.assertRaisesRegex(sinew.SinewError, "the worker ended unexpectedly"):
            run.wait()

    def test_busy_worker_is_bypassed(self):
        first = sinew.Run(["doctor"])
        second = sinew.Run(["doctor", "--json", "-"])
        self.assertNotIsInstance(second._job, _worker.Job)
        self.assertIn("sinew ", first.wait())
        self.assertIn('"command"', second.wait())

    def test_another_directory_gets_another_worker(self):
        self.fit("first.glb")
        pid = _worker._current.pid
        before = os.getcwd()
        os.chdir(self.folder)
        try:
            sinew.Run(["info", "first.glb"]).wait()
        finally:
            os.chdir(before)
        self.assertNotEqual(_worker._current.pid, pid)

    def test_a_program_without_a_worker_runs_once_per_call(self):
        program = self.folder / "old.py"
        program.write_text("import sys\nprint('no JSON' if sys.argv[1] == 'worker' else 'done')\n")
        for _ in range(2):
            self.assertEqual(sinew.Run(["info"], [sys.executable, str(program)]).wait(), "done\n")


class WithoutAProgram(unittest.TestCase):
    def test_search_order(self):
        with tempfile.TemporaryDirectory() as folder:
            launcher = Path(folder) / "sinew"
            launcher.write_text("#!/bin/sh\n")
            launcher.chmod(0o755)
            with mock.patch.dict(os.environ, {"SINEW": str(launcher), "PATH": "/nowhere"}):
                self.assertEqual(sinew.find_command(), [str(launcher)])
                self.assertEqual(sinew.find_command(["java", "-jar", "x"]), ["java", "-jar", "x"])
            with mock.patch.dict(os.environ, {"PATH": folder}):
                os.environ.pop("SINEW", None)
                self.assertEqual(sinew.find_command(), [str(launcher)])
            with mock.patch.dict(os.environ, {"PATH": "/nowhere"}):
                os.environ.pop("SINEW", None)
                with self.assertRaisesRegex(sinew.NotFoundError, "sinew not found"):
                    sinew.find_command()

    def test_jar_without_java_is_reported(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "sinew.jar").write_bytes(b"PK")
            with mock.patch.dict(os.environ, {"PATH": "/nowhere"}):
                os.environ.pop("JAVA_HOME", None)
                with self.assertRaisesRegex(sinew.NotFoundError, "needs Java 17 or newer, which was not found: install"):
                    sinew.find_command(folder)

    def test_fraction_of_progress(self):
        self.assertEqual(sinew.Progress("refine: 12 of 90", "refine", 12, 90).fraction, 12 / 90)
        self.assertEqual(sinew.Progress("reading x.npz", "reading x.npz").fraction, None)

    def test_exit_codes(self):
        self.assertIsInstance(_errors.error_for(3, "noise\nsinew: x.npz is bad"), sinew.BadInputError)
        self.assertEqual(str(_errors.error_for(3, "noise\nsinew: x.npz is bad")), "x.npz is bad")
        self.assertIsInstance(_errors.error_for(143, ""), sinew.Cancelled)
        old = _errors.error_for(1, "java.lang.UnsupportedClassVersionError: dev/sinew")
        self.assertIn("Java 17", str(old))


class Wheel(unittest.TestCase):
    def test_wheel_builds_offline_and_works(self):
        with tempfile.TemporaryDirectory() as folder:
            name = subprocess.check_output([sys.executable, HERE / "backend.py", folder], text=True).strip()
            with zipfile.ZipFile(name) as wheel:
                self.assertIn("sinew/py.typed", wheel.namelist())
                record = wheel.read("sinew-1.0.0.dist-info/RECORD").decode().splitlines()
                self.assertEqual(len(record), len(wheel.namelist()))
            script = "import sinew; print(sinew.__file__, sinew.__version__)"
            environment = {**os.environ, "PYTHONPATH": name}
            told = subprocess.check_output([sys.executable, "-c", script], text=True, cwd=folder, env=environment)
            self.assertTrue(told.startswith(name), told)


if __name__ == "__main__":
    unittest.main()
