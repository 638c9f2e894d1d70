// three-vrm plays VRMC_node_constraint as the file's keys do: node constraints.mjs MODEL.glb
//
// The first clip is played by its keys, then constrained joints are set by their constraints. Exit code 1 if the file has no constraint or if
// a vertex moves by more than 1e-3 of the size.
import { readFileSync } from 'node:fs';
import { AnimationMixer, Box3, Vector3 } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { VRMNodeConstraintLoaderPlugin } from '@pixiv/three-vrm';

const TOLERANCE = 1e-3;
const MOMENTS = [0.05, 0.2, 0.4, 0.6, 0.8, 0.95];

globalThis.self = globalThis;

/** The file without textures, which need a browser. */
function withoutTextures(data) {
  const length = data.readUInt32LE(12);
  const json = JSON.parse(data.subarray(20, 20 + length));
  for (const name of ['images', 'textures', 'samplers']) delete json[name];
  json.materials = json.materials?.map(({ name }) => ({ name }));
  const text = JSON.stringify(json);
  const padded = Buffer.from(text + ' '.repeat(-Buffer.byteLength(text) & 3));
  const head = Buffer.from(data.subarray(0, 20));
  const rest = data.subarray(20 + length);
  head.writeUInt32LE(padded.length, 12);
  head.writeUInt32LE(20 + padded.length + rest.length, 8);
  const all = Buffer.concat([head, padded, rest]);
  return all.buffer.slice(all.byteOffset, all.byteOffset + all.length);
}

const loader = new GLTFLoader();
loader.register((parser) => new VRMNodeConstraintLoaderPlugin(parser));
const gltf = await loader.parseAsync(withoutTextures(readFileSync(process.argv[2])), '');
const manager = gltf.userData.vrmNodeConstraintManager;
const meshes = [];
gltf.scene.traverse((node) => node.isSkinnedMesh && meshes.push(node));
const size = new Box3().setFromObject(gltf.scene).getSize(new Vector3()).length();
const mixer = new AnimationMixer(gltf.scene);
mixer.clipAction(gltf.animations[0]).play();

function positions() {
  gltf.scene.updateMatrixWorld(true);
  return meshes.flatMap((mesh) => {
    mesh.skeleton.update();
    return Array.from({ length: mesh.geometry.attributes.position.count }, (_, i) => mesh.getVertexPosition(i, new Vector3()).applyMatrix4(mesh.matrixWorld));
  });
}

let worst = 0;
for (const part of MOMENTS) {
  mixer.setTime(part * gltf.animations[0].duration);
  const keys = positions();
  manager.update();
  positions().forEach((at, i) => (worst = Math.max(worst, at.distanceTo(keys[i]) / size)));
}
console.log(`${manager.constraints.size} constraints: vertices differ by at most ${worst.toExponential(2)} of the size`);
if (manager.constraints.size === 0 || !(worst <= TOLERANCE)) process.exit(1);
