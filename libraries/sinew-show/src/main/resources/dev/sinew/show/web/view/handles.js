/** Draws handles over the mesh: balls to drag, bones as octahedra, the cage as lines. The mesh does not hide them. */
import * as THREE from 'three';
import { flat, instances, octahedron, shaded, toSegment } from 'sinew/view/skeleton.js';

const OUTLINE_COLOUR = new THREE.Color('#1d1a17');
const CHOSEN_COLOUR = new THREE.Color('#e8600f');
/** Sizes as fractions of the subject's size. */
const MAX_RADIUS = 0.016;
const OUTLINE = 0.0017;

export class HandlesView extends THREE.Group {
  /**
   * @param posing provides the positions of handles
   * @param unit {size, centre}: converts from file to viewer coordinates
   * @param palette linear RGB per bone
   */
  constructor(posing, unit, palette) {
    super();
    this.posing = posing;
    this.unit = unit;
    this.shown = false;
    this.palette = posing.handles.map(({ bone }) => new THREE.Color().setRGB(...palette[bone], THREE.LinearSRGBColorSpace));
    this.segments = posing.handles.map((handle, j) => ({ ...handle, j })).filter(({ type }) => type === 'bone');
    this.ends = new Float32Array(6 * this.segments.length);
    this.outlines = instances(octahedron(), this.segments.length, flat('#ffffff', THREE.BackSide), 20);
    this.bodies = instances(octahedron(), this.segments.length, shaded(), 21);
    this.segments.forEach(({ j }, s) => this.bodies.setColorAt(s, this.palette[j]));
    this.balls = balls(posing.grips.length);
    this.cage = posing.cage ? cageLines(posing.cage) : null;
    // Handles hide each other; nothing else hides them.
    this.outlines.onBeforeRender = (renderer) => {
      renderer.state.buffers.depth.setMask(true);
      renderer.clearDepth();
    };
    this.add(this.outlines, this.bodies, this.balls, ...(this.cage ? [this.cage] : []));
    this.dress({ grip: null, hover: null, bone: null });
  }

