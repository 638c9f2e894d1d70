/** Connects scene, state and page: the stage follows the state, controls set it. */
import * as THREE from 'three';
import { Stage } from 'sinew/view/stage.js';
import { Player } from 'sinew/view/player.js';
import { Readback } from 'sinew/view/readback.js';
import { pickVertex, rayThrough } from 'sinew/view/picking.js';
import { paneAt, placeInPane } from 'sinew/view/panes.js';
import { dressStage } from 'sinew/view/dressing.js';
import { showControls } from 'sinew/ui/controls.js';
import { showTransport } from 'sinew/ui/transport.js';
import { showOverlays } from 'sinew/ui/overlays.js';
import { showCorner } from 'sinew/ui/corner.js';
import { showBones } from 'sinew/ui/bonelist.js';
import { showHandles } from 'sinew/ui/handlelist.js';
import { showPoseBar } from 'sinew/ui/posebar.js';
import { Handling } from 'sinew/handling.js';
import { niceAbove, number } from 'sinew/ui/format.js';
import { el } from 'sinew/ui/dom.js';
import { clipsOf, colouringsOf, viewsOf } from 'sinew/state.js';

/** Pixels that the pointer may move during a click. */
const CLICK_PIXELS = 5;
/** y is up and z is front, as in glTF. Slightly tilted from the top, where the up direction would be undefined. */
const SIDES = { front: new THREE.Vector3(0, 0, 1), side: new THREE.Vector3(1, 0, 0), top: new THREE.Vector3(0, 1, 0.001).normalize() };
/** Camera distance when zooming to a vertex, in sizes. */
const ZOOM_DISTANCE = 0.55;

export function mountViewer(scene, state, places) {
  return new Viewer(scene, state, places);
}

class Viewer {
  constructor(scene, state, { canvas, controls, transport, panel }) {
    this.scene = scene;
    this.panel = panel;
    this.state = state;
    /** Whether a click picks a vertex and its bone; panels that use clicks otherwise switch it off. */
    this.picks = true;
    this.place = el('div', { className: 'view' });
    canvas.append(this.place);
    this.canvas = el('canvas', { tabIndex: 0, ariaLabel: 'Original and result in 3D; drag to orbit, click to pick a bone' });
    this.place.append(this.canvas);
    this.stage = new Stage(scene, this.canvas);
    state.set({ follow: this.stage.follows, errorMost: state.get('errorMost') ?? suggestMost(scene.stage), bindMost: suggestBindMost(scene.stage) });
    showControls(scene.stage, state, controls);
    showCorner(this, state, this.place);
    showTransport(scene.stage, state, transport);
    this.#showBonesOrHandles(transport);
    this.player = new Player(state, scene.stage.frames);
    this.#followState();
    // After the stage, so that overlays show the same pose.
    this.overlays = showOverlays(this, this.place, canvas);
    this.overlays.label(this.stage.panes);
    this.#sayThinned(scene.stage.topology);
    this.#listen();
    requestAnimationFrame((now) => this.#loop(now));
  }

  #sayThinned({ isThinned, drawn, triangles }) {
    if (isThinned) {
      const words = `Drawn with ${number(drawn.length / 3)} of ${number(triangles.length / 3)} triangles; solvers and files use all of them.`;
      this.place.append(el('p', { className: 'thinned', role: 'note' }, words));
    }
  }

