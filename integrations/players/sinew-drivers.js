// Plays SINEW_drivers: helper joints that follow the pose and its motion. No dependency; sinew-three.js uses it for three.js,
// sinew-babylon.js for Babylon.js.
// docs/reference/extensions.md has the formulas, drivers-vectors.json the numbers to test a player against.
const HISTORY = 32;

/** Values per joint and frame are 16-number column-major skinning matrices: a joint's global matrix times its inverse bind matrix. */
export class Drivers {
  /**
   * @param {object} extension the JSON of SINEW_drivers, version 1
   * @param {{constant: ArrayLike<number>, matrix?: ArrayLike<number>, low: ArrayLike<number>, high: ArrayLike<number>,
   *   kernels?: {scales: ArrayLike<number>, centres: ArrayLike<number>, matrix: ArrayLike<number>}}} numbers its accessors
   * @param {number[]} carrierRest rest position of the carrier's joint: the translation of the inverse of its inverse bind matrix
   */
  constructor(extension, numbers, carrierRest) {
    if (extension.version !== 1) throw new Error(`SINEW_drivers has version ${extension.version}; only version 1 is supported`);
    Object.assign(this, { extension, numbers, carrierRest, past: [] });
  }

  /** Forgets the past, for a cut or a teleport. */
  reset() {
    this.past = [];
  }

  /**
   * Moves the helpers of a pose; `shapes` then has the weights of the driven morph targets.
   * @param {number} seconds since the last step
   * @param {ArrayLike<number>} matrices of all joints; those of helpers are modified
   */
  step(seconds, matrices) {
    const { extension, numbers } = this;
    const now = this.state(matrices);
    for (const entry of this.past) entry.age += seconds;
    this.past.unshift({ age: 0, state: now });
    this.past.length = Math.min(HISTORY, this.past.length);
    const z = this.inputs(now);
    const outputs = numbers.constant.length;
    const y = new Float64Array(outputs);
    const phi = this.kernels(z);
    for (let o = 0; o < outputs; o++) {
      let sum = numbers.constant[o];
      for (let k = 0; k < z.length; k++) sum += numbers.matrix[o * z.length + k] * z[k];
      for (let m = 0; m < phi.length; m++) sum += numbers.kernels.matrix[o * phi.length + m] * phi[m];
      y[o] = Math.max(numbers.low[o], Math.min(numbers.high[o], sum));
    }
    const channels = extension.stretch ? 12 : 6;
    this.shapes = y.subarray(extension.helpers.length * channels);
    extension.helpers.forEach((helper, h) => {
      const x = transform(y.subarray(h * channels, (h + 1) * channels), helper.pivot);
      const out = multiply(matrices, 16 * helper.reference, x, 0);
      for (let k = 0; k < 16; k++) matrices[16 * helper.joint + k] = out[k];
    });
  }

  /** The radial basis functions of the inputs. */
  kernels(z) {
    const { scales = [], centres = [] } = this.numbers.kernels ?? {};
    return Array.from({ length: z.length > 0 ? centres.length / z.length : 0 }, (_, m) => {
      let squared = 0;
      for (let k = 0; k < z.length; k++) squared += (scales[k] * (z[k] - centres[m * z.length + k])) ** 2;
      return Math.exp(-squared);
    });
  }

  /** Rotations of the joints, position and orientation of the carrier. */
  state(matrices) {
    const { joints, parents, carrier } = this.extension;
    const turns = joints.flatMap((joint, k) => {
      const q = rotation(multiply(inverse(matrices, 16 * parents[k]), 0, matrices, 16 * joint), 0);
      return [2 * q[0], 2 * q[1], 2 * q[2]];
    });
    const at = 16 * carrier;
    const [x, y, z] = this.carrierRest;
    const position = [0, 1, 2].map((r) => matrices[at + r] * x + matrices[at + 4 + r] * y + matrices[at + 8 + r] * z + matrices[at + 12 + r]);
    return { turns, position, q: rotation(matrices, at) };
  }

  /** The state some seconds ago, interpolated; the oldest one there is. */
  earlier(age) {
    const { past } = this;
    let k = 1;
    while (k < past.length && past[k].age < age * (1 - 1e-9)) k++;
    const older = past[Math.min(k, past.length - 1)];
    const younger = past[Math.min(k, past.length) - 1];
    const span = older.age - younger.age;
    const share = span > 0 ? Math.min(1, (age - younger.age) / span) : 0;
    const mix = (a, b) => a.map((v, i) => v + share * (b[i] - v));
    const [a, b] = [younger.state, older.state];
    const sign = a.q.reduce((sum, v, i) => sum + v * b.q[i], 0) < 0 ? -1 : 1;
    const q = a.q.map((v, i) => (1 - share) * v + share * sign * b.q[i]);
    const length = Math.hypot(...q);
    return { turns: mix(a.turns, b.turns), position: mix(a.position, b.position), q: q.map((v) => v / length) };
  }

