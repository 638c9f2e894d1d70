/** A brush on the mesh: one value per vertex, 0–1, painted and erased by strokes. */
import { el } from 'sinew/ui/dom.js';

/** Number of strokes that can be undone. */
const MAX_UNDO_STEPS = 60;

export class Brush {
  #stroke = null;
  #undone = [];
  #done = [];

  /**
   * @param view the shown viewer, scene and state
   * @param settings {radius (fraction of the size), strength, erase, mirror: '' | 'x' | 'y' | 'z'}, read at every dab
   * @param changed called after a stroke, undo or redo
   */
  constructor(view, settings, changed) {
    this.view = view;
    this.settings = settings;
    this.changed = changed;
    /** Distances are measured in the rest pose, so that a hand resting on a hip is not painted with it. */
    this.rest = restOf(view.scene.stage);
    this.values = new Float32Array(view.scene.stage.mesh.vertices);
    this.ring = el('div', { className: 'brush-ring', hidden: true });
    view.viewer.place.append(this.ring);
    this.ends = this.#listen(view.viewer.place);
    this.show();
  }

  #listen(place) {
    const hears = { pointerdown: (event) => this.#down(event), pointermove: (event) => this.#move(event), pointerup: () => this.#up(), pointercancel: () => this.#up(), pointerleave: () => (this.ring.hidden = true) };
    for (const [name, hear] of Object.entries(hears)) {
      place.addEventListener(name, hear, { capture: true });
    }
    return () => Object.entries(hears).forEach(([name, hear]) => place.removeEventListener(name, hear, { capture: true }));
  }

  /** Starts a stroke on the mesh; elsewhere the camera orbits. */
  #down(event) {
    const { viewer, state } = this.view;
    if (event.button !== 0 || event.target !== viewer.canvas) {
      return;
    }
    this.known = new Map();
    const at = viewer.surfaceAt(event, this.known);
    if (at?.vertex == null) {
      return;
    }
    event.stopPropagation();
    state.set({ playing: false });
    viewer.canvas.setPointerCapture(event.pointerId);
    this.#stroke = { before: this.values.slice(), off: event.shiftKey || this.settings().erase };
    this.#touch(at.vertex);
  }

  #move(event) {
    const { viewer } = this.view;
    if (event.target !== viewer.canvas) {
      this.ring.hidden = true;
      return;
    }
    this.#follow(event);
    if (!this.#stroke) {
      return;
    }
    event.stopPropagation();
    const at = viewer.surfaceAt(event, this.known);
    at?.vertex != null && this.#touch(at.vertex);
  }

  /** The ring shows the radius of the brush. */
  #follow(event) {
    const { viewer } = this.view;
    const box = viewer.place.getBoundingClientRect();
    const { pixels } = this.#stroke ? viewer.surfaceAt(event, this.known) ?? { pixels: 0 } : sizeAt(viewer);
    const radius = Math.max(3, pixels * this.settings().radius);
    this.ring.hidden = false;
    Object.assign(this.ring.style, { left: `${event.clientX - box.left}px`, top: `${event.clientY - box.top}px`, width: `${2 * radius}px`, height: `${2 * radius}px` });
  }

  #up() {
    if (this.#stroke) {
      this.#remember(this.#stroke.before);
      this.#stroke = null;
      this.changed();
    }
  }

  #remember(before) {
    this.#done = [...this.#done.slice(1 - MAX_UNDO_STEPS), before];
    this.#undone = [];
  }

  #touch(vertex) {
    const { mirror } = this.settings();
    const centre = this.rest.subarray(3 * vertex, 3 * vertex + 3);
    this.#dab(centre);
    if (mirror) {
      this.#dab([...centre].map((x, axis) => ('xyz'[axis] === mirror ? -x : x)));
    }
    this.show();
  }

  /** Full strength at the centre, zero at the rim. */
  #dab(centre) {
    const { radius, strength } = this.settings();
    const sign = this.#stroke.off ? -1 : 1;
    const { rest, values } = this;
    for (let i = 0, k = 0; k < rest.length; i++, k += 3) {
      const square = ((rest[k] - centre[0]) ** 2 + (rest[k + 1] - centre[1]) ** 2 + (rest[k + 2] - centre[2]) ** 2) / radius ** 2;
      if (square < 1) {
        values[i] = Math.min(1, Math.max(0, values[i] + sign * strength * (1 - square) ** 2));
      }
    }
  }

  /** Sets all values by a function of vertex and value. */
  fill(valueOf) {
    this.#remember(this.values.slice());
    this.values = this.values.map((value, i) => valueOf(i, value));
    this.show();
    this.changed();
  }

  undo() {
    this.#step(this.#done, this.#undone);
  }

  redo() {
    this.#step(this.#undone, this.#done);
  }

  #step(from, to) {
    if (from.length > 0) {
      to.push(this.values);
      this.values = from.pop();
      this.show();
      this.changed();
    }
  }

  show() {
    this.view.viewer.gone || this.view.viewer.stage.paint(this.values);
  }

  get count() {
    return this.values.reduce((sum, value) => sum + (value > 0.5 ? 1 : 0), 0);
  }

  end() {
    this.ends();
    this.ring.remove();
    this.view.viewer.gone || this.view.state.set({ painting: false });
  }
}

/** Length of one mesh size in pixels at the camera's target. */
function sizeAt({ stage, canvas }) {
  const rect = stage.panes[0]?.rect ?? { height: 1 };
  const away = stage.controls.target.distanceTo(stage.camera.position);
  return { pixels: (rect.height * canvas.clientHeight) / (2 * away * Math.tan((stage.camera.fov * Math.PI) / 360)) };
}

/** Rest positions of the model; without a model those of the mesh, or the first frame. */
export function restOf(stage) {
  return stage.models[0]?.rest ?? stage.given ?? stage.original.at(0, new Float32Array(3 * stage.mesh.vertices));
}
