// Writes a picture of models as an engine shows them: node render-engine.mjs OUT.png MODEL.glb… [--sequence SEQ.obj] [--at bind,0,12]
//   [--view side|front|top|corner,…] [--colours clay|normals|bones|file] [--size 640x480] [--labels "before,after"] [--theme light|dark]
//
// One row per moment and view, one column per model, starting with the frame of the sequence if one is given (SEQ.obj with SEQ.pc2 in the same folder).
// Models are loaded by three.js' GLTFLoader and drawn by its MeshStandardMaterial, with three.js' own skinning and normals.
// --at lists frames (of the sequence; 30 per second without one), seconds as 1.5s, or bind: the stored rest pose, unskinned.
// --colours normals shows world normals, which reveal wrong shading; bones colours every face by its strongest bone and draws
// the skeleton over the body; file keeps the file's materials.
import { readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { launch } from './tests/browser.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const ORIGIN = 'http://engine.invalid';
const TYPES = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.html': 'text/html' };
const USAGE = 'usage: node render-engine.mjs OUT.png MODEL.glb… [--sequence SEQ.obj] [--at bind,0,12] [--view side|front|top|corner,…] '
  + '[--colours clay|normals|bones|file] [--size 640x480] [--labels "a,b"] [--theme light|dark]';

function read(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      sequence: { type: 'string' },
      at: { type: 'string', default: '0' },
      view: { type: 'string', default: 'side' },
      colours: { type: 'string', default: 'clay' },
      size: { type: 'string', default: '640x480' },
      labels: { type: 'string' },
      theme: { type: 'string', default: 'light' },
    },
  });
  const [out, ...models] = positionals;
  const size = /^(\d+)x(\d+)$/.exec(values.size);
  if (!out || models.length === 0 || !size) throw new Error(USAGE);
  const absent = [...models, values.sequence].find((file) => file && !existsSync(file));
  if (absent) throw new Error(`file not found: ${absent}`);
  return {
    out,
    models,
    sequence: values.sequence,
    width: Number(size[1]),
    height: Number(size[2]),
    labels: values.labels?.split(',') ?? models.map((file) => basename(file)),
    at: values.at.split(','),
    views: values.view.split(','),
    colours: values.colours,
    theme: values.theme,
  };
}

/** Serves three.js, the page's script and the models from disk. */
async function serve(page, files) {
  await page.route(ORIGIN + '/**', async (route) => {
    const path = decodeURIComponent(new URL(route.request().url()).pathname);
    const place = path.startsWith('/three/')
      ? resolve(here, '../node_modules/three', path.slice(7))
      : path.startsWith('/files/')
        ? files[Number(path.slice(7))]
        : resolve(here, 'engine', path.slice(1));
    try {
      await route.fulfill({ body: await readFile(place), contentType: TYPES[extname(place)] ?? 'application/octet-stream' });
    } catch {
      await route.fulfill({ status: 404 });
    }
  });
}

async function main() {
  const wanted = read(process.argv.slice(2));
  const files = wanted.models.map((file) => resolve(file));
  const address = (file) => `/files/${files.push(resolve(file)) - 1}`;
  const cache = wanted.sequence?.replace(/\.obj$/, '.pc2');
  const job = {
    ...wanted,
    models: wanted.models.map((_, k) => ({ url: `/files/${k}`, label: wanted.labels[k] ?? '' })),
    original: wanted.sequence ? { mesh: address(wanted.sequence), cache: existsSync(cache) ? address(cache) : null } : null,
  };
  const columns = job.models.length + (job.original ? 1 : 0);
  const browser = await launch();
  try {
    const viewport = { width: columns * wanted.width, height: job.at.length * job.views.length * wanted.height };
    const page = await (await browser.newContext({ viewport })).newPage();
    page.on('pageerror', (error) => console.error(String(error)));
    page.on('console', (message) => message.type() === 'error' && console.error(message.text()));
    await serve(page, files);
    await page.goto(ORIGIN + '/engine.html');
    await page.waitForFunction(() => window.render, null, { timeout: 30_000 });
    await page.evaluate((what) => window.render(what), job);
    await page.screenshot({ path: wanted.out, timeout: 120_000 });
  } finally {
    await browser.close();
  }
}

main().catch((problem) => {
  console.error(problem.message);
  process.exit(2);
});
