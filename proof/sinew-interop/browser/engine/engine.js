/** Draws models with three.js' default renderer next to frames of their sequence. See ../render-engine.mjs. */
import * as THREE from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js';
import { bodyMaterial, drawnSkeleton, painted } from './bones.js';
import { readSequence } from './sequence.js';

const DIRECTIONS = { side: [1, 0.12, 0.02], front: [0.02, 0.12, 1], top: [0.001, 1, 0.05], corner: [0.62, 0.3, 0.75] };
const FIELD_OF_VIEW = 26;
const FILL = 0.92;
const FRAMES_PER_SECOND = 30;

window.render = async function render(job) {
  document.body.className = job.theme;
  const original = job.original ? await readSequence(job.original) : null;
  const models = await Promise.all(job.models.map((model) => loadModel(model, job)));
  const columns = original ? [originalColumn(original, job), ...models] : models;
  const renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true, alpha: true });
  const rows = job.at.flatMap((at) => job.views.map((view) => ({ at, view })));
  renderer.setSize(columns.length * job.width, rows.length * job.height);
  renderer.toneMapping = THREE.ACESFilmicToneMapping;
  renderer.shadowMap.enabled = true;
  document.body.append(renderer.domElement);
  const scene = stage(renderer);
  rows.forEach((row, k) => drawRow({ job, columns, original, renderer, scene, ...row, top: k * job.height, bottom: (rows.length - 1 - k) * job.height }));
};

function drawRow({ job, columns, original, renderer, scene, at, view, top, bottom }) {
  const moment = momentOf(at, original);
  columns.forEach((column) => column.pose(moment));
  columns.forEach((column, k) => {
    // Models of one sequence share a frame; models of several have one each.
    const box = original ? columns.reduce((all, next) => all.union(next.box()), new THREE.Box3()) : column.box();
    const camera = cameraFor(box, view, job);
    scene.add(column.object);
    scene.traverse((part) => part.isDirectionalLight && aim(part, box, camera));
    const left = k * job.width;
    renderer.setViewport(left, bottom, job.width, job.height);
    renderer.setScissor(left, bottom, job.width, job.height);
    renderer.setScissorTest(true);
    renderer.render(scene, camera);
    scene.remove(column.object);
    label(`${column.label} · ${moment.words}`, left, top);
  });
}

/** @returns {bind, frame, share: fraction of the clip, seconds, words} */
function momentOf(at, original) {
  if (at === 'bind') {
    return { bind: true, words: 'bind pose' };
  }
  if (at.endsWith('s')) {
    const seconds = parseFloat(at);
    return { seconds, frame: Math.round(seconds * FRAMES_PER_SECOND), words: `${seconds} s` };
  }
  const frame = Number(at);
  const share = original && original.frames > 1 ? frame / (original.frames - 1) : null;
  return { frame, share, seconds: frame / FRAMES_PER_SECOND, words: `frame ${frame}` };
}

function stage(renderer) {
  const scene = new THREE.Scene();
  const room = new THREE.PMREMGenerator(renderer).fromScene(new RoomEnvironment(), 0.04);
  scene.environment = room.texture;
  scene.environmentIntensity = 0.45;
  const lamp = new THREE.DirectionalLight('#fff6ea', 2.2);
  scene.add(lamp, lamp.target);
  return scene;
}

/** Places the light over the camera's left shoulder, to show the shape. */
function aim(lamp, box, camera) {
  const middle = box.getCenter(new THREE.Vector3());
  const back = camera.position.clone().sub(middle);
  const left = new THREE.Vector3().crossVectors(camera.up, back).normalize().negate();
  lamp.target.position.copy(middle);
  lamp.position.copy(middle).addScaledVector(back, 0.7).addScaledVector(left, 0.7 * back.length());
  lamp.position.y += 0.8 * back.length();
}

