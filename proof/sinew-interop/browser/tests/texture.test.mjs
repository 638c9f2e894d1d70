// A thousand instances of one animation by players/bone-texture.js are drawn and move as in the file.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, extname, resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launch, missing } from './browser.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../../..');
const THREE = resolve(process.env.SINEW_THREE ?? resolve(root, 'proof/sinew-interop/node_modules/three'));
const FOLDER = resolve(root, 'libraries/sinew-io/target/interop/texture');
const PAGE = `<!doctype html><canvas width="400" height="400"></canvas>
<script type="importmap">{"imports": {"three": "/three/build/three.module.js", "three/addons/": "/three/examples/jsm/"}}</script>
<script type="module">
import * as THREE from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { boneTextureCrowd, loadBoneTexture } from '/integrations/players/bone-texture.js';
const canvas = document.querySelector('canvas');
const renderer = new THREE.WebGLRenderer({ canvas, preserveDrawingBuffer: true });
const gltf = await new GLTFLoader().loadAsync('/texture/walk.glb');
const texture = await loadBoneTexture('/texture/walk.bones.json');
let mesh;
gltf.scene.traverse((o) => { if (o.isSkinnedMesh) mesh = o; });
const mixer = new THREE.AnimationMixer(gltf.scene);
mixer.clipAction(gltf.animations[0]).play();
const material = () => new THREE.MeshBasicMaterial({ color: 0xffffff, side: THREE.DoubleSide });
function pixels(scene, half) {
  const camera = new THREE.OrthographicCamera(-half, half, half, -half, -1000, 1000);
  renderer.render(scene, camera);
  const gl = renderer.getContext();
  const out = new Uint8Array(4 * canvas.width * canvas.height);
  gl.readPixels(0, 0, canvas.width, canvas.height, gl.RGBA, gl.UNSIGNED_BYTE, out);
  return Array.from({ length: out.length / 4 }, (_, k) => (out[4 * k] > 128 ? 1 : 0));
}
window.skinned = (time) => {
  mixer.setTime(time);
  mesh.material = material();
  mesh.frustumCulled = false;
  const scene = new THREE.Scene();
  scene.add(gltf.scene);
  return pixels(scene, 4);
};
window.one = (time) => {
  const scene = new THREE.Scene();
  const crowd = boneTextureCrowd(mesh.geometry, material(), texture, 1);
  crowd.setMatrixAt(0, new THREE.Matrix4());
  crowd.setTime(time);
  scene.add(crowd);
  return pixels(scene, 4);
};
window.crowd = (count, time) => {
  const scene = new THREE.Scene();
  const crowd = boneTextureCrowd(mesh.geometry, material(), texture, count);
  const side = Math.ceil(Math.sqrt(count));
  for (let k = 0; k < count; k++) {
    crowd.setMatrixAt(k, new THREE.Matrix4().makeTranslation(6 * (k % side - side / 2), 6 * (Math.floor(k / side) - side / 2), 0));
    crowd.setStart(k, 0.01 * k);
  }
  crowd.setTime(time);
  scene.add(crowd);
  const seen = pixels(scene, 3 * side);
  return { seen: seen.reduce((a, b) => a + b, 0), calls: renderer.info.render.calls, instances: crowd.count, seenPixels: seen };
};
document.documentElement.dataset.ready = 'true';
</script>`;
const TYPES = { '.js': 'text/javascript', '.glb': 'model/gltf-binary', '.json': 'application/json' };
const why = missing()
  || (existsSync(resolve(FOLDER, 'walk.bones')) ? false : `skipped: no ${FOLDER} (mvn -pl :sinew-io -am test writes it)`)
  || (existsSync(THREE) ? false : `skipped: no ${THREE} (npm ci in sinew-interop)`);

describe('a bone texture', { skip: why }, () => {
  let browser;
  let server;
  let page;
  before(async () => {
    server = createServer((request, response) => {
      const path = new URL(request.url, 'http://x').pathname;
      const file = path.startsWith('/texture/') ? resolve(FOLDER, path.slice(9))
        : path.startsWith('/three/') ? resolve(THREE, path.slice(7))
        : resolve(root, path.slice(1));
      response.setHeader('Content-Type', path === '/' ? 'text/html' : TYPES[extname(path)] ?? 'application/octet-stream');
      if (path === '/') response.end(PAGE);
      else if (existsSync(file)) response.end(readFileSync(file));
      else response.writeHead(404).end();
    });
    await new Promise((done) => server.listen(0, '127.0.0.1', done));
    browser = await launch();
    page = await (await browser.newContext()).newPage();
    page.on('console', (message) => message.type() === 'error' && console.log(message.text()));
    page.on('pageerror', (error) => console.log(String(error)));
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction(() => document.documentElement.dataset.ready === 'true');
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });

  test('one instance covers the same pixels as the skinned mesh', async () => {
    for (const time of [0, 0.1]) {
      const wanted = await page.evaluate((t) => window.skinned(t), time);
      const got = await page.evaluate((t) => window.one(t), time);
      const drawn = wanted.reduce((a, b) => a + b, 0);
      const different = wanted.reduce((sum, x, k) => sum + (x === got[k] ? 0 : 1), 0);
      assert.ok(drawn > 500, `${drawn} pixels drawn`);
      assert.ok(different < 0.03 * drawn, `${different} of ${drawn} pixels differ at ${time} s`);
    }
  });

  test('a thousand instances are drawn in one call, and move', async () => {
    const first = await page.evaluate(() => window.crowd(1000, 0));
    const later = await page.evaluate(() => window.crowd(1000, 0.1));
    assert.equal(first.instances, 1000);
    assert.equal(first.calls, 1);
    assert.ok(first.seen > 5000, `${first.seen} pixels drawn`);
    const changed = first.seenPixels.reduce((sum, x, k) => sum + (x === later.seenPixels[k] ? 0 : 1), 0);
    assert.ok(changed > 200, `${changed} pixels changed`);
  });
});
