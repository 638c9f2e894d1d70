// Compares USD files with point caches: node usd-check.mjs FILE.usdz|.usda…
//
// FILE.pc2 and FILE.obj in the same folder are Sinew's own playback, frame k at time code k of the first clip (sinew convert
// FILE.usdz -o FILE.pc2). Two programs with independent parsers are compared:
// tinyusdz reads the layer and makes a scene of it, and what it prints again is compared number by number: points with time
// samples as they are, skins evaluated here by the rules of UsdSkel; three.js' USDLoader plays the skin itself (it does not play
// points with time samples, and reads the four largest influences). A vertex may be 1e-4 of the size away.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { AnimationMixer, Vector3 } from 'three-usd';
import { USDLoader } from 'three-usd/addons/loaders/USDLoader.js';

const TOLERANCE = 1e-4;
const MOST_FRAMES = 6;

/** tinyusdz is built for browsers; it runs in node if it takes node for a browser. */
async function tinyUsd() {
  globalThis.window ??= globalThis;
  process.type = 'renderer';
  const init = (await import('tinyusdz/tinyusdz.js')).default;
  const wasm = createRequire(import.meta.url).resolve('tinyusdz/tinyusdz.wasm');
  return init({ wasmBinary: await readFile(wasm), print: () => {}, printErr: () => {} });
}

const tiny = await tinyUsd();
// Images are not decoded here: positions do not depend on them.
globalThis.document ??= { createElementNS: () => ({ addEventListener() {}, removeEventListener() {} }) };

async function cacheOf(file) {
  const stem = file.replace(/\.usd[az]$/, '');
  const bytes = await readFile(`${stem}.pc2`);
  const obj = await readFile(`${stem}.obj`, 'utf8');
  const rest = obj.split('\n').filter((l) => l.startsWith('v ')).flatMap((l) => l.split(/\s+/).slice(1, 4).map(Number));
  const vertices = bytes.readUInt32LE(16);
  const frames = bytes.readUInt32LE(28);
  const at = (f, i, x) => bytes.readFloatLE(32 + 4 * (3 * (f * vertices + i) + x));
  const side = (x) => {
    let [low, high] = [Infinity, -Infinity];
    for (let i = 0; i < vertices; i++) [low, high] = [Math.min(low, at(0, i, x)), Math.max(high, at(0, i, x))];
    return high - low;
  };
  return { rest, vertices, frames, at, size: Math.hypot(side(0), side(1), side(2)) };
}

const framesOf = (cache) => {
  const step = Math.max(1, Math.ceil(cache.frames / MOST_FRAMES));
  return Array.from({ length: cache.frames }, (_, f) => f).filter((f) => f % step === 0 || f === cache.frames - 1);
};

// ---- tinyusdz ----

const numbersIn = (text) => (text.match(/-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi) ?? []).map(Number);

/** `type name = value` of the first prim of a type, or of `name.timeSamples` by time. */
function attribute(text, prim, name) {
  const body = text.slice(text.search(new RegExp(`def ${prim} "`)));
  const escaped = name.replace(/[.:[\]]/g, '\\$&');
  const still = body.match(new RegExp(`\\s${escaped} = (.*)`));
  const sampled = body.match(new RegExp(`\\s${escaped}\\.timeSamples = \\{([^}]*)\\}`));
  if (!sampled) return still && { still: still[1] };
  const samples = new Map();
  for (const line of sampled[1].split('\n')) {
    const parts = line.match(/^\s*(-?[\d.e+-]+): (.*)$/);
    if (parts) samples.set(Number(parts[1]), parts[2]);
  }
  return { samples };
}

function valueAt(found, time) {
  if (found.still) return numbersIn(found.still);
  if (!found.samples.has(time)) throw new Error(`no sample at ${time}`);
  return numbersIn(found.samples.get(time));
}

/** Row vectors, as in USD: a·b applies a first. */
function times(a, b) {
  const out = new Float64Array(16);
  for (let r = 0; r < 4; r++) for (let c = 0; c < 4; c++) for (let k = 0; k < 4; k++) out[4 * r + c] += a[4 * r + k] * b[4 * k + c];
  return out;
}

