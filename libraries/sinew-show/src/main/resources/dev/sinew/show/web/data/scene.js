/** Converts header and buffers to typed arrays. Does not draw. */
import { readArray } from 'sinew/data/arrays.js';
import { readPositions } from 'sinew/data/positions.js';
import { Topology } from 'sinew/data/topology.js';

const VERSION = 1;

/**
 * @param header the scene's JSON
 * @param buffers by name, functions that resolve to the decompressed bytes
 */
export async function readScene(header, buffers) {
  if (header.format !== 'sinew-view' || header.version !== VERSION) {
    throw new Error('this viewer supports sinew-view version ' + VERSION + ', not ' + header.format + ' ' + header.version);
  }
  const read = (name) => (header.buffers[name] ? readArray(header.buffers[name], buffers[name]) : null);
  return { header, stage: header.stage ? await readStage(header.stage, read, buffers) : null };
}

async function readStage(stage, read, buffers) {
  const topology = await readTopology(stage.mesh, read);
  const [boxes, shells, vertexColours, rowMaterial, rowUv, errorPerVertex, given] = await Promise.all(
    ['boxes', 'shells', 'vertexColours', 'rowMaterial', 'rowUv', 'errorPerVertex', 'given'].map(read),
  );
  const images = await readImages(stage.mesh.materials ?? [], read);
  const models = await Promise.all(stage.models.map((model) => readModel(model, stage, read)));
  const original = stage.original ? await readPositions(stage.original, topology, boxes, buffers) : null;
  topology.thin(() => original?.at(0, new Float32Array(3 * stage.mesh.vertices)) ?? models[0].rest);
  return {
    ...stage,
    topology,
    boxes,
    surface: { shells, vertexColours, rowMaterial, rowUv, images, materials: stage.mesh.materials ?? [] },
    models,
    // The input mesh; if the bind pose equals it, it is not stored twice.
    given: stage.given ? (given ?? models[0].rest) : null,
    original,
    handles: stage.handles ? await readHandles(stage.handles, read) : null,
    error: stage.error ? { ...stage.error, perVertex: toPercent(errorPerVertex, stage.error.mostPercent) } : null,
  };
}

/** The image of every material; null if it has none or the browser cannot decode it. */
async function readImages(materials, read) {
  return Promise.all(
    materials.map(async ({ image }) => {
      const bytes = image ? await read(image.buffer) : null;
      return bytes ? createImageBitmap(new Blob([bytes], { type: image.mimeType }), { premultiplyAlpha: 'none' }).catch(() => null) : null;
    }),
  );
}

async function readTopology(mesh, read) {
  const [corners, faceSizes, rowVertex] = await Promise.all(['corners', 'faceSizes', 'rowVertex'].map(read));
  return new Topology({ vertices: mesh.vertices, rows: mesh.rows, faceSize: mesh.faceSize, corners, faceSizes, rowVertex });
}

async function readModel(model, stage, read) {
  const of = (...names) => Promise.all(names.map((name) => read(model.buffers + name)));
  const [rest, motion, normals] = await of('rest', 'motion', 'normals');
  const [shapes, shapeNormals, amounts] = model.shapes ? await of('shapes', 'shapeNormals', 'amounts') : [];
  return {
    ...model,
    boneCount: model.bones.names.length,
    skeleton: model.bones,
    rest,
    normals,
    morphs: shapes ? { count: model.shapes, shapes, normals: shapeNormals, amounts } : null,
    ...(model.kind === 'twoLayer' ? await readLayers(of) : await readWeights(of)),
    motion,
    frames: stage.frames.count,
  };
}

async function readWeights(of) {
  const [bones, weights] = await of('bones', 'weights');
  return {
    boneOfInfluence: bones,
    weights: weights instanceof Float32Array ? weights : Float32Array.from(weights, (w) => w / 0xffff),
  };
}

async function readLayers(of) {
  const [atomBones, atomWeights, virtual, coefficients] = await of('atomBones', 'atomWeights', 'virtual', 'coefficients');
  return { atomBones, atomWeights, virtual, coefficients };
}

/** Handles and the system that solves their poses; of the symmetric matrix, the lower half is stored. */
async function readHandles(handles, read) {
  const [lower, groups] = await Promise.all(['handles.normal', 'handles.groups'].map(read));
  const size = 4 * handles.list.length;
  const normal = new Float64Array(size * size);
  for (let r = 0, at = 0; r < size; r++) {
    for (let c = 0; c <= r; c++) {
      normal[r * size + c] = normal[c * size + r] = lower[at++];
    }
  }
  return { ...handles, system: { ...handles.system, normal, groups } };
}

function toPercent(perVertex, most) {
  return Float32Array.from(perVertex, (value) => (value / 0xffff) * most);
}
