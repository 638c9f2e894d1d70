#!/usr/bin/env python3
"""Prints how well motion is put onto other skeletons (the table in docs/benchmarks.md). Needs numpy and scipy, and the research data.

usage: motion.py found|identity|back|feet|roles … [--data ../shared/data] [--judge ../shared/judge] [--work FOLDER]

found     11 characters: rig from one clip, another clip put onto the found skeleton, judged by unseeneval.py; and the error of
          evaluate --solve motion on that clip
identity  a clip onto its own model
back      from the biped to another body and back, without contacts
feet      two motion-capture files on four bodies: height of the sole and sliding while a foot is in contact
roles     bones that VRM requires, found on four characters for motion with Mixamo's names
"""
import argparse
import json
import os
import subprocess
import sys

import numpy as np

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)
import evaluate as ev  # noqa: E402

SINEW = os.environ.get("SINEW", os.path.join(ROOT, "sinew"))
# The first six are those on which rules were chosen; the others were only measured.
CHARACTERS = [
    ("Alpaca", "AnimalArmature|Gallop", "AnimalArmature|Attack_Kick"),
    ("Anglerfish", "Fish_Armature|Attack", "Fish_Armature|Swimming_Fast"),
    ("Fox", "AnimalArmature|Gallop", "AnimalArmature|Attack"),
    ("Husky", "AnimalArmature|Attack", "AnimalArmature|Gallop"),
    ("KnightCharacter", "HumanArmature|Run_swordAttack", "HumanArmature|Roll"),
    ("Leela", "Dance", "Kick"),
    ("Rat", "RatArmature|Rat_Attack", "RatArmature|Rat_Run"),
    ("Snake", "SnakeArmature|Snake_Attack", "SnakeArmature|Snake_Walk"),
    ("Spider", "SpiderArmature|Spider_Walk", "SpiderArmature|Spider_Attack"),
    ("Stegosaurus", "Armature|Stegosaurus_Attack", "Armature|Stegosaurus_Run"),
    ("Trex", "Armature|TRex_Run", "Armature|TRex_Attack"),
]
REQUIRED = "hips spine head".split() + [
    side + part
    for side in ("left", "right")
    for part in ("UpperLeg", "LowerLeg", "Foot", "UpperArm", "LowerArm", "Hand")
]


def sinew(*arguments):
    run = subprocess.run([SINEW, *map(str, arguments), "--quiet"], capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"sinew {' '.join(map(str, arguments))}: {run.stderr}")
    return run.stdout


def found(args):
    figures = []
    for name, seen, other in CHARACTERS:
        truth, model = f"{args.data}/menagerie/{name}.glb", f"{args.work}/{name}.glb"
        if not os.path.exists(model):
            sinew("rig", truth, "--clip", seen, "--hold-out", "none", "-o", model)
        row = {}
        for match in ("mesh", "skeleton"):
            out = f"{args.work}/{name}-{match}.glb"
            sinew("retarget", model, "--motion", truth, "--clip", other, "--match", match, "-o", out)
            judge = [sys.executable, f"{args.judge}/unseeneval.py", truth, seen, other, out, "12"]
            judged = json.loads(subprocess.run(judge, capture_output=True, text=True, check=True).stdout)
            row[match] = judged["retargeted"]
            row["unseen"] = judged["unseen"]
        measured = json.loads(sinew("evaluate", model, "--against", truth, "--clip", other, "--solve", "motion", "--json", "-"))
        row["ours"] = measured["result"]["unseen"]["rmsePercent"]
        figures.append(row)
        print(
            f"{name:16} unseen {row['unseen']:.3f}, evaluate --solve motion (all frames) {row['ours']:.3f};"
            f" retargeted by mesh {row['mesh']:.3f} (× {row['mesh'] / row['unseen']:.2f}), by skeleton {row['skeleton']:.3f}",
            flush=True,
        )
    for part, rows in (("all", figures), ("the last 5", figures[6:])):
        print(
            f"{part}: median unseen {np.median([r['unseen'] for r in rows]):.3f}, by mesh"
            f" {np.median([r['mesh'] for r in rows]):.3f} (at most × {max(r['mesh'] / r['unseen'] for r in rows):.2f}),"
            f" by skeleton {np.median([r['skeleton'] for r in rows]):.3f}, worst {max(r['skeleton'] for r in rows):.3f}"
        )


