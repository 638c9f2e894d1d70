// The player of SINEW_drivers agrees with the test vectors, which the Java runtime is tested against, too.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Drivers } from '../../integrations/players/sinew-drivers.js';

const cases = JSON.parse(readFileSync(new URL('../../integrations/players/drivers-vectors.json', import.meta.url), 'utf8'));
for (const { name, extension, constant, matrix, low, high, kernels, carrierRest, seconds, poses, expected } of cases) {
  test(name, () => {
    const drivers = new Drivers(extension, { constant, matrix, low, high, kernels }, carrierRest);
    let worst = 0;
    poses.forEach((pose, f) => {
      // 3×4 by rows → 4×4 by columns
      const joints = pose.length / 12;
      const matrices = new Float64Array(16 * joints);
      for (let j = 0; j < joints; j++) for (let k = 0; k < 12; k++) matrices[16 * j + 4 * (k % 4) + Math.floor(k / 4)] = pose[12 * j + k];
      for (let j = 0; j < joints; j++) matrices[16 * j + 15] = 1;
      drivers.step(seconds, matrices);
      extension.helpers.forEach(({ joint }, h) => {
        for (let k = 0; k < 12; k++) worst = Math.max(worst, Math.abs(matrices[16 * joint + 4 * (k % 4) + Math.floor(k / 4)] - expected[f][12 * h + k]));
      });
      drivers.shapes.forEach((weight, k) => (worst = Math.max(worst, Math.abs(weight - expected[f][12 + k]))));
    });
    assert.ok(worst < 1e-5, `off by ${worst}`);
  });
}
