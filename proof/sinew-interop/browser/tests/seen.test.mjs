// Visual checks: shading, bind pose, clips, poses, camera directions, images.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { launch, look, missing, open, PAGES } from './browser.mjs';

const FRAME = 17;

describe('visual checks', { skip: missing('seen') }, () => {
  let browser;
  let page;
  before(async () => {
    browser = await launch();
    page = await open(browser, 'seen');
  });
  after(async () => {
    await browser?.close();
  });

  function doubles(name) {
    const bytes = readFileSync(resolve(PAGES, name));
    return Array.from(new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)));
  }

  /** The largest angle between the page's normals and those of a file, in degrees. */
  function worst(file) {
    return page.evaluate(
      ([frame, expected]) => {
        const got = window.sinew.normals(frame);
        const { rowVertex } = window.sinew.scene.stage.topology;
        let most = 0;
        rowVertex.forEach((vertex, row) => {
          const along = [0, 1, 2].reduce((sum, x) => sum + got[3 * row + x] * expected[3 * vertex + x], 0);
          most = Math.max(most, (Math.acos(Math.min(1, along)) * 180) / Math.PI);
        });
        return most;
      },
      [FRAME, doubles(file)],
    );
  }

  test('shades with the blended matrix by default', async () => {
    assert.equal(await page.state('shading'), 'engine');
    assert.ok((await worst(`seen.${FRAME}.engine`)) < 0.1);
    await page.locator('#shading').selectOption('transpose');
    assert.ok((await worst(`seen.${FRAME}.transpose`)) < 0.1);
    assert.ok((await worst(`seen.${FRAME}.engine`)) > 2, 'the rules differ');
  });

  test('normal modes differ, and recomputed normals match the posed faces', async () => {
    await page.set({ frame: FRAME, view: 'result', shading: 'engine' });
    await look(page);
    for (const rule of ['recomputed', 'transpose', 'engine']) {
      await page.locator('#shading').selectOption(rule);
      assert.ok((await look(page)).changed > 0.01, rule);
    }
    await page.set({ shading: 'recomputed' });
    const off = await page.evaluate((frame) => {
      const { topology } = window.sinew.scene.stage;
      const expected = topology.normals(window.sinew.positions(frame), new Int16Array(4 * topology.rows));
      const got = window.sinew.normals(frame);
      return Math.max(...topology.rowVertex.map((_, row) => Math.hypot(...[0, 1, 2].map((x) => got[3 * row + x] - expected[4 * row + x] / 32767))));
    }, FRAME);
    assert.ok(off < 1e-3, `${off}`);
    await page.set({ shading: 'engine' });
  });

  test('colours by normal deviation, with a scale in degrees', async () => {
    await page.set({ view: 'split' });
    await look(page);
    await page.getByRole('radiogroup', { name: 'Colour by' }).getByText('Shading', { exact: true }).click();
    assert.ok((await look(page)).changed > 0.05);
    assert.match(await page.locator('#legend').innerText(), /Normal deviation \(degrees\)[\s\S]*≥ 30°/);
    await page.getByRole('button', { name: 'Coarser scale' }).click();
    assert.equal(await page.state('angleMost'), 60);
    await page.shot('seen-angle');
    await page.set({ colouring: 'surface', angleMost: 30 });
  });

  test('shows the bind pose next to the input mesh', async () => {
    await look(page);
    await page.getByRole('radiogroup', { name: 'View' }).getByText('Bind pose', { exact: true }).click();
    assert.ok((await look(page)).changed > 0.02);
    assert.match(await page.locator('.labels').innerText(), /Input mesh[\s\S]*Bind pose/);
    const moved = await page.evaluate(() => {
      const { given, models } = window.sinew.scene.stage;
      const shown = window.sinew.viewer.stage.read(0);
      return { shown: Math.max(...shown.map((x, k) => Math.abs(x - models[0].rest[k]))), given: Math.max(...given.map((x, k) => Math.abs(x - models[0].rest[k]))) };
    });
    assert.ok(moved.shown < 1e-6, 'the drawn bind pose is the stored one');
    assert.ok(moved.given > 0.005, 'it differs from the input mesh');
    await page.set({ colouring: 'error' });
    assert.match(await page.locator('#legend').innerText(), /Displacement, % of the size/);
    await page.shot('seen-bind');
    await page.set({ view: 'split', colouring: 'surface' });
  });

  test('the verdict comes first', async () => {
    const first = await page.locator('#panel section').first().innerText();
    assert.match(first, /worst 2 %, frame 3; shading 40°/);
  });

  test('shows front, side and top views, and resets', async () => {
    const away = () => page.evaluate(() => {
      const { camera, controls } = window.sinew.viewer.stage;
      return camera.position.clone().sub(controls.target).normalize().toArray();
    });
    const start = await away();
    for (const [side, axis] of [['front', 2], ['side', 0], ['top', 1]]) {
      await page.locator('#from-' + side).click();
      assert.ok((await away())[axis] > 0.999, side);
      assert.ok((await look(page)).drawn > 0.03);
    }
    await page.locator('#whole').click();
    assert.ok(Math.hypot(...(await away()).map((x, k) => x - start[k])) < 1e-6);
  });

  test('"show" zooms to the worst vertex', async () => {
    const distance = () => page.evaluate(() => window.sinew.viewer.stage.camera.position.distanceTo(window.sinew.viewer.stage.controls.target));
    const far = await distance();
    await page.locator('.there').first().click();
    assert.ok((await distance()) < 0.5 * far);
    assert.equal(await page.state('colouring'), 'error');
    const vertex = await page.state('vertex');
    const off = await page.evaluate((i) => {
      const { controls, evaluators } = window.sinew.viewer.stage;
      return Math.hypot(...evaluators[0].place(i).map((x, k) => x - controls.target.toArray()[k]));
    }, vertex);
    assert.ok(off < 1e-4, 'the vertex is in the centre');
    await page.locator('#whole').click();
    await page.set({ vertex: null, colouring: 'surface' });
  });

  test('the subject fills its pane', async () => {
    await page.set({ view: 'result', frame: 0 });
    await page.locator('#whole').click();
    const { width, height } = await page.evaluate(() => {
      const { data, width: w, height: h } = window.sinew.pixels();
      const ends = [w, 0, h, 0];
      for (let p = 0; p < w * h; p++) {
        if (data[4 * p + 3] === 255) {
          ends[0] = Math.min(ends[0], p % w);
          ends[1] = Math.max(ends[1], p % w);
          ends[2] = Math.min(ends[2], Math.floor(p / w));
          ends[3] = Math.max(ends[3], Math.floor(p / w));
        }
      }
      return { width: (ends[1] - ends[0]) / w, height: (ends[3] - ends[2]) / h };
    });
    assert.ok(Math.max(width, height) > 0.7, `${width} × ${height} of the pane`);
  });

  test('no errors', () => assert.deepEqual(page.complaints(), []));

  test('clips have a picker', { skip: missing('clips') }, async () => {
    const clips = await open(browser, 'clips');
    assert.deepEqual(await clips.locator('#clip option').allInnerTexts(), ['wave', 'curl']);
    await clips.locator('#clip').selectOption('1');
    assert.equal(await clips.state('frame'), 20);
    assert.match(await clips.locator('#readout').textContent(), /0.*9/);
    await clips.keyboard.press('End');
    await clips.locator('#play').focus();
    await clips.keyboard.press('ArrowRight');
    assert.equal(await clips.state('frame'), 20, 'stepping wraps within the clip');
    await clips.set({ frame: 3 });
    assert.equal(await clips.state('clip'), 0, 'selecting a frame selects its clip');
    assert.deepEqual(clips.complaints(), []);
    await clips.context().close();
  });

  test('poses are shown one per second', { skip: missing('poses') }, async () => {
    const poses = await open(browser, 'poses');
    assert.match(await poses.locator('#readout').textContent(), /pose/);
    await poses.set({ frame: 1.7 });
    const between = await poses.evaluate(() => {
      const shown = Array.from(window.sinew.viewer.stage.read(0));
      window.sinew.state.set({ frame: 1 });
      return Math.max(...window.sinew.viewer.stage.read(0).map((x, k) => Math.abs(x - shown[k])));
    });
    assert.equal(between, 0, 'poses are not interpolated');
    assert.equal(await poses.evaluate(() => window.sinew.viewer.player.rate), 1);
    await poses.context().close();
  });

  test('images are on the surface, the right way up', { skip: missing('textured') }, async () => {
    const textured = await open(browser, 'textured');
    await textured.locator('#from-front').click();
    const quarters = await textured.evaluate(() => {
      const { data, width, height } = window.sinew.pixels();
      const at = (x, y) => [...data.slice(4 * (Math.round(y * height) * width + Math.round(x * width)), 4 * (Math.round(y * height) * width + Math.round(x * width)) + 3)];
      const side = (0.25 * Math.min(width, height)) / width;
      const rise = (0.25 * Math.min(width, height)) / height;
      // Rows start at the bottom.
      return { topLeft: at(0.5 - side, 0.5 + rise), topRight: at(0.5 + side, 0.5 + rise), bottomLeft: at(0.5 - side, 0.5 - rise), bottomRight: at(0.5 + side, 0.5 - rise) };
    });
    const strongest = (rgb) => rgb.indexOf(Math.max(...rgb));
    assert.equal(strongest(quarters.topLeft), 0, `red ${quarters.topLeft}`);
    assert.equal(strongest(quarters.topRight), 1, `green ${quarters.topRight}`);
    assert.equal(strongest(quarters.bottomLeft), 2, `blue ${quarters.bottomLeft}`);
    assert.ok(Math.min(...quarters.bottomRight) > 100, `white ${quarters.bottomRight}`);
    assert.deepEqual(textured.complaints(), []);
    await textured.context().close();
  });
});