function composed(t, [w, x, y, z], s) {
  const rows = [
    [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
    [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
    [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
  ];
  return Float64Array.from([...rows.flatMap((row, k) => [...row.map((v) => v * s[k]), 0]), ...t, 1]);
}

/** The inverse of a rigid matrix. */
function undone(m) {
  const out = new Float64Array(16);
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) out[4 * r + c] = m[4 * c + r];
    out[12 + r] = -(m[12] * m[4 * r] + m[13] * m[4 * r + 1] + m[14] * m[4 * r + 2]);
  }
  out[15] = 1;
  return out;
}

const matricesIn = (text) => {
  const all = numbersIn(text);
  return Array.from({ length: all.length / 16 }, (_, j) => Float64Array.from(all.slice(16 * j, 16 * j + 16)));
};

function skinned(text) {
  const joints = attribute(text, 'Skeleton', 'token[] joints').still.match(/"[^"]*"/g).map((j) => j.slice(1, -1));
  const parent = joints.map((j) => joints.indexOf(j.split('/').slice(0, -1).join('/')));
  const inverse = matricesIn(attribute(text, 'Skeleton', 'matrix4d[] bindTransforms').still).map(undone);
  const [t, r, s] = ['float3[] translations', 'quatf[] rotations', 'half3[] scales'].map((n) => attribute(text, 'SkelAnimation', n));
  const indices = valueAt(attribute(text, 'Mesh', 'int[] primvars:skel:jointIndices'));
  const weights = valueAt(attribute(text, 'Mesh', 'float[] primvars:skel:jointWeights'));
  const points = valueAt(attribute(text, 'Mesh', 'point3f[] points'));
  const influences = indices.length / (points.length / 3);
  return (time) => {
    const [ts, rs, ss] = [t, r, s].map((a) => valueAt(a, time));
    const globals = [];
    joints.forEach((_, j) => {
      const local = composed(ts.slice(3 * j, 3 * j + 3), rs.slice(4 * j, 4 * j + 4), ss.slice(3 * j, 3 * j + 3));
      globals.push(parent[j] < 0 ? local : times(local, globals[parent[j]]));
    });
    const moves = globals.map((g, j) => times(inverse[j], g));
    const out = new Float64Array(points.length);
    for (let i = 0; i < points.length / 3; i++) {
      for (let k = i * influences; k < (i + 1) * influences; k++) {
        const m = moves[indices[k]];
        for (let x = 0; x < 3; x++) {
          out[3 * i + x] += weights[k] * (points[3 * i] * m[x] + points[3 * i + 1] * m[4 + x] + points[3 * i + 2] * m[8 + x] + m[12 + x]);
        }
      }
    }
    return out;
  };
}

async function byTinyUsd(file, cache) {
  const bytes = new Uint8Array(await readFile(file));
  const scene = new tiny.TinyUSDZLoaderNative();
  if (!scene.loadFromBinary(bytes, file)) throw new Error(`tinyusdz cannot create a scene from ${file}: ${scene.error()}`);
  if (scene.numMeshes() !== 1) throw new Error(`tinyusdz finds ${scene.numMeshes()} meshes in ${file}`);
  const layer = new tiny.TinyUSDZLoaderNative();
  if (!layer.loadAsLayerFromBinary(bytes, file)) throw new Error(`tinyusdz cannot read ${file}: ${layer.error()}`);
  const text = layer.layerToString();
  const isModel = text.includes('def SkelAnimation');
  const play = isModel ? skinned(text) : (time) => valueAt(attribute(text, 'Mesh', 'point3f[] points'), time);
  return { isModel, worst: worstOf(cache, (f) => play(f), null) };
}

// ---- three.js ----

async function byThree(file, cache) {
  const bytes = await readFile(file);
  const group = new USDLoader().parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  let mesh;
  group.traverse((o) => (mesh = o.isSkinnedMesh ? o : mesh));
  const clip = group.animations[0];
  const mixer = new AnimationMixer(group);
  mixer.clipAction(clip).play();
  const positions = mesh.geometry.attributes.position;
  const atRest = new Map();
  for (let i = 0; i < cache.vertices; i++) {
    const key = [0, 1, 2].map((x) => Math.fround(cache.rest[3 * i + x]) + 0).join();
    atRest.set(key, [...(atRest.get(key) ?? []), i]);
  }
  const ours = Array.from({ length: positions.count }, (_, k) =>
    atRest.get([positions.getX(k) + 0, positions.getY(k) + 0, positions.getZ(k) + 0].join()));
  const point = new Vector3();
  const play = (f) => {
    mixer.setTime((clip.duration * f) / Math.max(1, cache.frames - 1) - (f === cache.frames - 1 ? 1e-9 : 0));
    group.updateMatrixWorld(true);
    const out = new Float64Array(3 * positions.count);
    for (let k = 0; k < positions.count; k++) mesh.localToWorld(mesh.getVertexPosition(k, point)).toArray(out, 3 * k);
    return out;
  };
  return worstOf(cache, play, ours);
}

/** The largest distance relative to the size. @param ours our vertices for each of theirs, several if they coincide at rest */
function worstOf(cache, play, ours) {
  let worst = 0;
  for (const f of framesOf(cache)) {
    const got = play(f);
    for (let k = 0; k < got.length / 3; k++) {
      const candidates = ours ? ours[k] : [k];
      if (!candidates) return NaN;
      const off = Math.min(...candidates.map((i) => Math.hypot(...[0, 1, 2].map((x) => got[3 * k + x] - cache.at(f, i, x)))));
      if (!(off / cache.size <= worst)) worst = off / cache.size;
    }
  }
  return worst;
}

let bad = 0;
for (const file of process.argv.slice(2)) {
  const cache = await cacheOf(file);
  const { isModel, worst } = await byTinyUsd(file, cache);
  const three = isModel ? await byThree(file, cache) : 0;
  const ok = worst <= TOLERANCE && three <= TOLERANCE;
  bad += ok ? 0 : 1;
  console.log(`${ok ? 'ok ' : 'BAD'} ${file}: tinyusdz ${worst.toExponential(1)}${isModel ? `, three.js ${three.toExponential(1)}` : ''} of the size`);
}
process.exit(bad ? 1 : 0);
