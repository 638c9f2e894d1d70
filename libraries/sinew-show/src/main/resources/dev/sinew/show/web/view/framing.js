/** Camera positions: the initial view, fitting the subject into a pane, following it. */
import * as THREE from 'three';

const FIELD_OF_VIEW = 28;
/** Fraction of a pane that the subject fills. */
const FILL = 0.93;
/** Frames over which the position of a moving subject is averaged, so that steps do not shake the view. */
const SMOOTHING = 8;

export class Framing {
  /**
   * @param boxes six numbers per frame: smallest and largest corner
   * @param outline {frame, points}: what must be in view, see outline.js
   * @param places further positions that must be in view, three numbers each
   * @param stills whether frames are separate poses: then the camera moves to each
   */
  constructor(boxes, outline, places = [], stills = false) {
    this.boxes = boxes;
    this.frames = boxes.length / 6;
    this.all = union(boxes);
    this.floor = this.all.min.y;
    places.forEach((place) => this.all.expandByPoint(new THREE.Vector3(...place)));
    this.outline = [...outline, { frame: 0, points: places.flat() }];
    this.places = smoothed(boxes, this.frames, stills ? 0 : SMOOTHING);
  }

  /** The extent of the subject's positions, in sizes. */
  get travel() {
    return union(this.places.flatMap((p) => [p.x, p.y, p.z, p.x, p.y, p.z])).getSize(new THREE.Vector3()).length();
  }

  /** The box that must be in view, relative to its centre. */
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

  /** The position that the camera follows at a time. */
  target(time, follows, out) {
    if (!follows) {
      return this.all.getCenter(out);
    }
    const f = Math.min(Math.floor(time), this.frames - 1);
    const g = Math.min(f + 1, this.frames - 1);
    return out.lerpVectors(this.places[f], this.places[g], Math.min(1, time - f));
  }

  /** The initial view direction as an angle about the up axis: mostly the longer side, slightly from the front. */
  get turn() {
    const first = boxAt(this.boxes, 0).getSize(new THREE.Vector3());
    return first.z > 1.15 * first.x ? Math.PI / 2 - 0.62 : 0.5;
  }

  get firstDirection() {
    return new THREE.Vector3(Math.sin(this.turn), 0.26, Math.cos(this.turn)).normalize();
  }

  /**
   * The nearest camera position in a direction that shows the whole subject.
   *
   * @returns distance, and the offset of the picture's centre from the target
   */
  fit(direction, follows, aspect) {
    const tangent = FILL * Math.tan(THREE.MathUtils.degToRad(FIELD_OF_VIEW / 2));
    const right = new THREE.Vector3(direction.z, 0, -direction.x);
    if (right.lengthSq() < 1e-6) {
      right.set(1, 0, 0);
    }
    right.normalize();
    const up = direction.clone().cross(right);
    const seen = this.#seen(direction, right, up, follows);
    const middle = seen.reduce((ends, [x, y]) => [Math.min(ends[0], x), Math.max(ends[1], x), Math.min(ends[2], y), Math.max(ends[3], y)], [Infinity, -Infinity, Infinity, -Infinity]);
    const x = (middle[0] + middle[1]) / 2;
    const y = (middle[2] + middle[3]) / 2;
    const distance = seen.reduce((far, p) => Math.max(far, p[2] + Math.max(Math.abs(p[0] - x) / aspect, Math.abs(p[1] - y)) / tangent), 0.1);
    return { distance, shift: right.multiplyScalar(x).addScaledVector(up, y) };
  }

  /** The outline in camera coordinates relative to the target: right, up, nearer. */
  #seen(direction, right, up, follows) {
    const target = new THREE.Vector3();
    const p = new THREE.Vector3();
    return this.outline.flatMap(({ frame, points }) => {
      this.target(frame, follows, target);
      return Array.from({ length: points.length / 3 }, (_, k) => {
        p.fromArray(points, 3 * k).sub(target);
        return [p.dot(right), p.dot(up), p.dot(direction)];
      });
    });
  }
}

export function makeCamera() {
  return new THREE.PerspectiveCamera(FIELD_OF_VIEW, 1, 0.01, 100);
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

function smoothed(boxes, frames, reach) {
  const centres = Array.from({ length: frames }, (_, f) => boxAt(boxes, f).getCenter(new THREE.Vector3()));
  return centres.map((_, f) => {
    const near = centres.slice(Math.max(0, f - reach), f + reach + 1);
    return near.reduce((sum, c) => sum.add(c), new THREE.Vector3()).divideScalar(near.length);
  });
}