  /** @param places in the units of the file */
  #toView(place) {
    const { size, centre } = this.unit;
    return place.map((x, d) => (x - centre[d]) / size);
  }

  /** Converts a position from viewer to file coordinates. */
  toFile({ x, y, z }) {
    const { size, centre } = this.unit;
    return [x, y, z].map((value, d) => size * value + centre[d]);
  }

  /** Updates colours for the hovered and the chosen grip, the chosen bone and pins. */
  dress({ grip, hover, bone }) {
    const { posing } = this;
    const { look, colour } = this.balls.geometry.attributes;
    posing.grips.forEach((each) => {
      const chosen = each.number === grip ? 1 : 0;
      look.setXYZ(each.number, posing.isPinned(each) ? 1 : 0, chosen, each.number === hover ? 1 : 0);
      colour.setXYZ(each.number, ...this.palette[each.parts.at(-1).handle].toArray());
    });
    look.needsUpdate = colour.needsUpdate = true;
    this.bone = bone;
    this.segments.forEach(({ bone: own }, s) => this.outlines.setColorAt(s, own === bone ? CHOSEN_COLOUR : OUTLINE_COLOUR));
    if (this.outlines.instanceColor) {
      this.outlines.instanceColor.needsUpdate = true;
    }
    this.pose();
  }

  /** Updates to the pose. */
  pose() {
    const { posing } = this;
    const places = this.balls.geometry.attributes.position;
    posing.grips.forEach((grip) => places.setXYZ(grip.number, ...this.#toView(posing.placeOf(grip))));
    places.needsUpdate = true;
    this.segments.forEach(({ j, position, tip, bone }, s) => {
      this.ends.set(this.#toView(posing.carry(j, position)), 6 * s);
      this.ends.set(this.#toView(posing.carry(j, tip)), 6 * s + 3);
      this.#placeBody(s, bone === this.bone ? 1.25 : 1);
    });
    this.bodies.instanceMatrix.needsUpdate = this.outlines.instanceMatrix.needsUpdate = true;
    if (this.cage) {
      const corners = this.cage.geometry.attributes.position;
      posing.cage.handles.forEach((j, k) => corners.setXYZ(k, ...this.#toView(posing.carry(j, posing.handles[j].position))));
      corners.needsUpdate = true;
    }
  }

  #placeBody(s, emphasis) {
    const from = new THREE.Vector3().fromArray(this.ends, 6 * s);
    const along = new THREE.Vector3().fromArray(this.ends, 6 * s + 3).sub(from);
    const length = Math.max(1e-6, along.length());
    along.divideScalar(length);
    const turn = new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 1, 0), along);
    const width = emphasis * Math.min(MAX_RADIUS, 0.15 * length);
    const matrix = new THREE.Matrix4();
    this.bodies.setMatrixAt(s, matrix.compose(from, turn, new THREE.Vector3(width, length, width)));
    const outline = emphasis > 1 ? 2 * OUTLINE : OUTLINE;
    const wider = width + outline;
    from.addScaledVector(along, -1.5 * outline);
    this.outlines.setMatrixAt(s, matrix.compose(from, turn, new THREE.Vector3(wider, length + 3 * outline, wider)));
  }

  /** The positions of all grips in viewer coordinates. */
  places() {
    return this.posing.grips.map(({ number }) => this.place(number).toArray());
  }

  /** The position of a grip in viewer coordinates. */
  place(grip) {
    return new THREE.Vector3().fromBufferAttribute(this.balls.geometry.attributes.position, grip);
  }

  /** The number of the grip nearest to a screen position, preferring the front one; null if none is near. */
  pick(x, y, camera, width, height, within) {
    let best = null;
    let least = Infinity;
    for (let k = 0; k < this.posing.grips.length; k++) {
      const at = this.place(k).project(camera);
      const distance = Math.hypot(((at.x + 1) / 2) * width - x, ((1 - at.y) / 2) * height - y);
      const score = distance + 2 * at.z;
      if (distance < within && Math.abs(at.z) < 1 && score < least) {
        least = score;
        best = k;
      }
    }
    return best;
  }

  /** The handle whose bone is nearest to a screen position; null if none is near. */
  pickBone(x, y, camera, width, height, within) {
    const screen = (at) => {
      const p = new THREE.Vector3().fromArray(this.ends, at).project(camera);
      return { x: ((p.x + 1) / 2) * width, y: ((1 - p.y) / 2) * height };
    };
    const distances = this.segments.map((_, s) => toSegment(x, y, screen(6 * s), screen(6 * s + 3)));
    const nearest = Math.min(...distances);
    return nearest < within ? this.segments[distances.indexOf(nearest)].j : null;
  }
}

const BALL_VERTEX = /* glsl */ `
attribute vec3 look;
attribute vec3 colour;
uniform float pixelRatio;
varying vec3 vColour;
varying vec3 vLook;
varying float vSize;
void main() {
  vColour = colour;
  vLook = look;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  vSize = mix(15.0, 20.0, look.x) + 5.0 * max(look.y, look.z);
  gl_PointSize = pixelRatio * vSize;
}
`;

/** A shaded ball. Pinned: the handle's colour in a pale ring. Free: pale and smaller. Chosen or hovered: a dark halo. */
const BALL_FRAGMENT = /* glsl */ `
varying vec3 vColour;
varying vec3 vLook;
varying float vSize;
void main() {
  vec2 p = 2.0 * gl_PointCoord - 1.0;
  float r = length(p);
  float soft = fwidth(r);
  float pinned = vLook.x;
  float outer = 1.0 - 2.0 / vSize;
  float inner = outer - mix(5.0, 6.0, pinned) / vSize;
  float light = 0.78 + 0.3 * clamp(dot(normalize(vec3(p, 0.9)), normalize(vec3(-0.4, -0.7, 0.6))), -0.4, 1.0);
  vec3 fill = mix(vec3(0.93), vColour, pinned) * light;
  vec3 ring = mix(vColour * 0.72, vec3(1.0), pinned);
  vec3 rim = mix(vec3(0.05), vec3(0.48, 0.14, 0.03), max(vLook.y, vLook.z));
  vec3 colour = mix(fill, ring, smoothstep(inner - soft, inner, r));
  colour = mix(colour, rim, smoothstep(outer - soft, outer, r));
  gl_FragColor = vec4(colour, smoothstep(1.0, 1.0 - soft, r));
  #include <colorspace_fragment>
}
`;

function balls(count) {
  const geometry = new THREE.BufferGeometry();
  for (const name of ['position', 'colour', 'look']) {
    geometry.setAttribute(name, new THREE.BufferAttribute(new Float32Array(3 * count), 3));
  }
  const material = new THREE.ShaderMaterial({
    vertexShader: BALL_VERTEX,
    fragmentShader: BALL_FRAGMENT,
    uniforms: { pixelRatio: { value: 1 } },
    transparent: true,
    depthTest: false,
    depthWrite: false,
  });
  const points = new THREE.Points(geometry, material);
  points.frustumCulled = false;
  points.renderOrder = 30;
  // Motion may be drawn at a lower resolution; balls keep their size on the screen.
  points.onBeforeRender = (renderer) => (material.uniforms.pixelRatio.value = renderer.getPixelRatio());
  return points;
}

/** Every edge of the cage once. */
function cageLines({ handles, triangles }) {
  const edges = new Set();
  for (let t = 0; t < triangles.length; t += 3) {
    for (let c = 0; c < 3; c++) {
      const [a, b] = [triangles[t + c], triangles[t + ((c + 1) % 3)]].sort((x, y) => x - y);
      edges.add(a * handles.length + b);
    }
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(3 * handles.length), 3));
  geometry.setIndex([...edges].flatMap((edge) => [Math.floor(edge / handles.length), edge % handles.length]));
  const material = new THREE.LineBasicMaterial({ color: '#a8481f', transparent: true, opacity: 0.7, depthTest: false });
  const lines = new THREE.LineSegments(geometry, material);
  lines.frustumCulled = false;
  lines.renderOrder = 29;
  return lines;
}
