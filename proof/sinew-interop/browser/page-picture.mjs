// Writes a picture of a report page: node page-picture.mjs PAGE.html OUT.png [KEY=VALUE…]
// KEY=VALUE set the viewer's state (view=bind colouring=angle frame=12 …); width=, height=, theme= set the window.
import { resolve } from 'node:path';
import { launch, openFile } from './tests/browser.mjs';

const [file, out, ...settings] = process.argv.slice(2);
if (!out) {
  console.error('usage: node page-picture.mjs PAGE.html OUT.png [KEY=VALUE…]');
  process.exit(2);
}
const read = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};
const { width = 1440, height = 900, theme = 'light', ...state } = Object.fromEntries(
  settings.map((setting) => [setting.slice(0, setting.indexOf('=')), read(setting.slice(setting.indexOf('=') + 1))]),
);
const browser = await launch();
const page = await openFile(browser, resolve(file), { viewport: { width, height }, colorScheme: theme });
await page.set(state);
await page.evaluate(() => window.sinew.viewer && window.sinew.pixels());
await page.screenshot({ path: out, timeout: 120_000 });
page.complaints().forEach((complaint) => console.error(complaint));
await browser.close();
