/** The 3D scene: subjects, bones, lights and camera, rendered pane by pane when something has changed. */
import * as THREE from 'three';
import { OrbitControls } from 'three/controls';
import { arrayTexture } from 'sinew/view/textures.js';
import { LinearEvaluator, spread } from 'sinew/view/linear.js';
import { TwoLayerEvaluator } from 'sinew/view/twolayer.js';
import { mapTexture, MAPS, palette } from 'sinew/view/colours.js';
import { sharedAttributes, Subject } from 'sinew/view/subject.js';
import { Studio } from 'sinew/view/studio.js';
import { Framing, makeCamera } from 'sinew/view/framing.js';
import { corners, outermost, outlineOf } from 'sinew/view/outline.js';
import { Shading } from 'sinew/view/shading.js';
import { BonesView } from 'sinew/view/bones.js';
import { SkeletonView } from 'sinew/view/skeleton.js';
import { Marker } from 'sinew/view/marker.js';
import { panesOf } from 'sinew/view/panes.js';
import { COLOURING } from 'sinew/view/surface.js';
import { Quality } from 'sinew/view/quality.js';
import { Readback } from 'sinew/view/readback.js';
import { HandlesView } from 'sinew/view/handles.js';
import { Posing } from 'sinew/pose/posing.js';

/** Evaluators by kind of model. */
const EVALUATORS = { linear: LinearEvaluator, twoLayer: TwoLayerEvaluator };
/** Travel in sizes from which the camera follows by default. */
const LONG_TRAVEL = 1.2;
/** Half the width of an outline, in CSS pixels. */
const OUTLINE = 1.3;

export class Stage {
  #dirty = true;

  /** @param scene as read; it must have a stage */
  constructor(scene, canvas) {
    this.stage = scene.stage;
    this.canvas = canvas;
    this.renderer = makeRenderer(canvas);
    this.palette = palette(Math.max(1, ...this.stage.models.map((model) => model.boneCount)));
    this.evaluators = this.stage.models.map((model) => new EVALUATORS[model.kind](model, this.palette, this.renderer));
    this.uniforms = this.#sharedUniforms();
    this.#makeSubjects();
    this.#makeHandles();
    this.#makeFramings();
    this.camera = makeCamera();
    // Separate poses are at different positions, so the camera follows them.
    this.follows = this.framing.travel > LONG_TRAVEL || this.stage.frames.stills;
    this.studio = new Studio(this.renderer, {
      floor: this.framing.floor,
      reach: Math.max(0.7, 0.55 * this.framing.extent(this.follows).length()),
      turn: this.framing.turn,
    });
    this.scene = new THREE.Scene();
    this.marker = new Marker();
    this.bones = this.evaluators.map((evaluator) => bonesOf(evaluator, this.palette));
    this.scene.add(this.studio, ...this.subjects, ...this.bones, ...(this.handles ? [this.handles] : []), this.marker);
    this.target = this.framing.target(0, this.follows, new THREE.Vector3());
    this.controls = makeControls(this.camera, canvas, () => this.invalidate());
    this.panes = [];
    this.quality = new Quality((level) => this.#draw(level));
  }

  /** What the camera must have in view: the frames, and the bind pose, which is elsewhere. */
  #makeFramings() {
    const { boxes, original, frames, given, models } = this.stage;
    const outline = original
      ? outlineOf(frames.count, (f) => original.at(f, this.posed))
      : Array.from({ length: frames.count }, (_, frame) => ({ frame, points: corners(boxes.slice(6 * frame, 6 * frame + 6)) }));
    this.moving = new Framing(boxes, outline, this.handles?.places() ?? [], frames.stills);
    const bind = [...outermost(models[0]?.rest ?? []), ...outermost(given ?? [])];
    const sides = [0, 1, 2].map((x) => bind.filter((_, k) => k % 3 === x));
    const box = [...sides.map((side) => Math.min(...side)), ...sides.map((side) => Math.max(...side))];
    this.bound = models.length > 0 ? new Framing(box, [{ frame: 0, points: bind }]) : null;
    this.showsBind = false;
    /** The model that replaces the original if two models are compared; else null. */
    this.against = null;
  }

