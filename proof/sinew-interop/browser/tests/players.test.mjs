// The three.js plug-in of players/ in a real browser: vertices match the extension's formula, and the picture differs from the
// fallback.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, extname, resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launch, missing } from './browser.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../../..');
const THREE = resolve(process.env.SINEW_THREE ?? resolve(root, 'proof/sinew-interop/node_modules/three'));
const MODEL = resolve(root, 'libraries/sinew-io/target/interop/two-layer.glb');
const TYPES = { '.js': 'text/javascript', '.html': 'text/html', '.glb': 'model/gltf-binary' };
const PAGE = `<!doctype html><canvas width="300" height="200"></canvas>
<script type="importmap">{"imports": {"three": "/three/build/three.module.js", "three/addons/": "/three/examples/jsm/"}}</script>
<script type="module">
import * as THREE from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { SinewPlugin } from '/integrations/players/sinew-three.js';
window.play = async (plugged, time) => {
  const loader = new GLTFLoader();
  if (plugged) loader.register((parser) => new SinewPlugin(parser));
  const gltf = await loader.loadAsync('/model.glb');
  let mesh;
  gltf.scene.traverse((o) => { if (o.isSkinnedMesh) mesh = o; });
  const mixer = new THREE.AnimationMixer(gltf.scene);
  mixer.clipAction(gltf.animations[0]).play();
  mixer.setTime(time);
  gltf.scene.updateMatrixWorld(true);
  mesh.skeleton.update();
  const points = [];
  const p = new THREE.Vector3();
  for (let i = 0; i < mesh.geometry.attributes.position.count; i++) points.push(...mesh.getVertexPosition(i, p).toArray());
  const joints = mesh.skeleton.bones.map((b, j) => new THREE.Matrix4().multiplyMatrices(b.matrixWorld, mesh.skeleton.boneInverses[j]).elements);
  const canvas = document.querySelector('canvas');
  const renderer = new THREE.WebGLRenderer({ canvas, preserveDrawingBuffer: true });
  const scene = new THREE.Scene();
  scene.add(gltf.scene);
  mesh.material = new THREE.MeshBasicMaterial({ color: 0xffffff, side: THREE.DoubleSide });
  mesh.frustumCulled = false;
  const box = new THREE.Box3().setFromPoints(Array.from({ length: points.length / 3 }, (_, i) => new THREE.Vector3(points[3 * i], points[3 * i + 1], points[3 * i + 2])));
  const size = box.getSize(new THREE.Vector3()).length();
  const centre = box.getCenter(new THREE.Vector3());
  const camera = new THREE.OrthographicCamera(-size, size, size * 0.66, -size * 0.66, 0, 10 * size);
  camera.position.copy(centre).add(new THREE.Vector3(0, 0, 3 * size));
  renderer.render(scene, camera);
  const gl = renderer.getContext();
  const pixels = new Uint8Array(4 * canvas.width * canvas.height);
  gl.readPixels(0, 0, canvas.width, canvas.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  let drawn = 0;
  for (let k = 0; k < pixels.length; k += 4) drawn += pixels[k] > 128 ? 1 : 0;
  renderer.dispose();
  return { points, joints: joints.map((m) => Array.from(m)), rest: Array.from(mesh.geometry.attributes.position.array), drawn };
};
document.documentElement.dataset.ready = 'true';
</script>`;

/** The accessor's numbers from the file. */
function accessor(json, binary, index) {
  const { bufferView, byteOffset = 0, componentType, count, type } = json.accessors[index];
  const view = json.bufferViews[bufferView];
  const width = { SCALAR: 1, VEC2: 2 }[type];
  const Kind = { 5123: Uint16Array, 5125: Uint32Array, 5126: Float32Array }[componentType];
  const at = (view.byteOffset ?? 0) + byteOffset;
  return new Kind(binary.buffer.slice(binary.byteOffset + at, binary.byteOffset + at + count * width * Kind.BYTES_PER_ELEMENT));
}

function formula(file, joints, rest) {
  const data = readFileSync(file);
  const length = data.readUInt32LE(12);
  const json = JSON.parse(data.subarray(20, 20 + length).toString('utf8'));
  const binary = data.subarray(28 + length);
  const layers = json.skins[0].extensions.SINEW_two_layer;
  const own = json.meshes[0].primitives[0].extensions.SINEW_two_layer;
  const [atomJoints, atomWeights] = [layers.atomJoints, layers.atomWeights].map((a) => accessor(json, binary, a));
  const [virtual, share] = [own.virtualBones, own.coefficients].map((a) => accessor(json, binary, a));
  const c = layers.atomInfluences;
  return Array.from({ length: rest.length / 3 }, (_, i) => {
    const sum = [0, 0, 0];
    for (let k = 0; k < 2; k++) {
      for (let a = 0; a < c; a++) {
        const at = virtual[2 * i + k] * c + a;
        const m = joints[atomJoints[at]];
        for (let r = 0; r < 3; r++) {
          const moved = m[r] * rest[3 * i] + m[4 + r] * rest[3 * i + 1] + m[8 + r] * rest[3 * i + 2] + m[12 + r];
          sum[r] += share[2 * i + k] * atomWeights[at] * moved;
        }
      }
    }
    return sum;
  }).flat();
}

const why = missing()
  || (existsSync(MODEL) ? false : `skipped: no ${MODEL} (mvn -pl :sinew-io -am test writes it)`)
  || (existsSync(THREE) ? false : `skipped: no ${THREE} (npm ci in sinew-interop)`);

describe('the plug-in for three.js', { skip: why }, () => {
  let browser;
  let server;
  let page;
  before(async () => {
    server = createServer((request, response) => {
      const path = new URL(request.url, 'http://x').pathname;
      const file = path === '/model.glb' ? MODEL
        : path.startsWith('/three/') ? resolve(THREE, path.slice(7))
        : resolve(root, path.slice(1));
      response.setHeader('Content-Type', TYPES[extname(path)] ?? 'text/html');
      if (path === '/') response.end(PAGE);
      else if (existsSync(file)) response.end(readFileSync(file));
      else response.writeHead(404).end();
    });
    await new Promise((done) => server.listen(0, '127.0.0.1', done));
    browser = await launch();
    page = await (await browser.newContext()).newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction(() => document.documentElement.dataset.ready === 'true');
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });

  test('two layers match the formula, on and between keys', async () => {
    for (const time of [0, 0.21, 0.5]) {
      const got = await page.evaluate((t) => window.play(true, t), time);
      const wanted = formula(MODEL, got.joints, got.rest);
      const size = Math.max(...wanted) - Math.min(...wanted);
      const off = Math.max(...wanted.map((x, k) => Math.abs(x - got.points[k])));
      assert.ok(off < 1e-5 * size, `${off} of ${size} at ${time} s`);
      assert.ok(got.drawn > 500, `${got.drawn} pixels are drawn`);
    }
  });

  test('without the plug-in the fallback is played, which differs', async () => {
    const [plugged, plain] = [await page.evaluate(() => window.play(true, 0.3)), await page.evaluate(() => window.play(false, 0.3))];
    const off = Math.max(...plugged.points.map((x, k) => Math.abs(x - plain.points[k])));
    assert.ok(off > 1e-4, String(off));
  });
});
