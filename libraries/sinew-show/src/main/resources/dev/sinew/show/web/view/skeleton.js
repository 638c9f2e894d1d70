/** Draws a skeleton: octahedra between joints, balls at the joints, a marked root. The mesh does not hide it. */
import * as THREE from 'three';

const ROOT_COLOUR = '#ff7a1a';
const JOINT_COLOUR = '#f4f1ea';
const SELECTED_COLOUR = '#ffffff';
const OUTLINE_COLOUR = '#1d1a17';
/** Sizes as fractions of the subject's size. */
const MAX_RADIUS = 0.017;
const BALL = 0.0058;
const ROOT_BALL = 0.0135;
const OUTLINE = 0.0017;

export class SkeletonView extends THREE.Group {
  constructor(evaluator, palette) {
    super();
    const { skeleton, boneCount } = evaluator.model;
    this.evaluator = evaluator;
    this.shown = false;
    this.selected = null;
    this.boneCount = boneCount;
    this.owners = skeleton.segments.bones;
    this.rest = skeleton.segments.ends;
    this.roots = skeleton.segments.roots;
    this.palette = palette.map((colour) => new THREE.Color().setRGB(...colour, THREE.LinearSRGBColorSpace));
    this.ends = new Float32Array(this.rest.length);
    this.pivots = new Float32Array(3 * boneCount);
    const shapes = octahedron();
    this.outlines = instances(shapes, this.owners.length, flat(OUTLINE_COLOUR, THREE.BackSide), 20);
    this.bodies = instances(shapes, this.owners.length, shaded(), 21);
    const ball = new THREE.SphereGeometry(1, 16, 12);
    this.rims = instances(ball, boneCount, flat(OUTLINE_COLOUR, THREE.BackSide), 21);
    this.balls = instances(ball, boneCount, shaded(), 22);
    // Bones hide each other; nothing else hides them.
    this.outlines.onBeforeRender = (renderer) => {
      renderer.state.buffers.depth.setMask(true);
      renderer.clearDepth();
    };
    this.add(this.outlines, this.bodies, this.rims, this.balls);
    this.setSelected(null);
  }

  setSelected(bone) {
    this.selected = bone;
    const bright = new THREE.Color(SELECTED_COLOUR);
    this.owners.forEach((owner, s) => this.bodies.setColorAt(s, owner === bone ? bright : this.palette[owner]));
    for (let j = 0; j < this.boneCount; j++) {
      this.balls.setColorAt(j, new THREE.Color(this.roots.includes(j) ? ROOT_COLOUR : JOINT_COLOUR));
    }
    this.bodies.instanceColor.needsUpdate = this.balls.instanceColor.needsUpdate = true;
    if (this.shown) {
      this.pose();
    }
  }

  /** Updates to the evaluator's pose. */
  pose() {
    const p = [0, 0, 0];
    this.owners.forEach((bone, s) => {
      this.ends.set(this.evaluator.carry(bone, this.rest, 6 * s, p), 6 * s);
      this.ends.set(this.evaluator.carry(bone, this.rest, 6 * s + 3, p), 6 * s + 3);
      this.#placeBody(s, bone === this.selected ? 1.35 : 1);
    });
    for (let j = 0; j < this.boneCount; j++) {
      this.pivots.set(this.evaluator.pivot(j, p), 3 * j);
      this.#placeBall(j, p, this.roots.includes(j) ? ROOT_BALL : BALL);
    }
    for (const mesh of [this.outlines, this.bodies, this.rims, this.balls]) {
      mesh.instanceMatrix.needsUpdate = true;
    }
  }

  #placeBody(s, thickness) {
    const from = new THREE.Vector3().fromArray(this.ends, 6 * s);
    const along = new THREE.Vector3().fromArray(this.ends, 6 * s + 3).sub(from);
    const length = Math.max(1e-6, along.length());
    along.divideScalar(length);
    const turn = new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 1, 0), along);
    const width = thickness * Math.min(MAX_RADIUS, 0.17 * length);
    const matrix = new THREE.Matrix4();
    this.bodies.setMatrixAt(s, matrix.compose(from, turn, new THREE.Vector3(width, length, width)));
    const wider = width + OUTLINE;
    from.addScaledVector(along, -1.5 * OUTLINE);
    this.outlines.setMatrixAt(s, matrix.compose(from, turn, new THREE.Vector3(wider, length + 3 * OUTLINE, wider)));
  }

  #placeBall(j, [x, y, z], radius) {
    const matrix = new THREE.Matrix4();
    this.balls.setMatrixAt(j, matrix.makeScale(radius, radius, radius).setPosition(x, y, z));
    const rim = radius + 0.9 * OUTLINE;
    this.rims.setMatrixAt(j, matrix.makeScale(rim, rim, rim).setPosition(x, y, z));
  }

  /** The bone nearest to a screen position; null if none is near. */
  pick(x, y, camera, width, height, within) {
    const screen = (at) => {
      const p = new THREE.Vector3().fromArray(this.ends, at).project(camera);
      return { x: ((p.x + 1) / 2) * width, y: ((1 - p.y) / 2) * height, seen: Math.abs(p.z) < 1 };
    };
    let best = null;
    let nearest = within;
    this.owners.forEach((bone, s) => {
      const a = screen(6 * s);
      const b = screen(6 * s + 3);
      const distance = toSegment(x, y, a, b);
      if (a.seen && b.seen && distance < nearest) {
        nearest = distance;
        best = bone;
      }
    });
    return best;
  }
}

export function toSegment(x, y, a, b) {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const t = Math.min(1, Math.max(0, ((x - a.x) * dx + (y - a.y) * dy) / Math.max(1e-9, dx * dx + dy * dy)));
  return Math.hypot(a.x + t * dx - x, a.y + t * dy - y);
}

/** From (0,0,0) to (0,1,0), thickest near its start, flat-shaded. */
export function octahedron() {
  const geometry = new THREE.OctahedronGeometry(1);
  const p = geometry.attributes.position;
  for (let v = 0; v < p.count; v++) {
    const y = p.getY(v);
    p.setY(v, y > 0.5 ? 1 : y < -0.5 ? 0 : 0.16);
  }
  geometry.computeVertexNormals();
  return geometry;
}

/** Marked as transparent only to be drawn after a transparent mesh. */
export function shaded() {
  return new THREE.MeshStandardMaterial({ roughness: 0.6, transparent: true });
}

export function flat(color, side) {
  return new THREE.MeshBasicMaterial({ color, side, transparent: true });
}

export function instances(geometry, count, material, order) {
  const mesh = new THREE.InstancedMesh(geometry, material, count);
  mesh.frustumCulled = false;
  mesh.renderOrder = order;
  return mesh;
}