  get framing() {
    return this.showsBind ? this.bound : this.moving;
  }

  /** If there are handles, they move the first model in the posing view. */
  #makeHandles() {
    const { handles, unit } = this.stage;
    this.posing = handles ? new Posing(handles) : null;
    this.handles = handles ? new HandlesView(this.posing, unit, this.palette) : null;
    this.byHandles = false;
  }

  #draw(level) {
    this.level = level;
    this.studio.setSurroundings(level.surroundings);
    this.resize();
  }

  #sharedUniforms() {
    const { stage } = this;
    this.posed = new Float32Array(3 * stage.mesh.vertices);
    this.originalTexture = arrayTexture(stage.original ? stage.mesh.vertices : 1, 4);
    const shells = arrayTexture(stage.mesh.shells, 4);
    palette(stage.mesh.shells).forEach((colour, s) => shells.image.data.set(colour, 4 * s));
    this.maps = Object.fromEntries(MAPS.map((map) => [map, mapTexture(map)]));
    return {
      sinewOriginal: { value: this.originalTexture },
      sinewPerVertex: { value: perVertexTexture(stage) },
      sinewShellPalette: { value: shells },
      sinewMap: { value: this.maps[MAPS[0]] },
      sinewBone: { value: 0 },
      sinewMost: { value: 1 },
      sinewMostAngle: { value: 30 },
      sinewPixel: { value: new THREE.Vector2() },
    };
  }

  #makeSubjects() {
    const attributes = sharedAttributes(this.stage);
    const common = { attributes, topology: this.stage.topology };
    const own = () => ({
      ...this.uniforms,
      sinewColouring: { value: COLOURING.tint },
      sinewTint: { value: new THREE.Color('#cbc3b8') },
      sinewExaggeration: { value: 1 },
      sinewFlatness: { value: 0 },
    });
    this.hasColours = Boolean(attributes.rowColour);
    const evaluator = this.evaluators[0] ?? null;
    this.original = this.stage.original
      ? new Subject({ ...common, shows: 'original', name: 'Original', evaluator, uniforms: own() })
      : null;
    this.models = this.stage.models.map(({ name, normals }, k) =>
      new Subject({ ...common, shows: 'model', name, evaluator: this.evaluators[k], uniforms: own(), stored: normals, truth: this.original }));
    this.shading = new Shading(this);
    this.subjects = [...this.models, ...(this.original ? [this.original] : [])];
  }

  /** Replaces a model by another one of the same mesh and kind; reuses everything else. */
  swapModel(m, model) {
    this.stage.models[m] = model;
    this.palette.push(...palette(model.boneCount).slice(this.palette.length));
    this.evaluators[m].swap(model, this.palette);
    const before = this.bones[m];
    this.bones[m] = bonesOf(this.evaluators[m], this.palette);
    this.bones[m].shown = before.shown;
    this.scene.remove(before);
    this.scene.add(this.bones[m]);
    this.models[m].stored = model.normals;
    this.shading.use(this.shading.rule);
  }

  /** @param values one per vertex, 0–1, shown in the painting colouring */
  paint(values) {
    const texture = this.uniforms.sinewPerVertex.value;
    values.forEach((value, i) => (texture.image.data[4 * i + 2] = value));
    texture.needsUpdate = true;
    this.invalidate();
  }

  invalidate() {
    this.#dirty = true;
  }

  /** Frees the resources of the graphics card. */
  dispose() {
    this.controls.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }

  /** Poses everything at a time. */
  pose(time) {
    this.evaluators.forEach((evaluator) => (this.showsBind ? evaluator.bind() : evaluator.pose(time)));
    if (this.byHandles) {
      this.evaluators[0].take(drawnMatrices(this.posing, this.stage.unit));
      this.handles.pose();
    }
    this.bones.filter(({ shown }) => shown).forEach((bones) => bones.pose());
    if (this.original) {
      this.#poseOriginal(time);
      spread(this.posed, this.originalTexture.image.data);
      this.originalTexture.needsUpdate = true;
    }
    this.shading.moved();
    this.#goAlong(time);
    this.invalidate();
  }

  #poseOriginal(time) {
    if (this.live) {
      this.posed.set(this.live);
    } else if (this.against !== null) {
      this.posed.set(this.read(this.against));
    } else if (this.showsBind) {
      this.posed.set(this.stage.given);
    } else {
      this.stage.original.at(time, this.posed);
    }
  }

  /** Shows other positions instead of the original's, 3N in the units of the file; null restores the original's. */
  showLive(positions, time) {
    const { size, centre } = this.stage.unit;
    this.live = positions && Float32Array.from(positions, (x, k) => (x - centre[k % 3]) / size);
    this.pose(time);
  }

  /** Moves camera, light and ground with the subject. */
  #goAlong(time) {
    const target = this.framing.target(time, this.follows, new THREE.Vector3());
    const step = target.clone().sub(this.target);
    this.target.copy(target);
    this.camera.position.add(step);
    this.controls.target.add(step);
    this.studio.moveTo(target.x, target.y, target.z);
  }

  setFollows(follows, time) {
    this.follows = follows;
    this.#goAlong(time);
    this.invalidate();
  }

  /** Switches between the bind pose and the animation; the camera moves there. */
  setBind(shown) {
    if (shown !== this.showsBind && this.bound) {
      this.showsBind = shown;
      this.studio.ground.position.y = this.framing.floor;
    }
  }

  /** Shows the whole subject from a direction; by default the initial one. */
  lookFrom(direction = this.framing.firstDirection) {
    const pane = this.panes[0]?.rect ?? { width: 1, height: 1 };
    const aspect = (this.canvas.clientWidth * pane.width) / Math.max(1, this.canvas.clientHeight * pane.height);
    const { distance, shift } = this.framing.fit(direction, this.follows, aspect);
    this.#look(this.target.clone().add(shift), direction, distance);
  }

  /** Shows a position from nearby. */
  lookAt(place, direction, distance) {
    this.#look(new THREE.Vector3(...place), direction, distance);
  }

  #look(place, direction, distance) {
    this.controls.target.copy(place);
    this.camera.position.copy(place).addScaledVector(direction, distance);
    this.controls.update();
    this.invalidate();
  }

  /** Posed positions of a model from the graphics card, 3N, as drawn. */
  read(model) {
    this.readbacks ??= new Map();
    if (!this.readbacks.has(model)) {
      this.readbacks.set(model, Readback.positions(this.renderer, this.evaluators[model], this.stage.mesh.vertices));
    }
    return this.readbacks.get(model).read();
  }

  /** Lays out the canvas for a view; see panes.js. */
  arrange(view, model, wipe) {
    const subjects = { original: this.original, models: this.models, model: this.models[model] };
    this.panes = panesOf(view, subjects, wipe, true);
    if (this.panes.length > 1 && !this.#fillsBetter(this.panes[0], this.panes.length)) {
      this.panes = panesOf(view, subjects, wipe, false);
    }
    this.invalidate();
    return this.panes;
  }

  /** Whether panes side by side show the subject larger than stacked panes. */
  #fillsBetter({ rect }, count) {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (rect.width === 1 || height === 0) {
      return true;
    }
    const pixels = (w, h) => h / this.framing.fit(this.framing.firstDirection, this.follows, w / h).distance;
    return pixels(width / count, height) >= pixels(width, height / count);
  }

  resize() {
    const { clientWidth, clientHeight } = this.canvas;
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, this.level.pixelRatio));
    this.renderer.setSize(Math.max(1, clientWidth), Math.max(1, clientHeight), false);
    this.invalidate();
  }

  /**
   * Draws if something has changed.
   *
   * @param now milliseconds
   */
  renderIfDue(now) {
    if (this.controls.update()) {
      this.#dirty = true;
    }
    if (this.#dirty) {
      this.#dirty = false;
      this.quality.moving(now);
      this.render();
    } else if (this.quality.settles(now)) {
      this.#dirty = false;
      this.render();
    }
  }

  render() {
    this.shading.refresh();
    this.renderer.setScissorTest(false);
    this.renderer.clear();
    this.renderer.setScissorTest(true);
    this.panes.forEach((pane) => this.#renderPane(pane));
  }

  #renderPane({ rect, cut, layers }) {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const pixels = (r) => [r.x * width, (1 - r.y - r.height) * height, r.width * width, r.height * height];
    this.renderer.setViewport(...pixels(rect));
    this.renderer.setScissor(...pixels(cut));
    this.camera.aspect = (rect.width * width) / (rect.height * height);
    this.camera.updateProjectionMatrix();
    this.uniforms.sinewPixel.value.set((2 * OUTLINE) / (rect.width * width), (2 * OUTLINE) / (rect.height * height));
    layers.forEach((layer, k) => this.#renderLayer(layer, k));
  }

  /** The first layer has the ground; further layers are drawn over it. */
  #renderLayer(layer, k) {
    if (k > 0) {
      this.renderer.clearDepth();
    }
    this.subjects.forEach((subject) => (subject.visible = subject === layer));
    this.studio.ground.visible = k === 0;
    this.bones.forEach((bones, m) => (bones.visible = bones.shown && this.models[m] === layer));
    if (this.handles) {
      this.handles.visible = this.handles.shown && layer === this.models[0];
    }
    this.marker.showOn(layer.shows);
    this.renderer.render(this.scene, this.camera);
  }
}

