// The studio in a real browser, with its own server and folder.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { StudioSession, LAPTOP, LONG, run, startStudio, stopProcess, studioMissing } from './studio.mjs';

describe('the studio', { skip: studioMissing() }, () => {
  let session;
  let folder;
  let page;
  let complaints;

  before(async () => {
    session = await StudioSession.start(['tentacle', 900, 16]);
    ({ folder, page, complaints } = session);
  });
  after(() => session.stop());

  const errors = () => session.errors();
  const shot = (name) => session.shot(name);
  const drawn = () => session.drawn();
  const open = (options, context) => session.open(options, context);

  /** Fills in and submits a form; returns the id of the run when it is done. */
  async function solve(verb, values) {
    await page.click('#tab-solve');
    await page.click('#verb-' + verb);
    for (const [name, value] of Object.entries(values)) {
      await page.locator(`form [data-field="${name}"] :is(input, select)`).first().evaluate((input, text) => (input.value = text), String(value));
    }
    const asked = page.waitForResponse((response) => response.url().endsWith('/api/runs') && response.request().method() === 'POST');
    await page.click('form.request .go');
    const { id } = await (await asked).json();
    await page.waitForSelector(`.card[data-run="${id}"][data-state="done"]`, LONG);
    await drawn();
    return id;
  }

  test('the token is removed from the URL, and a page without it shows what to do', async () => {
    assert.equal(await page.evaluate(() => location.hash), '');
    const stranger = await session.browser.newPage();
    await stranger.goto(session.studio.address.split('#')[0]);
    await stranger.waitForFunction(() => document.documentElement.dataset.ready === 'locked');
    assert.match(await stranger.locator('#canvas').textContent(), /printed/);
    await stranger.close();
  });

  test('an empty view shows what to do', async () => {
    assert.match(await page.locator('.welcome').textContent(), /Drop an animated mesh/);
    await shot('studio-empty');
  });

  test('a sequence can be dropped onto the page', async () => {
    const files = ['tentacle.obj', 'tentacle.pc2'].map((name) => ({ name: name.replace('tentacle', 'arm'), data: readFileSync(join(folder, name)).toString('base64') }));
    await page.evaluate((list) => {
      const transfer = new DataTransfer();
      list.forEach(({ name, data }) => transfer.items.add(new File([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))], name)));
      document.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }, files);
    await page.waitForSelector('.card[data-name="arm.obj"][aria-pressed="true"]', LONG);
    await drawn();
    assert.match(await page.locator('.card[data-name="arm.obj"] small').textContent(), /16\sframes/);
  });

  test('every option of every verb is in its form', async () => {
    const forms = await page.evaluate(() => window.studio.state.get('forms'));
    for (const verb of ['fit', 'rig']) {
      await page.click('#verb-' + verb);
      const shown = await page.locator('form [data-field]').evaluateAll((rows) => rows.map((row) => row.dataset.field));
      assert.deepEqual(shown.toSorted(), forms[verb].map(({ name }) => name).filter((name) => name !== 'input').toSorted(), verb);
    }
  });

  let first;
  test('a fit is shown when it is done', async () => {
    first = await solve('fit', { bones: 6 });
    await page.click('#tab-panel');
    await page.waitForSelector('#verdict', LONG);
    await page.waitForFunction(() => window.studio.stage.view.scene.stage.models.length === 1);
    await shot('studio-result');
    assert.deepEqual(errors(), []);
  });

  test('invalid values show a message', async () => {
    await page.click('#tab-solve');
    await page.locator('form [data-field="bones"] input').fill('many');
    await page.click('.go');
    assert.match(await page.locator('.toast').textContent(), /bones many must be a whole number/i);
    complaints.length = 0; // The browser's own line about the 400.
    await page.locator('.toast').click();
  });

  test('two runs side by side, one camera, one clock', async () => {
    await solve('fit', { bones: 3 });
    await page.click('#tab-compare');
    await page.selectOption('#beside', first);
    await page.waitForFunction(() => window.studio.stage.view?.scene.stage.models.length === 2, null, LONG);
    await page.evaluate(() => window.studio.stage.view.state.set({ view: 'all', colouring: 'error' }));
    const table = await page.locator('.compared').allTextContents();
    assert.match(table.join(' '), /Bones.*3.*6/s);
    await shot('studio-compare');
    await page.selectOption('#beside', '');
  });

  test('the slider previews another number of bones and saves it as a run', async () => {
    await page.click('#tab-solve');
    await page.locator('#bones-slider').fill('5');
    await page.waitForSelector('#slider[data-shown]', LONG);
    assert.match(await page.locator('#slider .message').textContent(), /^5 bones · E /);
    assert.equal(await page.evaluate(() => window.studio.stage.view.viewer.stage.evaluators[0].model.boneCount), 5);
    // The file has triangles where the sequence has quads; normals must still match.
    const alike = await page.evaluate(() => {
      const { rest, normals } = window.studio.stage.view.scene.stage.models[0];
      const { topology } = window.studio.stage.view.scene.stage;
      const faces = topology.normals(rest, new Int16Array(4 * topology.rows));
      const cosines = Array.from({ length: topology.rows }, (_, row) => [0, 1, 2].reduce((sum, x) => sum + (faces[4 * row + x] / 32767) * (normals[x * topology.rows + row] / 32767 - 1), 0));
      return cosines.reduce((sum, cosine) => sum + cosine) / cosines.length;
    });
    assert.ok(alike > 0.95, `normals of the preview are those of its faces: ${alike}`);
    const times = JSON.parse(await page.locator('#slider').getAttribute('data-times'));
    assert.ok(times.last && !(times.early?.seen > times.last.seen), 'the quick preview, if shown, came before the solved fit');
    await page.waitForFunction(() => document.querySelectorAll('.bone-curve circle').length > 2, null, LONG);
    await shot('studio-slider');
    const shown = await page.evaluate(() => Number(/E ([\d.]+)/.exec(document.querySelector('#slider .message').textContent)[1]));
    const asked = page.waitForResponse((response) => response.url().endsWith('/api/runs') && response.request().method() === 'POST');
    await page.click('#keep');
    const { id } = await (await asked).json();
    await page.waitForSelector(`.card[data-run="${id}"][data-state="done"]`, LONG);
    await page.waitForFunction((run) => window.studio.state.get('runs').find((each) => each.id === run)?.summary, id);
    const { erms } = await page.evaluate((run) => window.studio.state.get('runs').find((each) => each.id === run).summary, id);
    assert.ok(Math.abs(erms - shown) < 0.02 * shown, `${erms} as the preview said, ${shown}`);
    await drawn();
  });

  test('bones can be removed and merged, with undo and redo', async () => {
    const edited = async (press) => {
      const asked = page.waitForResponse((response) => response.url().endsWith('/api/runs') && response.request().method() === 'POST');
      await press();
      const { id } = await (await asked).json();
      await page.waitForSelector(`.card[data-run="${id}"][data-state="done"][aria-pressed="true"]`, LONG);
      await page.waitForFunction(() => window.studio.stage.view?.scene.stage.models.length > 0, null, LONG);
      return id;
    };
    const bones = () => page.waitForFunction(() => document.querySelectorAll('#bone option').length - 1, null, LONG).then((count) => count.jsonValue());
    await page.click('#tab-edit');
    assert.equal(await bones(), 5);
    await page.selectOption('#bone', '4');
    const removed = await edited(() => page.locator('#of-bone button', { hasText: 'Remove' }).click());
    await page.waitForFunction(() => document.querySelectorAll('#bone option').length === 5, null, LONG);
    await page.selectOption('#bone', '0');
    await edited(() => page.locator('#merge').evaluate((select) => {
      select.selectedIndex = 1;
      select.dispatchEvent(new Event('change'));
    }));
    await page.waitForFunction(() => document.querySelectorAll('#bone option').length === 4, null, LONG);
    await shot('studio-change');
    await page.click('#undo-edit');
    await page.waitForFunction(() => document.querySelectorAll('#bone option').length === 5, null, LONG);
    assert.equal(await page.locator('#history .card[aria-pressed="true"]').getAttribute('data-run'), removed);
    await page.click('#redo-edit');
    await page.waitForFunction(() => document.querySelectorAll('#bone option').length === 4, null, LONG);
    assert.deepEqual(errors(), []);
  });

  test('a model can be reduced to fewer influences', async () => {
    await page.click('.card[data-run="0002-fit"]');
    const id = await solve('reduce', { influences: 2 });
    assert.match(id, /reduce$/);
  });

  test('the command lines reproduce the export byte for byte', async () => {
    await page.click('#tab-export');
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('.target[data-format="glb"]')]);
    assert.match(download.suggestedFilename(), /-reduce\.glb$/);
    const lines = (await page.locator('#lines').textContent()).split('\n').slice(1);
    assert.equal(lines.length, 2);
    for (const line of lines) {
      assert.equal(await run(folder, ...line.split(' ').slice(1)), 0, line);
    }
    const name = download.suggestedFilename();
    assert.ok(readFileSync(join(folder, name)).equals(readFileSync(await download.path())), 'the same bytes');
    await shot('studio-along');
  });

  test('another tab is updated, and a reload restores everything', async () => {
    const other = await open(LAPTOP, page.context());
    const before = await other.locator('#history .card').count();
    await page.click('.card[data-name="tentacle.obj"]');
    await solve('fit', { bones: 4 });
    await other.waitForFunction((count) => document.querySelectorAll('#history .card').length > count, before);
    await other.close();
    await page.reload();
    await page.waitForFunction(() => document.documentElement.dataset.ready === 'true');
    assert.equal(await page.locator('#history .card').count(), before + 1);
  });

  test('the page reconnects after the server is killed and restarted', async () => {
    const port = new URL(session.studio.address).port;
    await stopProcess(session.studio, 'SIGKILL');
    await page.waitForSelector('body.offline');
    await shot('studio-offline');
    session.studio = await startStudio(folder, port);
    await page.waitForSelector('body:not(.offline)', LONG);
    await page.click(`.card[data-run="${first}"]`);
    await drawn();
    complaints.length = 0; // The browser's own lines about the connection.
  });

  test('keyboard navigation', async () => {
    await page.locator('#tab-solve').click();
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'tab-panel');
    await page.locator('.card[data-name="tentacle.obj"]').focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('.card[data-name="tentacle.obj"][aria-pressed="true"]');
    await drawn();
  });

  test('dark theme and tablet', async () => {
    await page.click(`.card[data-run="${first}"]`);
    await drawn();
    await page.click('#theme');
    await shot('studio-dark');
    await page.setViewportSize({ width: 820, height: 1180 });
    await page.waitForTimeout(300);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 820, 'no horizontal overflow');
    await shot('studio-tablet');
    assert.deepEqual(errors(), []);
  });
});
