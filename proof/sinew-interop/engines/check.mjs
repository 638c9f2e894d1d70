// Compares how Babylon.js and PlayCanvas play models with three.js: node check.mjs MODEL.glb…
//
// Both run without a graphics card, so their matrices and weights are taken and the vertices are skinned as their shaders do. The first
// clip is compared at five times where every bone has a key, and by Babylon.js between keys too: PlayCanvas interpolates the components of rotations there. Exit
// code 1 if a vertex is farther off than 1e-5 of the size.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { Scene } from '@babylonjs/core/scene.js';
import { ImportMeshAsync } from '@babylonjs/core/Loading/sceneLoader.js';
import { FreeCamera } from '@babylonjs/core/Cameras/freeCamera.js';
import { Logger } from '@babylonjs/core/Misc/logger.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import '@babylonjs/core/Animations/animatable.js';
import '@babylonjs/loaders/glTF/2.0/index.js';
import * as pc from 'playcanvas';
import { influenceSets, load, positions, positionsOfAllSets } from '../three-model.mjs';

// Half of what other files are allowed (same-motion.mjs): PlayCanvas decodes quantised keys in single precision.
const TOLERANCE = 5e-5;
const MOMENTS = [0, 0.23, 0.5, 0.81, 1];
const MAXIMA = { [pc.TYPE_INT8]: 127, [pc.TYPE_UINT8]: 255, [pc.TYPE_INT16]: 32767, [pc.TYPE_UINT16]: 65535 };

Logger.LogLevels = Logger.ErrorLogLevel;

/** Positions of every skinned mesh at each moment, by Babylon.js with all sets of weights that it reads. */
async function babylon(file, seconds) {
  const scene = new Scene(new NullEngine());
  scene.useRightHandedSystem = true;
  new FreeCamera('camera', new Vector3(0, 0, 10), scene);
  const data = `data:;base64,${readFileSync(file).toString('base64')}`;
  const { meshes, animationGroups } = await ImportMeshAsync(data, scene, { pluginExtension: '.glb' });
  const [group] = animationGroups;
  group.start(false);
  group.pause();
  return seconds.map((time) => {
    group.goToFrame(time * 60);
    scene.render();
    return meshes.filter((mesh) => mesh.skeleton).map((mesh) => {
      mesh.skeleton.prepare(true);
      mesh.computeWorldMatrix(true);
      const local = mesh.getPositionData(true, true);
      const out = new Float64Array(local.length);
      for (let k = 0; k < local.length; k += 3) {
        Vector3.TransformCoordinates(Vector3.FromArray(local, k), mesh.getWorldMatrix()).toArray(out, k);
      }
      return out;
    });
  });
}

/** The same by PlayCanvas, which reads one set of weights and divides by their sum. */
async function playcanvas(file, seconds) {
  const canvas = { width: 8, height: 8, clientWidth: 8, clientHeight: 8, style: {}, addEventListener() {}, removeEventListener() {} };
  canvas.getBoundingClientRect = () => ({ left: 0, top: 0, width: 8, height: 8 });
  const app = new pc.AppBase(canvas);
  const options = new pc.AppOptions();
  options.graphicsDevice = new pc.NullGraphicsDevice(canvas);
  options.componentSystems = [pc.RenderComponentSystem, pc.AnimComponentSystem];
  options.resourceHandlers = [pc.ContainerHandler, pc.AnimationHandler, pc.TextureHandler, pc.RenderHandler];
  app.init(options);
  const bytes = readFileSync(file);
  const contents = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  const asset = new pc.Asset('model', 'container', { url: 'model.glb', filename: 'model.glb', contents });
  await new Promise((done, failed) => {
    asset.ready(done);
    asset.on('error', failed);
    app.assets.add(asset);
    app.assets.load(asset);
  });
  const entity = asset.resource.instantiateRenderEntity();
  app.root.addChild(entity);
  entity.addComponent('anim', { activate: true });
  entity.anim.assignAnimation('clip', asset.resource.animations[0].resource);
  entity.anim.baseLayer.play('clip');
  const instances = entity.findComponents('render').flatMap((render) => render.meshInstances).filter((each) => each.skinInstance);
  return seconds.map((time) => {
    entity.anim.baseLayer.activeStateCurrentTime = time;
    entity.anim.update(0);
    entity.syncHierarchy();
    return instances.map(skinned);
  });
}

