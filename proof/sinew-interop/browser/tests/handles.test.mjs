// The report of a handle model: dragging handles moves the mesh as in `sinew pose`.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { launch, look, missing, openFile } from './browser.mjs';
import { writeHandleFiles } from '../../handle-files.mjs';
import { apart, gripOnPage, missingSinew, posedBySinew, positionsOf, scratch, sinew } from './handled.mjs';

const SIZE = Math.hypot(2, 0.4, 0.4);
const CLOSE = 1e-3 * SIZE;
const HELD = { handle: 'base', transform: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0] };
/**
 * Targets in the units of the file: positions, ends of bones, one end only, a transform. In each, the tube cannot rotate about
 * its own axis, which rounding errors would otherwise decide.
 */
const POSES = [
  [HELD, { handle: 'tip', position: [1.7, 0.5, 0.1] }],
  [HELD, { handle: 'upper', position: [0.5, 0.1, 0], tip: [0.8, 0.3, 0.1] }, { handle: 'tip', position: [1.6, -0.3, 0] }],
  [{ handle: 'base', transform: [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0] }, { handle: 'lower', tip: [1.2, 0.3, 0.3] }],
  [{ handle: 'lower', position: [0.9, 0.2, 0] }],
];

describe('dragging handles', { skip: missing() || missingSinew() }, () => {
  let browser;
  let folder;
  let model;
  let page;
  before(async () => {
    folder = scratch();
    model = join(folder, 'tube.glb');
    writeHandleFiles(folder);
    const [mesh, handles, report] = ['tube.obj', 'handles.json', 'tube.html'].map((name) => join(folder, name));
    sinew('weights', mesh, '--handles', handles, '--resolution', '30', '-o', model, '--report', report);
    browser = await launch();
    page = await openFile(browser, report);
  });
  after(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const positions = () => page.evaluate(() => Array.from(window.sinew.handledPositions()));
  const targets = () => page.evaluate(() => window.sinew.posing.targets());
  const settled = () => page.waitForFunction(() => !window.sinew.posing.unsettled, null, { timeout: 60_000 });
  const pinned = (number) => page.evaluate((k) => window.sinew.posing.isPinned(window.sinew.posing.grips[k]), number);

  async function drag({ x, y }, right, down) {
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let k = 1; k <= 6; k++) {
      await page.mouse.move(x + (right * k) / 6, y + (down * k) / 6);
    }
    await page.mouse.up();
    await settled();
  }

  test('opens in the rest pose with a hint', async () => {
    const rest = positionsOf(join(folder, 'tube.obj'));
    assert.ok(apart(await positions(), rest) < 1e-5 * SIZE);
    assert.match(await page.locator('.invitation').innerText(), /Drag a handle/);
    await look(page);
    await page.shot('handles');
  });

  test('a dragged handle moves near vertices only', async () => {
    const rest = await positions();
    const camera = await page.evaluate(() => window.sinew.viewer.stage.camera.position.toArray());
    await drag(await gripOnPage(page, 'tip'), 30, -110);
    const now = await positions();
    const moved = (near) => now.flatMap((_, k) => (k % 3 === 0 && near(rest[k]) ? [apart(now.slice(k, k + 3), rest.slice(k, k + 3))] : []));
    const near = moved((x) => x > 1.8);
    const far = moved((x) => x < 0.6);
    assert.ok(Math.min(...near) > 0.05 * SIZE, `near ones moved ${Math.min(...near)}`);
    assert.ok(Math.max(...far) < 0.03 * Math.min(...near), `far ones moved ${Math.max(...far)}`);
    assert.deepEqual(await page.evaluate(() => window.sinew.viewer.stage.camera.position.toArray()), camera, 'the camera stays');
    assert.ok(await page.locator('.invitation').isHidden());
    await look(page);
    await page.shot('handles-dragged');
  });

  test('the mesh matches `sinew pose`', async (t) => {
    const off = apart(await positions(), posedBySinew(folder, model, await targets()));
    t.diagnostic(`${(off / SIZE).toExponential(2)} of the size`);
    assert.ok(off < CLOSE, `${off / SIZE} of the size`);
  });

  test('dragging a joint of two bones moves both', async (t) => {
    await drag(await gripOnPage(page, 'lower'), 10, 50);
    const [upper, lower] = ['upper', 'lower'].map((name) => targets().then((all) => all.find(({ handle }) => handle === name)));
    assert.deepEqual((await upper).tip, (await lower).position);
    const off = apart(await positions(), posedBySinew(folder, model, await targets()));
    t.diagnostic(`${(off / SIZE).toExponential(2)} of the size`);
    assert.ok(off < CLOSE, `${off / SIZE} of the size`);
  });

  test('the solver of the page matches Java for every kind of target', async (t) => {
    for (const pose of POSES) {
      const got = await page.evaluate((wanted) => {
        const { posing } = window.sinew;
        posing.setTargets(wanted);
        posing.poser.reset();
        posing.settle();
        return Array.from(window.sinew.handledPositions());
      }, pose);
      const off = apart(got, posedBySinew(folder, model, pose));
      t.diagnostic(`${JSON.stringify(pose)}: ${(off / SIZE).toExponential(2)} of the size`);
      assert.ok(off < 1e-4 * SIZE, `${off / SIZE} of the size`);
    }
  });

  test('reset restores the initial pose', async () => {
    await page.locator('#reset').click();
    assert.ok(apart(await positions(), positionsOf(join(folder, 'tube.obj'))) < 1e-5 * SIZE);
    assert.match(await page.locator('#timing').innerText(), /\d ms a solve/);
  });

  test('a drag can be undone and redone', async () => {
    const before = await positions();
    const pins = JSON.stringify(await targets());
    await drag(await gripOnPage(page, 'tip'), -20, 30);
    const after = await positions();
    assert.ok(apart(after, before) > 0.02 * SIZE);
    await page.locator('#undo').click();
    assert.equal(JSON.stringify(await targets()), pins, 'one drag is one step');
    assert.ok(apart(await positions(), before) < CLOSE);
    await page.keyboard.press('Control+Shift+z');
    assert.ok(apart(await positions(), after) < CLOSE);
    await page.keyboard.press('Control+z');
    assert.ok(apart(await positions(), before) < CLOSE);
    await page.locator('#redo').click();
    await page.locator('#reset').click();
  });

  test('a double click frees a handle and pins it again', async () => {
    const tip = await gripOnPage(page, 'tip');
    assert.equal(await pinned(tip.number), true);
    await page.mouse.dblclick(tip.x, tip.y);
    assert.equal(await pinned(tip.number), false);
    assert.ok(!(await targets()).some(({ handle }) => handle === 'tip'));
    await page.mouse.dblclick(tip.x, tip.y);
    assert.equal(await pinned(tip.number), true);
    await page.locator('#free-all').click();
    assert.deepEqual(await targets(), []);
    await page.locator('#pin-all').click();
    assert.equal((await targets()).length, 4);
    await page.locator('#reset').click();
  });

  test('hovering shows the name of a handle; elsewhere the mouse orbits the camera', async () => {
    const tip = await gripOnPage(page, 'tip');
    await page.mouse.move(tip.x, tip.y);
    assert.equal(await page.state('hover'), tip.number);
    assert.match(await page.locator('.grip-name').innerText(), /tip\s*pinned/);
    const before = await targets();
    const camera = () => page.evaluate(() => window.sinew.viewer.stage.camera.position.toArray());
    const stood = await camera();
    await page.mouse.move(tip.x, tip.y - 150);
    assert.equal(await page.state('hover'), null);
    await page.mouse.down();
    await page.mouse.move(tip.x + 80, tip.y - 150, { steps: 4 });
    await page.mouse.up();
    assert.ok(apart(stood, await camera()) > 0.01);
    assert.deepEqual(await targets(), before);
    await page.keyboard.press('0');
  });

  test('the list highlights the vertices of a handle, also by keyboard', async () => {
    await look(page);
    await page.locator('#bones .bone').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    assert.match(await page.locator('#legend').innerText(), /Weight of upper/);
    assert.ok((await look(page)).changed > 0.005);
    await page.shot('handles-weights');
    const [right] = (await targets()).filter(({ handle }) => handle === 'upper');
    await page.locator('canvas').focus();
    await page.keyboard.press('ArrowUp');
    await settled();
    const [nudged] = (await targets()).filter(({ handle }) => handle === 'upper');
    assert.ok(apart(right.tip, nudged.tip) > 0.005 * SIZE, 'an arrow key moves the chosen end');
    await page.getByRole('button', { name: 'Pin the start of upper' }).click();
    assert.equal((await targets()).find(({ handle }) => handle === 'upper').position, undefined);
    await page.keyboard.press('Escape');
    assert.equal(await page.state('bone'), null);
    await page.keyboard.press('r');
  });

  test('dark theme and phone', async () => {
    await page.set({ theme: 'dark', colouring: 'weights' });
    await look(page);
    await page.shot('handles-dark');
    await page.setViewportSize({ width: 420, height: 860 });
    await look(page);
    await page.shot('handles-phone');
  });

  test('no errors', () => {
    assert.deepEqual(page.complaints(), []);
  });
});
