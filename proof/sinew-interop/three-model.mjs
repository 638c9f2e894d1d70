// Loads a GLB into three.js without a browser and plays it.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { AnimationMixer, BufferAttribute, BufferGeometry, LoopOnce, Vector3 } from 'three';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';

const JSON_CHUNK = 0x4e4f534a;

/** Removes images from a GLB: decoding them needs a browser, and positions do not depend on them. */
function withoutImages(bytes) {
  const data = Buffer.from(bytes);
  const length = data.readUInt32LE(12);
  if (data.readUInt32LE(16) !== JSON_CHUNK) throw new Error('the first chunk is not JSON');
  const json = JSON.parse(data.subarray(20, 20 + length).toString('utf8'));
  delete json.images;
  delete json.textures;
  for (const material of json.materials ?? []) {
    delete material.normalTexture;
    delete material.occlusionTexture;
    delete material.emissiveTexture;
    delete material.extensions;
    if (material.pbrMetallicRoughness) {
      delete material.pbrMetallicRoughness.baseColorTexture;
      delete material.pbrMetallicRoughness.metallicRoughnessTexture;
    }
  }
  let text = Buffer.from(JSON.stringify(json), 'utf8');
  text = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, ' ')]);
  const rest = data.subarray(20 + length);
  const head = Buffer.alloc(20);
  data.copy(head, 0, 0, 8);
  head.writeUInt32LE(20 + text.length + rest.length, 8);
  head.writeUInt32LE(text.length, 12);
  head.writeUInt32LE(JSON_CHUNK, 16);
  const all = Buffer.concat([head, text, rest]);
  return all.buffer.slice(all.byteOffset, all.byteOffset + all.length);
}

/** The scene and the clips of a GLB or of a glTF file with its buffers, without images. */
export async function parts(file) {
  const bytes = await readFile(file);
  const packed = bytes.readUInt32LE(0) === 0x46546c67 ? bytes : await asGlb(JSON.parse(bytes.toString('utf8')), file);
  const loader = new GLTFLoader().setMeshoptDecoder(MeshoptDecoder).setDRACOLoader(await dracoLoader());
  const { scene, animations } = await loader.parseAsync(withoutImages(packed), '');
  return { scene, animations };
}

/** What three.js' DRACOLoader does in a worker of a browser, with the decoder that three.js contains. */
async function dracoLoader() {
  const code = await readFile(new URL(import.meta.resolve('three/addons/libs/draco/gltf/draco_decoder.js')), 'utf8');
  const found = {};
  new Function('module', 'exports', 'require', '__dirname', code)(found, {}, createRequire(import.meta.url), '');
  const draco = await found.exports({});
  const types = { Float32Array: draco.DT_FLOAT32, Uint8Array: draco.DT_UINT8, Uint16Array: draco.DT_UINT16 };
  const heaps = { Float32Array: 'HEAPF32', Uint8Array: 'HEAPU8', Uint16Array: 'HEAPU16' };
  const values = (count, width, heap, fill) => {
    const bytes = count * heap.BYTES_PER_ELEMENT;
    const at = draco._malloc(bytes);
    fill(bytes, at);
    const copy = draco[width].slice(at / heap.BYTES_PER_ELEMENT, at / heap.BYTES_PER_ELEMENT + count);
    draco._free(at);
    return copy;
  };
  return {
    preload() {},
    decodeDracoFile(buffer, done, ids, arrays) {
      const decoder = new draco.Decoder();
      const mesh = new draco.Mesh();
      const status = decoder.DecodeArrayToMesh(new Int8Array(buffer), buffer.byteLength, mesh);
      if (!status.ok()) throw new Error(`Draco: ${status.error_msg()}`);
      const geometry = new BufferGeometry();
      geometry.setIndex(new BufferAttribute(values(3 * mesh.num_faces(), 'HEAPU32', Uint32Array, (bytes, at) =>
        decoder.GetTrianglesUInt32Array(mesh, bytes, at)), 1));
      for (const [name, id] of Object.entries(ids)) {
        const attribute = decoder.GetAttributeByUniqueId(mesh, id);
        const width = attribute.num_components();
        const array = values(width * mesh.num_points(), heaps[arrays[name]], globalThis[arrays[name]], (bytes, at) =>
          decoder.GetAttributeDataArrayForAllPoints(mesh, attribute, types[arrays[name]], bytes, at));
        geometry.setAttribute(name, new BufferAttribute(array, width));
      }
      done(geometry);
    },
  };
}

