// Compares the vertex shader's positions with Java's, to 1e-4 of the size, for every model of a page.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { launch, missing, open, PAGES } from './browser.mjs';

const NAMES = ['tentacle', 'influences', 'model', 'horse', 'large', 'models', 'twolayer'];
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
      for (const { file, model, frame } of expectedFrames(name)) {
        const expected = doubles(file);
        const worst = await page.evaluate(
          ([f, m, xyz]) => {
            const got = window.sinew.positions(f, m);
            if (got.length !== xyz.length) {
              return Infinity;
            }
            let most = 0;
            for (let k = 0; k < got.length; k += 3) {
              most = Math.max(most, Math.hypot(got[k] - xyz[k], got[k + 1] - xyz[k + 1], got[k + 2] - xyz[k + 2]));
            }
            return most;
          },
          [frame, model, Array.from(expected)],
        );
        t.diagnostic(`model ${model}, frame ${frame}: ${(worst / size).toExponential(2)} of the size`);
        assert.ok(worst < MOST * size, `${name}, model ${model}, frame ${frame}: ${worst / size} of the size`);
      }
      assert.deepEqual(page.complaints(), []);
      await page.context().close();
    });
  }

  function expectedFrames(name) {
    const pattern = new RegExp(`^${name}(?:\\.model(\\d+))?\\.(\\d+)\\.f64$`);
    const files = existsSync(PAGES) ? readdirSync(PAGES) : [];
    return files
      .map((file) => file.match(pattern))
      .filter(Boolean)
      .map(([file, model, frame]) => ({ file, model: Number(model ?? 0), frame: Number(frame) }));
  }

  function doubles(file) {
    const bytes = readFileSync(resolve(PAGES, file));
    return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  }
});