def played(file, clip, times, vertices=None):
    model = ev.Model(file)
    if vertices is not None:
        model.places, model.influences, model.weights = (
            model.places[vertices],
            model.influences[vertices],
            model.weights[vertices],
        )
    animation = model.animation(clip)
    return np.array([model.posed(animation, t) for t in times])


def identity(args):
    sinew("sample", "biped", "-o", f"{args.work}/biped.glb")
    for name, file, clip in (
        ("CesiumMan", f"{args.data}/characters/CesiumMan.glb", None),
        ("KnightCharacter", f"{args.data}/menagerie/KnightCharacter.glb", "HumanArmature|Walking"),
        ("biped", f"{args.work}/biped.glb", "walk"),
    ):
        choice = ["--clip", clip] if clip else []
        out = f"{args.work}/same-{name}.glb"
        sinew("retarget", file, "--motion", file, *choice, "--clip-name", "again", "-o", out)
        model = ev.Model(out)
        own = clip or model.json["animations"][0]["name"]
        times = np.linspace(0, model.end(model.animation(own)), 9)
        size = np.linalg.norm(np.ptp(model.places, axis=0))
        print(f"{name} onto itself: {np.abs(played(out, own, times) - played(out, 'again', times)).max() / size:.2g} of the size")


def joint_rotations(file, clip, times):
    """World rotations of the joints, from the bind pose."""
    model = ev.Model(file)
    animation = model.animation(clip)
    basis = np.concatenate([np.zeros((1, 3)), np.eye(3)])
    result = {}
    for k, joint in enumerate(model.joints):
        model.places, model.influences, model.weights = basis, np.full((4, 1), k), np.ones((4, 1))
        frames = np.array([model.posed(animation, t) for t in times])
        axes = (frames[:, 1:] - frames[:, :1]).transpose(0, 2, 1)
        u, _, v = np.linalg.svd(axes)
        result[model.nodes[joint].get("name")] = u @ v
    return result


def there_and_back(args):
    """From the biped to another body and back: angles of bones that both have."""
    sinew("sample", "biped", "-o", f"{args.work}/biped.glb")
    for name, file in (
        ("CesiumMan", f"{args.data}/characters/CesiumMan.glb"),
        ("KnightCharacter", f"{args.data}/menagerie/KnightCharacter.glb"),
    ):
        there, back = f"{args.work}/there.glb", f"{args.work}/back.glb"
        sinew("retarget", file, "--motion", f"{args.work}/biped.glb", "--clip", "walk", "--clip-name", "there", "--contacts", "off", "-o", there)
        sinew("retarget", f"{args.work}/biped.glb", "--motion", there, "--clip", "there", "--clip-name", "back", "--contacts", "off", "-o", back, "--save-map", f"{args.work}/back.json")
        times = np.linspace(0, 1, 9)
        a, b = joint_rotations(back, "walk", times), joint_rotations(back, "back", times)
        roles = {e["role"]: e["bone"] for e in json.load(open(f"{args.work}/back.json"))["map"] if e.get("role")}
        worst = {}
        for role in REQUIRED:
            if role in roles:
                r = a[roles[role]].transpose(0, 2, 1) @ b[roles[role]]
                worst[role] = np.degrees(np.arccos(np.clip((np.trace(r, axis1=1, axis2=2) - 1) / 2, -1, 1))).max()
        least = ", ".join(f"{role} {angle:.2f}°" for role, angle in sorted(worst.items(), key=lambda e: -e[1])[:4])
        print(f"biped → {name} → biped: largest difference {least}; median {np.median(list(worst.values())):.3f}°")


