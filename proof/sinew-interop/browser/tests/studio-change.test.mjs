// Editing in the studio: dragging joints, painting weights, placing and dragging handles, comparing two runs.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { writeHandleFiles } from '../../handle-files.mjs';
import { StudioSession, LAPTOP, LONG, run, studioMissing, wordsOf } from './studio.mjs';

describe('editing in the studio', { skip: studioMissing() }, () => {
  let session;
  let folder;
  let page;

  before(async () => {
    session = await StudioSession.start(['tentacle', 700, 12]);
    ({ folder, page } = session);
  });
  after(() => session.stop());

  /** The command lines of a run reproduce its model byte for byte. */
  async function repeats(id) {
    const { lines } = await page.evaluate((run) => fetch('/api/runs/' + run).then((answer) => answer.json()), id);
    for (const line of lines) {
      existsSync(join(folder, wordsOf(line).at(-1))) || assert.equal(await run(folder, ...wordsOf(line).slice(1)), 0, line);
    }
    const kept = readFileSync(join(folder, '.sinew/runs', id, 'made/model.glb'));
    assert.ok(readFileSync(join(folder, id + '.glb')).equals(kept), lines.join('\n'));
    return lines;
  }

  let rig;
  test('a joint of a rig can be dragged', async () => {
    await page.click('.card[data-name="tentacle.obj"]');
    await session.drawn();
    rig = await session.solve('rig', { bones: 4 });
    await page.click('#tab-edit');
    await page.selectOption('#bone', '2');
    await page.locator('#of-bone button', { hasText: 'Move joint' }).click();
    const ball = page.locator('.joint-ball');
    // Wait until the camera has stopped.
    await ball.hover(LONG);
    await session.shot('studio-joint');
    const moved = await session.done(async () => {
      await ball.hover(LONG);
      const box = await ball.boundingBox();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.down();
      await page.mouse.move(x + 12, y - 6, { steps: 3 });
      await page.mouse.up();
    });
    assert.match((await repeats(moved))[1], /^sinew edit 0001-rig.glb --move-joint \S+=/);
    assert.match(await page.locator('.edits').textContent(), /move joint/);
    assert.deepEqual(session.errors(), []);
  });

  test('re-solving after moving a joint shows before and after side by side', async () => {
    const again = await session.done(() => page.click('#solve-again'));
    await page.waitForFunction(() => window.studio.stage.view?.scene.stage.models.length === 2, null, LONG);
    assert.match(await page.locator('#compare').textContent(), /Against/);
    assert.match((await repeats(again)).at(-1), /--examples tentacle.obj/);
    await session.shot('studio-solved-again');
  });

  test('a model can be exported in every format', async () => {
    await page.click(`.card[data-run="${rig}"]`);
    await page.click('#tab-export');
    const formats = await page.locator('.target[data-format]').evaluateAll((targets) => targets.map(({ dataset }) => dataset.format));
    assert.ok(formats.includes('fbx') && formats.includes('bvh'));
    for (const format of formats) {
      const [download] = await Promise.all([page.waitForEvent('download', LONG), page.click(`.target[data-format="${format}"]`)]);
      const bytes = readFileSync(await download.path());
      const begins = { glb: 'glTF', gltf: '{', fbx: 'Kaydara FBX', bvh: 'HIERARCHY', abc: 'Ogawa', npz: 'PK', pc2: 'PK', mdd: 'PK', usdz: 'PK' }[format];
      assert.ok(bytes.toString('latin1').startsWith(begins), `${format}: ${bytes.length} bytes, ${bytes.subarray(0, 12)}`);
    }
  });

  test('painted weights stay locked when the others are re-solved', async () => {
    await page.click(`.card[data-run="${rig}"]`);
    await page.click('#tab-edit');
    await page.waitForFunction(() => window.studio.stage.view?.scene.stage.models.length === 1, null, LONG);
    await page.click('#brush');
    await page.locator('#paint label', { hasText: 'Weight locks' }).click();
    const { x, y } = await session.frontVertex();
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 5, y + 5, { steps: 3 });
    await page.mouse.up();
    const painted = () => page.evaluate(() => window.studio.paint.brush.count);
    const some = await painted();
    assert.ok(some > 0, 'something is painted');
    await page.keyboard.press('Control+z');
    assert.equal(await painted(), 0);
    await page.keyboard.press('Control+Shift+z');
    assert.equal(await painted(), some);
    await session.shot('studio-paint');
    const values = await page.evaluate(() => [...window.studio.paint.brush.values]);
    const solved = await session.done(() => page.click('#paint-solve'));
    const file = readdirSync(join(folder, 'painted'))[0];
    const written = readFileSync(join(folder, 'painted', file), 'utf8').trim().split('\n').map(Number);
    assert.equal(written.length, values.length);
    assert.ok(written.every((value, i) => Math.abs(value - values[i]) < 1e-4));
    assert.match((await repeats(solved)).at(-1), /--lock-weights painted\//);
    await page.waitForFunction(() => window.studio.stage.view?.scene.stage.models.length === 2, null, LONG);
    // Fully locked vertices keep their weights.
    const same = await page.evaluate((locks) => {
      const [now, before] = window.studio.stage.view.viewer.stage.evaluators;
      const named = (evaluator, i) => Object.fromEntries(evaluator.influencesOf(i).map(({ bone, weight }) => [evaluator.model.skeleton.names[bone], weight]));
      return locks.flatMap((lock, i) => (lock === 1 ? [i] : [])).every((i) => Object.entries(named(before, i)).every(([name, weight]) => Math.abs((named(now, i)[name] ?? 0) - weight) < 1e-3));
    }, values);
    assert.ok(same, 'locked weights stay');
  });

  test('the difference of two runs is the distance between them', async () => {
    await page.locator('#controls label', { hasText: 'Between models' }).click();
    const apart = await page.evaluate(() => {
      const { viewer } = window.studio.stage.view;
      const [a, b] = [0, 1].map((m) => viewer.stage.read(m));
      const shown = viewer.stage.posed;
      return { as: Math.max(...b.map((x, k) => Math.abs(x - shown[k]))), apart: Math.max(...a.map((x, k) => Math.abs(x - b[k]))) };
    });
    assert.ok(apart.as < 1e-6, 'distances are measured from the other run');
    assert.ok(apart.apart > 1e-5, 'the runs differ');
    assert.match(await page.locator('.labels').textContent(), /Run \d+, .* − Run 1, 4 bones/);
    await session.shot('studio-between');
    assert.deepEqual(session.errors(), []);
  });

  test('importance of the selected bone can be painted by keyboard', async () => {
    await page.click(`.card[data-run="${rig}"]`);
    await page.click('#tab-edit');
    await page.waitForFunction(() => window.studio.stage.view?.scene.stage.models.length === 1, null, LONG);
    await page.selectOption('#bone', '1');
    await page.locator('#brush').press('Enter');
    await page.locator('#paint label', { hasText: 'Importance' }).click();
    await page.locator('#paint-bone').press('Enter');
    assert.ok(await page.evaluate(() => window.studio.paint.brush.count > 0));
    const solved = await session.done(() => page.locator('#paint-solve').press('Enter'));
    assert.match((await repeats(solved)).at(-1), /^sinew rig tentacle.obj .*--importance painted\//);
  });

  let weights;
  test('handles can be placed by clicking, drawing and painting, and weights are computed', async () => {
    writeHandleFiles(folder);
    await page.evaluate(() => fetch('/api/library').then((answer) => answer.json()).then((library) => window.studio.state.set({ library })));
    await page.waitForFunction(() => window.studio.state.get('library').things.find(({ name }) => name === 'tube.obj')?.known, null, LONG);
    await page.click('#tab-solve');
    await page.click('.card[data-name="tube.obj"]');
    await page.waitForFunction(() => window.studio.stage.view?.viewer && window.studio.stage.view.scene.stage.models.length === 0, null, LONG);
    await page.click('#place-handles');
    const click = async (...at) => page.mouse.click(...(await session.place(at)));
    await click(1.9, 0, 0);
    await page.locator('#handles-placing label', { hasText: 'bone' }).click();
    await click(0.6, 0, 0);
    await click(0.95, 0, 0);
    await click(1.3, 0, 0);
    await page.locator('#handles-placing label', { hasText: 'region' }).click();
    const [x, y] = await session.place([0.15, 0, 0]);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 6, y + 10, { steps: 4 });
    await page.mouse.up();
    await page.click('#take-region');
    await session.shot('studio-handles');
    await page.locator('[data-field="resolution"] input').evaluate((input) => (input.value = '24'));
    weights = await session.done(() => page.click('#weights-go'));
    const { handles } = JSON.parse(readFileSync(join(folder, 'handles', readdirSync(join(folder, 'handles'))[0])));
    assert.deepEqual(handles.map(({ type }) => type), ['point', 'bone', 'bone', 'region']);
    // Bones run through the centre of the tube from any viewing direction.
    [...handles[1].from, ...handles[2].to].forEach((value, k) => k % 3 === 0 || assert.ok(Math.abs(value) < 0.02, String(value)));
    assert.equal(handles[2].parent, 'bone_1');
  });

  test('dragging a handle moves the mesh, and targets can be saved', async () => {
    await page.waitForFunction(() => window.studio.stage.view?.viewer?.handling, null, LONG);
    const tip = () => page.evaluate(() => {
      const { posing, handles } = window.studio.stage.view.viewer.stage;
      const { number } = posing.grips.find(({ parts }) => posing.handles[parts[0].handle].name === 'point_1');
      return handles.toFile(handles.place(number));
    });
    const before = await page.evaluate(() => [...window.studio.stage.view.viewer.handledPositions().slice(0, 6)]);
    const [x, y] = await session.place(await tip());
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 20, y - 60, { steps: 5 });
    await page.mouse.up();
    await page.waitForFunction(() => !window.studio.stage.view.viewer.stage.posing.unsettled, null, LONG);
    const after = await page.evaluate(() => [...window.studio.stage.view.viewer.handledPositions().slice(0, 6)]);
    assert.ok(Math.hypot(...after.slice(3).map((value, k) => value - before[3 + k])) > 0.05, 'the end of the tube moved');
    await session.shot('studio-posed');
    await page.click('#save-targets');
    await page.waitForSelector('.toast');
    const file = readdirSync(join(folder, 'targets'))[0];
    await repeats(weights);
    assert.equal(await run(folder, 'pose', weights + '.glb', '--targets', 'targets/' + file, '-o', 'posed.obj'), 0);
    const end = readFileSync(join(folder, 'posed.obj'), 'utf8').split('\n').filter((line) => line.startsWith('v '))[1].split(' ').slice(1).map(Number);
    assert.ok(Math.hypot(...end.map((value, k) => value - after[3 + k])) < 5e-3, `as the page had it: ${end} ${after.slice(3)}`);
    assert.deepEqual(session.errors(), []);
  });

  test('a running job survives a reload, is visible in another tab, and can be cancelled', async () => {
    await run(folder, 'sample', 'creature', '--vertices', '6000', '--frames', '40', '-o', 'creature.pc2');
    await page.evaluate(() => fetch('/api/library'));
    await page.waitForSelector('.card[data-name="creature.obj"]', LONG);
    await page.waitForFunction(() => window.studio.state.get('library').things.find(({ name }) => name === 'creature.obj')?.known, null, LONG);
    await page.click('.card[data-name="creature.obj"]');
    await session.drawn();
    // Runs long enough: it never converges.
    await session.fill('fit', { bones: 80, iterations: 1000, tolerance: 0 });
    const id = await session.startRun(() => page.click('form.request .go'));
    await page.reload();
    await page.waitForFunction(() => document.documentElement.dataset.ready === 'true');
    await page.waitForSelector(`.card[data-run="${id}"][data-state="running"]`, LONG);
    const other = await session.open(LAPTOP, page.context());
    await other.waitForSelector(`.card[data-run="${id}"][data-state="running"]`, LONG);
    await page.click(`.card[data-run="${id}"]`);
    await page.waitForSelector('#cancel:not([disabled])', LONG);
    await page.click('#cancel');
    await other.waitForSelector(`.card[data-run="${id}"][data-state="cancelled"]`, LONG);
    await other.close();
    assert.deepEqual(session.errors(), []);
  });
});
