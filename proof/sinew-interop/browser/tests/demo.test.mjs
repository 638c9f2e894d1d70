// The page of `sinew demo`: three live views on one page, each without the panels of a full report.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { launch, missing } from './browser.mjs';
import { missingSinew, scratch, sinew } from './handled.mjs';

describe('the page of the demo', { skip: missing() || missingSinew() }, () => {
  let browser;
  let folder;
  let page;
  before(async () => {
    folder = scratch();
    sinew('demo', '--vertices', '700', '--frames', '8', '-o', join(folder, 'demo'));
    browser = await launch();
    page = await browser.newPage({ viewport: { width: 1500, height: 900 } });
    await page.goto('file://' + join(folder, 'demo', 'index.html'));
  });
  after(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('plays three results without their panels', async () => {
    const views = page.frames().slice(1);
    assert.equal(views.length, 3);
    for (const view of views) {
      await view.waitForFunction(() => document.documentElement.dataset.ready === 'true', null, { timeout: 120_000 });
      assert.ok(await view.evaluate(() => Boolean(window.sinew.viewer)));
      assert.equal(await view.evaluate(() => getComputedStyle(document.querySelector('.panel')).display), 'none');
    }
  });

  test('prints the commands that make the same files', async () => {
    const commands = await page.locator('pre').allTextContents();
    assert.equal(commands.length, 3);
    commands.forEach((text) => assert.match(text, /^sinew sample \w+ .*\nsinew (fit|rig) \w+\.obj/));
  });
});