  inputs(now) {
    const { inputs, interval } = this.extension;
    if (inputs === 'constant') return [];
    const z = [...now.turns, ...into(now.q, [0, 1, 0])];
    if (inputs === 'pose') return z;
    const once = this.earlier(interval);
    z.push(...now.turns.map((v, k) => (v - once.turns[k]) / interval));
    if (inputs === 'rates') return z;
    const twice = this.earlier(2 * interval);
    const p = [now.position, once.position, twice.position];
    const velocity = p[0].map((v, x) => (v - p[1][x]) / interval);
    const acceleration = p[0].map((v, x) => (v - 2 * p[1][x] + p[2][x]) / (interval * interval));
    const [a, b] = [now.q, once.q.map((v, k) => (k < 3 ? -v : v))];
    const turn = product(a, b);
    const sign = turn[3] < 0 ? -2 : 2;
    const angular = [0, 1, 2].map((x) => (sign * turn[x]) / interval);
    z.push(...into(now.q, velocity), ...into(now.q, acceleration), ...into(now.q, angular));
    return z;
  }
}

/** The vector v in the frame of q. */
function into(q, v) {
  const m = matrixOf(q);
  return [0, 1, 2].map((c) => m[4 * c] * v[0] + m[4 * c + 1] * v[1] + m[4 * c + 2] * v[2]);
}

function product(a, b) {
  const [ax, ay, az, aw] = a;
  const [bx, by, bz, bw] = b;
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

/** Column-major 4×4 of a unit quaternion. */
function matrixOf([x, y, z, w]) {
  return [
    1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y), 0,
    2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x), 0,
    2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y), 0,
    0, 0, 0, 1,
  ];
}

/** [R·(I + S) | c + t − R·(I + S)·c] of six or twelve outputs. */
function transform(y, c) {
  let v = [y[0] / 2, y[1] / 2, y[2] / 2];
  const square = v.reduce((sum, a) => sum + a * a, 0);
  if (square > 1) v = v.map((a) => a / Math.sqrt(square));
  let m = matrixOf([...v, Math.sqrt(Math.max(0, 1 - square))]);
  if (y.length === 12) {
    const [xx, xy, xz, yy, yz, zz] = y.subarray(6);
    m = multiply(m, 0, [1 + xx, xy, xz, 0, xy, 1 + yy, yz, 0, xz, yz, 1 + zz, 0, 0, 0, 0, 1], 0);
  }
  for (let r = 0; r < 3; r++) m[12 + r] = c[r] + y[3 + r] - m[r] * c[0] - m[4 + r] * c[1] - m[8 + r] * c[2];
  return m;
}

/** a·b of two column-major 4×4 matrices. */
export function multiply(a, at, b, from) {
  const out = new Array(16);
  for (let c = 0; c < 4; c++) {
    for (let r = 0; r < 4; r++) {
      out[4 * c + r] = 0;
      for (let k = 0; k < 4; k++) out[4 * c + r] += a[at + 4 * k + r] * b[from + 4 * c + k];
    }
  }
  return out;
}

function determinant(m, at) {
  const [a, b, c, d, e, f, g, h, i] = [0, 4, 8, 1, 5, 9, 2, 6, 10].map((k) => m[at + k]);
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
}

/** The inverse of an affine matrix. */
export function inverse(m, at) {
  const scale = 1 / determinant(m, at);
  const el = (r, c) => m[at + 4 * c + r];
  const out = new Array(16).fill(0);
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      const [a, b, d, e] = [(c + 1) % 3, (c + 2) % 3, (r + 1) % 3, (r + 2) % 3];
      out[4 * c + r] = scale * (el(a, d) * el(b, e) - el(a, e) * el(b, d));
    }
  }
  for (let r = 0; r < 3; r++) out[12 + r] = -(out[r] * el(0, 3) + out[4 + r] * el(1, 3) + out[8 + r] * el(2, 3));
  out[15] = 1;
  return out;
}

/** The quaternion of a matrix without its uniform scale, w ≥ 0. */
export function rotation(m, at) {
  const volume = determinant(m, at);
  const scale = volume > 0 ? 1 / Math.cbrt(volume) : 1;
  const el = (r, c) => scale * m[at + 4 * c + r];
  const [a, b, c] = [el(0, 0), el(1, 1), el(2, 2)];
  const [x, y, z] = [el(2, 1) - el(1, 2), el(0, 2) - el(2, 0), el(1, 0) - el(0, 1)];
  const [xy, xz, yz] = [el(0, 1) + el(1, 0), el(0, 2) + el(2, 0), el(1, 2) + el(2, 1)];
  const squares = [1 + a - b - c, 1 - a + b - c, 1 - a - b + c, 1 + a + b + c];
  const largest = squares[3] >= Math.max(...squares) ? 3 : squares.indexOf(Math.max(...squares));
  const q = [[squares[0], xy, xz, x], [xy, squares[1], yz, y], [xz, yz, squares[2], z], [x, y, z, squares[3]]][largest];
  const length = Math.hypot(...q) * (q[3] < 0 ? -1 : 1);
  return q.map((v) => v / length);
}
