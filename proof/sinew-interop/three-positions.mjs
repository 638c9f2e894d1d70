// Prints three.js' vertex positions: node three-positions.mjs FILE.glb CLIP SECONDS…
// Prints {"clip": …, "samples": [{"time": …, "positions": [x, y, z, …]}, …]}, vertices in the file's order.
import { load, positions } from './three-model.mjs';

const [file, clip, ...times] = process.argv.slice(2);
if (!file || times.length === 0) {
  console.error('usage: node three-positions.mjs FILE.glb CLIP SECONDS…');
  process.exit(2);
}
const model = await load(file);
const samples = times.map(Number).map((time) => ({ time, positions: positions(model, clip, time) }));
console.log(JSON.stringify({ clip, samples }));
