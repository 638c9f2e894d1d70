/** Faces, corners and rows of a mesh. Derived data is computed on first use. */
import { MAX_TRIANGLES, thinTriangles } from 'sinew/data/thinning.js';

/** Triangles that remain of a mesh with too many to draw. */
const THINNED_TRIANGLES = 250_000;

export class Topology {
  #triangles = null;
  #edges = null;
  #drawn = null;

  /**
   * @param vertices N
   * @param rows drawn vertices: a vertex is split where its corners differ in normal or material
   * @param faceSize corners of every face, if all have the same number
   * @param faceSizes else one number per face
   * @param corners the row of every corner
   * @param rowVertex the vertex of every row; null if rows are vertices
   */
  constructor({ vertices, rows, faceSize, faceSizes, corners, rowVertex }) {
    this.vertices = vertices;
    this.rows = rows;
    this.corners = corners;
    this.rowVertex = rowVertex ?? Uint32Array.from({ length: rows }, (_, row) => row);
    this.faceStarts = starts(faceSizes, faceSize, corners.length);
  }

  /** Rows of a fan triangulation, three per triangle. */
  get triangles() {
    this.#triangles ??= this.#fan();
    return this.#triangles;
  }

  /** Rows of the drawn triangles: all, or fewer for very large meshes (see {@link thin}). */
  get drawn() {
    return this.#drawn ?? this.triangles;
  }

  get isThinned() {
    return this.#drawn !== null;
  }

  /** @param positions 3 per vertex, of a pose with typical extents; a function, because most meshes do not need it */
  thin(positions) {
    if (this.triangles.length > 3 * MAX_TRIANGLES) {
      this.#drawn = thinTriangles(this.triangles, this.rowVertex, positions(), THINNED_TRIANGLES);
    }
  }

  /** Rows at both ends of every edge, each edge once. */
  get edges() {
    this.#edges ??= this.#findEdges();
    return this.#edges;
  }

  #fan() {
    const faces = this.faceStarts.length - 1;
    const out = new Uint32Array(3 * (this.corners.length - 2 * faces));
    let at = 0;
    for (let k = 0; k < faces; k++) {
      const from = this.faceStarts[k];
      for (let c = from + 2; c < this.faceStarts[k + 1]; c++) {
        out[at++] = this.corners[from];
        out[at++] = this.corners[c - 1];
        out[at++] = this.corners[c];
      }
    }
    return out;
  }

  /** Collects edges at their lower vertex, so that each edge is compared with few others. */
  #findEdges() {
    const ends = new Uint32Array(this.vertices + 1);
    this.#eachEdge((a, b) => ends[Math.min(this.rowVertex[a], this.rowVertex[b]) + 1]++);
    for (let i = 0; i < this.vertices; i++) {
      ends[i + 1] += ends[i];
    }
    const starts = ends.slice();
    const upper = new Uint32Array(ends[this.vertices]);
    const out = new Uint32Array(2 * upper.length);
    let count = 0;
    this.#eachEdge((a, b) => {
      const low = Math.min(this.rowVertex[a], this.rowVertex[b]);
      const high = Math.max(this.rowVertex[a], this.rowVertex[b]);
      let at = starts[low];
      while (at < ends[low] && upper[at] !== high) {
        at++;
      }
      if (at === ends[low]) {
        upper[ends[low]++] = high;
        out[count++] = a;
        out[count++] = b;
      }
    });
    return out.slice(0, count);
  }

  #eachEdge(visit) {
    for (let k = 0; k + 1 < this.faceStarts.length; k++) {
      let a = this.corners[this.faceStarts[k + 1] - 1];
      for (let c = this.faceStarts[k]; c < this.faceStarts[k + 1]; c++) {
        const b = this.corners[c];
        visit(a, b);
        a = b;
      }
    }
  }

  /** For every vertex the nearest preceding vertex that shares an edge, or else the preceding one; −1 for the first. */
  neighbours() {
    const neighbour = new Int32Array(this.vertices).fill(-1);
    this.#eachEdge((a, b) => {
      const u = this.rowVertex[a];
      const v = this.rowVertex[b];
      const high = Math.max(u, v);
      const low = Math.min(u, v);
      if (low < high && low > neighbour[high]) {
        neighbour[high] = low;
      }
    });
    for (let i = 1; i < neighbour.length; i++) {
      neighbour[i] = neighbour[i] === -1 ? i - 1 : neighbour[i];
    }
    return neighbour;
  }

  /**
   * Unit normals of the rows, weighted by the areas of the faces.
   *
   * @param positions 3 per vertex
   * @param out signed 16-bit numbers, 4 per row for alignment, modified
   */
  normals(positions, out) {
    const sums = (this.sums ??= new Float32Array(3 * this.rows));
    sums.fill(0);
    const { drawn: triangles, rowVertex } = this;
    for (let t = 0; t < triangles.length; t += 3) {
      addNormal(positions, triangles[t], triangles[t + 1], triangles[t + 2], rowVertex, sums);
    }
    for (let row = 0; row < this.rows; row++) {
      const x = sums[3 * row];
      const y = sums[3 * row + 1];
      const z = sums[3 * row + 2];
      const scale = 32767 / (Math.sqrt(x * x + y * y + z * z) || 1);
      out[4 * row] = Math.round(x * scale);
      out[4 * row + 1] = Math.round(y * scale);
      out[4 * row + 2] = Math.round(z * scale);
    }
    return out;
  }
}

function addNormal(p, a, b, c, rowVertex, sums) {
  const u = 3 * rowVertex[a];
  const v = 3 * rowVertex[b];
  const w = 3 * rowVertex[c];
  const ax = p[v] - p[u];
  const ay = p[v + 1] - p[u + 1];
  const az = p[v + 2] - p[u + 2];
  const bx = p[w] - p[u];
  const by = p[w + 1] - p[u + 1];
  const bz = p[w + 2] - p[u + 2];
  const x = ay * bz - az * by;
  const y = az * bx - ax * bz;
  const z = ax * by - ay * bx;
  sums[3 * a] += x;
  sums[3 * a + 1] += y;
  sums[3 * a + 2] += z;
  sums[3 * b] += x;
  sums[3 * b + 1] += y;
  sums[3 * b + 2] += z;
  sums[3 * c] += x;
  sums[3 * c + 1] += y;
  sums[3 * c + 2] += z;
}

function starts(sizes, size, corners) {
  if (!sizes) {
    return Uint32Array.from({ length: corners / size + 1 }, (_, k) => k * size);
  }
  const out = new Uint32Array(sizes.length + 1);
  for (let k = 0; k < sizes.length; k++) {
    out[k + 1] = out[k] + sizes[k];
  }
  return out;
}
