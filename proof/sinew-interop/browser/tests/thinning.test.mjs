// A mesh with too many triangles is drawn with fewer, which use its vertices and preserve its shape.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { thinTriangles } from '../../../../libraries/sinew-show/src/main/resources/dev/sinew/show/web/data/thinning.js';

const [AROUND, ALONG] = [240, 120];

/** A sphere of AROUND × ALONG vertices, and its triangles. */
function ball() {
  const positions = [];
  for (let s = 0; s < ALONG; s++) {
    for (let k = 0; k < AROUND; k++) {
      const [down, turn] = [(Math.PI * (s + 0.5)) / ALONG, (2 * Math.PI * k) / AROUND];
      positions.push(Math.sin(down) * Math.cos(turn), Math.cos(down), Math.sin(down) * Math.sin(turn));
    }
  }
  const triangles = [];
  for (let s = 0; s + 1 < ALONG; s++) {
    for (let k = 0; k < AROUND; k++) {
      const [a, b, c, d] = [[s, k], [s, k + 1], [s + 1, k + 1], [s + 1, k]].map(([i, j]) => i * AROUND + (j % AROUND));
      triangles.push(a, b, c, a, c, d);
    }
  }
  return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) };
}

test('fewer triangles of the same shape', () => {
  const { positions, triangles } = ball();
  const rowVertex = Uint32Array.from({ length: positions.length / 3 }, (_, i) => i);
  const wanted = 6000;
  const left = thinTriangles(triangles, rowVertex, positions, wanted);
  assert.ok(left.length / 3 > 0.5 * wanted && left.length / 3 < 1.5 * wanted, `${left.length / 3} triangles`);
  assert.ok(left.every((row) => row < rowVertex.length));
  let [area, outward] = [0, 0];
  for (let t = 0; t < left.length; t += 3) {
    const [u, v, w] = [0, 1, 2].map((c) => [...positions.subarray(3 * left[t + c], 3 * left[t + c] + 3)]);
    const [a, b] = [v.map((x, d) => x - u[d]), w.map((x, d) => x - u[d])];
    const n = [0, 1, 2].map((d) => a[(d + 1) % 3] * b[(d + 2) % 3] - a[(d + 2) % 3] * b[(d + 1) % 3]);
    area += Math.hypot(...n) / 2;
    outward += Math.sign(n.reduce((sum, x, d) => sum + x * (u[d] + v[d] + w[d]), 0));
  }
  assert.ok(Math.abs(area / (4 * Math.PI) - 1) < 0.1, `area ${area}`);
  assert.equal(Math.abs(outward), left.length / 3, 'all triangles face the same way');
});