/** Puts the buffers of a glTF file into its JSON, so that no loader has to fetch them. */
async function asGlb(json, file) {
  for (const buffer of json.buffers ?? []) {
    if (buffer.uri && !buffer.uri.startsWith('data:')) {
      const data = await readFile(new URL(buffer.uri, pathToFileURL(file)));
      buffer.uri = `data:application/octet-stream;base64,${data.toString('base64')}`;
    }
  }
  let text = Buffer.from(JSON.stringify(json), 'utf8');
  text = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, ' ')]);
  const head = Buffer.alloc(20);
  head.write('glTF', 0, 'latin1');
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(20 + text.length, 8);
  head.writeUInt32LE(text.length, 12);
  head.writeUInt32LE(JSON_CHUNK, 16);
  return Buffer.concat([head, text]);
}

export async function load(file) {
  const gltf = await parts(file);
  const meshes = [];
  gltf.scene.traverse((object) => {
    if (object.isSkinnedMesh) meshes.push(object);
  });
  if (meshes.length === 0) throw new Error(`${file} has no skinned mesh`);
  return { gltf, mesh: meshes[0], mixer: new AnimationMixer(gltf.scene) };
}

/** Index of the original vertex of every vertex of the file. */
export function sources(model) {
  const { attributes } = model.mesh.geometry;
  const marked = attributes._source_vertex;
  return Array.from({ length: attributes.position.count }, (_, k) =>
    marked ? marked.getX(k) + 65536 * marked.getY(k) : k);
}

/** Positions of all vertices of the file at a time of a clip, xyz after xyz. */
export function positions(model, clipName, time) {
  const { gltf, mesh, mixer } = model;
  const clip = gltf.animations.find((c) => c.name === clipName);
  if (!clip) throw new Error(`no clip '${clipName}'; available: ${gltf.animations.map((c) => c.name).join(', ')}`);
  mixer.stopAllAction();
  const action = mixer.clipAction(clip);
  action.reset();
  action.setLoop(LoopOnce, 1);
  action.clampWhenFinished = true;
  action.play();
  mixer.setTime(time);
  gltf.scene.updateMatrixWorld(true);
  mesh.skeleton.update();
  const out = [];
  const v = new Vector3();
  for (let k = 0; k < mesh.geometry.attributes.position.count; k++) {
    mesh.getVertexPosition(k, v);
    v.applyMatrix4(mesh.matrixWorld);
    out.push(v.x, v.y, v.z);
  }
  return out;
}

/** The number of sets of four influences; three.js itself uses the first. */
export function influenceSets(model) {
  const { attributes } = model.mesh.geometry;
  let sets = 1;
  while (attributes[`weights_${sets}`]) sets++;
  return sets;
}

/** The same as positions(), with three.js' bone matrices and all sets of influences. */
export function positionsOfAllSets(model, clipName, time) {
  positions(model, clipName, time);
  const { mesh } = model;
  const { attributes } = mesh.geometry;
  const palette = mesh.skeleton.bones.map((bone, k) => bone.matrixWorld.clone().multiply(mesh.skeleton.boneInverses[k]));
  const sets = influenceSets(model);
  const component = (attribute, k, x) => attribute.getComponent(k, x);
  const out = [];
  const rest = new Vector3();
  const part = new Vector3();
  const sum = new Vector3();
  for (let k = 0; k < attributes.position.count; k++) {
    let others = 0;
    for (let s = 1; s < sets; s++) for (let x = 0; x < 4; x++) others += component(attributes[`weights_${s}`], k, x);
    sum.set(0, 0, 0);
    rest.fromBufferAttribute(attributes.position, k);
    for (let s = 0; s < sets; s++) {
      const joints = s === 0 ? attributes.skinIndex : attributes[`joints_${s}`];
      const weights = s === 0 ? attributes.skinWeight : attributes[`weights_${s}`];
      // The loader normalised the first set to sum to one.
      const scale = s === 0 ? 1 - others : 1;
      for (let x = 0; x < 4; x++) {
        part.copy(rest).applyMatrix4(palette[component(joints, k, x)]);
        sum.addScaledVector(part, scale * component(weights, k, x));
      }
    }
    out.push(sum.x, sum.y, sum.z);
  }
  return out;
}
