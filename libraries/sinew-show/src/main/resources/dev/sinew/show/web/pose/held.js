/**
 * Solves for the transforms of handles, some of which are constrained (YLWXG19 eq. 26–27). Everything that does not depend on the
 * target positions is precomputed. From N·T = B·X under C·T = c, with X the stacked R_gᵀ, follow
 *
 *   T = P·B·X + T₀     P  4H×4H: N⁻¹ within what C leaves free;   T₀ = P·(pull·T_before) + D·c
 *   Y = M·X + Y₀       Y = Bᵀ·T, the groups' covariances;  M = Bᵀ·P·B, 3G×3G;  Y₀ = Bᵀ·T₀
 *
 * so that a step is one product with M and G nearest rotations, for any number of handles. Matrices are stored row by row.
 */
import { Cholesky } from 'sinew/pose/cholesky.js';
import { Extrapolation } from 'sinew/pose/extrapolation.js';
import { nearestRotation } from 'sinew/pose/rotation.js';

/** Weight that keeps unconstrained handles in place, as a fraction of the mean of N's diagonal. */
const PULL = 1e-6;

export class ConstrainedSolve {
  /**
   * @param normal N = KᵀLK, 4H×4H
   * @param b B, 4H×3G
   * @param conditions rows of C: {handle, at: the four nonzero numbers}
   */
  constructor(normal, b, conditions) {
    const rows = Math.round(Math.sqrt(normal.length));
    Object.assign(this, { rows, columns: b.length / rows, conditions, b });
    let mean = 0;
    for (let k = 0; k < rows; k++) {
      mean += normal[k * rows + k] / rows;
    }
    mean = Math.max(mean, 1e-12);
    this.pull = PULL * mean;
    this.extrapolation = new Extrapolation();
    const factor = this.#factorise(Float64Array.from(normal), mean);
    this.#project(factor);
    this.pb = product(this.p, rows, rows, b, this.columns);
    this.m = product(transposed(b, rows, this.columns), this.columns, rows, this.pb, this.columns);
  }

  /** C·T = c is satisfied exactly; adding its square to N only improves the conditioning. */
  #factorise(a, mean) {
    const { rows } = this;
    for (let k = 0; k < rows; k++) {
      a[k * rows + k] += this.pull;
    }
    for (const { handle, at } of this.conditions) {
      for (let r = 0; r < 4; r++) {
        for (let q = 0; q < 4; q++) {
          a[(4 * handle + r) * rows + 4 * handle + q] += mean * at[r] * at[q];
        }
      }
    }
    return new Cholesky(a, rows);
  }

  /** P = A⁻¹ − D·responseᵀ and D = response·(C·response)⁻¹, with response = A⁻¹·Cᵀ. */
  #project(factor) {
    const { rows, conditions } = this;
    const n = conditions.length;
    const response = new Float64Array(rows * n);
    conditions.forEach(({ handle, at }, k) => at.forEach((x, r) => (response[(4 * handle + r) * n + k] = x)));
    factor.solve(response, n);
    const schur = new Float64Array(n * n);
    conditions.forEach(({ handle, at }, k) => {
      for (let q = 0; q < n; q++) {
        at.forEach((x, r) => (schur[k * n + q] += x * response[(4 * handle + r) * n + q]));
      }
    });
    const dTransposed = new Cholesky(schur, n).solve(transposed(response, rows, n), rows);
    this.d = transposed(dTransposed, n, rows);
    const p = new Float64Array(rows * rows);
    for (let k = 0; k < rows; k++) {
      p[k * rows + k] = 1;
    }
    this.p = factor.solve(p, rows);
    const taken = product(this.d, rows, n, transposed(response, rows, n), rows);
    for (let k = 0; k < p.length; k++) {
      p[k] -= taken[k];
    }
  }

  /**
   * Alternates between rotations and transforms.
   *
   * @param t 4H×3, start value, modified
   * @param c required value of C·T, 3 numbers per row
   * @param settled largest change of a rotation's entries that counts as converged
   * @param most maximum number of steps
   */
  solve(t, c, settled, most) {
    const { rows, columns, conditions, b, pb, pull } = this;
    const bT = (this.bT ??= transposed(b, rows, columns));
    const y = product(bT, columns, rows, t, 3);
    const t0 = product(this.p, rows, rows, t.map((value) => pull * value), 3);
    product(this.d, rows, conditions.length, c, 3).forEach((value, k) => (t0[k] += value));
    const y0 = product(bT, columns, rows, t0, 3);
    const x = new Float64Array(3 * columns);
    const outcome = this.#alternate(x, y, y0, settled, most);
    product(pb, rows, columns, x, 3).forEach((value, k) => (t[k] = t0[k] + value));
    return outcome;
  }

  /**
   * X ← nearest(Y), Y ← M·X + Y₀, extrapolated. The energy of X is −⟨X, Y + Y₀⟩ plus a constant. If an extrapolated Y does not
   * lower it, the plain step is used.
   */
  #alternate(x, y, y0, settled, most) {
    const { extrapolation } = this;
    const plain = new Float64Array(x.length);
    let least = Infinity;
    extrapolation.forget();
    for (let iterations = 1; iterations <= most; iterations++) {
      const change = turn(y, x);
      const image = multiply(this.m, x, y0);
      const energy = energyOf(x, image, y0);
      if (energy > least + 1e-12 * Math.abs(least)) {
        extrapolation.forget();
        y.set(plain);
      } else if (iterations > 1 && change <= settled) {
        return { iterations, settled: true };
      } else {
        least = Math.min(least, energy);
        plain.set(image);
        extrapolation.next(y, plain);
      }
    }
    // The last extrapolation has not been checked.
    turn(plain, x);
    return { iterations: most, settled: false };
  }
}

const block = new Float64Array(9);

/** eq. 23: X_g = R_gᵀ is the rotation nearest to Y_g; returns the largest change. */
function turn(y, x) {
  let change = 0;
  for (let g = 0; g < x.length; g += 9) {
    nearestRotation(y.subarray(g, g + 9), block);
    for (let k = 0; k < 9; k++) {
      change = Math.max(change, Math.abs(block[k] - x[g + k]));
      x[g + k] = block[k];
    }
  }
  return change;
}

function energyOf(x, y, y0) {
  let sum = 0;
  for (let k = 0; k < x.length; k++) {
    sum -= x[k] * (y[k] + y0[k]);
  }
  return sum;
}

/** M·X + Y₀ */
function multiply(m, x, y0) {
  const n = x.length / 3;
  const y = new Float64Array(x.length);
  for (let r = 0; r < n; r++) {
    let a = y0[3 * r];
    let b = y0[3 * r + 1];
    let c = y0[3 * r + 2];
    for (let k = 0, row = r * n; k < n; k++) {
      const f = m[row + k];
      a += f * x[3 * k];
      b += f * x[3 * k + 1];
      c += f * x[3 * k + 2];
    }
    y[3 * r] = a;
    y[3 * r + 1] = b;
    y[3 * r + 2] = c;
  }
  return y;
}

function product(a, rows, inner, b, columns) {
  const out = new Float64Array(rows * columns);
  for (let r = 0; r < rows; r++) {
    for (let k = 0; k < inner; k++) {
      const f = a[r * inner + k];
      for (let c = 0, to = r * columns, from = k * columns; c < columns; c++) {
        out[to + c] += f * b[from + c];
      }
    }
  }
  return out;
}

function transposed(a, rows, columns) {
  const out = new Float64Array(a.length);
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      out[c * rows + r] = a[r * columns + c];
    }
  }
  return out;
}