let updates = 0;

function skinned(instance) {
  const read = (semantic) => {
    const values = [];
    instance.mesh.getVertexStream(semantic, values);
    const { normalize, dataType } = instance.mesh.vertexBuffer.format.elements.find((each) => each.name === semantic);
    return normalize ? values.map((value) => value / MAXIMA[dataType]) : values;
  };
  const [points, joints, weights] = [pc.SEMANTIC_POSITION, pc.SEMANTIC_BLENDINDICES, pc.SEMANTIC_BLENDWEIGHT].map(read);
  instance.skinInstance.updateMatrices(instance.node, ++updates);
  const matrices = instance.skinInstance.matrices;
  const world = instance.node.getWorldTransform();
  const out = new Float64Array(points.length);
  const point = new pc.Vec3();
  const part = new pc.Vec3();
  for (let k = 0; k < out.length / 3; k++) {
    const sum = [0, 0, 0, 0];
    point.set(...points.slice(3 * k, 3 * k + 3));
    for (let x = 0; x < 4; x++) {
      const weight = weights[4 * k + x];
      matrices[joints[4 * k + x]].transformPoint(point, part);
      [part.x, part.y, part.z, 1].forEach((value, axis) => (sum[axis] += weight * value));
    }
    world.transformPoint(part.set(sum[0] / sum[3], sum[1] / sum[3], sum[2] / sum[3]), part);
    out.set([part.x, part.y, part.z], 3 * k);
  }
  return out;
}

function off(wanted, got, size) {
  if (wanted.length !== got.length) throw new Error(`${got.length / 3} vertices instead of ${wanted.length / 3}`);
  let worst = 0;
  for (let k = 0; k < got.length; k++) worst = Math.max(worst, Math.abs(got[k] - wanted[k]));
  return worst / size;
}

/** Whether the first four weights are a complete model (docs/reference/extensions.md). */
function hasFallback(model) {
  const weights = model.mesh.geometry.attributes.weights_1;
  return !weights || weights.array.every((value) => value === 0);
}

let bad = 0;
for (const file of process.argv.slice(2)) {
  const model = await load(file);
  const [clip] = model.gltf.animations;
  // Times at which every track has a key: the ends at least.
  const moving = clip.tracks.filter((track) => track.times.length > 1);
  const keys = [...(moving[0]?.times ?? [0])].filter((time) => moving.every((track) => track.times.includes(time)));
  const atKeys = MOMENTS.map((part) => keys[Math.round(part * (keys.length - 1))]);
  const between = MOMENTS.map((part) => part * clip.duration);
  // Eight weights whose first four are not the whole model: Babylon.js reads all of them.
  const ofAll = influenceSets(model) === 2 && !hasFallback(model);
  const wanted = (time, all) => (all ? positionsOfAllSets : positions)(model, clip.name, time);
  const first = wanted(0, false);
  const size = Math.hypot(...[0, 1, 2].map((axis) => {
    const values = first.filter((_, k) => k % 3 === axis);
    return Math.max(...values) - Math.min(...values);
  }));
  for (const [name, play, seconds, all] of [['Babylon.js', babylon, [...atKeys, ...between], ofAll], ['PlayCanvas', playcanvas, atKeys, false]]) {
    const played = await play(file, seconds);
    const worst = Math.max(...played.map((meshes, m) => off(wanted(seconds[m], all), meshes[0], size)));
    bad += worst <= TOLERANCE ? 0 : 1;
    console.log(`${worst <= TOLERANCE ? 'ok ' : 'BAD'} ${name}: ${basename(file)}, worst ${worst.toExponential(2)} of the size`);
  }
}
process.exit(bad ? 1 : 0);
