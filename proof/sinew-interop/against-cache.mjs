// Compares three.js with a point cache: node against-cache.mjs MODEL.glb CACHE.pc2
//
// The cache is Sinew's own playback (sinew convert MODEL.glb -o CACHE.pc2), frame k at key k of the only clip. Exit code 1 if
// three.js differs by more than 1e-4 of the size in any of several frames.
import { readFile } from 'node:fs/promises';
import { load, positions, sources } from './three-model.mjs';

const TOLERANCE = 1e-4;
const MOST_FRAMES = 8;

const [modelFile, cacheFile] = process.argv.slice(2);
if (!cacheFile) {
  console.error('usage: node against-cache.mjs MODEL.glb CACHE.pc2');
  process.exit(2);
}
const cache = await readFile(cacheFile);
const vertices = cache.readUInt32LE(16);
const frames = cache.readUInt32LE(28);
const model = await load(modelFile);
const source = sources(model);
const clip = model.gltf.animations[0];

const at = (frame, vertex, axis) => cache.readFloatLE(32 + 4 * (3 * (frame * vertices + vertex) + axis));

function diagonal() {
  const sides = [0, 1, 2].map((axis) => {
    const values = Array.from({ length: vertices }, (_, i) => at(0, i, axis));
    return values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
  });
  return Math.hypot(...sides);
}

const size = diagonal();
let worst = { off: 0, frame: 0, vertex: 0 };
const step = Math.max(1, Math.ceil(frames / MOST_FRAMES));
for (let frame = 0; frame < frames; frame += step) {
  const got = positions(model, clip.name, (clip.duration * frame) / Math.max(1, frames - 1));
  source.forEach((original, k) => {
    const off = Math.hypot(...[0, 1, 2].map((axis) => got[3 * k + axis] - at(frame, original, axis))) / size;
    if (!(off <= worst.off)) worst = { off, frame, vertex: original };
  });
}
const ok = worst.off <= TOLERANCE;
console.log(`${ok ? 'ok ' : 'BAD'} ${modelFile}: worst ${worst.off.toExponential(2)} of the size at vertex ${worst.vertex}, frame ${worst.frame}`);
process.exit(ok ? 0 : 1);