  #showBonesOrHandles(transport) {
    const { scene, state, stage } = this;
    this.handling = stage.posing ? new Handling(stage, state, this.place) : null;
    if (this.handling) {
      showPoseBar(this.handling, state, transport);
      showHandles(this.handling, state, stage.palette, this.panel);
    } else {
      showBones(scene.stage, state, stage.palette, this.panel);
    }
  }

  #followState() {
    const { state, stage } = this;
    this.stage.resize();
    state.watch(['view'], () => this.#betweenBindAndMotion());
    state.watch(['view', 'wipe', 'model'], () => this.#arrange());
    stage.lookFrom();
    state.watch(['frame', 'model', 'bones', 'view', 'correctives'], () => {
      this.#showOnStage();
      stage.evaluators.forEach((evaluator) => (evaluator.correctives = state.get('correctives')));
      stage.pose(this.#shownTime());
      this.#mark();
    });
    state.watch(['vertex', 'pose'], () => this.#mark());
    state.watch(['goTo'], () => this.#goTo(state.get('goTo')));
    state.watch(['follow'], () => stage.setFollows(state.get('follow'), state.get('frame')));
    dressStage(stage, state);
  }

  /** Separate poses are shown one by one; nothing is interpolated between clips. */
  #shownTime() {
    const { frames } = this.scene.stage;
    const { first, count } = clipsOf(frames)[this.state.get('clip')];
    const time = Math.min(this.state.get('frame'), first + count - 1);
    return frames.stills ? Math.floor(time + 1e-6) : time;
  }

  /** The bind pose is elsewhere: the camera moves there and back. */
  #betweenBindAndMotion() {
    const { stage, state } = this;
    const bind = state.get('view') === 'bind';
    if (bind !== stage.showsBind) {
      stage.setBind(bind);
      stage.pose(this.#shownTime());
      this.#arrange();
      stage.lookFrom();
    }
  }

  /** Shows bones, or handles in the posing view. */
  #showOnStage() {
    const { state, stage } = this;
    const posing = state.get('view') === 'pose';
    stage.bones.forEach((bones, m) => (bones.shown = state.get('bones') && !posing && m === state.get('model')));
    // If two models are compared, distances are measured from the other one.
    stage.against = state.get('view') === 'between' ? 1 - state.get('model') : null;
    if (stage.handles) {
      stage.handles.shown = state.get('bones') && posing;
      stage.byHandles = posing;
    }
  }

  /** Shows a vertex at a frame, or at the nearest shown frame. */
  #goTo(place) {
    if (place) {
      const { count, stride } = this.scene.stage.frames;
      const frame = Math.min(count - 1, Math.round(place.frame / stride));
      const now = this.state.get('view');
      const view = now === 'pose' || now === 'bind' ? viewsOf(this.scene.stage).find((each) => each !== 'pose') : now;
      const colouring = colouringsOf(this.scene.stage).includes(place.shows) ? place.shows : this.state.get('colouring');
      // Bones would hide the vertex.
      this.state.set({ playing: false, view, frame, colouring, bones: false, vertex: place.vertex, goTo: null });
      this.#zoomTo(place.vertex);
    }
  }

  /** Zooms from outside, along the normal, as far as the current view allows. */
  #zoomTo(vertex) {
    const { stage } = this;
    const places = this.placesOf(vertex);
    const away = stage.camera.position.clone().sub(stage.controls.target).normalize();
    const normal = normalAt(vertex, places.original ? stage.posed : stage.read(this.state.get('model')), this.scene.stage.topology);
    stage.lookAt(places.model ?? places.original, normal.addScaledVector(away, 0.6).normalize(), ZOOM_DISTANCE);
  }

  #arrange() {
    const before = this.stage.panes[0]?.rect;
    const panes = this.stage.arrange(this.state.get('view'), this.state.get('model'), this.state.get('wipe'));
    if (before && before.width * panes[0].rect.height !== before.height * panes[0].rect.width) {
      this.#keepSize(before);
    }
    this.overlays?.label(panes);
  }

  /** Keeps the apparent size in a pane of another shape by moving the camera along its line of sight. */
  #keepSize(before) {
    const { camera, controls, framing, follows, panes } = this.stage;
    const offset = camera.position.clone().sub(controls.target);
    const distance = (rect) => framing.fit(offset.clone().normalize(), follows, this.#aspect(rect)).distance;
    offset.multiplyScalar(distance(panes[0].rect) / distance(before));
    camera.position.copy(controls.target).add(offset);
    this.stage.invalidate();
  }

  #aspect({ width, height }) {
    return (this.canvas.clientWidth * width) / Math.max(1, this.canvas.clientHeight * height);
  }

  #listen() {
    this.watching = new ResizeObserver(() => {
      this.stage.resize();
      this.#arrange();
      this.stage.render();
    });
    this.watching.observe(this.place);
    let down = null;
    this.canvas.addEventListener('pointerdown', (event) => (down = event));
    this.canvas.addEventListener('pointerup', (event) => {
      if (down && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < CLICK_PIXELS) {
        this.#click(event);
      }
      down = null;
    });
    this.canvas.addEventListener('webglcontextrestored', () => this.stage.pose(this.state.get('frame')));
  }

  /** Releases all resources. */
  dispose() {
    this.gone = true;
    this.watching.disconnect();
    this.stage.dispose();
  }

  #loop(now) {
    if (this.gone) {
      return;
    }
    this.player.tick(now);
    this.handling?.tick();
    this.stage.renderIfDue(now);
    requestAnimationFrame((next) => this.#loop(next));
  }

  /** The pane under a pointer and the ray through it; or null. */
  #under(event) {
    const box = this.canvas.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width;
    const y = (event.clientY - box.top) / box.height;
    const pane = paneAt(this.stage.panes, x, y);
    return pane ? { pane, x, y, box, ray: rayThrough(this.stage.camera, pane, x, y, this.#aspect(pane.rect)) } : null;
  }

  #click(event) {
    const under = this.picks ? this.#under(event) : null;
    if (under) {
      this.#pick(under);
    }
  }

  /**
   * The surface under a pointer: the vertex (null outside the mesh), its position, and the length of one size in pixels.
   *
   * @param known cache of positions, for repeated calls with one pose; filled
   */
  surfaceAt(event, known = new Map()) {
    const under = this.#under(event);
    if (!under) {
      return null;
    }
    const { pane, ray, box } = under;
    const [shown] = pane.layers;
    if (!known.has(shown)) {
      known.set(shown, shown.shows === 'original' ? this.stage.posed.slice() : this.stage.read(this.stage.models.indexOf(shown)));
    }
    const positions = known.get(shown);
    const vertex = pickVertex(ray, positions, this.scene.stage.topology);
    const place = vertex === null ? null : new THREE.Vector3().fromArray(positions, 3 * vertex);
    const away = (place ?? this.stage.controls.target).distanceTo(this.stage.camera.position);
    const pixels = (pane.rect.height * box.height) / (2 * away * Math.tan(THREE.MathUtils.degToRad(this.stage.camera.fov / 2)));
    return { vertex, place, pixels, ray };
  }

  #pick({ pane, ray, x, y, box }) {
    const { state, stage } = this;
    const model = state.get('model');
    const bone = state.get('bones') ? this.#pickBone(pane, x, y, box) : null;
    if (bone !== null) {
      state.set({ bone, vertex: null });
      return;
    }
    const shown = pane.layers[0];
    const positions = shown.shows === 'original' ? stage.posed : stage.read(model);
    const vertex = pickVertex(ray, positions, this.scene.stage.topology);
    const dominant = vertex === null ? null : (stage.evaluators[model]?.influencesOf(vertex)[0]?.bone ?? null);
    state.set({ vertex, bone: dominant });
  }

  #pickBone(pane, x, y, box) {
    const { stage, state } = this;
    const { left, top, width, height } = placeInPane(pane, x, y, box);
    if (stage.handles?.shown) {
      const handle = stage.handles.pickBone(left, top, stage.camera, width, height, 8);
      return handle === null ? null : stage.posing.handles[handle].bone;
    }
    return stage.bones[state.get('model')]?.pick(left, top, stage.camera, width, height, 12) ?? null;
  }

  /** Replaces the current model by another one of the same mesh; camera, time and settings stay. */
  swapModel(model) {
    const { state, stage } = this;
    stage.swapModel(state.get('model'), model);
    state.set({ bone: null, vertex: null, swapped: state.get('swapped') + 1 });
    stage.pose(this.#shownTime());
  }

  /** Moves marker and readout to the picked vertex. */
  #mark() {
    const vertex = this.state.get('vertex');
    this.stage.marker.mark(vertex === null ? null : this.placesOf(vertex));
    this.stage.invalidate();
  }

  /** A vertex on the original and on the current model. */
  placesOf(vertex) {
    const { stage } = this;
    const model = this.scene.stage.models[this.state.get('model')];
    const at = 3 * vertex;
    return {
      original: stage.original ? [...stage.posed.subarray(at, at + 3)] : null,
      model: model ? stage.evaluators[this.state.get('model')].place(vertex) : null,
    };
  }

  /** Posed positions of a frame from the graphics card, 3N, in the units of the file. */
  positions(frame, model) {
    this.stage.evaluators[model].pose(frame);
    const { size, centre } = this.scene.stage.unit;
    const out = Float64Array.from(this.stage.read(model), (x, k) => size * x + centre[k % 3]);
    this.stage.pose(this.#shownTime());
    return out;
  }

  /** Normals of a frame with the selected rule, from the graphics card, three numbers per row. */
  normals(frame, model) {
    const { stage } = this;
    stage.evaluators[model].pose(frame);
    if (stage.shading.rule === 'recomputed') {
      stage.models[model].setNormals(stage.read(model));
    } else if (stage.models[model].stored) {
      stage.models[model].takeStored();
    }
    const { rowVertex } = this.scene.stage.topology;
    const out = new Readback(stage.renderer, stage.evaluators[model], rowVertex, stage.models[model].normals).read();
    stage.pose(this.#shownTime());
    return out;
  }

  /** Positions as posed by the handles, from the graphics card, 3N, in the units of the file. */
  handledPositions() {
    this.handling.tick();
    this.stage.pose(this.state.get('frame'));
    const { size, centre } = this.scene.stage.unit;
    return Float64Array.from(this.stage.read(0), (x, k) => size * x + centre[k % 3]);
  }

  resetView() {
    this.stage.lookFrom();
  }

  /** @param side front, side or top, along the file's axes */
  lookFrom(side) {
    this.stage.lookFrom(SIDES[side].clone());
  }

  /** Orbits the camera, in degrees. */
  orbit(right, up) {
    const { camera, controls } = this.stage;
    const offset = camera.position.clone().sub(controls.target);
    const around = new THREE.Spherical().setFromVector3(offset);
    around.theta += THREE.MathUtils.degToRad(right);
    around.phi = Math.min(Math.PI - 0.05, Math.max(0.05, around.phi - THREE.MathUtils.degToRad(up)));
    camera.position.setFromSpherical(around).add(controls.target);
    this.stage.invalidate();
  }

  zoom(factor) {
    const { camera, controls } = this.stage;
    camera.position.sub(controls.target).multiplyScalar(factor).add(controls.target);
    this.stage.invalidate();
  }

  /** The pixels of the current frame, RGBA, rows from the bottom. */
  pixels() {
    this.stage.quality.settle();
    this.stage.render();
    const gl = this.stage.renderer.getContext();
    const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
    const data = new Uint8Array(4 * width * height);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, data);
    return { width, height, data };
  }
}

