// The report: every control changes what is drawn, and there are no errors.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { launch, look, missing, open } from './browser.mjs';

const NAME = 'tentacle';

describe('the report', { skip: missing(NAME) }, () => {
  let browser;
  let page;
  before(async () => {
    browser = await launch();
    page = await open(browser, NAME);
  });
  after(async () => {
    await browser?.close();
  });

  /** Changes the state and checks that at least this fraction of the pixels changes. */
  async function changes(patch, share = 0.001) {
    await page.set(patch);
    const { changed } = await look(page);
    assert.ok(changed > share, `${JSON.stringify(patch)} changed ${changed} of the pixels`);
  }

  test('draws something', async () => {
    const { drawn } = await look(page);
    assert.ok(drawn > 0.05, `${drawn} of the pixels are drawn`);
    await page.shot('laptop-light');
  });

  test('the slider selects frames', async () => {
    await look(page);
    await page.locator('#frame').focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.state('frame'), 1);
    await page.locator('#frame').fill('20');
    assert.equal(await page.state('frame'), 20);
    assert.ok((await look(page)).changed > 0.01);
    assert.match(await page.locator('#readout').textContent(), /20.*39/);
  });

  test('plays and pauses', async () => {
    await page.locator('#play').click();
    await page.waitForFunction(() => window.sinew.state.get('frame') % 1 !== 0, null, { timeout: 60_000 });
    await page.locator('#play').click();
    assert.equal((await page.state('frame')) % 1, 0, 'playback pauses at a whole frame');
    await page.locator('#speed').selectOption('0.25');
    assert.equal(await page.state('speed'), 0.25);
    await page.set({ frame: 12, playing: false, speed: 1 });
  });

  test('colours by weights, error and shells', async () => {
    await look(page);
    for (const words of ['Weights', 'Error', 'Shells', 'Surface']) {
      await page.getByRole('radiogroup', { name: 'Colour by' }).getByText(words, { exact: true }).click();
      assert.ok((await look(page)).changed > 0.01, words);
      if (words === 'Error') {
        assert.match(await page.locator('#legend').innerText(), /Distance, % of the size[\s\S]*≥ [\d.]+ %/);
        await changes({ errorOver: 'all' });
        await changes({ map: 'viridis' });
        await page.set({ errorOver: 'frame', map: 'ember' });
        await page.shot('laptop-error');
      }
    }
    assert.equal(await page.locator('#legend').isVisible(), false);
  });

  test('shows the views', async () => {
    await look(page);
    const labels = {
      Wipe: /Original[\s\S]*Result/,
      Overlay: /Result[\s\S]*Original/,
      Difference: /Result − Original/,
      Result: /^\s*Result\s*$/,
      'Side by side': /Original[\s\S]*Result/,
    };
    for (const [words, label] of Object.entries(labels)) {
      await page.getByRole('radiogroup', { name: 'View' }).getByText(words, { exact: true }).click();
      assert.ok((await look(page)).changed > 0.01, words);
      assert.match(await page.locator('.labels').innerText(), label);
      await page.shot('laptop-' + words.toLowerCase().replaceAll(' ', '-'));
    }
    await page.set({ view: 'difference' });
    await look(page);
    await changes({ exaggeration: 8 });
    await page.set({ view: 'wipe', exaggeration: 1 });
    await look(page);
    await changes({ wipe: 0.2 });
    await page.set({ view: 'split', wipe: 0.5 });
  });

  test('draws bones and wires', async () => {
    await look(page);
    await page.getByRole('button', { name: 'Bones' }).click();
    assert.ok((await look(page)).changed > 0.0005);
    await page.getByRole('button', { name: 'Wireframe' }).click();
    assert.ok((await look(page)).changed > 0.005);
    await page.shot('laptop-bones-wires');
    await page.set({ bones: false, wireframe: false });
  });

  test('picks a bone on the mesh and in the list', async () => {
    await page.set({ colouring: 'weights', frame: 0 });
    await look(page);
    const box = await page.locator('.view canvas').boundingBox();
    await page.mouse.click(box.x + 0.75 * box.width, box.y + 0.5 * box.height);
    const bone = await page.state('bone');
    const vertex = await page.state('vertex');
    assert.ok(bone !== null && vertex !== null, 'the centre of the pane is on the mesh');
    assert.match(await page.locator('.picked').innerText(), new RegExp(`Vertex\\s+${vertex}[\\s\\S]*Error[\\s\\S]*bone_`));
    assert.match(await page.locator('#legend').innerText(), /Weight of bone_/);
    assert.ok((await look(page)).changed > 0.01);
    assert.equal(await page.locator('#bones button[aria-pressed=true]').count(), 1);
    await page.shot('laptop-picked');
    await page.locator('#bones button').nth((bone + 1) % 9).click();
    assert.equal(await page.state('bone'), (bone + 1) % 9);
    assert.ok((await look(page)).changed > 0.01);
    await page.mouse.click(box.x + 0.52 * box.width, box.y + 0.1 * box.height);
    assert.equal(await page.state('bone'), null, 'a click outside the mesh clears the selection');
    await page.set({ colouring: 'surface', vertex: null });
  });

  test('orbits by dragging and by keys', async () => {
    await look(page);
    const box = await page.locator('.view canvas').boundingBox();
    await page.mouse.move(box.x + 0.3 * box.width, box.y + 0.5 * box.height);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.4 * box.width, box.y + 0.5 * box.height, { steps: 4 });
    await page.mouse.up();
    await page.waitForTimeout(100);
    assert.ok((await look(page)).changed > 0.01);
    await page.locator('.view canvas').focus();
    await page.keyboard.press('Shift+ArrowLeft');
    assert.ok((await look(page)).changed > 0.01);
    await page.keyboard.press('+');
    assert.ok((await look(page)).changed > 0.01);
    await page.keyboard.press('0');
    assert.ok((await look(page)).changed > 0.01);
  });

  test('charts are drawn, and a click selects the frame', async () => {
    const ids = await page.locator('#plots .plot').evaluateAll((plots) => plots.map(({ id }) => id));
    assert.deepEqual(ids, ['plot-convergence', 'plot-frames', 'plot-vertices', 'plot-curve']);
    for (const id of ids) {
      const inked = await page.locator(`#${id} canvas`).evaluate((canvas) => {
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        return data.filter((_, k) => k % 4 === 3 && data[k] > 0).length;
      });
      assert.ok(inked > 500, `${id} has ${inked} pixels`);
    }
    await page.set({ frame: 0 });
    await look(page);
    const cursor = () => page.locator('#plot-frames .cursor').evaluate((element) => element.style.transform);
    const start = await cursor();
    const plot = page.locator('#plot-frames');
    await plot.scrollIntoViewIfNeeded();
    const box = await plot.boundingBox();
    await page.mouse.click(box.x + 0.6 * box.width, box.y + 0.4 * box.height);
    const frame = await page.state('frame');
    assert.ok(frame > 12 && frame < 32, `went to frame ${frame}`);
    assert.notEqual(await cursor(), start);
    assert.ok((await look(page)).changed > 0.01);
  });

  test('a click on the worst vertex shows it', async () => {
    await page.getByRole('button', { name: /^Show vertex/ }).click();
    const { vertex, frame } = await page.evaluate(() => window.sinew.scene.stage.error.worst);
    assert.equal(await page.state('vertex'), vertex);
    assert.equal(await page.state('frame'), frame);
    const shown = await page.locator('.picked').innerText();
    const figure = await page.evaluate(() => window.sinew.scene.stage.error.worst.percent);
    assert.ok(Math.abs(Number(shown.match(/Error\s+([\d.]+)/)[1]) - figure) < 0.005, `${shown} against ${figure}`);
    await page.keyboard.press('Escape');
  });

  test('shows figures, options and the command line', async () => {
    const text = await page.locator('#panel').innerText();
    for (const words of ['E_RMS', 'RMS error', '% of size', 'Options', 'bone-type', 'sinew fit tentacle.obj --bones 9']) {
      assert.ok(text.includes(words), words);
    }
  });

  test('keyboard shortcuts work', async () => {
    await page.locator('.view canvas').focus();
    await page.set({ frame: 5, playing: false, colouring: 'surface' });
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.state('frame'), 6);
    await page.keyboard.press('PageDown');
    assert.equal(await page.state('frame'), 16);
    for (const [key, name, value] of [['b', 'bones', true], ['w', 'wireframe', true], ['2', 'view', 'wipe'], ['1', 'view', 'split'], ['c', 'colouring', 'weights'], ['n', 'bone', 0], [']', 'speed', 2], ['End', 'frame', 39], ['t', 'theme', 'dark']]) {
      await page.keyboard.press(key);
      assert.equal(await page.state(name), value, key);
    }
    await page.keyboard.press(' ');
    assert.equal(await page.state('playing'), true);
    await page.keyboard.press(' ');
    await page.keyboard.press('?');
    assert.equal(await page.locator('#shortcuts').isVisible(), true);
    await page.shot('laptop-shortcuts');
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('#shortcuts').isVisible(), false);
    await page.set({ bones: false, wireframe: false, colouring: 'surface', bone: null, speed: 1, theme: 'light' });
  });

  test('all controls can be reached with Tab', async () => {
    await page.evaluate(() => document.activeElement.blur());
    const reached = new Set();
    for (let k = 0; k < 40; k++) {
      await page.keyboard.press('Tab');
      reached.add(await page.evaluate(() => {
        const at = document.activeElement;
        return at.id || at.ariaLabel || at.closest('[role=radiogroup]')?.ariaLabel || at.textContent || at.tagName;
      }));
    }
    for (const place of ['theme', 'help', 'View', 'Colour by', 'Wireframe', 'Bones', 'play', 'frame', 'speed', 'bone_00', 'command', 'Copy the command']) {
      assert.ok(reached.has(place), `${place} is not among ${[...reached]}`);
    }
  });

  test('no errors and no network requests', () => {
    assert.deepEqual(page.complaints(), []);
  });
});
