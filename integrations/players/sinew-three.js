// Plays Sinew's extensions in three.js: an ES module for GLTFLoader.
//
//   import { SinewPlugin } from './sinew-three.js';
//   loader.register((parser) => new SinewPlugin(parser));
//
// SINEW_two_layer: vertices are blends of two virtual bones, virtual bones of a few joints. The virtual bones are computed once per
// frame and stored in the bone texture of three.js, so every material, shadow and depth pass works unchanged.
// SINEW_drivers: helper joints follow the pose and its motion (sinew-drivers.js).
// SINEW_blend_bones: driven joints (operator "dqs") are computed from their drivers in any motion.
import { BufferAttribute, DataTexture, FloatType, Matrix4, Quaternion, RGBAFormat, Skeleton, Vector3, Vector4 } from 'three';
import { Drivers } from './sinew-drivers.js';

const TWO_LAYER = 'SINEW_two_layer';
const BLEND_BONES = 'SINEW_blend_bones';
const DRIVERS = 'SINEW_drivers';
const VERSION = 1;

/** A skeleton whose matrices are modified between the joints and the shader. */
class DrivenSkeleton extends Skeleton {
  /** @param {Skeleton} skeleton of the joints @param {number} count of matrices in the shader */
  constructor(skeleton, count) {
    super(skeleton.bones, skeleton.boneInverses);
    this.jointMatrices = new Float32Array(16 * this.bones.length);
    this.boneMatrices = new Float32Array(16 * count);
    this.count = count;
  }

  update() {
    if (!this.jointMatrices) return;
    const matrix = new Matrix4();
    this.bones.forEach((bone, j) => {
      matrix.multiplyMatrices(bone.matrixWorld, this.boneInverses[j]).toArray(this.jointMatrices, 16 * j);
    });
    this.drive(this.jointMatrices, this.boneMatrices);
    if (this.boneTexture) this.boneTexture.needsUpdate = true;
  }

  computeBoneTexture() {
    const size = Math.max(4, Math.ceil(Math.sqrt(4 * this.count) / 4) * 4);
    const matrices = new Float32Array(4 * size * size);
    matrices.set(this.boneMatrices);
    this.boneMatrices = matrices;
    this.boneTexture = new DataTexture(matrices, size, size, RGBAFormat, FloatType);
    this.boneTexture.needsUpdate = true;
    return this;
  }
}

/** V_j = Σ_a w_ja·M_a, once per frame. */
export class TwoLayerSkeleton extends DrivenSkeleton {
  constructor(skeleton, influences, joints, weights) {
    super(skeleton, joints.length / influences);
    Object.assign(this, { influences, atomJoints: joints, atomWeights: weights });
    this.update();
  }

  drive(joints, virtual) {
    virtual.fill(0);
    for (let k = 0; k < this.atomJoints.length; k++) {
      const weight = this.atomWeights[k];
      if (weight === 0) continue;
      const to = 16 * Math.floor(k / this.influences);
      const from = 16 * this.atomJoints[k];
      for (let x = 0; x < 16; x++) virtual[to + x] += weight * joints[from + x];
    }
  }
}

/** C = Φ(w; C_drivers) for the driven joints; other joints are unchanged. */
export class BlendBoneSkeleton extends DrivenSkeleton {
  constructor(skeleton, blendBones) {
    super(skeleton, skeleton.bones.length);
    this.blendBones = blendBones;
    this.update();
  }

  drive(joints, matrices) {
    matrices.set(joints);
    const common = commonScale(joints, this.bones.length);
    for (const { joint, drivers, weights } of this.blendBones) {
      dualQuaternionBlend(joints, drivers, weights, common).toArray(matrices, 16 * joint);
    }
  }
}

/** Helper joints follow the pose and its motion; other joints are unchanged. Rates use the time between two updates. */
export class DriverSkeleton extends DrivenSkeleton {
  /** @param {() => number} seconds the current time; replace it to play at another speed */
  constructor(skeleton, drivers, seconds = () => performance.now() / 1000) {
    super(skeleton, skeleton.bones.length);
    Object.assign(this, { drivers, seconds, last: undefined });
    this.update();
    this.last = undefined;
    drivers.reset();
  }

  drive(joints, matrices) {
    const now = this.seconds();
    // Several cameras or passes may update the skeleton in one frame.
    if (now !== this.last) {
      this.drivers.step(now - (this.last ?? now), joints);
      this.last = now;
      this.driven = this.drivers.extension.helpers.map(({ joint }) => joints.slice(16 * joint, 16 * joint + 16));
    }
    matrices.set(joints);
    this.drivers.extension.helpers.forEach(({ joint }, h) => matrices.set(this.driven[h], 16 * joint));
    if (this.shaped) this.drivers.shapes.forEach((weight, k) => (this.shaped.morphTargetInfluences[k] = weight));
  }
}

/** The median of the joints' scales. */
function commonScale(joints, count) {
  const scales = Array.from({ length: count }, (_, j) => Math.cbrt(new Matrix4().fromArray(joints, 16 * j).determinant()));
  return scales.sort((a, b) => a - b)[count >> 1];
}

