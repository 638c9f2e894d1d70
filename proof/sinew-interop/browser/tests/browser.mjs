// Chromium for all tests; opens pages from disk and records their errors.
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const here = dirname(fileURLToPath(import.meta.url));
export const PAGES = process.env.SINEW_PAGES ?? resolve(here, '../../../../libraries/sinew-show/target/browser');
export const SHOTS = resolve(here, '../screenshots');
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const FLAGS = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-gpu-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
const LAPTOP = { viewport: { width: 1100, height: 720 }, colorScheme: 'light', reducedMotion: 'reduce' };

/** Why a test of a page cannot run, or false. Without a name, for tests with their own page. */
export function missing(name = null) {
  if (!existsSync(CHROMIUM)) {
    return 'skipped: no Chromium at ' + CHROMIUM;
  }
  return name === null || existsSync(pagePath(name)) ? false : 'skipped: no ' + pagePath(name) + ' (mvn -pl :sinew-show -am test writes it)';
}

export function pagePath(name) {
  return resolve(PAGES, name + '.html');
}

export async function launch() {
  mkdirSync(SHOTS, { recursive: true });
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}

export function open(browser, name, options = {}) {
  return openFile(browser, pagePath(name), options);
}

/** Opens a page and waits until it is ready; complaints() lists errors and network requests. */
export async function openFile(browser, path, options = {}) {
  const context = await browser.newContext({ ...LAPTOP, ...options });
  const page = await context.newPage();
  const complaints = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => /^(file|data|blob):/.test(request.url()) || complaints.push('request to ' + request.url()));
  if (options.init) {
    await page.addInitScript(options.init);
  }
  await page.goto('file://' + path);
  await page.waitForFunction(() => document.documentElement.dataset.ready === 'true', null, { timeout: 120_000 });
  page.complaints = () => complaints.filter((text) => !/GPU stall due to ReadPixels/.test(text));
  page.set = (patch) => page.evaluate((values) => window.sinew.state.set(values), patch);
  page.state = (key) => page.evaluate((name) => window.sinew.state.get(name), key);
  page.shot = (file) => page.screenshot({ path: resolve(SHOTS, file + '.png'), timeout: 120_000 });
  return page;
}

/** The fractions of pixels that are drawn, and that differ from the last call. */
export function look(page) {
  return page.evaluate(() => {
    const { data } = window.sinew.pixels();
    const last = window.lastLook;
    let drawn = 0;
    let changed = 0;
    for (let k = 0; k < data.length; k += 4) {
      drawn += data[k + 3] > 0 ? 1 : 0;
      const step = (c) => Math.abs(data[k + c] - last.data[k + c]) > 6;
      changed += last && last.data.length === data.length && (step(0) || step(1) || step(2) || step(3)) ? 1 : 0;
    }
    window.lastLook = { data };
    return { drawn: drawn / (data.length / 4), changed: changed / (data.length / 4) };
  });
}
