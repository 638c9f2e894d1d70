// Writes the pictures of docs/interfaces/studio.md: node studio-pictures.mjs SEQUENCE.obj OUT_FOLDER
// Fits and rigs the sequence, moves the slider, moves a joint, paints, and compares two runs.
import { copyFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { StudioSession, LONG } from './tests/studio.mjs';

const [sequence, out] = process.argv.slice(2);
if (!out) {
  console.error('usage: node studio-pictures.mjs SEQUENCE.obj OUT_FOLDER');
  process.exit(2);
}
const name = basename(sequence);
const session = await StudioSession.start();
const { page } = session;
await page.setViewportSize({ width: 1440, height: 860 });
[sequence, sequence.replace(/obj$/, 'pc2')].forEach((file) => copyFileSync(file, resolve(session.folder, basename(file))));
await page.reload();
await page.waitForFunction((file) => window.studio?.state.get('library')?.things.find((thing) => thing.name === file)?.known, name, LONG);
const shot = async (file) => {
  await page.mouse.move(2, 2);
  await page.waitForTimeout(1500);
  await page.screenshot({ path: resolve(out, `studio-${file}.png`), timeout: 120_000 });
};
const frame = (share) => page.evaluate((part) => window.studio.stage.view.state.set({ frame: Math.floor(part * window.studio.stage.view.scene.stage.frames.count) }), share);

await page.click(`.card[data-name="${name}"]`);
await session.drawn();
const fit = await session.solve('fit', { bones: 30 });
await page.click('#tab-solve');
for (const bones of [12, 40, 20]) {
  await page.locator('#bones-slider').fill(String(bones));
  await page.waitForFunction((count) => new RegExp(`^${count} bones · E `).test(document.querySelector('#slider .message').textContent), bones, LONG);
}
console.log(await page.locator('#slider').getAttribute('data-times'));
await frame(0.4);
await shot('slider');
const other = await session.done(() => page.click('#keep'));
await page.click('#tab-compare');
await page.selectOption('#beside', fit);
await page.waitForFunction(() => window.studio.stage.view?.scene.stage.models.length === 2, null, LONG);
await page.locator('#controls label', { hasText: 'Between models' }).click();
await frame(0.4);
await shot('between');
await page.click(`.card[data-run="${other}"]`);
await page.click(`.card[data-name="${name}"]`);
await session.drawn();
await session.solve('rig', {});
await page.click('#tab-edit');
await page.selectOption('#bone', '4');
await page.locator('#of-bone button', { hasText: 'Move joint' }).click();
await page.locator('.joint-ball').hover(LONG);
await shot('change');
await page.locator('#of-bone button', { hasText: 'Done moving' }).click();
await page.click('#brush');
const { x, y } = await session.frontVertex();
await page.mouse.move(x, y);
await page.mouse.down();
await page.mouse.move(x + 60, y + 10, { steps: 8 });
await page.mouse.up();
await shot('paint');
console.log(session.errors());
await session.stop();
process.exit(0);
