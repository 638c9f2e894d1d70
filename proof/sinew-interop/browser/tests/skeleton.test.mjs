// The report of a rig: the skeleton is visible through the mesh and moves with it, and its tree collapses and selects.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { launch, look, missing, open } from './browser.mjs';

const NAME = 'skeleton';

describe("a skeleton's report", { skip: missing(NAME) }, () => {
  let browser;
  let page;
  before(async () => {
    browser = await launch();
    page = await open(browser, NAME, { viewport: { width: 1400, height: 860 } });
  });
  after(async () => {
    await browser?.close();
  });

  const row = (name) => page.locator('#bones .bone').getByText(name, { exact: true });

  test('opens with the bones visible through the mesh', async () => {
    assert.equal(await page.state('bones'), true);
    await page.set({ frame: 9 });
    await look(page);
    await page.shot('skeleton');
    await page.getByRole('button', { name: 'Bones' }).click();
    assert.ok((await look(page)).changed > 0.01, 'without bones the mesh is opaque');
    await page.getByRole('button', { name: 'Bones' }).click();
    assert.ok((await look(page)).changed > 0.01);
  });

  test('bones end at the joints of their children', async () => {
    const off = await page.evaluate(() => {
      const { bones } = window.sinew.viewer.stage;
      const { evaluator } = bones[0];
      const { parents, pivots } = evaluator.model.skeleton;
      window.sinew.viewer.stage.pose(13);
      return parents.reduce((worst, parent, j) => {
        if (parent < 0) return worst;
        const mine = evaluator.pivot(j, [0, 0, 0]);
        const theirs = evaluator.carry(parent, pivots, 3 * j, [0, 0, 0]);
        return Math.max(worst, Math.hypot(...mine.map((x, k) => x - theirs[k])));
      }, 0);
    });
    assert.ok(off < 1e-5, `${off} of the size apart`);
  });

  test('the skeleton moves with the clip', async () => {
    const at = (frame) =>
      page.evaluate((f) => {
        window.sinew.state.set({ frame: f });
        return Array.from(window.sinew.viewer.stage.bones[0].ends);
      }, frame);
    const a = await at(3);
    const b = await at(11);
    assert.ok(Math.max(...a.map((x, k) => Math.abs(x - b[k]))) > 0.05);
  });

  test('the tree shows weights and error, and collapses', async () => {
    assert.match(await page.locator('#bones').innerText(), /vertices[\s\S]*error[\s\S]*pelvis[\s\S]*\d+[\s\S]*0\.\d+ %/);
    assert.equal(await page.locator('#bones .bone:visible').count(), 18);
    await page.getByRole('button', { name: 'Fold chest' }).click();
    assert.equal(await page.locator('#bones .bone:visible').count(), 11);
    assert.equal(await row('hand_left').isVisible(), false);
    await page.set({ bone: await page.evaluate(() => window.sinew.scene.stage.models[0].skeleton.names.indexOf('hand_left')) });
    assert.equal(await row('hand_left').isVisible(), true, 'a selected bone is visible in the tree');
    await page.set({ bone: null });
    await row('chest').focus();
    await page.keyboard.press('ArrowLeft');
    assert.equal(await row('head').isVisible(), false);
    await page.keyboard.press('ArrowRight');
    assert.equal(await row('head').isVisible(), true);
  });

  test('a click in the tree highlights the vertices of a bone', async () => {
    await look(page);
    await row('thigh_left').click();
    assert.equal(await page.state('colouring'), 'weights');
    assert.match(await page.locator('#legend').innerText(), /Weight of thigh_left/);
    assert.ok((await look(page)).changed > 0.005);
    await page.shot('skeleton-weights');
    await row('thigh_left').click();
    assert.equal(await page.state('bone'), null);
    await page.set({ colouring: 'surface' });
  });

  test('a click on a bone selects it', async () => {
    const place = await page.evaluate(() => {
      const { stage } = window.sinew.viewer;
      const bones = stage.bones[0];
      const s = bones.owners.length - 3;
      const { rect } = stage.panes.at(-1);
      const middle = stage.marker.position.clone().set(...[0, 1, 2].map((x) => (bones.ends[6 * s + x] + bones.ends[6 * s + 3 + x]) / 2));
      const box = stage.canvas.getBoundingClientRect();
      stage.camera.aspect = (rect.width * box.width) / (rect.height * box.height);
      stage.camera.updateProjectionMatrix();
      const at = middle.project(stage.camera);
      return {
        bone: bones.owners[s],
        x: box.left + box.width * (rect.x + (rect.width * (at.x + 1)) / 2),
        y: box.top + box.height * (rect.y + (rect.height * (1 - at.y)) / 2),
      };
    });
    await page.mouse.click(place.x, place.y);
    assert.equal(await page.state('bone'), place.bone);
    await page.set({ bone: null });
  });

  test('dark theme and phone', async () => {
    await page.set({ theme: 'dark', view: 'result', frame: 17 });
    await look(page);
    await page.shot('skeleton-dark');
    await page.setViewportSize({ width: 420, height: 860 });
    await page.set({ theme: 'light' });
    await look(page);
    await page.shot('skeleton-phone');
  });

  test('no errors', () => {
    assert.deepEqual(page.complaints(), []);
  });
});
