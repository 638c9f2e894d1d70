// Writes a mesh with handles of three kinds and an animation of them: node handle-files.mjs FOLDER
// Writes tube.obj, handles.json and wave.json there, for `sinew weights` and `sinew pose`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const AROUND = 16;
const ALONG = 40;

export const HANDLES = {
  handles: [
    { name: 'tip', type: 'point', position: [1.9, 0, 0] },
    { name: 'upper', type: 'bone', from: [0.5, 0, 0], to: [0.9, 0, 0] },
    { name: 'lower', type: 'bone', from: [0.9, 0, 0], to: [1.3, 0, 0], parent: 'upper' },
    { name: 'base', type: 'region', vertices: Array.from({ length: AROUND }, (_, k) => 2 + k) },
  ],
};

const held = { handle: 'base', transform: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0] };
export const WAVE = {
  fps: 10,
  keyframes: [
    { time: 0, targets: [held, { handle: 'tip', position: [1.9, 0, 0] }] },
    { time: 0.5, targets: [{ handle: 'tip', position: [1.6, 0.7, 0.2] }] },
    { time: 1.2, targets: [held, { handle: 'tip', position: [1.7, -0.5, 0.3] }] },
  ],
};

/** A closed tube along x from 0 to 2, whose first ring is the region of the handles. */
function tube() {
  const lines = ['v 0 0 0', 'v 2 0 0'];
  for (let s = 0; s <= ALONG; s++) {
    for (let k = 0; k < AROUND; k++) {
      const angle = (2 * Math.PI * k) / AROUND;
      lines.push(`v ${0.01 + (1.98 * s) / ALONG} ${0.2 * Math.cos(angle)} ${0.2 * Math.sin(angle)}`);
    }
  }
  const at = (s, k) => 3 + s * AROUND + (k % AROUND);
  for (let k = 0; k < AROUND; k++) {
    lines.push(`f 1 ${at(0, k)} ${at(0, k + 1)}`, `f 2 ${at(ALONG, k + 1)} ${at(ALONG, k)}`);
    for (let s = 0; s < ALONG; s++) {
      lines.push(`f ${at(s, k)} ${at(s + 1, k)} ${at(s + 1, k + 1)} ${at(s, k + 1)}`);
    }
  }
  return lines.join('\n') + '\n';
}

export function writeHandleFiles(folder) {
  writeFileSync(join(folder, 'tube.obj'), tube());
  writeFileSync(join(folder, 'handles.json'), JSON.stringify(HANDLES));
  writeFileSync(join(folder, 'wave.json'), JSON.stringify(WAVE));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv.length !== 3) {
    console.error('usage: node handle-files.mjs FOLDER');
    process.exit(2);
  }
  writeHandleFiles(process.argv[2]);
}
