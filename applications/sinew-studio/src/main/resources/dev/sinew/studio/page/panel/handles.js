/** Places handles: points by clicking, bones through the body, painted regions, or a cage. Then computes weights for them. */
import * as THREE from 'three';
import { el, segments } from 'sinew/ui/dom.js';
import { send } from '/studio/server.js';
import { trying } from '/studio/part/toast.js';
import { Brush } from '/studio/part/brush.js';
import { HandleSet } from '/studio/part/handleset.js';
import { Marks } from '/studio/part/marks.js';

const KINDS = {
  point: 'Click on the mesh to add handles.',
  bone: 'Click joint after joint to draw bones through the body. Esc or ‘New chain’ ends a chain; click a joint to continue from it.',
  region: 'Paint on the mesh, then add the painted region as a handle.',
  cage: 'A box around the mesh whose corners are handles. Needs ‘domain’ volume.',
};
/** A click within this many pixels of a joint selects the joint. */
const JOINT_PIXELS = 12;
/** Pixels that the pointer may move during a click. */
const CLICK_PIXELS = 5;

/**
 * @param form of the verb: this fills in its field for the file and submits it
 * @return element, and end()
 */
export function showHandles(state, stage, form) {
  return new Handles(state, stage, form);
}

class Handles {
  constructor(state, stage, form) {
    this.state = state;
    this.stage = stage;
    this.form = form;
    this.set = new HandleSet();
    this.kind = 'point';
    this.last = null;
    this.element = el('section', { id: 'handles-placing' });
    this.#draw();
  }

  #draw() {
    const on = Boolean(this.marks);
    const start = this.#button('place-handles', on ? 'Done' : 'Place handles', 'Place handles on the mesh with the mouse', () => (on ? this.end() : this.#begin()));
    const head = el('div', { className: 'head' }, el('h2', {}, 'Handles'), start);
    this.element.replaceChildren(head, ...(on ? this.#tools() : [el('p', { className: 'none-yet' }, 'Place points, bones, regions or a cage on the mesh, or choose a handles file below.')]));
    this.marks?.show(...Object.values(this.set.marks()));
  }

  #button(id, words, title, press, disabled = false) {
    const button = el('button', { type: 'button', className: 'action', id, title, disabled }, words);
    button.addEventListener('click', press);
    return button;
  }

