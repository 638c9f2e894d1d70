/**
 * A mesh held by its grips: the places a person can take hold of. A point, a region and a corner of a cage have one each, a bone has
 * one at either end, and where bones meet they share it. A grip is pinned somewhere or free to follow.
 */
import { Poser } from 'sinew/pose/poser.js';

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
    this.given = handles.targets;
    this.last = { milliseconds: 0, iterations: 0 };
    this.start();
  }

  /** As the page opened: the given targets, or the rest pose held where it ends and where most bones meet. */
  start() {
    this.#transforms.clear();
    this.grips.forEach((grip) => (grip.target = null));
    if (this.given.length > 0) {
      this.setTargets(this.given);
    } else {
      firstPins(this.grips).forEach((grip) => (grip.target = grip.rest));
      this.#tell();
    }
    this.poser.reset();
    this.settle();
  }

  /** @param targets as in a targets file: handle (a name), position, tip, transform */
  setTargets(targets) {
    this.#transforms.clear();
    this.grips.forEach((grip) => (grip.target = null));
    for (const { handle, position, tip, transform } of targets) {
      const j = this.handles.findIndex(({ name }) => name === handle);
      if (transform) {
        this.#transforms.set(j, transform);
      }
      const set = (end, place) => place && (this.gripOf(j, end).target = place);
      set('position', position);
      set('tip', tip);
    }
    this.#tell();
  }

  /** What a targets file for `sinew pose` says to come to this pose. */
  targets() {
    return this.handles.flatMap(({ name }, j) => {
      if (this.#transforms.has(j)) {
        return [{ handle: name, transform: [...this.#transforms.get(j)] }];
      }
      const ends = Object.fromEntries(this.#endsOf(j).map(({ end, grip }) => [end, grip.target]).filter(([, place]) => place));
      return Object.keys(ends).length > 0 ? [{ handle: name, ...ends }] : [];
    });
  }

  gripOf(handle, end = 'position') {
    return this.grips.find(({ parts }) => parts.some((part) => part.handle === handle && part.end === end));
  }

  /** The grips of a handle; a bone without length has one. */
  #endsOf(j) {
    const ends = ['position', 'tip'].map((end) => ({ end, grip: this.gripOf(j, end) })).filter(({ grip }) => grip);
    return ends.filter(({ grip }, k) => k === 0 || grip !== ends[0].grip);
  }

  gripsOfHandle(j) {
    return this.#endsOf(j).map(({ grip }) => grip);
  }

  isPinned(grip) {
    return grip.target !== null || grip.parts.some(({ handle }) => this.#transforms.has(handle));
  }

  /** @param place in the units of the file */
  pin(grip, place) {
    grip.parts.forEach(({ handle }) => this.#transforms.delete(handle));
    grip.target = place;
    this.#tell();
  }

  free(grip) {
    grip.parts.forEach(({ handle }) => this.#transforms.delete(handle));
    grip.target = null;
    this.#tell();
  }

  pinAll() {
    this.grips.filter((grip) => !this.isPinned(grip)).forEach((grip) => (grip.target = this.placeOf(grip)));
    this.#tell();
  }

  freeAll() {
    this.#transforms.clear();
    this.grips.forEach((grip) => (grip.target = null));
    this.#tell();
  }

  /** Hands every handle's conditions on; the solver sees by itself whether it must factorise. */
  #tell() {
    this.handles.forEach((handle, j) => {
      if (this.#transforms.has(j)) {
        this.poser.setTransform(j, this.#transforms.get(j));
      } else {
        this.poser.setTarget(j, this.#endsOf(j).filter(({ grip }) => grip.target).map(({ end, grip }) => [handle[end], grip.target]));
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
        grip = { number: grips.length, rest: handle[end], ofBones: handle.type === 'bone', parts: [], target: null };
        grips.push(grip);
      }
      grip.parts.push({ handle: j, end });
    }
  });
  return grips;
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