function cameraFor(box, view, { width, height }) {
  const direction = new THREE.Vector3(...(DIRECTIONS[view] ?? DIRECTIONS.side)).normalize();
  const camera = new THREE.PerspectiveCamera(FIELD_OF_VIEW, width / height, 0.001, 1e6);
  const middle = box.getCenter(new THREE.Vector3());
  const half = box.getSize(new THREE.Vector3()).multiplyScalar(0.5);
  const tangent = FILL * Math.tan((FIELD_OF_VIEW * Math.PI) / 360);
  camera.up.set(0, 1, 0);
  camera.position.copy(middle).add(direction);
  camera.lookAt(middle);
  camera.updateMatrix();
  const [right, up] = [new THREE.Vector3().setFromMatrixColumn(camera.matrix, 0), new THREE.Vector3().setFromMatrixColumn(camera.matrix, 1)];
  let distance = 0;
  for (let c = 0; c < 8; c++) {
    const corner = half.clone().multiply(new THREE.Vector3(c & 1 ? 1 : -1, c & 2 ? 1 : -1, c & 4 ? 1 : -1));
    const across = Math.max(Math.abs(corner.dot(right)) / camera.aspect, Math.abs(corner.dot(up)));
    distance = Math.max(distance, corner.dot(direction) + across / tangent);
  }
  camera.position.copy(middle).addScaledVector(direction, distance);
  camera.near = distance / 100;
  camera.far = distance * 100;
  camera.updateProjectionMatrix();
  camera.lookAt(middle);
  return camera;
}

function materialFor(job, given) {
  if (job.colours === 'normals') {
    return new THREE.MeshNormalMaterial({ side: THREE.DoubleSide });
  }
  if (job.colours === 'file' && given) {
    return given;
  }
  if (job.colours === 'bones') {
    return bodyMaterial();
  }
  return new THREE.MeshStandardMaterial({ color: '#b9b2a8', roughness: 0.55, metalness: 0, side: THREE.DoubleSide });
}

async function loadModel({ url, label: name }, job) {
  const gltf = await new GLTFLoader().loadAsync(url);
  const mixer = new THREE.AnimationMixer(gltf.scene);
  const meshes = [];
  gltf.scene.traverse((part) => part.isMesh && meshes.push(part));
  const bones = job.colours === 'bones' ? meshes.flatMap((mesh) => mesh.skeleton?.bones ?? []) : [];
  meshes.forEach((mesh) => {
    mesh.material = materialFor(job, mesh.material);
    mesh.geometry = bones.length > 0 ? painted(mesh) : mesh.geometry;
    mesh.frustumCulled = false;
  });
  // The stored mesh, drawn without skinning.
  const bound = new THREE.Group();
  meshes.forEach((mesh) => bound.add(new THREE.Mesh(mesh.geometry, mesh.material)));
  let skeleton = new THREE.Group();
  const column = {
    label: name,
    object: gltf.scene,
    pose: (moment) => {
      column.object = moment.bind ? bound : gltf.scene;
      if (moment.bind) {
        meshes.forEach((mesh) => mesh.skeleton?.pose());
      } else {
        play(mixer, gltf.animations[0], moment);
      }
      gltf.scene.updateMatrixWorld(true);
      skeleton.removeFromParent();
      skeleton = drawnSkeleton(bones, boxOf(column.object).getSize(new THREE.Vector3()).length());
      column.object.add(skeleton);
      column.object.updateMatrixWorld(true);
    },
    box: () => boxOf(column.object),
  };
  return column;
}

/** Bounds of all vertices, skinned if they have a skin. */
function boxOf(object) {
  const box = new THREE.Box3();
  const p = new THREE.Vector3();
  object.traverse((part) => {
    if (part.isMesh && part.renderOrder === 0) {
      part.skeleton?.update();
      for (let k = 0; k < part.geometry.attributes.position.count; k++) {
        box.expandByPoint(part.getVertexPosition(k, p).applyMatrix4(part.matrixWorld));
      }
    }
  });
  return box;
}

function play(mixer, clip, { share = null, seconds }) {
  if (clip) {
    mixer.stopAllAction();
    const action = mixer.clipAction(clip).reset();
    action.setLoop(THREE.LoopOnce, 1);
    action.clampWhenFinished = true;
    action.play();
    mixer.setTime(share === null ? seconds : share * clip.duration);
  }
}

function originalColumn(original, job) {
  const mesh = new THREE.Mesh(original.geometry, materialFor(job, null));
  mesh.frustumCulled = false;
  return {
    label: 'given',
    object: mesh,
    pose: (moment) => original.show(moment.bind ? null : moment.frame),
    box: () => new THREE.Box3().setFromBufferAttribute(original.geometry.attributes.position),
  };
}

function label(words, left, top) {
  const span = document.createElement('span');
  span.textContent = words;
  span.style.left = `${left}px`;
  span.style.top = `${top}px`;
  document.body.append(span);
}
