// Handle models made by the command line, to compare the page with `sinew pose`.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const SINEW = process.env.SINEW ?? resolve(dirname(fileURLToPath(import.meta.url)), '../../../../sinew');

/** Why handle models cannot be made, or false. */
export function missingSinew() {
  return existsSync(SINEW) ? false : 'skipped: no ' + SINEW;
}

export function sinew(...words) {
  return execFileSync(SINEW, [...words, '--quiet'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

export function scratch() {
  return mkdtempSync(join(tmpdir(), 'sinew-handles-'));
}

export function write(folder, name, content) {
  const file = join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

/** The result of `sinew pose` for targets, 3N. */
export function posedBySinew(folder, model, targets) {
  const file = write(folder, 'targets.json', { targets });
  const posed = join(folder, 'posed.obj');
  sinew('pose', model, '--targets', file, '-o', posed);
  return positionsOf(posed);
}

export function positionsOf(obj) {
  const lines = readFileSync(obj, 'utf8').split('\n').filter((line) => line.startsWith('v '));
  return lines.flatMap((line) => line.trim().split(/\s+/).slice(1, 4).map(Number));
}

/** The largest distance between two sets of positions. */
export function apart(a, b) {
  if (a.length !== b.length || a.length === 0) {
    return Infinity;
  }
  let most = 0;
  for (let k = 0; k < a.length; k += 3) {
    most = Math.max(most, Math.hypot(a[k] - b[k], a[k + 1] - b[k + 1], a[k + 2] - b[k + 2]));
  }
  return most;
}

/** The number of a handle's grip, and its position on the page. */
export function gripOnPage(page, name, end = 'position') {
  return page.evaluate(
    ([wanted, part]) => {
      const { posing, viewer } = window.sinew;
      const { canvas, camera, handles } = viewer.stage;
      const j = posing.handles.findIndex((handle) => handle.name === wanted);
      const { grip } = posing.ends[j].find((each) => each.end === part);
      const box = canvas.getBoundingClientRect();
      const at = handles.place(grip.number).project(camera);
      return { number: grip.number, x: box.left + (box.width * (at.x + 1)) / 2, y: box.top + (box.height * (1 - at.y)) / 2 };
    },
    [name, end],
  );
}
