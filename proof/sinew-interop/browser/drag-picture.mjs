// Writes a picture of a page after dragging handles: node drag-picture.mjs PAGE.html OUT.png HANDLE:END:RIGHT:DOWN…
// END is position or tip; RIGHT and DOWN are pixels.
import { resolve } from 'node:path';
import { launch, openFile } from './tests/browser.mjs';
import { gripOnPage } from './tests/handled.mjs';

const [file, out, ...drags] = process.argv.slice(2);
if (!out) {
  console.error('usage: node drag-picture.mjs PAGE.html OUT.png HANDLE:END:RIGHT:DOWN…');
  process.exit(2);
}
const browser = await launch();
const page = await openFile(browser, resolve(file), { viewport: { width: 1240, height: 760 } });
const settle = () => page.waitForFunction(() => !window.sinew.posing.unsettled, null, { timeout: 60_000 });
for (const [handle, end, right, down] of drags.map((drag) => drag.split(':'))) {
  const { x, y } = await gripOnPage(page, handle, end);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + Number(right), y + Number(down), { steps: 12 });
  await page.mouse.up();
  await settle();
}
await page.evaluate(() => window.sinew.pixels());
await page.screenshot({ path: out, timeout: 60_000 });
await browser.close();