/** Kavan's dual quaternions: Σ w·q̂, with signs aligned to the one with the largest weight, then normalised. */
function dualQuaternionBlend(joints, drivers, weights, common) {
  const first = weights.indexOf(Math.max(...weights));
  const real = new Vector4();
  const dual = new Vector4();
  const parts = drivers.map((joint) => rigid(new Matrix4().fromArray(joints, 16 * joint), common));
  parts.forEach(({ q, t }, k) => {
    const w = weights[k] * (q.dot(parts[first].q) < -1e-9 ? -1 : 1);
    real.addScaledVector(new Vector4(q.x, q.y, q.z, q.w), w);
    const d = new Quaternion(t.x / 2, t.y / 2, t.z / 2, 0).multiply(q);
    dual.addScaledVector(new Vector4(d.x, d.y, d.z, d.w), w);
  });
  const length = real.length();
  const q = new Quaternion(real.x / length, real.y / length, real.z / length, real.w / length);
  const d = new Quaternion(dual.x / length, dual.y / length, dual.z / length, dual.w / length);
  const t = d.multiply(q.clone().conjugate());
  const turned = new Matrix4().makeRotationFromQuaternion(q).scale(new Vector3(common, common, common));
  return turned.setPosition(2 * common * t.x, 2 * common * t.y, 2 * common * t.z);
}

function rigid(matrix, common) {
  const t = new Vector3();
  const q = new Quaternion();
  matrix.decompose(t, q, new Vector3());
  return { q, t: t.divideScalar(common) };
}

export class SinewPlugin {
  constructor(parser) {
    this.parser = parser;
    this.name = 'SINEW';
  }

  async afterRoot(gltf) {
    const meshes = [];
    gltf.scene.traverse((object) => object.isSkinnedMesh && meshes.push(object));
    await Promise.all(meshes.map((mesh) => this.dress(mesh)));
  }

  async dress(mesh) {
    const { json } = this.parser;
    const place = this.parser.associations.get(mesh) ?? {};
    const node = json.nodes.find((n) => n.mesh === place.meshes && n.skin !== undefined);
    if (node === undefined) return;
    const skin = json.skins[node.skin].extensions ?? {};
    const primitive = json.meshes[place.meshes].primitives[place.primitives ?? 0].extensions ?? {};
    if (skin[TWO_LAYER] && primitive[TWO_LAYER]) {
      await this.twoLayers(mesh, known(skin[TWO_LAYER], TWO_LAYER), primitive[TWO_LAYER]);
    } else if (skin[DRIVERS]) {
      await this.drivers(mesh, known(skin[DRIVERS], DRIVERS));
    } else if (skin[BLEND_BONES]) {
      this.blendBones(mesh, known(skin[BLEND_BONES], BLEND_BONES));
    }
  }

  async twoLayers(mesh, layers, own) {
    const names = [layers.atomJoints, layers.atomWeights, own.virtualBones, own.coefficients];
    const [joints, weights, virtual, share] = await Promise.all(names.map((a) => this.parser.getDependency('accessor', a)));
    const count = virtual.count;
    const index = new Uint16Array(4 * count);
    const weight = new Float32Array(4 * count);
    for (let i = 0; i < count; i++) {
      index.set([virtual.getX(i), virtual.getY(i)], 4 * i);
      weight.set([share.getX(i), share.getY(i)], 4 * i);
    }
    mesh.geometry = mesh.geometry.clone();
    mesh.geometry.setAttribute('skinIndex', new BufferAttribute(index, 4));
    mesh.geometry.setAttribute('skinWeight', new BufferAttribute(weight, 4));
    bind(mesh, new TwoLayerSkeleton(mesh.skeleton, layers.atomInfluences, joints.array, weights.array));
  }

  async drivers(mesh, extension) {
    const names = ['constant', 'matrix', 'low', 'high'].filter((name) => extension[name] !== undefined);
    const load = async (from, names) => {
      const accessors = await Promise.all(names.map((name) => this.parser.getDependency('accessor', from[name])));
      return Object.fromEntries(names.map((name, k) => [name, accessors[k].array]));
    };
    const numbers = await load(extension, names);
    if (extension.kernels) numbers.kernels = await load(extension.kernels, ['scales', 'centres', 'matrix']);
    const rest = new Vector3().setFromMatrixPosition(mesh.skeleton.boneInverses[extension.carrier].clone().invert());
    const skeleton = new DriverSkeleton(mesh.skeleton, new Drivers(extension, numbers, rest.toArray()));
    if (extension.shapes) skeleton.shaped = mesh;
    bind(mesh, skeleton);
  }

  blendBones(mesh, extension) {
    if (extension.operator === 'dqs') {
      bind(mesh, new BlendBoneSkeleton(mesh.skeleton, extension.blendBones));
    } else {
      // The file's own animations move blend bones with any operator.
      console.warn(`${BLEND_BONES}: the operator '${extension.operator}' is not supported; blend bones move in the file's animations only`);
    }
  }
}

function known(extension, name) {
  if (extension.version !== VERSION) throw new Error(`${name} has version ${extension.version}; only version ${VERSION} is supported`);
  return extension;
}

/** Binds a skeleton to a mesh; picking and bounding boxes use the same matrices as the shader. */
function bind(mesh, skeleton) {
  mesh.skeleton = skeleton;
  mesh.applyBoneTransform = function (i, target) {
    const at = new Vector4();
    const sum = new Vector3();
    const point = new Vector3();
    const matrix = new Matrix4();
    const { skinIndex, skinWeight } = this.geometry.attributes;
    const from = new Vector3().copy(target).applyMatrix4(this.bindMatrix);
    at.fromBufferAttribute(skinIndex, i);
    const weights = new Vector4().fromBufferAttribute(skinWeight, i);
    for (let k = 0; k < 4; k++) {
      const weight = weights.getComponent(k);
      if (weight === 0) continue;
      point.copy(from).applyMatrix4(matrix.fromArray(this.skeleton.boneMatrices, 16 * at.getComponent(k)));
      sum.addScaledVector(point, weight);
    }
    return target.copy(sum).applyMatrix4(this.bindMatrixInverse);
  };
}
