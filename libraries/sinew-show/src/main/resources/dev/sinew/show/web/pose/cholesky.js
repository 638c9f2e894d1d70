/** Dense A = L·Lᵀ of a positive definite matrix. The counterpart of Cholesky.java, which treats lost pivots in the same way. */
export class Cholesky {
  /**
   * @param a n×n row by row; its lower triangle is overwritten
   * @param n rows
   */
  constructor(a, n) {
    this.n = n;
    this.l = a;
    let largest = 0;
    for (let k = 0; k < n; k++) {
      largest = Math.max(largest, Math.abs(a[k * n + k]));
    }
    const floor = Math.max(1e-15 * largest, 2.2250738585072014e-308);
    for (let r = 0; r < n; r++) {
      for (let c = 0; c <= r; c++) {
        let sum = a[r * n + c];
        for (let k = 0; k < c; k++) {
          sum -= a[r * n + k] * a[c * n + k];
        }
        a[r * n + c] = c === r ? Math.sqrt(Math.max(sum, floor)) : sum / a[c * n + c];
      }
    }
  }

  /**
   * Solves A·X = B in place.
   *
   * @param x n×m row by row, modified
   */
  solve(x, m) {
    const { n, l } = this;
    for (let r = 0; r < n; r++) {
      for (let c = 0; c < r; c++) {
        subtract(x, r * m, l[r * n + c], c * m, m);
      }
      scale(x, r * m, 1 / l[r * n + r], m);
    }
    for (let r = n - 1; r >= 0; r--) {
      for (let c = r + 1; c < n; c++) {
        subtract(x, r * m, l[c * n + r], c * m, m);
      }
      scale(x, r * m, 1 / l[r * n + r], m);
    }
    return x;
  }
}

function subtract(x, to, factor, from, m) {
  for (let k = 0; k < m; k++) {
    x[to + k] -= factor * x[from + k];
  }
}

function scale(x, at, factor, m) {
  for (let k = 0; k < m; k++) {
    x[at + k] *= factor;
  }
}