def read_bvh(file):
    """Names, parents and positions of the joints; frame time."""
    words = open(file).read().split()
    names, parents, offsets, channels, open_nodes = [], [], [], [], []
    at = 0
    while words[at] != "MOTION":
        word = words[at]
        if word in ("ROOT", "JOINT", "End"):
            names.append(None if word == "End" else words[at + 1])
            parents.append(open_nodes[-1] if open_nodes else -1)
            offsets.append(None)
            channels.append([])
            at += 2
        elif word == "{":
            open_nodes.append(len(names) - 1)
            at += 1
        elif word == "}":
            open_nodes.pop()
            at += 1
        elif word == "OFFSET":
            offsets[open_nodes[-1]] = np.array(words[at + 1 : at + 4], float)
            at += 4
        elif word == "CHANNELS":
            count = int(words[at + 1])
            channels[open_nodes[-1]] = words[at + 2 : at + 2 + count]
            at += 2 + count
        else:
            at += 1
    frames, step = int(words[at + 2]), float(words[at + 5])
    data = np.array(words[at + 6 :], float).reshape(frames, -1)
    positions, turns = np.zeros((frames, len(names), 3)), np.zeros((frames, len(names), 3, 3))
    column = 0
    for j in range(len(names)):
        moved, turn = np.tile(offsets[j], (frames, 1)), np.tile(np.eye(3), (frames, 1, 1))
        for channel in channels[j]:
            values, axis = data[:, column], "XYZ".index(channel[0])
            column += 1
            if channel.endswith("position"):
                moved[:, axis] = values + (offsets[j][axis] if parents[j] >= 0 else 0)
            else:
                one = np.tile(np.eye(3), (frames, 1, 1))
                sine, cosine = np.sin(np.radians(values)), np.cos(np.radians(values))
                u, v = (axis + 1) % 3, (axis + 2) % 3
                one[:, u, u], one[:, v, v], one[:, u, v], one[:, v, u] = cosine, cosine, -sine, sine
                turn = turn @ one
        if parents[j] < 0:
            positions[:, j], turns[:, j] = moved, turn
        else:
            p = parents[j]
            positions[:, j] = positions[:, p] + np.einsum("fij,fj->fi", turns[:, p], moved)
            turns[:, j] = turns[:, p] @ turn
    return names, parents, positions, step


def contacts(path, length, step):
    """Frames in which a point is lower than 6 % of the leg's length above the ground and slower than 0.3 lengths per second, for 0.1 s."""
    reach = max(1, round(1 / 60 / step))
    last = len(path) - 1
    speed = np.array(
        [
            np.linalg.norm(path[min(last, f + reach)] - path[max(0, f - reach)]) / ((min(last, f + reach) - max(0, f - reach)) * step)
            for f in range(len(path))
        ]
    )
    stands = (path[:, 1] - np.quantile(path[:, 1], 0.05) < 0.06 * length) & (speed < 0.3 * length)
    edges = np.flatnonzero(np.diff(np.r_[0, stands.astype(int), 0]))
    return [(a, b - 1) for a, b in zip(edges[::2], edges[1::2]) if (b - a) * step >= 0.1]


def feet(args):
    sinew("sample", "biped", "-o", f"{args.work}/biped.glb")
    if not os.path.exists(f"{args.work}/CesiumMan-found.glb"):
        sinew("rig", f"{args.data}/characters/CesiumMan.glb", "--hold-out", "none", "-o", f"{args.work}/CesiumMan-found.glb")
    for name, file in (
        ("CesiumMan", f"{args.data}/characters/CesiumMan.glb"),
        ("KnightCharacter", f"{args.data}/menagerie/KnightCharacter.glb"),
        ("biped", f"{args.work}/biped.glb"),
        ("CesiumMan, found", f"{args.work}/CesiumMan-found.glb"),
    ):
        for motion in ("pirouette", "cmu-01_01"):
            bvh, out, map_file = f"{args.data}/motion/{motion}.bvh", f"{args.work}/feet.glb", f"{args.work}/feet.json"
            sinew("retarget", file, "--motion", bvh, "--clip-name", "new", "-o", out, "--save-map", map_file)
            print(f"{name}, {motion}: {measured_feet(out, bvh, map_file)}", flush=True)


