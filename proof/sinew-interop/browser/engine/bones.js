/** Draws bones: the body coloured by the strongest bone of each face, and the skeleton over it. */
import * as THREE from 'three';

const GOLDEN = 0.618034;
const BODY = 0.5;
const THICKNESS = 0.14;

/** One colour per bone; consecutive bones have distant hues. */
function colourOf(bone) {
  const hue = (bone * GOLDEN) % 1;
  return new THREE.Color().setHSL(hue, 0.62, bone % 2 ? 0.48 : 0.62);
}

/** Faces are separated, so that colours do not blend and borders are sharp. */
export function painted(mesh) {
  const geometry = mesh.geometry.toNonIndexed();
  const { skinIndex, skinWeight } = geometry.attributes;
  const colours = new Float32Array(3 * skinIndex.count);
  for (let corner = 0; corner < skinIndex.count; corner += 3) {
    const colour = colourOf(strongest(skinIndex, skinWeight, corner));
    for (let k = 0; k < 3; k++) {
      colour.toArray(colours, 3 * (corner + k));
    }
  }
  geometry.setAttribute('color', new THREE.BufferAttribute(colours, 3));
  return geometry;
}

/** The bone with the largest weight on a triangle. */
function strongest(skinIndex, skinWeight, corner) {
  const sums = new Map();
  for (let k = 0; k < 3; k++) {
    for (let slot = 0; slot < 4; slot++) {
      const bone = skinIndex.getComponent(corner + k, slot);
      sums.set(bone, (sums.get(bone) ?? 0) + skinWeight.getComponent(corner + k, slot));
    }
  }
  return [...sums].reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}

export function bodyMaterial() {
  return new THREE.MeshStandardMaterial({ vertexColors: true, roughness: 0.8, transparent: true, opacity: BODY, side: THREE.FrontSide });
}

/** A slim double pyramid from every joint to each of its children, and a ball at every joint, over everything else. */
export function drawnSkeleton(bones, size) {
  const drawn = new THREE.Group();
  const line = new THREE.MeshBasicMaterial({ color: '#1d1b19', depthTest: false, transparent: true });
  const ball = new THREE.MeshBasicMaterial({ color: '#fdfaf5', depthTest: false, transparent: true });
  const rim = new THREE.SphereGeometry(0.0085 * size, 16, 12);
  const core = new THREE.SphereGeometry(0.0055 * size, 16, 12);
  for (const bone of bones) {
    const from = bone.getWorldPosition(new THREE.Vector3());
    drawn.add(at(new THREE.Mesh(rim, line), from, 2), at(new THREE.Mesh(core, ball), from, 3));
    for (const child of bone.children.filter((part) => part.isBone)) {
      drawn.add(limb(from, child.getWorldPosition(new THREE.Vector3()), line, size));
    }
  }
  return drawn;
}

function limb(from, to, material, size) {
  const way = to.clone().sub(from);
  const length = Math.max(way.length(), 1e-9);
  const shape = new THREE.Mesh(new THREE.ConeGeometry(Math.min(THICKNESS * length, 0.008 * size), length, 6), material);
  shape.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), way.normalize());
  return at(shape, from.clone().lerp(to, 0.5), 1);
}

function at(mesh, place, order) {
  mesh.position.copy(place);
  mesh.renderOrder = order;
  return mesh;
}
