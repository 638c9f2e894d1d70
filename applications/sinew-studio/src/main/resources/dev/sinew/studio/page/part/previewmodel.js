/** Decodes the model of a preview, in the units of the file. It replaces the shown model; mesh and frames stay. */
import { getBytes } from '/studio/server.js';

const STRIDE = 12;
/** Zero of a normal's coordinate in 16 bits. */
const HALF = 32767;
const TYPES = { f32: Float32Array, f64: Float64Array, u32: Uint32Array };

/**
 * @param shown the stage it joins, which provides unit, frames and topology
 * @return a model as read by scene.js
 */
export async function previewModel(number, shown) {
  const { header, arrays } = read(await getBytes(`/api/previews/${number}/model`));
  const { size, restCentre } = shown.unit;
  const atRest = (values) => Float32Array.from(values, (x, k) => (x - restCentre[k % 3]) / size);
  const bones = { names: header.names, parents: header.parents, pivots: [...atRest(header.pivots)], moving: header.names.length };
  return {
    name: 'result',
    kind: 'linear',
    boneType: header.boneType,
    bones,
    skeleton: bones,
    boneCount: header.names.length,
    influences: header.influences,
    rest: atRest(arrays.rest),
    normals: arrays.normals ? normalsOfRows(arrays, shown) : null,
    boneOfInfluence: arrays.bones,
    weights: arrays.weights,
    motion: motionIn(shown, arrays.motion, header.names.length, header.frames),
    frames: shown.frames.count,
  };
}

/** Layout: length of the header, header, arrays, which are used in place. */
function read(buffer) {
  const length = new DataView(buffer).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  const arrays = Object.fromEntries(header.arrays.map(({ name, type, at, length: count }) => [name, new TYPES[type](buffer, 4 + length + at, count)]));
  return { header, arrays };
}

/**
 * Maps normals to drawn rows. The drawn rows are split like the triangles of the file, while the model's normals belong to the
 * corners of the original faces; both know their vertex. Where a vertex has several normals (hard edges), a row takes the one
 * nearest to that of the run's own model.
 */
function normalsOfRows({ normals, normalRows, normalVertices }, shown) {
  const { rows, rowVertex, vertices } = shown.topology;
  shown.runNormals ??= shown.models[0].normals;
  const first = new Int32Array(vertices).fill(-1);
  const several = new Map();
  normalVertices.forEach((vertex, c) => {
    const row = normalRows[c];
    if (first[vertex] < 0) {
      first[vertex] = row;
    } else if (first[vertex] !== row) {
      several.set(vertex, (several.get(vertex) ?? new Set([first[vertex]])).add(row));
    }
  });
  const alike = (row, at) => [0, 1, 2].reduce((sum, x) => sum + normals[3 * row + x] * (shown.runNormals[x * rows + at] - HALF), 0);
  const out = new Uint16Array(3 * rows).fill(HALF);
  for (let r = 0; r < rows; r++) {
    const choice = shown.runNormals && several.get(rowVertex[r]);
    const from = choice ? [...choice].reduce((best, row) => (alike(row, r) > alike(best, r) ? row : best)) : first[rowVertex[r]];
    for (let x = 0; from >= 0 && x < 3; x++) {
      out[x * rows + r] = HALF + Math.round(HALF * Math.max(-1, Math.min(1, normals[3 * from + x])));
    }
  }
  return out;
}

/** x ↦ (A·(size·x + restCentre) + t − centre) / size, for the shown frames (ViewUnit.java). */
function motionIn({ unit, frames }, matrices, bones, count) {
  const { size, centre, restCentre } = unit;
  const out = new Float32Array(STRIDE * bones * frames.count);
  for (let f = 0; f < frames.count; f++) {
    const from = STRIDE * bones * Math.min(count - 1, f * frames.stride);
    for (let k = 0; k < STRIDE * bones; k += 4) {
      const row = (k % STRIDE) / 4;
      let t = matrices[from + k + 3] - centre[row];
      for (let c = 0; c < 3; c++) {
        const a = matrices[from + k + c];
        out[f * STRIDE * bones + k + c] = a;
        t += a * restCentre[c];
      }
      out[f * STRIDE * bones + k + 3] = t / size;
    }
  }
  return out;
}
