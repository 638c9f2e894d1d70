// Frames of a report's 3D view, for an animated picture: node moving.mjs PAGE.html OUT-%d.png FRAMES [STEP]
import { resolve } from 'node:path';
import { launch, openFile } from './tests/browser.mjs';

const [file, out, frames, step = 2] = process.argv.slice(2);
if (!frames) {
  console.error('usage: node moving.mjs PAGE.html OUT-%d.png FRAMES [STEP]');
  process.exit(2);
}
const browser = await launch();
const page = await openFile(browser, resolve(file), { viewport: { width: 1000, height: 560 } });
await page.set({ playing: false });
await page.addStyleTag({ content: '.masthead, .panel, .bar, .transport, .below, .corner { display: none !important } main { grid-template-columns: 1fr !important }' });
for (let k = 0; k * step < frames; k++) {
  await page.set({ frame: k * step });
  await page.evaluate(() => window.sinew.pixels());
  await page.screenshot({ path: out.replace('%d', String(k).padStart(3, '0')), timeout: 120_000 });
}
await browser.close();
