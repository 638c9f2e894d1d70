/** Pointer input on handles: hovering, dragging parallel to the view plane, clicking. Elsewhere, the camera handles it. */
import * as THREE from 'three';
import { paneAt, placeInPane } from 'sinew/view/panes.js';
import { rayThrough } from 'sinew/view/picking.js';

/** Maximum distance of the pointer from a ball, in pixels. */
const REACH_PIXELS = 15;
/** Pixels that the pointer may move during a click. */
const CLICK_PIXELS = 4;
/** Milliseconds between the clicks of a double click. */
const DOUBLE_CLICK_MS = 400;

export class Dragging {
  #drag = null;
  #lastClick = { grip: null, time: -Infinity };

  /**
   * @param stage with handles
   * @param canvas receives the pointer
   * @param surface around the canvas: it receives events before the camera does
   * @param tell {hover(grip), take(grip), move(grip, place), drop(grip), click(grip), doubleClick(grip)}
   */
  constructor(stage, canvas, surface, tell) {
    this.stage = stage;
    this.canvas = canvas;
    this.tell = tell;
    surface.addEventListener('pointerdown', (event) => this.#down(event), { capture: true });
    surface.addEventListener('pointermove', (event) => this.#move(event), { capture: true });
    surface.addEventListener('pointerup', (event) => this.#up(event), { capture: true });
    surface.addEventListener('pointercancel', (event) => this.#up(event), { capture: true });
    surface.addEventListener('pointerleave', () => this.#drag || tell.hover(null));
  }

  /** The pane under the pointer with the position in it; null if handles are not shown. */
  #where(event) {
    const box = this.canvas.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width;
    const y = (event.clientY - box.top) / box.height;
    const pane = event.target === this.canvas && this.stage.handles.shown ? paneAt(this.stage.panes, x, y) : null;
    return pane ? { pane, x, y, ...placeInPane(pane, x, y, box) } : null;
  }

  #ray({ pane, x, y, width, height }) {
    return rayThrough(this.stage.camera, pane, x, y, width / Math.max(1, height));
  }

  #gripAt(at) {
    this.#ray(at);
    return this.stage.handles.pick(at.left, at.top, this.stage.camera, at.width, at.height, REACH_PIXELS);
  }

  #down(event) {
    const at = event.button === 0 ? this.#where(event) : null;
    const grip = at ? this.#gripAt(at) : null;
    if (grip === null) {
      return;
    }
    event.stopPropagation();
    this.canvas.setPointerCapture(event.pointerId);
    const place = this.stage.handles.place(grip);
    const plane = new THREE.Plane().setFromNormalAndCoplanarPoint(this.stage.camera.getWorldDirection(new THREE.Vector3()), place);
    // Keep the offset, so that the ball does not jump to the pointer.
    const offset = place.clone().sub(this.#ray(at).intersectPlane(plane, new THREE.Vector3()) ?? place);
    this.#drag = { id: event.pointerId, grip, plane, offset, x: event.clientX, y: event.clientY, moved: false };
    this.tell.take(grip);
  }

  #move(event) {
    const drag = this.#drag;
    if (!drag) {
      const at = event.buttons === 0 ? this.#where(event) : null;
      this.tell.hover(at ? this.#gripAt(at) : null);
      return;
    }
    if (event.pointerId !== drag.id) {
      return;
    }
    event.stopPropagation();
    drag.moved ||= Math.hypot(event.clientX - drag.x, event.clientY - drag.y) >= CLICK_PIXELS;
    const at = drag.moved ? this.#where(event) : null;
    const hit = at ? this.#ray(at).intersectPlane(drag.plane, new THREE.Vector3()) : null;
    if (hit) {
      this.tell.move(drag.grip, hit.add(drag.offset));
    }
  }

  #up(event) {
    const drag = this.#drag;
    if (!drag || event.pointerId !== drag.id) {
      return;
    }
    event.stopPropagation();
    this.#drag = null;
    this.tell.drop(drag.grip);
    if (!drag.moved) {
      this.#click(drag.grip, event.timeStamp);
    }
  }

  #click(grip, time) {
    const again = this.#lastClick.grip === grip && time - this.#lastClick.time < DOUBLE_CLICK_MS;
    this.#lastClick = { grip: again ? null : grip, time };
    (again ? this.tell.doubleClick : this.tell.click)(grip);
  }
}