def measured_feet(out, bvh, map_file):
    model = ev.Model(out)
    names, parents, positions, step = read_bvh(bvh)
    times = np.arange(len(positions)) * step
    height, ground = np.ptp(model.places[:, 1]), model.places[:, 1].min()
    roles = {e["role"]: e for e in json.load(open(map_file))["map"] if e.get("role")}
    strongest = model.influences[np.arange(len(model.places)), model.weights.argmax(1)]
    bones = [model.nodes[joint].get("name") for joint in model.joints]
    lows, slides = [], []
    for side in ("left", "right"):
        foot = model.joints[bones.index(roles[side + "Foot"]["bone"])]
        below = set()
        for k, joint in enumerate(model.joints):
            at = joint
            while at != foot and at in model.parents:
                at = model.parents[at]
            if at == foot:
                below.add(k)
        sole = np.flatnonzero(np.isin(strongest, list(below)))
        sole = sole[model.places[sole, 1] < model.places[sole, 1].min() + 0.03 * height]
        moved = played(out, "new", times, sole)
        ankle = names.index(roles[side + "Foot"]["source"])
        ball = next((j for j, p in enumerate(parents) if p == ankle and names[j]), ankle)
        top = names.index(roles[side + "UpperLeg"]["source"])
        length = np.linalg.norm(positions[0, top] - positions[0, ball])
        for first, last in contacts(positions[:, ball], length, step):
            while_standing = moved[first : last + 1]
            lows.append(while_standing[..., 1].min(1) - ground)
            # A foot that rolls keeps one point in place.
            slides.append(np.linalg.norm(np.ptp(while_standing[..., 0::2], axis=0), axis=1).min())
    low = 100 * np.concatenate(lows) / height
    slide = 100 * np.array(slides) / height
    return (
        f"{len(slides)} contacts, lowest point {low.min():.2f} to {low.max():.2f} % of the height, sliding at most {slide.max():.2f} %"
        f" (median {np.median(slide):.2f})"
    )


def roles(args):
    sinew("sample", "biped", "-o", f"{args.work}/biped.glb")
    text = open(f"{args.data}/motion/cmu-01_01.bvh").read()
    head, rows = text.split("MOTION")
    lines = rows.strip().splitlines()
    for name in sorted({word for line in head.splitlines() for word in line.split()[1:2] if line.split()[0] in ("ROOT", "JOINT")}):
        head = head.replace(f" {name}\n", f" mixamorig:{name}\n").replace(f" {name}\r\n", f" mixamorig:{name}\r\n")
    short = "\n".join(["Frames: 8", lines[1], *lines[2:10]])
    open(f"{args.work}/mixamo.bvh", "w").write(head + "MOTION\n" + short + "\n")
    for name, file in (
        ("Leela", f"{args.data}/menagerie/Leela.glb"),
        ("KnightCharacter", f"{args.data}/menagerie/KnightCharacter.glb"),
        ("CesiumMan", f"{args.data}/characters/CesiumMan.glb"),
        ("biped", f"{args.work}/biped.glb"),
    ):
        sinew("retarget", file, "--motion", f"{args.work}/mixamo.bvh", "-o", f"{args.work}/roles.glb", "--save-map", f"{args.work}/roles.json")
        have = {e.get("role"): e for e in json.load(open(f"{args.work}/roles.json"))["map"]}
        missing = [role for role in REQUIRED if role not in have]
        print(f"{name}: {len(REQUIRED) - len(missing)} of {len(REQUIRED)} required bones" + (f", missing {missing}" if missing else ""))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", nargs="+", choices=["found", "identity", "back", "feet", "roles"])
    parser.add_argument("--data", default=os.path.join(ROOT, "..", "shared", "data"))
    parser.add_argument("--judge", default=os.path.join(ROOT, "..", "shared", "judge"))
    parser.add_argument("--work", default="/tmp/sinew-motion")
    args = parser.parse_args()
    os.makedirs(args.work, exist_ok=True)
    for table in args.tables:
        {"found": found, "identity": identity, "back": there_and_back, "feet": feet, "roles": roles}[table](args)


if __name__ == "__main__":
    main()
