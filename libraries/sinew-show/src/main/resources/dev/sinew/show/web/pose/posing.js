/**
 * A mesh posed by grips, the points that can be dragged. A point, a region and a cage corner have one grip each, a bone has one
 * at either end. Bone ends at the same position share a grip, as its parts. A grip is pinned or free.
 */
import { Poser } from 'sinew/pose/poser.js';

const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1];
/** Grips nearer than this fraction of the size are merged. */
const MERGE_DISTANCE = 1e-5;
/** Maximum number of solves per pose, as in `sinew pose`. */
const MAX_SOLVES = 100;

export class Posing {
  #transforms = new Map();
  #round = 0;

  /** @param handles {list, cage, system, targets} as read; positions are in the units of the file */
  constructor(handles) {
    this.handles = handles.list;
    this.cage = handles.cage ?? null;
    this.poser = new Poser(handles.system);
    this.grips = gripsOf(handles.list, MERGE_DISTANCE / handles.system.scale);
    this.ends = endsOf(handles.list, this.grips);
    this.given = handles.targets;
    this.last = { milliseconds: 0, iterations: 0 };
    this.matrices = this.poser.matrices();
    this.start();
  }

  /** The initial state: the given targets, or the rest pose with pins at the ends and where most bones meet. */
  start() {
    if (this.given.length > 0) {
      this.setTargets(this.given);
    } else {
      this.#clear();
      this.poser.reset();
      this.matrices = this.poser.matrices();
      firstPins(this.grips).forEach((grip) => this.#hold(grip, grip.rest));
      this.#tell();
    }
    this.poser.reset();
    this.settle();
  }

  #clear() {
    this.#transforms.clear();
    this.grips.forEach((grip) => this.#hold(grip, null));
  }

  /** Pins all parts of a grip to a position, or frees them. */
  #hold(grip, place) {
    for (const part of grip.parts) {
      part.bearing = place && ((part.target && part.bearing) ?? this.#bearing(part.handle));
      part.target = place;
    }
  }

  /** The current rotation of a handle with a full transform, 3×3; null if only its position is pinned. */
  #bearing(j) {
    const { type } = this.handles[j];
    if (type !== 'region') {
      return type === 'cage' ? IDENTITY : null;
    }
    return [0, 1, 2].flatMap((d) => [...this.matrices.subarray(12 * j + 4 * d, 12 * j + 4 * d + 3)]);
  }

  /** @param targets as in a targets file: handle (a name), position, tip, transform */
  setTargets(targets) {
    this.#clear();
    for (const { handle, position, tip, transform } of targets) {
      const j = this.handles.findIndex(({ name }) => name === handle);
      if (transform) {
        this.#transforms.set(j, transform);
      }
      // With a target for one bone, the other bones at this grip stay free, as in `sinew pose`.
      this.ends[j].forEach(({ end, part }) => Object.assign(part, { target: { position, tip }[end] ?? null, bearing: this.handles[j].type === 'cage' ? IDENTITY : null }));
    }
    this.#tell();
  }

  /** The targets file for `sinew pose` that gives this pose. */
  targets() {
    return this.handles.flatMap(({ name }, j) => {
      const transform = this.#transformOf(j);
      if (transform) {
        return [{ handle: name, transform }];
      }
      const ends = Object.fromEntries(this.ends[j].map(({ end, part }) => [end, part.target]).filter(([, place]) => place));
      return Object.keys(ends).length > 0 ? [{ handle: name, ...ends }] : [];
    });
  }

