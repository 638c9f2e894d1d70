// Starts a studio on a temporary folder and drives its page in a real browser.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch, missing, SHOTS } from './browser.mjs';

const JAR = process.env.SINEW_JAR ?? resolve(dirname(fileURLToPath(import.meta.url)), '../../../../applications/sinew-cli/target/sinew.jar');
export const LAPTOP = { viewport: { width: 1280, height: 720 }, colorScheme: 'light', reducedMotion: 'reduce' };
export const LONG = { timeout: 150_000 };

/** Why a test cannot run, or false. */
export function studioMissing() {
  return missing() || (existsSync(JAR) ? false : 'skipped: no ' + JAR);
}

/** Starts a studio and waits for the URL it prints. */
export function startStudio(folder, port, ...java) {
  const process = spawn('java', ['-Xmx2g', '-XX:+UseParallelGC', ...java, '-jar', JAR, 'studio', folder, '--port', String(port), '--no-browser', '--quiet']);
  return new Promise((ready, failed) => {
    process.stdout.once('data', (text) => ready({ process, address: String(text).split('\n')[0].trim() }));
    process.once('exit', (code) => failed(new Error('the studio failed with exit code ' + code)));
  });
}

export function stopProcess({ process }, signal) {
  return new Promise((done) => {
    process.removeAllListeners('exit');
    process.once('exit', done);
    process.kill(signal);
  });
}

/** Runs a verb in a folder; returns its exit code. */
export function run(folder, ...words) {
  return new Promise((done) => spawn('java', ['-jar', JAR, ...words, '--quiet'], { cwd: folder }).once('exit', done));
}

/** Splits a shell command line into words. */
export function wordsOf(line) {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain);
}

/** A folder, its studio, a browser, and a page whose errors are recorded. */
export class StudioSession {
  complaints = [];

  static async start(...samples) {
    const session = new StudioSession();
    session.folder = mkdtempSync(join(tmpdir(), 'sinew-studio-'));
    for (const [name, vertices, frames] of samples) {
      await run(session.folder, 'sample', name, '--vertices', String(vertices), '--frames', String(frames), '-o', name + '.pc2');
    }
    [session.browser, session.studio] = await Promise.all([launch(), startStudio(session.folder, 0)]);
    session.page = await session.open(LAPTOP);
    return session;
  }

  async stop() {
    await this.browser?.close();
    await stopProcess(this.studio, 'SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }

  async open(options, context = null) {
    const made = await (context ?? (await this.browser.newContext(options))).newPage();
    made.on('console', (message) => ['error', 'warning'].includes(message.type()) && this.complaints.push(message.text()));
    made.on('pageerror', (error) => this.complaints.push(String(error)));
    made.on('request', (request) => new URL(request.url()).host === new URL(this.studio.address).host || /^(blob|data):/.test(request.url()) || this.complaints.push('request to ' + request.url()));
    await made.goto(this.studio.address);
    await made.waitForFunction(() => document.documentElement.dataset.ready === 'true');
    return made;
  }

  errors() {
    return this.complaints.filter((text) => !/GPU stall due to ReadPixels/.test(text));
  }

  shot(name) {
    return this.page.screenshot({ path: resolve(SHOTS, name + '.png'), timeout: 120_000 });
  }

  drawn() {
    return this.page.waitForFunction(() => window.studio.stage.view?.viewer, null, LONG);
  }

  /** Performs an action that starts a run; returns the id of the run. */
  async startRun(press) {
    const answer = this.page.waitForResponse((response) => response.url().endsWith('/api/runs') && response.request().method() === 'POST', LONG);
    await press();
    const { id } = await (await answer).json();
    return id;
  }

  /** The same, and waits until the run is done and shown. */
  async done(press) {
    const id = await this.startRun(press);
    await this.page.waitForSelector(`.card[data-run="${id}"][data-state="done"]`, LONG);
    await this.page.waitForFunction((run) => window.studio.stage.view?.viewer && window.studio.state.get('chosen').id === run && window.studio.stage.view.scene.stage.models.length > 0, id, LONG);
    return id;
  }

  /** Fills in and submits a form. */
  async fill(verb, values) {
    await this.page.click('#tab-solve');
    await this.page.click('#verb-' + verb);
    for (const [name, value] of Object.entries(values)) {
      await this.page.locator(`form [data-field="${name}"] :is(input, select)`).first().evaluate((input, text) => (input.value = text), String(value));
    }
  }

  async solve(verb, values) {
    await this.fill(verb, values);
    return this.done(() => this.page.click('form.request .go'));
  }

  /** Converts file coordinates to page coordinates in a pane. */
  place(at, pane = 0) {
    return this.page.evaluate(([place, number]) => {
      const { viewer, scene } = window.studio.stage.view;
      const { camera, panes } = viewer.stage;
      const { rect } = panes[number];
      const { size, centre } = scene.stage.unit;
      const p = camera.position.clone().fromArray(place.map((x, d) => (x - centre[d]) / size)).project(camera);
      const box = viewer.canvas.getBoundingClientRect();
      return [box.left + box.width * (rect.x + rect.width * (0.5 + 0.5 * p.x)), box.top + box.height * (rect.y + rect.height * (0.5 - 0.5 * p.y))];
    }, [at, pane]);
  }

  /** A visible vertex near the centre of the first pane: its number and page position. */
  frontVertex() {
    return this.page.evaluate(() => {
      const { viewer } = window.studio.stage.view;
      const { rect } = viewer.stage.panes[0];
      const box = viewer.canvas.getBoundingClientRect();
      for (let r = 0; r < 40; r++) {
        for (let a = 0; a < 12; a++) {
          const x = box.left + box.width * (rect.x + rect.width * (0.5 + 0.01 * r * Math.cos(a)));
          const y = box.top + box.height * (rect.y + rect.height * (0.5 + 0.01 * r * Math.sin(a)));
          const at = viewer.surfaceAt({ clientX: x, clientY: y });
          if (at?.vertex != null) {
            return { vertex: at.vertex, x, y };
          }
        }
      }
      return null;
    });
  }
}
