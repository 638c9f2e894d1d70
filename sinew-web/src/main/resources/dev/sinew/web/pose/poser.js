/**
 * Poses by handles (YLWXG19 §4.2): some are told where to be, rotations of groups of edges and transforms of all handles take turns
 * until they settle (eq. 26). The twin of Poser.java, on the matrices it precomputed: the cost knows nothing of vertices.
 */
import { Cholesky } from 'sinew/pose/cholesky.js';
import { nearestRotation } from 'sinew/pose/rotation.js';

export class Poser {
  #targets = new Map();
  #held = null;

  /**
   * @param system {scale, middle, normal (4H×4H), groups (a list, 4H×3 each), pull, iterations, settled} of PosingSystem.java
   */
  constructor(system) {
    this.system = system;
    this.size = Math.round(Math.sqrt(system.normal.length));
    let trace = 0;
    for (let k = 0; k < this.size; k++) {
      trace += system.normal[k * this.size + k];
    }
    this.mean = Math.max(trace / this.size, 1e-12);
    this.reset();
  }

  /** Back to the rest pose, targets kept. */
  reset() {
    this.t = new Float64Array(3 * this.size);
    for (let k = 0; k < this.size; k++) {
      if (k % 4 < 3) {
        this.t[3 * k + (k % 4)] = 1;
      }
    }
  }

  /**
   * Tells a handle where points of its rest pose go; an empty list sets it free.
   *
   * @param pairs [[point, place], …] in the units of the file
   */
  setTarget(handle, pairs) {
    const rows = pairs.map(([point, place]) => ({ at: [...this.#inside(point), 1], to: this.#inside(place) }));
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

  /** Gives a handle a 3×4 transform: where four points that span space go says it all. */
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

  /** Takes turns until nothing changes any more, or for so many steps; says whether it settled. */
  solve() {
    const { iterations, settled } = this.system;
    const held = (this.#held ??= this.#factorise());
    const to = Float64Array.from(this.#rows().flatMap((row) => row.to));
    for (let iteration = 1; iteration <= iterations; iteration++) {
      const next = this.#transforms(this.#rightHandSide(), held, to);
      let change = 0;
      for (let k = 0; k < next.length; k++) {
        change = Math.max(change, Math.abs(next[k] - this.t[k]));
      }
      this.t = next;
      if (change < settled) {
        return { iterations: iteration, settled: true };
      }
    }
    return { iterations, settled: false };
  }

  /** Handles in their order, as in Java: sums then agree to the last bits. */
  #rows() {
    return [...this.#targets].sort(([a], [b]) => a - b).flatMap(([handle, rows]) => rows.map((row) => ({ ...row, handle })));
  }

  /** A = KᵀLK + pull + CᵀC, and how T answers to the conditions C; once for a set of handles, wherever they are held. */
  #factorise() {
    const { size, mean, system } = this;
    const rows = this.#rows();
    const a = Float64Array.from(system.normal);
    for (let k = 0; k < size; k++) {
      a[k * size + k] += system.pull * mean;
    }
    for (const { handle, at } of rows) {
      for (let r = 0; r < 4; r++) {
        for (let q = 0; q < 4; q++) {
          a[(4 * handle + r) * size + 4 * handle + q] += mean * at[r] * at[q];
        }
      }
    }
    const factor = new Cholesky(a, size);
    const n = rows.length;
    const response = new Float64Array(size * n);
    rows.forEach(({ handle, at }, c) => at.forEach((x, r) => (response[(4 * handle + r) * n + c] = x)));
    factor.solve(response, n);
    const schur = new Float64Array(n * n);
    rows.forEach(({ handle, at }, c) => {
      for (let q = 0; q < n; q++) {
        at.forEach((x, r) => (schur[c * n + q] += x * response[(4 * handle + r) * n + q]));
      }
    });
    return { rows, factor, response, schur: new Cholesky(schur, n) };
  }

  /** Σ_g B_g·R_gᵀ, with R_g the rotation nearest to Tᵀ·B_g. */
  #rightHandSide() {
    const { t, size } = this;
    const right = new Float64Array(3 * size);
    const s = new Float64Array(9);
    const rotation = new Float64Array(9);
    for (const b of this.system.groups) {
      s.fill(0);
      for (let k = 0; k < 3 * size; k += 3) {
        for (let r = 0; r < 3; r++) {
          const f = t[k + r];
          s[3 * r] += f * b[k];
          s[3 * r + 1] += f * b[k + 1];
          s[3 * r + 2] += f * b[k + 2];
        }
      }
      nearestRotation(s, rotation);
      for (let k = 0; k < 3 * size; k += 3) {
        for (let r = 0; r < 3; r++) {
          right[k + r] += b[k] * rotation[3 * r] + b[k + 1] * rotation[3 * r + 1] + b[k + 2] * rotation[3 * r + 2];
        }
      }
    }
    return right;
  }

  /** A·T = right + Cᵀλ with C·T = c. */
  #transforms(x, { rows, factor, response, schur }, to) {
    const { t, size, mean, system } = this;
    const n = rows.length;
    for (let k = 0; k < 3 * size; k++) {
      x[k] += system.pull * mean * t[k];
    }
    this.#eachCondition(rows, (q, k, factorOfRow) => {
      for (let d = 0; d < 3; d++) {
        x[3 * k + d] += mean * factorOfRow * to[3 * q + d];
      }
    });
    factor.solve(x, 3);
    const lambda = to.slice();
    this.#eachCondition(rows, (q, k, factorOfRow) => {
      for (let d = 0; d < 3; d++) {
        lambda[3 * q + d] -= factorOfRow * x[3 * k + d];
      }
    });
    schur.solve(lambda, 3);
    for (let k = 0; k < size; k++) {
      for (let q = 0; q < n; q++) {
        for (let d = 0; d < 3; d++) {
          x[3 * k + d] += response[k * n + q] * lambda[3 * q + d];
        }
      }
    }
    return x;
  }

  #eachCondition(rows, visit) {
    for (let q = 0; q < rows.length; q++) {
      for (let r = 0; r < 4; r++) {
        visit(q, 4 * rows[q].handle + r, rows[q].at[r]);
      }
    }
  }

  /** The handles' 3×4 transforms, 12 each, in the units of the file. */
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
