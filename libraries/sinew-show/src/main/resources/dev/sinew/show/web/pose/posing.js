/**
 * A mesh held by its grips: the places a person can take hold of. A point, a region and a corner of a cage have one each, a bone has
 * one at either end, and where bones meet they share it: each end there is a part of the grip. A grip is pinned somewhere or free to follow.
 */
import { Poser } from 'sinew/pose/poser.js';

const UNTURNED = [1, 0, 0, 0, 1, 0, 0, 0, 1];
/** Grips nearer to one another than this part of the size are one. */
const SAME_PLACE = 1e-5;
/** Solves after which a pose is left as it is; `sinew pose` gives it as many. */
const MOST_ROUNDS = 100;

export class Posing {
  #transforms = new Map();
  #round = 0;

  /** @param handles {list, cage, system, targets} as read; positions are in the units of the file */
  constructor(handles) {
    this.handles = handles.list;
    this.cage = handles.cage ?? null;
    this.poser = new Poser(handles.system);
    this.grips = gripsOf(handles.list, SAME_PLACE / handles.system.scale);
    this.ends = endsOf(handles.list, this.grips);
    this.given = handles.targets;
    this.last = { milliseconds: 0, iterations: 0 };
    this.matrices = this.poser.matrices();
    this.start();
  }

  /** As the page opened: the given targets, or the rest pose held where it ends and where most bones meet. */
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

  /** All that meets at a grip goes to a place, or is free. */
  #hold(grip, place) {
    for (const part of grip.parts) {
      part.bearing = place && ((part.target && part.bearing) ?? this.#bearing(part.handle));
      part.target = place;
    }
  }

  /** How a handle that is held whole is turned now, 3×3; null for one that is held by its place alone. */
  #bearing(j) {
    const { type } = this.handles[j];
    if (type !== 'region') {
      return type === 'cage' ? UNTURNED : null;
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
      // Told of one bone, the others that meet there stay as free as `sinew pose` leaves them.
      this.ends[j].forEach(({ end, part }) => Object.assign(part, { target: { position, tip }[end] ?? null, bearing: this.handles[j].type === 'cage' ? UNTURNED : null }));
    }
    this.#tell();
  }

  /** What a targets file for `sinew pose` says to come to this pose. */
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

  /** What is held and where, to come back to. */
  take() {
    const parts = this.grips.flatMap((grip) => grip.parts.map((part) => ({ part, target: part.target, bearing: part.bearing })));
    return { parts, transforms: new Map(this.#transforms) };
  }

  /** Back to what take() gave; the solver starts from the pose as it is. */
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
   * A patch that is held keeps its bearing too, as one that is laid on a table does. A cage's corner never turns: it stands off the mesh,
   * and by turning it could undo what its place says.
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

  /** Hands every handle's conditions on; the solver sees by itself whether it must factorise. */
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

  /** Whether another solve would bring it on. */
  get unsettled() {
    return this.#round < MOST_ROUNDS;
  }

  solve() {
    const started = performance.now();
    const { iterations, settled } = this.poser.solve();
    this.matrices = this.poser.matrices();
    this.last = { milliseconds: performance.now() - started, iterations };
    this.#round = settled ? MOST_ROUNDS : this.#round + 1;
  }

  /** Solves until the pose stands still. */
  settle() {
    do {
      this.solve();
    } while (this.unsettled);
  }

  /** Where a handle's transform takes a point. */
  carry(j, [x, y, z]) {
    const m = this.matrices;
    return [12 * j, 12 * j + 4, 12 * j + 8].map((r) => m[r] * x + m[r + 1] * y + m[r + 2] * z + m[r + 3]);
  }

  /** Where a grip is now: between the ends that meet there, which differ a little where it is free. */
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

/** Of every handle its ends: which grip they belong to, and as which part of it. */
function endsOf(list, grips) {
  const ends = list.map(() => []);
  grips.forEach((grip) => grip.parts.forEach((part) => ends[part.handle].push({ end: part.end, grip, part })));
  // 'position' stands before 'tip'.
  return ends.map((both) => both.sort((a, b) => (a.end < b.end ? -1 : 1)));
}

/** Where limbs end, and in every skeleton the joint where most bones meet: then what is dragged bends, and the rest stays. */
function firstPins(grips) {
  const pins = new Set(grips.filter(({ parts }) => parts.length === 1));
  for (const skeleton of skeletons(grips)) {
    pins.add(skeleton.reduce((most, grip) => (grip.parts.length > most.parts.length ? grip : most)));
  }
  return pins;
}

/** Grips of bones that hang together. */
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
