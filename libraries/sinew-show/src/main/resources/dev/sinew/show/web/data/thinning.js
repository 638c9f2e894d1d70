/**
 * Draws very large meshes with fewer triangles. One vertex per grid cell represents all others in it, so that positions, weights
 * and colours are those of real vertices. Picking, figures and exports still use all vertices.
 */

/** Triangles that laptop graphics cards draw fluently. */
export const MAX_TRIANGLES = 600_000;
/** Grid cells that a surface of one cell's area passes through. */
const CELLS_PER_AREA = 1.5;

/**
 * @param triangles rows, three per triangle
 * @param rowVertex the vertex of every row
 * @param positions 3 per vertex
 * @param wanted approximate number of triangles
 * @return rows, three per triangle
 */
export function thinTriangles(triangles, rowVertex, positions, wanted) {
  const side = Math.sqrt((CELLS_PER_AREA * areaOf(triangles, rowVertex, positions)) / (wanted / 2));
  const row = representatives(rowVertex, positions, side);
  const outward = directions(triangles, row, rowVertex, positions);
  const out = new Uint32Array(triangles.length);
  let at = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [row[triangles[t]], row[triangles[t + 1]], row[triangles[t + 2]]];
    if (a !== b && b !== c && c !== a) {
      const n = normalOf(rowVertex[a], rowVertex[b], rowVertex[c], positions);
      const along = [0, 1, 2].reduce((sum, x) => sum + n[x] * (outward[3 * a + x] + outward[3 * b + x] + outward[3 * c + x]), 0);
      // A triangle that was flipped by moving its corners is turned back, or it would be a dark speck.
      out[at++] = a;
      out[at++] = along < 0 ? c : b;
      out[at++] = along < 0 ? b : c;
    }
  }
  return out.slice(0, at);
}

/** For every remaining row, the sum of the normals of the triangles that end in its cell. */
function directions(triangles, row, rowVertex, p) {
  const sums = new Float32Array(3 * row.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const n = normalOf(rowVertex[triangles[t]], rowVertex[triangles[t + 1]], rowVertex[triangles[t + 2]], p);
    for (let c = 0; c < 3; c++) {
      for (let x = 0; x < 3; x++) {
        sums[3 * row[triangles[t + c]] + x] += n[x];
      }
    }
  }
  return sums;
}

/** Its length is twice the area of the triangle. */
function normalOf(a, b, c, p) {
  const [u, v, w] = [3 * a, 3 * b, 3 * c];
  const [ax, ay, az] = [p[v] - p[u], p[v + 1] - p[u + 1], p[v + 2] - p[u + 2]];
  const [bx, by, bz] = [p[w] - p[u], p[w + 1] - p[u + 1], p[w + 2] - p[u + 2]];
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}

/** For every cell, the row nearest to the mean of all rows in it; one at the border would fold the surface. */
function representatives(rowVertex, p, side) {
  const { cellOf, cells } = cellsOf(rowVertex, p, side);
  const sums = new Float64Array(4 * cells);
  rowVertex.forEach((i, row) => {
    const at = 4 * cellOf[row];
    sums[at] += p[3 * i];
    sums[at + 1] += p[3 * i + 1];
    sums[at + 2] += p[3 * i + 2];
    sums[at + 3]++;
  });
  const nearest = new Uint32Array(cells);
  const distance = new Float64Array(cells).fill(Infinity);
  rowVertex.forEach((i, row) => {
    const cell = cellOf[row];
    const count = sums[4 * cell + 3];
    const away = Math.hypot(p[3 * i] - sums[4 * cell] / count, p[3 * i + 1] - sums[4 * cell + 1] / count, p[3 * i + 2] - sums[4 * cell + 2] / count);
    if (away < distance[cell]) {
      distance[cell] = away;
      nearest[cell] = row;
    }
  });
  return cellOf.map((cell) => nearest[cell]);
}

/** The number of each row's cell, in the order of first occurrence. */
function cellsOf(rowVertex, p, side) {
  const numbers = new Map();
  const least = [0, 1, 2].map((x) => leastOf(p, x));
  // Large enough for the cells of any mesh, and the product is still an exact integer.
  const wide = 2 ** 17;
  const along = (i, x) => Math.min(wide - 1, Math.floor((p[3 * i + x] - least[x]) / side));
  const cellOf = Uint32Array.from(rowVertex, (i) => {
    const key = along(i, 0) + wide * (along(i, 1) + wide * along(i, 2));
    const known = numbers.get(key) ?? numbers.size;
    numbers.set(key, known);
    return known;
  });
  return { cellOf, cells: numbers.size };
}

function leastOf(p, x) {
  let least = Infinity;
  for (let k = x; k < p.length; k += 3) {
    least = Math.min(least, p[k]);
  }
  return least;
}

function areaOf(triangles, rowVertex, p) {
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    sum += Math.hypot(...normalOf(rowVertex[triangles[t]], rowVertex[triangles[t + 1]], rowVertex[triangles[t + 2]], p)) / 2;
  }
  return sum;
}
