#!/usr/bin/env python3
"""Injects faults into real processes and checks that no partial files are left, one message explains the failure, and the exit code is right.

usage: faults.py [--kills N] [--seed S]     SINEW names the program (./sinew of this folder without it)

Faults: kills at random moments, a full disk, read-only folders, unreadable inputs, two processes with one output, files from the
future, no memory. A full disk and a read-only disk are small file systems in memory, which need root; without it these two are
skipped with a message.
"""
import argparse
import json
import os
import random
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("SINEW", str(ROOT / "sinew"))
failures = []


def start(*words, **more):
    environment = dict(os.environ, **more.pop("env", {}))
    return subprocess.Popen([PROGRAM, *map(str, words)], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, start_new_session=True, **more)


def run(*words, **more):
    process = start(*words, **more)
    out, err = process.communicate(timeout=300)
    return process.returncode, out, err


def check(name, good, why=""):
    print(f"{'ok     ' if good else 'FAILED '} {name}" + ("" if good else f": {why}"))
    if not good:
        failures.append(name)


def whole(file):
    """Whether an output file is complete: a GLB has its declared length, a page its end, JSON parses, a PNG has its last chunk."""
    data = file.read_bytes()
    if file.suffix == ".glb":
        return len(data) >= 12 and data[:4] == b"glTF" and struct.unpack_from("<I", data, 8)[0] == len(data)
    if file.suffix == ".html":
        return data.rstrip().endswith(b"</html>")
    if file.suffix == ".png":
        return data.endswith(b"IEND\xaeB`\x82")
    json.loads(data)
    return True


def is_one_message(err):
    """Whether the last line starts with our name and there is no stack trace."""
    lines = err.strip().splitlines()
    return bool(lines) and lines[-1].startswith("sinew: ") and "\tat " not in err


def outputs(folder):
    return [folder / name for name in ("m.glb", "m.html", "m.png", "m.json")]


def fit(folder, sequence, more=()):
    model, page, picture, told = outputs(folder)
    return ["fit", sequence, "--bones", 6, "-o", model, "--report", page, "--picture", picture, "--json", told, *more]


def killed(folder, sequence, kills, dice):
    """kill -9 at random moments: every file is the old or the new one, never partial."""
    began = time.monotonic()
    run(*fit(folder, sequence))
    seconds = time.monotonic() - began
    for k in range(kills):
        process = start(*fit(folder, sequence, ["--seed", k + 2]))
        time.sleep(dice.uniform(0.05, 1.1) * seconds)
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        torn = [file.name for file in outputs(folder) if not file.exists() or not whole(file)]
        check(f"killed, {k + 1} of {kills}", not torn, f"{torn} are incomplete or missing")
    code, _, err = run(*fit(folder, sequence))
    check("it works again after being killed", code == 0, err)
    left = sorted(f.name for f in folder.iterdir() if f not in outputs(folder))
    print(f"        left in the output folder: {left or 'nothing'}")


def full_disk(folder, sequence):
    small = folder / "small"
    small.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24k", "sinew", small], capture_output=True).returncode:
        return print("skipped a full disk and a read-only disk: cannot mount file systems")
    try:
        code, out, err = run("fit", sequence, "--bones", 6, "-o", small / "m.glb")
        check("a full disk", code == 3 and is_one_message(err) and not list(small.iterdir()), f"exit code {code}, {list(small.iterdir())}, {err}")
        subprocess.run(["mount", "-o", "remount,ro", small], check=True)
        code, out, err = run("fit", sequence, "--bones", 6, "-o", small / "m.glb")
        check("a read-only disk", code == 3 and is_one_message(err), f"exit code {code}: {err}")
    finally:
        subprocess.run(["umount", small], check=True)


def unreadable(folder, sequence):
    if os.getuid() != 0 or not shutil.which("setpriv"):
        return print("skipped an unreadable input: needs root to switch users")
    hidden = folder / "hidden.obj"
    shutil.copy(sequence, hidden)
    hidden.chmod(0)
    folder.chmod(0o755)
    nobody = ["setpriv", "--reuid=65534", "--clear-groups"]
    process = subprocess.run([*nobody, PROGRAM, "info", hidden], text=True, capture_output=True, env=dict(os.environ, HOME="/tmp"))
    check("an unreadable input", process.returncode == 3 and is_one_message(process.stderr), f"{process.returncode}: {process.stderr}")


def two_at_once(folder, sequence):
    """The last writer wins, and the file is complete."""
    model = folder / "both.glb"
    pair = [start("fit", sequence, "--bones", bones, "-o", model, "--quiet") for bones in (4, 5)]
    said = [process.communicate(timeout=300) for process in pair]
    check("two processes on one output", all(p.returncode == 0 for p in pair) and whole(model), str(said))
    code, _, err = run("evaluate", model, "--against", sequence, "--quiet")
    check("the result can be read", code == 0, err)


def from_the_future(folder, sequence):
    """Clocks and time zones vary: a batch compares content, not times."""
    assets = folder / "assets"
    assets.mkdir()
    for file in (sequence, sequence.with_suffix(".pc2")):
        shutil.copy(file, assets / file.name)
    words = ["batch", str(assets / "*.obj"), "--verb", "fit", "--bones", 3, "--out", folder / "built", "--no-reports"]
    code, _, err = run(*words)
    model = next((folder / "built").rglob("*.glb"))
    before = model.read_bytes(), model.stat().st_mtime_ns
    for moment in (time.time() + 10**8, 10**6):
        for file in assets.iterdir():
            os.utime(file, (moment, moment))
        code, _, err = run(*words)
        check("inputs with other times are not rebuilt", code == 0 and (model.read_bytes(), model.stat().st_mtime_ns) == before, err)


def no_memory(folder):
    run("sample", "flag", "--vertices", 20000, "--frames", 60, "--quiet", "-o", folder / "large.pc2")
    code, _, err = run("fit", folder / "large.obj", "--bones", 6, "-o", folder / "none.glb", env={"SINEW_OPTS": "-Xmx24m"})
    good = code == 3 and is_one_message(err) and "memory" in err and not (folder / "none.glb").exists()
    check("no memory", good, f"exit code {code}: {err}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="sinew-faults-"))
    try:
        sequence = folder / "flag.obj"
        code, _, err = run("sample", "flag", "--vertices", 500, "--frames", 20, "-o", folder / "flag.pc2")
        check("a sample to work on", code == 0, err)
        made = folder / "made"
        made.mkdir()
        killed(made, sequence, arguments.kills, random.Random(arguments.seed))
        full_disk(folder, sequence)
        unreadable(made, sequence)
        two_at_once(folder, sequence)
        from_the_future(folder, sequence)
        no_memory(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
