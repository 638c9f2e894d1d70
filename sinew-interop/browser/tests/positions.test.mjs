// The vertex shader's positions against Java's, to 1e-4 of the size.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { launch, missing, open, PAGES } from './browser.mjs';

const NAMES = ['tentacle', 'influences', 'model', 'horse', 'large'];
const MOST = 1e-4;

describe('positions from the graphics card', () => {
  let browser;
  before(async () => {
    browser = missing('tentacle') ? null : await launch();
  });
  after(async () => {
    await browser?.close();
  });

  for (const name of NAMES) {
    test(name, { skip: missing(name) }, async (t) => {
      const page = await open(browser, name);
      const size = await page.evaluate(() => window.sinew.scene.stage.unit.size);
      for (const frame of expectedFrames(name)) {
        const expected = doubles(`${name}.${frame}.f64`);
        const worst = await page.evaluate(
          ([f, xyz]) => {
            const got = window.sinew.positions(f);
            if (got.length !== xyz.length) {
              return Infinity;
            }
            let most = 0;
            for (let k = 0; k < got.length; k += 3) {
              most = Math.max(most, Math.hypot(got[k] - xyz[k], got[k + 1] - xyz[k + 1], got[k + 2] - xyz[k + 2]));
            }
            return most;
          },
          [frame, Array.from(expected)],
        );
        t.diagnostic(`frame ${frame}: ${(worst / size).toExponential(2)} of the size`);
        assert.ok(worst < MOST * size, `${name}, frame ${frame}: ${worst / size} of the size`);
      }
      assert.deepEqual(page.complaints(), []);
      await page.context().close();
    });
  }

  function expectedFrames(name) {
    const pattern = new RegExp(`^${name}\\.(\\d+)\\.f64$`);
    return existsSync(PAGES) ? readdirSync(PAGES).flatMap((file) => file.match(pattern)?.[1] ?? []).map(Number) : [];
  }

  function doubles(file) {
    const bytes = readFileSync(resolve(PAGES, file));
    return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  }
});
