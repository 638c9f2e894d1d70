/** Connects handles, state and stage: moving a handle starts a solve, and the mesh follows. */
import * as THREE from 'three';
import { Dragging } from 'sinew/view/dragging.js';
import { History } from 'sinew/pose/history.js';

/** Milliseconds per frame for solving; at least one solve is always made. */
const BUDGET_MS = 6;

export class Handling {
  /** @param surface the element around the canvas */
  constructor(stage, state, surface) {
    this.stage = stage;
    this.state = state;
    this.posing = stage.posing;
    this.history = new History(() => this.posing.take(), (held) => this.posing.put(held));
    this.dragging = new Dragging(stage, stage.canvas, surface, {
      hover: (grip) => state.set({ hover: grip }),
      take: (grip) => this.#take(grip),
      move: (grip, place) => this.#move(grip, place),
      drop: () => surface.classList.remove('moving'),
      click: (grip) => this.choose(this.posing.grips[grip].parts.at(-1).handle, grip),
      doubleClick: (grip) => this.togglePin(grip),
    });
    this.surface = surface;
    /** Whether a handle has been moved yet. */
    this.used = false;
    state.watch(['hover', 'view'], () => surface.classList.toggle('over-handle', state.get('hover') !== null && this.#shown));
    state.watch(['grip', 'hover', 'bone', 'pose'], () => this.#dress());
    state.watch(['view'], () => state.get('view') === 'pose' && state.set({ playing: false }));
  }

  get #shown() {
    return this.stage.handles.shown;
  }

  #dress() {
    const { state, stage } = this;
    stage.handles.dress({ grip: state.get('grip'), hover: state.get('hover'), bone: state.get('bone') });
    stage.invalidate();
  }

  /** Colours stay, because the shape matters while dragging. */
  #take(grip) {
    const { handle } = this.posing.grips[grip].parts.at(-1);
    this.state.set({ grip, bone: this.posing.handles[handle].bone, vertex: null });
  }

  /** One drag is one undo step, however often the pointer moves. */
  #move(grip, place) {
    this.used = true;
    if (!this.surface.classList.contains('moving')) {
      this.history.remember();
    }
    this.surface.classList.add('moving');
    this.posing.pin(this.posing.grips[grip], this.stage.handles.toFile(place));
  }

  /** Highlights the vertices of a handle; a second click highlights all again. */
  choose(handle, grip) {
    const { state } = this;
    const { bone } = this.posing.handles[handle];
    const same = state.get('bone') === bone && state.get('grip') === grip && state.get('colouring') === 'weights';
    state.set(same ? { bone: null, grip: null, colouring: 'surface' } : { bone, grip, vertex: null, colouring: 'weights' });
  }

  togglePin(number) {
    this.history.remember();
    const grip = this.posing.grips[number];
    if (this.posing.isPinned(grip)) {
      this.posing.free(grip);
    } else {
      this.posing.pin(grip, this.posing.placeOf(grip));
    }
    this.state.set({ grip: number, pose: this.state.get('pose') + 1 });
  }

  toggleChosen() {
    if (this.state.get('grip') !== null) {
      this.togglePin(this.state.get('grip'));
    }
  }

  /** Moves the chosen grip across the view, in fractions of the size. */
  nudge(right, up) {
    const number = this.state.get('grip');
    if (number !== null) {
      const { camera, handles } = this.stage;
      this.history.remember();
      const step = new THREE.Vector3(right, up, 0).applyQuaternion(camera.quaternion);
      this.posing.pin(this.posing.grips[number], handles.toFile(handles.place(number).add(step)));
    }
  }

  reset() {
    this.history.remember();
    this.posing.start();
    this.state.set({ grip: null, bone: null, vertex: null });
    this.#follow();
  }

  pinAll() {
    this.history.remember();
    this.posing.pinAll();
    this.#follow();
  }

  freeAll() {
    this.history.remember();
    this.posing.freeAll();
    this.#follow();
  }

  undo() {
    this.history.undo();
    this.#follow();
  }

  redo() {
    this.history.redo();
    this.#follow();
  }

  /** Called once per frame: solves until the pose has converged, within the time budget. */
  tick() {
    if (!this.#shown || !this.posing.unsettled) {
      return;
    }
    const until = performance.now() + BUDGET_MS;
    do {
      this.posing.solve();
    } while (this.posing.unsettled && performance.now() < until);
    this.#follow();
  }

  #follow() {
    this.stage.pose(this.state.get('frame'));
    this.state.set({ pose: this.state.get('pose') + 1 });
  }
}
