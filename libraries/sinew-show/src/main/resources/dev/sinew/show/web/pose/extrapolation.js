/**
 * Anderson extrapolation of a fixed-point iteration y ← g(y): mixes the last steps so that the residual g(y) − y is smallest. The
 * counterpart of Extrapolation.java. The caller checks that the energy decreases, and calls forget() if not.
 */
import { Cholesky } from 'sinew/pose/cholesky.js';

const WINDOW = 6;
const RIDGE = 1e-10;

export class Extrapolation {
  #steps = [];
  #last = null;

  /** Discards earlier steps. */
  forget() {
    this.#steps = [];
    this.#last = null;
  }

  /**
   * @param y start of the step; modified to the start of the next one
   * @param image g(y)
   */
  next(y, image) {
    const residual = minus(image, y);
    if (this.#last) {
      const { residual: before, image: was } = this.#last;
      this.#steps.push({ r: minus(residual, before), g: minus(image, was) });
      this.#steps = this.#steps.slice(-WINDOW);
    }
    y.set(image);
    const theta = mixture(this.#steps, residual);
    this.#steps.forEach(({ g }, w) => {
      for (let k = 0; k < y.length; k++) {
        y[k] -= theta[w] * g[k];
      }
    });
    this.#last = { residual, image: image.slice() };
  }
}

/** θ that minimises ‖r − Σ θ_w·Δr_w‖, with a small ridge. */
function mixture(steps, residual) {
  const n = steps.length;
  const a = new Float64Array(n * n);
  let trace = 0;
  for (let w = 0; w < n; w++) {
    for (let v = 0; v <= w; v++) {
      a[w * n + v] = a[v * n + w] = dot(steps[w].r, steps[v].r);
    }
    trace += a[w * n + w];
  }
  const theta = Float64Array.from(steps, ({ r }) => dot(r, residual));
  if (!(trace > 0)) {
    return theta.fill(0);
  }
  for (let w = 0; w < n; w++) {
    a[w * n + w] += RIDGE * trace;
  }
  return new Cholesky(a, n).solve(theta, 1);
}

function minus(x, y) {
  const out = new Float64Array(x.length);
  for (let k = 0; k < x.length; k++) {
    out[k] = x[k] - y[k];
  }
  return out;
}

function dot(x, y) {
  let sum = 0;
  for (let k = 0; k < x.length; k++) {
    sum += x[k] * y[k];
  }
  return sum;
}
