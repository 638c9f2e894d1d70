/** The rotation nearest to a 3×3 matrix: the twin of Svd3.java, so that both solvers turn the same way where it is open. */

const SWEEPS = 30;
const ORTHOGONAL = 1e-15;
/** Below this part of the longest column a column is rounding noise and gives no direction. */
const NOISE = 1e-14;

const b = new Float64Array(9);
const v = new Float64Array(9);
const u = new Float64Array(9);

/**
 * U·Vᵀ of a matrix's singular value decomposition, both rotations.
 *
 * @param a nine numbers row by row, not modified
 * @param out nine numbers, modified
 */
export function nearestRotation(a, out) {
  load(a);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    // Every pair is turned in every sweep.
    const turned = [turn(0, 1), turn(0, 2), turn(1, 2)];
    if (!turned.includes(true)) {
      break;
    }
  }
  order(0, 1);
  order(1, 2);
  order(0, 1);
  leftRotation();
  for (let r = 0; r < 9; r += 3) {
    for (let c = 0; c < 3; c++) {
      out[r + c] = u[r] * v[3 * c] + u[r + 1] * v[3 * c + 1] + u[r + 2] * v[3 * c + 2];
    }
  }
  return out;
}

/** Divided by the largest entry, so that squares neither overflow nor vanish. */
function load(a) {
  let largest = 0;
  for (let k = 0; k < 9; k++) {
    largest = Math.max(largest, Math.abs(a[k]));
  }
  for (let k = 0; k < 9; k++) {
    b[k] = a[k] / (largest || 1);
    v[k] = k % 4 === 0 ? 1 : 0;
  }
}

function dot(p, q) {
  return b[p] * b[q] + b[3 + p] * b[3 + q] + b[6 + p] * b[6 + q];
}

/** Makes columns p and q of B orthogonal; false where they were. */
function turn(p, q) {
  const pp = dot(p, p);
  const qq = dot(q, q);
  const pq = dot(p, q);
  if (Math.abs(pq) <= ORTHOGONAL * Math.sqrt(pp * qq)) {
    return false;
  }
  const zeta = (qq - pp) / (2 * pq);
  const t = (zeta >= 0 ? 1 : -1) / (Math.abs(zeta) + Math.sqrt(1 + zeta * zeta));
  const c = 1 / Math.sqrt(1 + t * t);
  turnColumns(b, p, q, c, c * t);
  turnColumns(v, p, q, c, c * t);
  return true;
}

function turnColumns(m, p, q, c, s) {
  for (let r = 0; r < 9; r += 3) {
    const x = m[r + p];
    m[r + p] = c * x - s * m[r + q];
    m[r + q] = s * x + c * m[r + q];
  }
}

/** The longer column first, by a quarter turn rather than a swap: V stays a rotation. */
function order(p, q) {
  if (dot(p, p) < dot(q, q)) {
    turnColumns(b, p, q, 0, -1);
    turnColumns(v, p, q, 0, -1);
  }
}

/** U from the columns of B; what they leave open is filled so that U is a rotation. */
function leftRotation() {
  const first = Math.sqrt(dot(0, 0));
  if (!(first > 0)) {
    u.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
    return;
  }
  const x = [b[0] / first, b[3] / first, b[6] / first];
  const y = across(x, [b[1], b[4], b[7]], NOISE * first) ?? across(x, leastAxis(x), 0);
  const z = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]];
  [x, y, z].forEach((column, c) => column.forEach((value, r) => (u[3 * r + c] = value)));
}

/** The part of a direction across x, as a unit vector; null where it is not longer than so much. */
function across(x, direction, noise) {
  const along = x[0] * direction[0] + x[1] * direction[1] + x[2] * direction[2];
  const y = direction.map((value, d) => value - along * x[d]);
  const length = Math.sqrt(y[0] * y[0] + y[1] * y[1] + y[2] * y[2]);
  return length <= noise ? null : y.map((value) => value / length);
}

/** The axis a direction leans on least. */
function leastAxis([x, y, z]) {
  const [a, c, e] = [Math.abs(x), Math.abs(y), Math.abs(z)];
  if (a <= c && a <= e) {
    return [1, 0, 0];
  }
  return c <= e ? [0, 1, 0] : [0, 0, 1];
}
