// Light and dark themes, laptop and phone, reduced motion, with and without WebGL.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { launch, look, missing, open } from './browser.mjs';

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

describe('the report in different environments', { skip: missing('tentacle') }, () => {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
  });

  const background = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

  test('follows the theme of the system and can be switched', async () => {
    const page = await open(browser, 'tentacle', { colorScheme: 'dark' });
    assert.equal(await background(page), 'rgb(23, 22, 20)');
    assert.ok((await look(page)).drawn > 0.05);
    await page.shot('laptop-dark');
    await page.locator('#theme').click();
    assert.equal(await background(page), 'rgb(246, 244, 241)');
    assert.deepEqual(page.complaints(), []);
    await page.context().close();
  });

  test('fits a phone', async () => {
    const page = await open(browser, 'tentacle', PHONE);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.equal(width, 390, 'no horizontal overflow');
    for (const name of ['View', 'Colour by']) {
      const box = await page.getByRole('radiogroup', { name }).boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= 390, name);
    }
    assert.ok((await look(page)).drawn > 0.03);
    await page.shot('phone-light');
    await page.set({ colouring: 'error', theme: 'dark', frame: 20 });
    await page.shot('phone-dark-error');
    await page.locator('.view canvas').tap();
    await page.locator('#command').scrollIntoViewIfNeeded();
    await page.shot('phone-bottom');
    assert.deepEqual(page.complaints(), []);
    await page.context().close();
  });

  test('plays automatically unless reduced motion is set', async () => {
    const still = await open(browser, 'tentacle');
    assert.equal(await still.state('playing'), false);
    await still.context().close();
    const moving = await open(browser, 'tentacle', { reducedMotion: 'no-preference' });
    assert.equal(await moving.state('playing'), true);
    await moving.waitForFunction(() => window.sinew.state.get('frame') > 0, null, { timeout: 60_000 });
    await moving.context().close();
  });

  test('without WebGL the figures are shown', async () => {
    const init = () => {
      const real = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
        return kind.startsWith('webgl') ? null : real.call(this, kind, ...rest);
      };
    };
    const page = await open(browser, 'tentacle', { init });
    assert.match(await page.locator('#waiting').innerText(), /needs WebGL 2/);
    assert.match(await page.locator('#panel').innerText(), /E_RMS/);
    assert.equal(await page.locator('#plots .plot').count(), 4);
    await page.shot('without-webgl');
    await page.context().close();
  });

  const contents = {
    model: { labels: /^\s*Result\s*$/, views: 1 },
    sequence: { labels: /^\s*Original\s*$/, views: 0 },
    thinned: { labels: /Original[\s\S]*Result/, views: 1, note: /To limit its size/ },
  };
  for (const [name, { labels, views, note }] of Object.entries(contents)) {
    test(`a page with ${name} shows what is available`, { skip: missing(name) }, async () => {
      const page = await open(browser, name);
      assert.match(await page.locator('.labels').innerText(), labels);
      assert.equal(await page.getByRole('radiogroup', { name: 'View' }).count(), views);
      assert.ok((await look(page)).drawn > 0.03);
      if (note) {
        assert.match(await page.locator('.notes').innerText(), note);
      }
      await page.shot('contents-' + name);
      assert.deepEqual(page.complaints(), []);
      await page.context().close();
    });
  }

  test('several models are shown side by side', { skip: missing('models') }, async () => {
    const page = await open(browser, 'models');
    await page.getByRole('radiogroup', { name: 'View' }).getByText('All', { exact: true }).click();
    assert.match(await page.locator('.labels').innerText(), /Original[\s\S]*Result[\s\S]*Coarse/);
    await page.set({ colouring: 'error', view: 'result', frame: 10 });
    await look(page);
    await page.set({ model: 1 });
    assert.ok((await look(page)).changed > 0.01);
    assert.equal(await page.locator('#bones button').count(), 4);
    await page.set({ view: 'all' });
    await page.shot('contents-models');
    assert.deepEqual(page.complaints(), []);
    await page.context().close();
  });

  test('the camera follows a moving subject', { skip: missing('travelling') }, async () => {
    const page = await open(browser, 'travelling');
    assert.equal(await page.state('follow'), true);
    const start = await look(page);
    await page.set({ frame: 59 });
    const end = await look(page);
    assert.ok(Math.abs(end.drawn - start.drawn) < 0.5 * start.drawn, `${start.drawn} drawn, then ${end.drawn}`);
    await page.set({ follow: false });
    assert.ok((await look(page)).changed > 0.01);
    await page.context().close();
  });

  test('a sequence that is too large shows figures, charts and a note', { skip: missing('toolarge') }, async () => {
    const page = await open(browser, 'toolarge');
    assert.equal(await page.locator('#stage').isVisible(), false);
    assert.match(await page.locator('.notes').innerText(), /The 3D view is left out/);
    assert.equal(await page.locator('#plots .plot').count(), 4);
    await page.shot('contents-toolarge');
    assert.deepEqual(page.complaints(), []);
    await page.context().close();
  });
});
