// The page of a compressed model: switches between two layers, fallback and dense model.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { launch, look, missing, open } from './browser.mjs';

const NAME = 'twolayer';
const MODELS = ['Two layers', 'Fallback', 'Dense'];

describe('a model in two layers', { skip: missing(NAME) }, () => {
  let browser;
  let page;
  before(async () => {
    browser = await launch();
    page = await open(browser, NAME);
    await page.set({ frame: 20, view: 'result' });
  });
  after(async () => {
    await browser?.close();
  });

  const toggle = (words) => page.getByRole('radiogroup', { name: 'Model' }).getByText(words, { exact: true }).click();

  test('the toggle shows each of the three', async () => {
    await look(page);
    for (const [k, words] of [...MODELS.entries()].reverse()) {
      await toggle(words);
      assert.equal(await page.state('model'), k);
      const { drawn, changed } = await look(page);
      assert.ok(drawn > 0.05, `${words}: ${drawn} of the pixels are drawn`);
      assert.ok(changed > 0.0005, `${words} changed ${changed} of the pixels`);
      await page.shot('twolayer-' + words.toLowerCase().replace(' ', '-'));
    }
  });

  test('weights and bones are shown through both layers', async () => {
    await toggle('Two layers');
    await page.set({ colouring: 'weights', bones: true });
    assert.ok((await look(page)).changed > 0.01);
    await page.shot('twolayer-weights');
    await page.set({ bone: 3 });
    assert.ok((await look(page)).changed > 0.01);
    const sums = await page.evaluate(() => {
      const evaluator = window.sinew.viewer.stage.evaluators[0];
      return [0, 77, 500].map((i) => evaluator.influencesOf(i).reduce((sum, { weight }) => sum + weight, 0));
    });
    sums.forEach((sum) => assert.ok(Math.abs(sum - 1) < 1e-5, String(sum)));
    await page.set({ colouring: 'surface', bones: false, bone: null });
  });

  test('computed vertex positions match the graphics card', async () => {
    const away = await page.evaluate(() => {
      const { viewer, state, scene } = window.sinew;
      const drawn = viewer.positions(state.get('frame'), 0);
      const { size, centre } = scene.stage.unit;
      const here = viewer.stage.evaluators[0].place(321);
      return Math.max(...here.map((x, c) => Math.abs(size * x + centre[c] - drawn[3 * 321 + c]))) / size;
    });
    assert.ok(away < 1e-4, String(away));
  });

  test('side by side', async () => {
    await page.set({ view: 'all', colouring: 'error' });
    await look(page);
    await page.shot('twolayer-all');
  });

  test('no errors', () => {
    assert.deepEqual(page.complaints(), []);
  });
});
