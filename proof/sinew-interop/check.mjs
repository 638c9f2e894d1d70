// Compares three.js with Sinew: node check.mjs FILE.positions.json…
//
// A positions file contains the vertex positions of Sinew's own player:
//   {"file": "model.glb",          in the folder of the positions file
//    "size": 4.2,                  diagonal of the rest pose's box
//    "clips": [{"name": "walk", "samples": [{"time": 0.5, "positions": [x, y, z, …]}, …]}, …]}
// with one position per original vertex (copies refer to it by _SOURCE_VERTEX).
// If a file has more than four influences, three.js' bone matrices are used with all of them, because its shader reads four.
// Exit code 1 if three.js differs by more than 1e-4 of the size anywhere.
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { influenceSets, load, positions, positionsOfAllSets, sources } from './three-model.mjs';

const TOLERANCE = 1e-4;
let bad = false;
for (const name of process.argv.slice(2)) {
  const wanted = JSON.parse(await readFile(name, 'utf8'));
  const model = await load(resolve(dirname(name), wanted.file));
  const source = sources(model);
  const evaluate = influenceSets(model) > 1 ? positionsOfAllSets : positions;
  let worst = { off: 0 };
  let samples = 0;
  for (const clip of wanted.clips) {
    for (const sample of clip.samples) {
      const got = evaluate(model, clip.name, sample.time);
      source.forEach((original, k) => {
        const off = Math.hypot(...[0, 1, 2].map((x) => got[3 * k + x] - sample.positions[3 * original + x])) / wanted.size;
        if (!(off <= worst.off)) worst = { off, clip: clip.name, time: sample.time, vertex: original };
      });
      samples++;
    }
  }
  const ok = worst.off <= TOLERANCE;
  bad ||= !ok;
  console.log(`${ok ? 'ok ' : 'BAD'} ${wanted.file}: ${samples} samples, ${source.length} vertices, worst ${worst.off.toExponential(2)} of the size`
    + (worst.clip ? ` at vertex ${worst.vertex}, ${worst.time} s of '${worst.clip}'` : ''));
}
process.exit(bad ? 1 : 0);
