// Plays SINEW_drivers live in Babylon.js: helper joints follow any pose, also of clips that the file does not have.
//
//   const { meshes } = await ImportMeshAsync(url, scene);
//   playDrivers(scene, meshes, await (await fetch(url)).arrayBuffer());
//
// Works for GLB files whose only skin has the extension. Stop clips that move the helper joints, or let them play: the drivers win.
import { Drivers, inverse, multiply, rotation } from './sinew-drivers.js';

const NAME = 'SINEW_drivers';

/**
 * Drives helper joints and morph targets after the animations of every frame.
 * @param {Scene} scene of Babylon.js
 * @param {AbstractMesh[]} meshes that were loaded from the file
 * @param {ArrayBuffer} glb the file
 * @param {() => number} seconds a clock; default: the time of the scene's frames
 * @returns {() => void} stops
 */
export function playDrivers(scene, meshes, glb, seconds = clock(scene)) {
  const file = parse(glb);
  const skin = file.json.skins.find((each) => each.extensions?.[NAME]);
  if (!skin) throw new Error(`the file has no skin with ${NAME}`);
  const extension = skin.extensions[NAME];
  const skinned = meshes.filter((mesh) => mesh.skeleton);
  const binds = file.numbers(skin.inverseBindMatrices);
  const bones = [];
  for (const bone of skinned[0].skeleton.bones) bones[bone.getIndex()] = bone.getTransformNode();
  const names = ['constant', 'matrix', 'low', 'high'].filter((name) => extension[name] !== undefined);
  const read = (from, list) => Object.fromEntries(list.map((name) => [name, file.numbers(from[name])]));
  const numbers = read(extension, names);
  if (extension.kernels) numbers.kernels = read(extension.kernels, ['scales', 'centres', 'matrix']);
  const drivers = new Drivers(extension, numbers, inverse(binds, 16 * extension.carrier).slice(12, 15));
  const matrices = new Float64Array(16 * bones.length);
  let last;
  const observer = scene.onAfterAnimationsObservable.add(() => {
    const root = top(bones[0]);
    const toModel = root ? inverse(root.computeWorldMatrix(true).m, 0) : undefined;
    const modelOf = (node) => {
      for (let at = node; at; at = at.parent) at.markAsDirty();
      const world = node.computeWorldMatrix(true).m;
      return toModel ? multiply(toModel, 0, world, 0) : world;
    };
    bones.forEach((node, j) => matrices.set(multiply(modelOf(node), 0, binds, 16 * j), 16 * j));
    const now = seconds();
    drivers.step(now - (last ?? now), matrices);
    last = now;
    for (const { joint } of extension.helpers) {
      const node = bones[joint];
      const model = multiply(matrices, 16 * joint, inverse(binds, 16 * joint), 0);
      place(node, node.parent === root || !node.parent ? model : multiply(inverse(modelOf(node.parent), 0), 0, model, 0));
    }
    for (const mesh of skinned) {
      drivers.shapes.forEach((weight, k) => {
        const target = mesh.morphTargetManager?.getTarget(k);
        if (target) target.influence = weight;
      });
    }
  });
  return () => scene.onAfterAnimationsObservable.remove(observer);
}

function clock(scene) {
  let time = 0;
  scene.onBeforeAnimationsObservable.add(() => (time += scene.getEngine().getDeltaTime() / 1000));
  return () => time;
}

/** The node that maps glTF's right-handed space to that of the scene. */
function top(node) {
  let at = node;
  while (at.parent) at = at.parent;
  return at === node ? undefined : at;
}

/** Sets a node's translation, rotation and scale from its local matrix. */
function place(node, m) {
  const [x, y, z, w] = rotation(m, 0);
  node.position.set(m[12], m[13], m[14]);
  node.rotationQuaternion.set(x, y, z, w);
  node.scaling.set(...[0, 4, 8].map((c) => Math.hypot(m[c], m[c + 1], m[c + 2])));
}

/** The JSON of a GLB file, and the floats of its accessors. */
function parse(glb) {
  const view = new DataView(glb);
  const length = view.getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(new Uint8Array(glb, 20, length)));
  const widths = { SCALAR: 1, VEC3: 3, VEC4: 4, MAT4: 16 };
  const numbers = (index) => {
    const accessor = json.accessors[index];
    const { byteOffset = 0, byteStride } = json.bufferViews[accessor.bufferView];
    const width = widths[accessor.type];
    const from = 28 + length + byteOffset + (accessor.byteOffset ?? 0);
    return Float32Array.from({ length: accessor.count * width }, (_, k) =>
      view.getFloat32(from + Math.floor(k / width) * (byteStride ?? 4 * width) + 4 * (k % width), true));
  };
  return { json, numbers };
}
