/** The rotation nearest to a 3×3 matrix. The counterpart of Svd3.java; both resolve ambiguous cases in the same way. */

const SWEEPS = 30;
const ORTHOGONAL = 1e-15;
/** Columns shorter than this fraction of the longest are rounding noise. */
const NOISE = 1e-14;

const b = new Float64Array(9);
const v = new Float64Array(9);
const u = new Float64Array(9);

/**
 * U·Vᵀ of the singular value decomposition, with U and V rotations.
 *
 * @param a nine numbers row by row, not modified
 * @param out nine numbers, modified
 */
export function nearestRotation(a, out) {
  load(a);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    // Added, not short-circuited: every pair is rotated in every sweep.
    if (turn(0, 1) + turn(0, 2) + turn(1, 2) === 0) {
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

/** Divides by the largest entry, so that squares neither overflow nor underflow. */
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

/** Makes columns p and q of B orthogonal; returns 0 if they were, else 1. */
function turn(p, q) {
  const pp = dot(p, p);
  const qq = dot(q, q);
  const pq = dot(p, q);
  if (Math.abs(pq) <= ORTHOGONAL * Math.sqrt(pp * qq)) {
    return 0;
  }
  const zeta = (qq - pp) / (2 * pq);
  const t = (zeta >= 0 ? 1 : -1) / (Math.abs(zeta) + Math.sqrt(1 + zeta * zeta));
  const c = 1 / Math.sqrt(1 + t * t);
  turnColumns(b, p, q, c, c * t);
  turnColumns(v, p, q, c, c * t);
  return 1;
}

function turnColumns(m, p, q, c, s) {
  for (let r = 0; r < 9; r += 3) {
    const x = m[r + p];
    m[r + p] = c * x - s * m[r + q];
    m[r + q] = s * x + c * m[r + q];
  }
}

/** Orders the columns by length with a quarter rotation instead of a swap, so that V stays a rotation. */
function order(p, q) {
  if (dot(p, p) < dot(q, q)) {
    turnColumns(b, p, q, 0, -1);
    turnColumns(v, p, q, 0, -1);
  }
}

/** U from the columns of B, completed to a rotation. */
function leftRotation() {
  const first = Math.sqrt(dot(0, 0));
  if (!(first > 0)) {
    u.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
    return;
  }
  u[0] = b[0] / first;
  u[3] = b[3] / first;
  u[6] = b[6] / first;
  if (!setSecond(b[1], b[4], b[7], NOISE * first)) {
    // Any direction orthogonal to the first: the most orthogonal axis, projected.
    const [x, y, z] = [Math.abs(u[0]), Math.abs(u[3]), Math.abs(u[6])];
    const axis = x <= y && x <= z ? 0 : y <= z ? 1 : 2;
    setSecond(Number(axis === 0), Number(axis === 1), Number(axis === 2), 0);
  }
  u[2] = u[3] * u[7] - u[6] * u[4];
  u[5] = u[6] * u[1] - u[0] * u[7];
  u[8] = u[0] * u[4] - u[3] * u[1];
}

/** Sets the second column from the component of a direction orthogonal to the first; false if it is not longer than the noise. */
function setSecond(dx, dy, dz, noise) {
  const along = u[0] * dx + u[3] * dy + u[6] * dz;
  const x = dx - along * u[0];
  const y = dy - along * u[3];
  const z = dz - along * u[6];
  const length = Math.sqrt(x * x + y * y + z * z);
  if (length <= noise) {
    return false;
  }
  u[1] = x / length;
  u[4] = y / length;
  u[7] = z / length;
  return true;
}
