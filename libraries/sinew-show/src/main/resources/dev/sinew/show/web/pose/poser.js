/**
 * Poses by handles (YLWXG19 §4.2): some have targets, the others follow so that groups of edges stay as rigid as possible. The
 * counterpart of Poser.java, on its precomputed matrices: the cost does not depend on the number of vertices.
 */
import { ConstrainedSolve } from 'sinew/pose/held.js';

export class Poser {
  #targets = new Map();
  #held = null;

  /** @param system {scale, middle, normal (4H×4H), groups (4H×3G), iterations, settled} of PosingSystem.java */
  constructor(system) {
    this.system = system;
    this.size = Math.round(Math.sqrt(system.normal.length));
    this.reset();
  }

  /** Back to the rest pose; targets stay. */
  reset() {
    /** T, 4H×3: the handles' transforms, transposed, in the system's coordinates. */
    this.t = new Float64Array(3 * this.size);
    for (let k = 0; k < this.size; k++) {
      if (k % 4 < 3) {
        this.t[3 * k + (k % 4)] = 1;
      }
    }
  }

  /**
   * Sets target positions for points of a handle's rest pose; an empty list frees the handle.
   *
   * @param pairs [[point, place], …] in the units of the file
   */
  setTarget(handle, pairs) {
    const rows = pairs.map(([point, place]) => ({ handle, at: [...this.#inside(point), 1], to: this.#inside(place) }));
    const before = this.#targets.get(handle) ?? [];
    const same = before.length === rows.length && rows.every((row, k) => row.at.every((x, d) => x === before[k].at[d]));
    if (rows.length === 0) {
      this.#targets.delete(handle);
    } else {
      this.#targets.set(handle, rows);
    }
    if (!same) {
      this.#held = null;
    }
  }

  /** Sets a handle's 3×4 transform, by the targets of four points that span space. */
  setTransform(handle, m) {
    const { middle, scale } = this.system;
    const pairs = [0, 1, 2, 3].map((k) => {
      const point = middle.map((x, d) => (d === k ? x + 1 / scale : x));
      return [point, [0, 4, 8].map((r) => m[r] * point[0] + m[r + 1] * point[1] + m[r + 2] * point[2] + m[r + 3])];
    });
    this.setTarget(handle, pairs);
  }

  #inside(point) {
    const { middle, scale } = this.system;
    return [0, 1, 2].map((d) => (point[d] - middle[d]) * scale);
  }

  /** Continues from the last pose; returns the number of steps and whether it converged. */
  solve() {
    const { normal, groups, settled, iterations } = this.system;
    const rows = [...this.#targets.values()].flat().sort((a, b) => a.handle - b.handle);
    this.#held ??= new ConstrainedSolve(normal, groups, rows);
    return this.#held.solve(this.t, Float64Array.from(rows.flatMap(({ to }) => to)), settled, iterations);
  }

  /** The handles' 3×4 transforms, 12 numbers each, in the units of the file. */
  matrices() {
    const { middle, scale } = this.system;
    const out = new Float64Array(3 * this.size);
    for (let j = 0; j < out.length; j += 12) {
      for (let d = 0; d < 3; d++) {
        let moved = this.t[j + 9 + d] / scale + middle[d];
        for (let c = 0; c < 3; c++) {
          out[j + 4 * d + c] = this.t[j + 3 * c + d];
          moved -= out[j + 4 * d + c] * middle[c];
        }
        out[j + 4 * d + 3] = moved;
      }
    }
    return out;
  }
}