/** The normal of the faces around a vertex. */
function normalAt(vertex, positions, { triangles, rowVertex }) {
  const sum = new THREE.Vector3();
  const [a, b, c] = [new THREE.Vector3(), new THREE.Vector3(), new THREE.Vector3()];
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [rowVertex[triangles[t]], rowVertex[triangles[t + 1]], rowVertex[triangles[t + 2]]];
    if (corners.includes(vertex)) {
      [a, b, c].forEach((corner, k) => corner.fromArray(positions, 3 * corners[k]));
      sum.add(b.sub(a).cross(c.sub(a)));
    }
  }
  return sum.lengthSq() > 0 ? sum.normalize() : new THREE.Vector3(0, 0, 1);
}

/** The end of the error scale: a round number above all but the worst vertices. */
function suggestMost({ error }) {
  if (!error) {
    return 1;
  }
  return aboveMost(error.perVertex);
}

/** The same for the displacement of the bind pose, in percent. */
function suggestBindMost({ given, models }) {
  if (!given) {
    return 1;
  }
  const { rest } = models[0];
  return aboveMost(Float32Array.from({ length: rest.length / 3 }, (_, i) => 100 * Math.hypot(...[0, 1, 2].map((x) => rest[3 * i + x] - given[3 * i + x]))));
}

function aboveMost(values) {
  const sorted = Float32Array.from(values).sort();
  return niceAbove(1.3 * sorted[Math.floor(0.98 * (sorted.length - 1))]);
}