function bonesOf(evaluator, colours) {
  return evaluator.model.skeleton.segments ? new SkeletonView(evaluator, colours) : new BonesView(evaluator, colours);
}

/** Converts handle matrices to matrices of the model's bones in viewer coordinates (ViewUnit.java). */
function drawnMatrices({ handles, matrices }, { size, centre, restCentre }) {
  const out = new Float32Array(matrices.length);
  handles.forEach(({ bone }, j) => {
    for (let row = 0; row < 3; row++) {
      const from = 12 * j + 4 * row;
      const to = 12 * bone + 4 * row;
      let t = matrices[from + 3] - centre[row];
      for (let c = 0; c < 3; c++) {
        t += matrices[from + c] * restCentre[c];
        out[to + c] = matrices[from + c];
      }
      out[to + 3] = t / size;
    }
  });
  return out;
}

function makeRenderer(canvas) {
  const renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true, powerPreference: 'high-performance' });
  renderer.autoClear = false;
  renderer.toneMapping = THREE.NeutralToneMapping;
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = THREE.PCFShadowMap;
  return renderer;
}

function makeControls(camera, canvas, changed) {
  const controls = new OrbitControls(camera, canvas);
  controls.enableDamping = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  controls.dampingFactor = 0.12;
  controls.minDistance = 0.05;
  controls.maxDistance = 40;
  controls.addEventListener('change', changed);
  return controls;
}

/** Per vertex: error over all frames in percent, shell, painted value. */
function perVertexTexture(stage) {
  const n = stage.mesh.vertices;
  const texture = arrayTexture(n, 4);
  for (let i = 0; i < n; i++) {
    texture.image.data[4 * i] = stage.error ? stage.error.perVertex[i] : 0;
    texture.image.data[4 * i + 1] = stage.surface.shells ? stage.surface.shells[i] : 0;
  }
  return texture;
}
