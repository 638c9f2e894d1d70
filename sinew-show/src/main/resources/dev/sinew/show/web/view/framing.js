/** Where the camera stands: the first view, fitting what moves into a pane, going along with a walk. */
import * as THREE from 'three';

const FIELD_OF_VIEW = 28;
/** Part of a pane that the subject may fill. */
const FILL = 0.98;
/** Frames over which the place of a walking subject is averaged, so that steps do not shake the view. */
const SMOOTHING = 8;

export class Framing {
  /**
   * @param boxes six numbers a frame: smallest and largest corner
   * @param places that must be in view too, three numbers each
   */
  constructor(boxes, places = []) {
    this.boxes = boxes;
    this.frames = boxes.length / 6;
    this.all = union(boxes);
    this.floor = this.all.min.y;
    places.forEach((place) => this.all.expandByPoint(new THREE.Vector3(...place)));
    this.places = smoothed(boxes, this.frames);
    this.camera = new THREE.PerspectiveCamera(FIELD_OF_VIEW, 1, 0.01, 100);
  }

  /** How far apart the subject's places are, in sizes. */
  get travel() {
    return union(this.places.flatMap((p) => [p.x, p.y, p.z, p.x, p.y, p.z])).getSize(new THREE.Vector3()).length();
  }

  /** The box that must be in view, about its own centre. */
  extent(follows) {
    if (!follows) {
      return this.all.getSize(new THREE.Vector3());
    }
    const most = new THREE.Vector3();
    for (let f = 0; f < this.frames; f++) {
      most.max(boxAt(this.boxes, f).getSize(new THREE.Vector3()));
    }
    return most;
  }

  /** What the camera looks at in a frame. */
  target(time, follows, out) {
    if (!follows) {
      return this.all.getCenter(out);
    }
    const f = Math.min(Math.floor(time), this.frames - 1);
    const g = Math.min(f + 1, this.frames - 1);
    return out.lerpVectors(this.places[f], this.places[g], Math.min(1, time - f));
  }

  /** Where the first view is from, as an angle about the upward axis: the longer side is seen, a little from the front. */
  get turn() {
    const first = boxAt(this.boxes, 0).getSize(new THREE.Vector3());
    return first.z > 1.15 * first.x ? Math.PI / 2 - 0.62 : 0.5;
  }

  firstView(target, follows, aspect) {
    const direction = new THREE.Vector3(Math.sin(this.turn), 0.26, Math.cos(this.turn)).normalize();
    this.camera.position.copy(target).addScaledVector(direction, this.distance(direction, this.extent(follows), aspect));
    this.camera.lookAt(target);
  }

  /** Near enough for every corner of a box to be just inside a pane of this aspect. */
  distance(direction, extent, aspect) {
    const tangent = FILL * Math.tan(THREE.MathUtils.degToRad(FIELD_OF_VIEW / 2));
    const right = new THREE.Vector3(0, 1, 0).cross(direction).normalize();
    const up = direction.clone().cross(right);
    let farthest = 0;
    for (let c = 0; c < 8; c++) {
      const corner = extent.clone().multiply(new THREE.Vector3(c & 1 ? 0.5 : -0.5, c & 2 ? 0.5 : -0.5, c & 4 ? 0.5 : -0.5));
      const across = Math.max(Math.abs(corner.dot(right)) / aspect, Math.abs(corner.dot(up)));
      farthest = Math.max(farthest, corner.dot(direction) + across / tangent);
    }
    return Math.max(0.1, farthest);
  }
}

function boxAt(boxes, f) {
  const [a, b, c, d, e, g] = boxes.slice(6 * f, 6 * f + 6);
  return new THREE.Box3(new THREE.Vector3(a, b, c), new THREE.Vector3(d, e, g));
}

function union(boxes) {
  const all = new THREE.Box3();
  for (let f = 0; f < boxes.length / 6; f++) {
    all.union(boxAt(boxes, f));
  }
  return all;
}

function smoothed(boxes, frames) {
  const centres = Array.from({ length: frames }, (_, f) => boxAt(boxes, f).getCenter(new THREE.Vector3()));
  return centres.map((_, f) => {
    const near = centres.slice(Math.max(0, f - SMOOTHING), f + SMOOTHING + 1);
    return near.reduce((sum, c) => sum.add(c), new THREE.Vector3()).divideScalar(near.length);
  });
}
