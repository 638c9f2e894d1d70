// Babylon.js plays SINEW_drivers live as the file's keys do, in every clip: node drivers.mjs MODEL.glb
//
// The clips run at 30 frames per second, and helper joints are compared with their keys. Exit code 1 if a joint's matrix differs by more than
// 1e-3 of the size: keys are reduced, drivers are not.
import { readFileSync } from 'node:fs';
import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { Scene } from '@babylonjs/core/scene.js';
import { ImportMeshAsync } from '@babylonjs/core/Loading/sceneLoader.js';
import { FreeCamera } from '@babylonjs/core/Cameras/freeCamera.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { Logger } from '@babylonjs/core/Misc/logger.js';
import '@babylonjs/core/Animations/animatable.js';
import '@babylonjs/loaders/glTF/2.0/index.js';
import { playDrivers } from '../../../integrations/players/sinew-babylon.js';

Logger.LogLevels = Logger.ErrorLogLevel;

const TOLERANCE = 1e-3;
const RATE = 30;

const data = readFileSync(process.argv[2]);
const glb = data.buffer.slice(data.byteOffset, data.byteOffset + data.length);
const json = JSON.parse(data.subarray(20, 20 + data.readUInt32LE(12)));
const helpers = json.skins[0].extensions.SINEW_drivers.helpers.map(({ joint }) => joint);

/** World matrices of the helpers in every frame of a clip. */
async function played(clip, live) {
  const scene = new Scene(new NullEngine());
  new FreeCamera('camera', new Vector3(0, 0, 10), scene);
  const { meshes, animationGroups } = await ImportMeshAsync(`data:;base64,${data.toString('base64')}`, scene, { pluginExtension: '.glb' });
  animationGroups.forEach((group) => group.stop());
  const skeleton = meshes.find((mesh) => mesh.skeleton).skeleton;
  const nodes = helpers.map((joint) => skeleton.bones.find((bone) => bone.getIndex() === joint).getTransformNode());
  let now = 0;
  if (live) playDrivers(scene, meshes, glb, () => now);
  const group = animationGroups[clip];
  group.start(false);
  group.pause();
  const length = (group.to - group.from) / 60;
  const frames = [];
  for (now = 0; now <= length; now += 1 / RATE) {
    group.goToFrame(group.from + now * 60);
    scene.render();
    frames.push(nodes.map((node) => Array.from(node.computeWorldMatrix(true).m)));
  }
  const box = meshes.filter((mesh) => mesh.skeleton)[0].getBoundingInfo().boundingBox;
  return { frames, size: box.maximum.subtract(box.minimum).length() };
}

let worst = 0;
let moved = 0;
for (let clip = 0; clip < json.animations.length; clip++) {
  const keys = await played(clip, false);
  const live = await played(clip, true);
  keys.frames.forEach((frame, f) => frame.forEach((m, h) => m.forEach((value, k) => {
    const scale = k % 4 === 3 ? 1 : k >= 12 ? keys.size : 1;
    worst = Math.max(worst, Math.abs(value - live.frames[f][h][k]) / scale);
    moved = Math.max(moved, Math.abs(value - keys.frames[0][h][k]) / scale);
  })));
}
console.log(`${helpers.length} helpers, ${json.animations.length} clips: live and keys differ by at most ${worst.toExponential(2)}; they move by ${moved.toFixed(3)}`);
if (!(worst <= TOLERANCE) || !(moved > 10 * worst)) process.exit(1);