  #begin() {
    const { view } = this.stage;
    if (!view?.viewer) {
      return;
    }
    this.view = view;
    view.state.set({ playing: false });
    view.viewer.picks = false;
    this.marks = new Marks(view.viewer);
    this.ends = this.#listen(view.viewer.place);
    this.#use(this.kind);
  }

  #use(kind) {
    this.kind = kind;
    this.last = null;
    this.brush?.end();
    this.brush = null;
    if (kind === 'region') {
      this.brush = new Brush(this.view, () => ({ radius: 0.05, strength: 1, erase: false, mirror: '' }), () => this.#draw());
      this.view.state.set({ painting: true });
    }
    this.#draw();
  }

  #tools() {
    const kinds = segments('Kind of handle', Object.keys(KINDS).map((kind) => [kind, kind]), this.kind, (kind) => this.#use(kind));
    const extra = {
      bone: () => [this.#button('new-chain', 'New chain', 'The next click starts a new chain (Esc)', () => this.#newChain(), !this.last)],
      region: () => [this.#button('take-region', 'Add region', 'Make the painted area a handle', () => this.#takeRegion(), this.brush.count === 0)],
      cage: () => [1, 2, 3].map((cells) => this.#button('cage-' + cells, cells === 1 ? 'Box' : `${cells}×${cells}×${cells}`, 'Cells along each side', () => this.#placeCage(cells))),
    }[this.kind]?.() ?? [];
    const all = [this.#button('undo-handle', 'Undo', 'Undo the last step', () => this.#undo()), this.#button('clear-handles', 'Clear', 'Remove all handles', () => this.#change(() => this.set.clear()))];
    const go = this.#button('weights-go', 'Compute weights', 'Save the handles to a file and solve', () => this.#go(), this.set.empty);
    go.className = 'go';
    return [kinds, el('p', { className: 'why' }, KINDS[this.kind]), el('div', { className: 'buttons' }, ...extra, ...all), this.#list(), go];
  }

  #list() {
    const rows = [...this.set.handles.map(({ name, type }) => [name, type]), ...(this.set.cage ? [['cage', `${this.set.cage.positions.length} corners`]] : [])].map(([name, type]) => {
      const gone = this.#button('', '×', 'Remove ' + name, () => this.#change(() => this.set.remove(name)));
      gone.setAttribute('aria-label', 'Remove ' + name);
      return el('li', {}, el('b', {}, name), ' ', el('small', {}, type), gone);
    });
    return el('ul', { className: 'placed' }, ...rows);
  }

  #change(work) {
    work();
    this.last = null;
    this.#draw();
  }

  #undo() {
    this.#change(() => this.set.undo());
  }

  #newChain() {
    this.last = null;
    this.#draw();
  }

  #listen(place) {
    let down = null;
    const start = (event) => (down = event);
    const end = (event) => {
      const still = down && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < CLICK_PIXELS;
      down = null;
      if (still && event.button === 0 && event.target === this.view.viewer.canvas && ['point', 'bone'].includes(this.kind)) {
        this.kind === 'point' ? this.#clickPoint(event) : this.#clickJoint(event);
      }
    };
    const key = (event) => event.key === 'Escape' && this.last && this.#newChain();
    place.addEventListener('pointerdown', start, { capture: true });
    place.addEventListener('pointerup', end, { capture: true });
    document.addEventListener('keydown', key);
    return () => {
      place.removeEventListener('pointerdown', start, { capture: true });
      place.removeEventListener('pointerup', end, { capture: true });
      document.removeEventListener('keydown', key);
    };
  }

  #clickPoint(event) {
    const at = this.view.viewer.surfaceAt(event);
    at?.vertex != null && this.#change(() => this.set.addPoint(at.vertex, at.place.toArray()));
  }

  /** An existing joint, or the centre of the body under the pointer. */
  #clickJoint(event) {
    const joint = this.#jointNear(event) ?? this.#middle(event);
    if (!joint) {
      return;
    }
    const last = this.last;
    this.last = joint;
    if (last) {
      const bone = this.set.addBone(last.at, joint.at, last.bone);
      this.last = { at: joint.at, bone: bone.name };
    }
    this.#draw();
    last || this.marks.show([...this.set.marks().balls, { at: joint.at, words: '', kind: 'bone' }], this.set.marks().lines);
  }

  #jointNear(event) {
    const { viewer } = this.view;
    const box = viewer.canvas.getBoundingClientRect();
    const onScreen = (at) => {
      const p = new THREE.Vector3(...at).project(viewer.stage.camera);
      return Math.hypot((0.5 + 0.5 * p.x) * box.width - (event.clientX - box.left), (0.5 - 0.5 * p.y) * box.height - (event.clientY - box.top));
    };
    const joints = this.set.handles.filter(({ type }) => type === 'bone').flatMap(({ name, from, to, parent }) => [{ at: to, bone: name }, { at: from, bone: parent }]);
    return joints.find(({ at }) => onScreen(at) < JOINT_PIXELS) ?? null;
  }

  /** Halfway between the points where the ray enters and first leaves the body. */
  #middle(event) {
    const { viewer, scene } = this.view;
    const under = viewer.surfaceAt(event);
    if (under?.vertex == null) {
      return null;
    }
    const { triangles, rowVertex } = scene.stage.topology;
    const positions = viewer.stage.posed;
    const [a, b, c, hit] = [0, 1, 2, 3].map(() => new THREE.Vector3());
    const ways = [];
    for (let t = 0; t < triangles.length; t += 3) {
      [a, b, c].forEach((corner, k) => corner.fromArray(positions, 3 * rowVertex[triangles[t + k]]));
      if (under.ray.intersectTriangle(a, b, c, false, hit)) {
        ways.push(hit.distanceTo(under.ray.origin));
      }
    }
    ways.sort((x, y) => x - y);
    const way = ways.length > 1 ? (ways[0] + ways[1]) / 2 : ways[0];
    return { at: under.ray.at(way, hit).toArray() };
  }

  #takeRegion() {
    const vertices = [...this.brush.values].flatMap((value, i) => (value > 0.5 ? [i] : []));
    const { rest } = this.brush;
    const at = [0, 1, 2].map((d) => vertices.reduce((sum, i) => sum + rest[3 * i + d], 0) / vertices.length);
    this.brush.fill(() => 0);
    this.#change(() => this.set.addRegion(vertices, at));
  }

  #placeCage(cells) {
    const { posed } = this.view.viewer.stage;
    const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    for (let k = 0; k < posed.length; k++) {
      box[k % 3] = Math.min(box[k % 3], posed[k]);
      box[3 + (k % 3)] = Math.max(box[3 + (k % 3)], posed[k]);
    }
    this.#change(() => this.set.placeCage(box, cells));
  }

  async #go() {
    const stem = this.state.get('chosen').id.split('/').at(-1).replace(/\.[^.]*$/, '');
    const name = `handles/${stem}-${this.state.get('runs').length + 1}.json`;
    const text = this.set.file(this.view.scene.stage.unit);
    const file = await trying(() => send(name, new Blob([text], { type: 'application/json' }), () => {}));
    if (file) {
      this.form.querySelector('[data-field="handles"] input').value = file;
      const domain = this.form.querySelector('[data-field="domain"] select');
      domain.value = this.set.cage ? 'volume' : domain.value;
      this.end();
      this.form.requestSubmit();
    }
  }

  end() {
    this.brush?.end();
    this.brush = null;
    this.marks?.end();
    this.marks = null;
    this.view && (this.view.viewer.picks = true);
    this.ends?.();
    this.ends = null;
    this.#draw();
  }
}
