// Plays pairs of files with three.js and compares them: node same-motion.mjs BEFORE=AFTER…
// AFTER is .glb, .gltf, .fbx or .usda. Exit code 1 if a vertex is farther away than 1e-4 of the size, without a clip or at five times of
// each clip, or if the numbers of meshes or materials differ. Vertices may have any order: each vertex is compared with those at its
// place in the first pose, and the one that stays closest counts. Of USD, three.js plays one animation. Files that three.js does not
// open before are skipped.
import { readFile } from 'node:fs/promises';
import { AnimationMixer, Box3, LoopOnce, Vector3 } from 'three';
import { FBXLoader } from 'three/addons/loaders/FBXLoader.js';
import { AnimationMixer as UsdMixer } from 'three-usd';
import { USDLoader } from 'three-usd/addons/loaders/USDLoader.js';
import { parts } from './three-model.mjs';

const TOLERANCE = 1e-4;
const TIMES = [0, 0.21, 0.5, 0.77, 1];

globalThis.window ??= { innerWidth: 1, innerHeight: 1 };
globalThis.ProgressEvent ??= class extends Event {};
// Images are not decoded here: positions do not depend on them.
globalThis.document ??= { createElementNS: () => ({ addEventListener() {}, removeEventListener() {} }) };

async function open(file) {
  if (file.endsWith('.fbx')) {
    const data = await readFile(file);
    const scene = new FBXLoader().parse(data.buffer.slice(data.byteOffset, data.byteOffset + data.length), '');
    return { scene, animations: scene.animations, Mixer: AnimationMixer };
  }
  if (file.endsWith('.usda')) {
    const scene = new USDLoader().parse(await readFile(file, 'utf8'));
    return { scene, animations: scene.animations, Mixer: UsdMixer, only: 1 };
  }
  return { ...(await parts(file)), Mixer: AnimationMixer };
}

/** Positions of the vertices that faces use, mesh by mesh. */
function positions(model) {
  model.scene.updateMatrixWorld(true);
  const out = [];
  const v = new Vector3();
  for (const mesh of meshes(model)) {
    if (mesh.isSkinnedMesh) mesh.skeleton.update();
    const count = mesh.geometry.attributes.position.count;
    const used = new Uint8Array(count);
    if (mesh.geometry.index) for (const k of mesh.geometry.index.array) used[k] = 1;
    else used.fill(1);
    for (let k = 0; k < count; k++) {
      if (!used[k]) continue;
      mesh.getVertexPosition(k, v);
      v.applyMatrix4(mesh.matrixWorld);
      out.push(v.x, v.y, v.z);
    }
  }
  return Float64Array.from(out);
}

function meshes(model) {
  const all = [];
  model.scene.traverse((o) => {
    if (o.isMesh && o.geometry.attributes.position) all.push(o);
  });
  return all;
}

/** The numbers of meshes with one material and of materials; the loader of USD knows materials by colour only. */
function counts(model, byColour) {
  const used = meshes(model).flatMap((mesh) => [mesh.material].flat());
  return [used.length, new Set(used.map((m) => (byColour ? m.color.getHexString() : m.name))).size];
}

/** Positions without a clip, then at five times of each clip of the first file. */
function poses(model, clips) {
  const all = [positions(model)];
  for (const { name, number, duration } of clips) {
    const clip = model.animations.find((c) => c.name === name) ?? model.animations[number];
    if (!clip) throw new Error(`no clip '${name}'; available: ${model.animations.map((c) => c.name).join(', ')}`);
    const mixer = new model.Mixer(model.scene);
    const action = mixer.clipAction(clip);
    action.setLoop(LoopOnce, 1);
    action.clampWhenFinished = true;
    action.play();
    for (const part of TIMES) {
      mixer.setTime(part * duration);
      all.push(positions(model));
    }
    mixer.stopAllAction();
    mixer.uncacheRoot(model.scene);
  }
  return all;
}

/** The farthest that any vertex of a is from its counterpart in b. */
function worst(a, b, size) {
  const near = 2 * TOLERANCE * size;
  const cells = new Map();
  const key = (x, y, z) => `${x},${y},${z}`;
  const cell = (x) => Math.floor(x / near);
  for (let k = 0; k < b[0].length; k += 3) {
    const name = key(cell(b[0][k]), cell(b[0][k + 1]), cell(b[0][k + 2]));
    if (!cells.has(name)) cells.set(name, []);
    cells.get(name).push(k);
  }
  let most = { distance: 0, pose: 0 };
  for (let k = 0; k < a[0].length; k += 3) {
    // Weights that are not numbers, which Sinew repairs.
    if (Number.isNaN(a[0][k])) continue;
    let best = { distance: Infinity, pose: 0 };
    const [x, y, z] = [0, 1, 2].map((d) => cell(a[0][k + d]));
    for (let i = x - 1; i <= x + 1; i++) {
      for (let j = y - 1; j <= y + 1; j++) {
        for (let l = z - 1; l <= z + 1; l++) {
          for (const other of cells.get(key(i, j, l)) ?? []) {
            let own = { distance: 0, pose: 0 };
            for (let f = 0; f < a.length && own.distance < best.distance; f++) {
              const d = Math.hypot(...[0, 1, 2].map((c) => a[f][k + c] - b[f][other + c]));
              if (!(d <= own.distance)) own = { distance: d, pose: f };
            }
            if (own.distance < best.distance) best = own;
          }
        }
      }
    }
    if (!(best.distance <= most.distance)) most = best;
  }
  return most;
}

async function compare(before, after) {
  const first = await open(before).catch((error) => ({ error }));
  if (first.error) {
    console.log(`skip ${after}: three.js does not open the file before: ${first.error.message}`);
    return true;
  }
  const second = await open(after);
  const clips = first.animations
    .slice(0, second.only)
    .map((clip, number) => ({ name: clip.name, number, duration: clip.duration }));
  const a = poses(first, clips);
  const b = poses(second, clips);
  const size = new Box3().setFromArray(a[0].map((x) => (Number.isNaN(x) ? 0 : x))).getSize(new Vector3()).length();
  const there = worst(a, b, size);
  // Repaired vertices have no counterpart in the first file.
  const back = a[0].some(Number.isNaN) ? there : worst(b, a, size);
  const most = there.distance > back.distance ? there : back;
  const [were, are] = [first, second].map((m) => counts(m, second.only));
  const same = were.join() === are.join();
  const error = most.distance / size;
  const passed = error <= TOLERANCE && same;
  const where = most.pose === 0 ? 'without a clip' : `clip '${clips[Math.floor((most.pose - 1) / TIMES.length)].name}'`;
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${after}: ${error.toExponential(1)} of the size (${where}); `
    + `meshes ${were[0]} → ${are[0]}, materials ${were[1]} → ${are[1]}`);
  return passed;
}

let failed = 0;
for (const pair of process.argv.slice(2)) {
  const [before, after] = pair.split('=');
  try {
    if (!(await compare(before, after))) failed++;
  } catch (error) {
    failed++;
    console.log(`FAIL ${after}: ${error.message}`);
  }
}
process.exit(failed > 0 ? 1 : 0);
