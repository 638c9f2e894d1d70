/** The placed handles, in viewer coordinates, and their file for `sinew weights`. Every change can be undone. */

/** Distance of a cage from the mesh, as a fraction of the size. */
const CAGE_DISTANCE = 0.06;

export class HandleSet {
  #steps = [];
  handles = [];
  cage = null;

  get empty() {
    return this.handles.length === 0 && !this.cage;
  }

  #remember() {
    this.#steps.push({ handles: [...this.handles], cage: this.cage });
  }

  undo() {
    const before = this.#steps.pop();
    before && Object.assign(this, before);
  }

  clear() {
    this.#remember();
    this.handles = [];
    this.cage = null;
  }

  remove(name) {
    this.#remember();
    this.cage = name === 'cage' ? null : this.cage;
    this.handles = this.handles.filter((handle) => handle.name !== name).map((handle) => (handle.parent === name ? { ...handle, parent: undefined } : handle));
  }

  #name(word) {
    let number = 1;
    while (this.handles.some(({ name }) => name === `${word}_${number}`)) {
      number++;
    }
    return `${word}_${number}`;
  }

  #add(handle) {
    this.#remember();
    this.handles = [...this.handles, handle];
    return handle;
  }

  addPoint(vertex, at) {
    return this.#add({ name: this.#name('point'), type: 'point', vertex, at });
  }

  addBone(from, to, parent) {
    return this.#add({ name: this.#name('bone'), type: 'bone', from, to, parent });
  }

  /** @param at position of its mark */
  addRegion(vertices, at) {
    return this.#add({ name: this.#name('region'), type: 'region', vertices, at });
  }

  /** Adds a box around the mesh. @param box [min x, y, z, max x, y, z] @param cells along each side */
  placeCage(box, cells) {
    this.#remember();
    this.cage = boxCage(box, cells);
  }

  /** @param unit converts from viewer coordinates to those of the file */
  file({ size, centre }) {
    const there = (at) => at.map((x, d) => Number((size * x + centre[d]).toPrecision(9)));
    const handles = this.handles.map(({ name, type, vertex, vertices, from, to, parent }) => {
      switch (type) {
        case 'point':
          return { name, type, vertex };
        case 'bone':
          return { name, type, from: there(from), to: there(to), ...(parent ? { parent } : {}) };
        default:
          return { name, type, vertices };
      }
    });
    const cage = this.cage ? { cage: { name: 'cage', positions: this.cage.positions.map(there), triangles: this.cage.triangles } } : {};
    return JSON.stringify({ handles, ...cage }, null, 1) + '\n';
  }

  /** Marks to draw over the view. */
  marks() {
    const balls = [];
    const lines = [];
    for (const handle of this.handles) {
      if (handle.type === 'bone') {
        balls.push({ at: handle.from, words: handle.name, kind: 'bone' }, { at: handle.to, words: '', kind: 'bone' });
        lines.push({ from: handle.from, to: handle.to, kind: 'bone' });
      } else {
        balls.push({ at: handle.at, words: handle.name, kind: handle.type });
      }
    }
    this.cage?.positions.forEach((at) => balls.push({ at, words: '', kind: 'cage' }));
    this.cage?.edges.forEach(([a, b]) => lines.push({ from: this.cage.positions[a], to: this.cage.positions[b], kind: 'cage' }));
    return { balls, lines };
  }
}

/** The surface of a lattice: positions, triangles facing outwards, and lattice edges to draw. */
export function boxCage(box, cells) {
  const least = box.slice(0, 3).map((x) => x - CAGE_DISTANCE);
  const most = box.slice(3).map((x) => x + CAGE_DISTANCE);
  const numbers = new Map();
  const positions = [];
  const corner = (at) => {
    const key = at.join();
    if (!numbers.has(key)) {
      numbers.set(key, positions.length);
      positions.push(at.map((step, d) => least[d] + (step / cells) * (most[d] - least[d])));
    }
    return numbers.get(key);
  };
  const triangles = [];
  const edges = new Map();
  const edge = (a, b) => edges.set([a, b].sort((x, y) => x - y).join(), [a, b]);
  for (let axis = 0; axis < 3; axis++) {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    for (const side of [0, cells]) {
      for (let i = 0; i < cells; i++) {
        for (let j = 0; j < cells; j++) {
          const at = (a, b) => {
            const place = [0, 0, 0];
            [place[axis], place[u], place[v]] = [side, i + a, j + b];
            return corner(place);
          };
          const [p, q, r, s] = [at(0, 0), at(1, 0), at(1, 1), at(0, 1)];
          triangles.push(...(side ? [[p, q, r], [p, r, s]] : [[p, r, q], [p, s, r]]));
          [[p, q], [q, r], [r, s], [s, p]].forEach(([a, b]) => edge(a, b));
        }
      }
    }
  }
  return { positions, triangles, edges: [...edges.values()] };
}