  /** The pins, to be restored by put(). */
  take() {
    const parts = this.grips.flatMap((grip) => grip.parts.map((part) => ({ part, target: part.target, bearing: part.bearing })));
    return { parts, transforms: new Map(this.#transforms) };
  }

  /** Restores the result of take(); the solver starts from the current pose. */
  put({ parts, transforms }) {
    parts.forEach(({ part, target, bearing }) => Object.assign(part, { target, bearing }));
    this.#transforms = new Map(transforms);
    this.#tell();
    this.settle();
  }

  gripsOfHandle(j) {
    return this.ends[j].map(({ grip }) => grip);
  }

  /**
   * A pinned region also keeps its orientation. A cage corner has no orientation: it is not on the mesh, and a rotation could
   * undo the effect of its position.
   */
  #transformOf(j) {
    const { position } = this.handles[j];
    const [{ part }] = this.ends[j];
    if (!part.target || !part.bearing) {
      return this.#transforms.get(j) ?? null;
    }
    const m = part.bearing;
    return [0, 1, 2].flatMap((d) => {
      const turned = m[3 * d] * position[0] + m[3 * d + 1] * position[1] + m[3 * d + 2] * position[2];
      return [m[3 * d], m[3 * d + 1], m[3 * d + 2], part.target[d] - turned];
    });
  }

  isPinned(grip) {
    return grip.parts.some(({ handle, target }) => target || this.#transforms.has(handle));
  }

  /** @param place in the units of the file */
  pin(grip, place) {
    grip.parts.forEach(({ handle }) => this.#transforms.delete(handle));
    this.#hold(grip, place);
    this.#tell();
  }

  free(grip) {
    grip.parts.forEach(({ handle }) => this.#transforms.delete(handle));
    this.#hold(grip, null);
    this.#tell();
  }

  pinAll() {
    this.grips.filter((grip) => !this.isPinned(grip)).forEach((grip) => this.#hold(grip, this.placeOf(grip)));
    this.#tell();
  }

  freeAll() {
    this.#clear();
    this.#tell();
  }

  /** Passes the conditions of all handles to the solver, which decides whether to factorise again. */
  #tell() {
    this.handles.forEach((handle, j) => {
      const transform = this.#transformOf(j);
      if (transform) {
        this.poser.setTransform(j, transform);
      } else {
        this.poser.setTarget(j, this.ends[j].filter(({ part }) => part.target).map(({ end, part }) => [handle[end], part.target]));
      }
    });
    this.#round = 0;
  }

  /** Whether another solve would change the pose. */
  get unsettled() {
    return this.#round < MAX_SOLVES;
  }

  solve() {
    const started = performance.now();
    const { iterations, settled } = this.poser.solve();
    this.matrices = this.poser.matrices();
    this.last = { milliseconds: performance.now() - started, iterations };
    this.#round = settled ? MAX_SOLVES : this.#round + 1;
  }

  /** Solves until the pose has converged. */
  settle() {
    do {
      this.solve();
    } while (this.unsettled);
  }

  /** Applies a handle's transform to a point. */
  carry(j, [x, y, z]) {
    const m = this.matrices;
    return [12 * j, 12 * j + 4, 12 * j + 8].map((r) => m[r] * x + m[r + 1] * y + m[r + 2] * z + m[r + 3]);
  }

  /** The current position of a grip: the mean of its parts, which differ slightly if it is free. */
  placeOf(grip) {
    const places = grip.parts.map(({ handle, end }) => this.carry(handle, this.handles[handle][end]));
    return [0, 1, 2].map((d) => places.reduce((sum, place) => sum + place[d], 0) / places.length);
  }
}

function gripsOf(list, near) {
  const grips = [];
  list.forEach((handle, j) => {
    for (const end of handle.type === 'bone' ? ['position', 'tip'] : ['position']) {
      const isThere = ({ rest, ofBones }) => ofBones && Math.hypot(...rest.map((x, d) => x - handle[end][d])) <= near;
      let grip = handle.type === 'bone' ? grips.find(isThere) : null;
      if (!grip) {
        grip = { number: grips.length, rest: handle[end], ofBones: handle.type === 'bone', parts: [] };
        grips.push(grip);
      }
      // A bone without length has one end only.
      if (grip.parts.at(-1)?.handle !== j) {
        grip.parts.push({ handle: j, end, target: null, bearing: null });
      }
    }
  });
  return grips;
}

/** The ends of every handle, with their grip and part. */
function endsOf(list, grips) {
  const ends = list.map(() => []);
  grips.forEach((grip) => grip.parts.forEach((part) => ends[part.handle].push({ end: part.end, grip, part })));
  // 'position' sorts before 'tip'.
  return ends.map((both) => both.sort((a, b) => (a.end < b.end ? -1 : 1)));
}

/**
 * Pins the ends of limbs and, in every skeleton, the joint where most bones meet: then the dragged part bends and the rest stays.
 */
function firstPins(grips) {
  const pins = new Set(grips.filter(({ parts }) => parts.length === 1));
  for (const skeleton of skeletons(grips)) {
    pins.add(skeleton.reduce((most, grip) => (grip.parts.length > most.parts.length ? grip : most)));
  }
  return pins;
}

/** Groups of connected bones, by their grips. */
function skeletons(grips) {
  const left = new Set(grips.filter(({ ofBones }) => ofBones));
  const found = [];
  while (left.size > 0) {
    const [first] = left;
    const skeleton = [first];
    left.delete(first);
    for (let k = 0; k < skeleton.length; k++) {
      for (const grip of left) {
        if (grip.parts.some(({ handle }) => skeleton[k].parts.some((part) => part.handle === handle))) {
          skeleton.push(grip);
          left.delete(grip);
        }
      }
    }
    found.push(skeleton);
  }
  return found;
}
