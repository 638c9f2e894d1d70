/** Bones without a hierarchy: a disc at each pivot with the transformed axes. Skeletons are drawn by skeleton.js. */
import * as THREE from 'three';

const AXIS_LENGTH = 0.028;
const AXIS_COLOURS = ['#d9694f', '#6fa05a', '#4f83c8'];

export class BonesView extends THREE.Group {
  constructor(evaluator, palette) {
    super();
    this.evaluator = evaluator;
    this.count = evaluator.model.boneCount;
    this.shown = false;
    this.discs = discs(this.count, palette);
    this.axes = lines(6 * this.count, 0.9);
    this.#colourAxes();
    this.add(this.axes, this.discs);
    this.renderOrder = 10;
  }

  #colourAxes() {
    const colours = this.axes.geometry.attributes.color;
    for (let v = 0; v < colours.count; v++) {
      const { r, g, b } = new THREE.Color(AXIS_COLOURS[(v >> 1) % 3]);
      colours.setXYZ(v, r, g, b);
    }
  }

  setSelected(bone) {
    const selected = this.discs.geometry.attributes.selected;
    for (let j = 0; j < this.count; j++) {
      selected.setX(j, j === bone ? 1 : 0);
    }
    selected.needsUpdate = true;
  }

  /** Updates to the evaluator's pose. */
  pose() {
    const places = this.discs.geometry.attributes.position;
    const ends = this.axes.geometry.attributes.position;
    const p = [0, 0, 0];
    const a = [0, 0, 0];
    for (let j = 0; j < this.count; j++) {
      this.evaluator.pivot(j, p);
      places.setXYZ(j, ...p);
      for (let x = 0; x < 3; x++) {
        this.evaluator.axis(j, x, a);
        ends.setXYZ(6 * j + 2 * x, ...p);
        ends.setXYZ(6 * j + 2 * x + 1, p[0] + AXIS_LENGTH * a[0], p[1] + AXIS_LENGTH * a[1], p[2] + AXIS_LENGTH * a[2]);
      }
    }
    places.needsUpdate = ends.needsUpdate = true;
  }

  /** The bone whose disc is nearest to a screen position; null if none is near. */
  pick(x, y, camera, width, height, within) {
    const places = this.discs.geometry.attributes.position;
    const at = new THREE.Vector3();
    let best = null;
    let nearest = within;
    for (let j = 0; j < this.count; j++) {
      at.fromBufferAttribute(places, j).project(camera);
      const distance = Math.hypot(((at.x + 1) / 2) * width - x, ((1 - at.y) / 2) * height - y);
      if (distance < nearest && Math.abs(at.z) < 1) {
        nearest = distance;
        best = j;
      }
    }
    return best;
  }
}

function lines(vertices, opacity) {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(3 * vertices), 3));
  geometry.setAttribute('color', new THREE.BufferAttribute(new Float32Array(3 * vertices), 3));
  const material = new THREE.LineBasicMaterial({ vertexColors: true, transparent: true, opacity, depthTest: false });
  const segments = new THREE.LineSegments(geometry, material);
  segments.frustumCulled = false;
  segments.renderOrder = 10;
  return segments;
}

const DISC_VERTEX = /* glsl */ `
attribute float selected;
attribute vec3 colour;
uniform float pixelRatio;
varying vec3 vColour;
varying float vSelected;
void main() {
  vColour = colour;
  vSelected = selected;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  gl_PointSize = pixelRatio * mix(13.0, 21.0, selected);
}
`;

/** A disc with a pale rim, visible on any surface. */
const DISC_FRAGMENT = /* glsl */ `
varying vec3 vColour;
varying float vSelected;
void main() {
  float r = 2.0 * length(gl_PointCoord - 0.5);
  float soft = fwidth(r);
  float disc = smoothstep(1.0, 1.0 - soft, r);
  float rim = smoothstep(0.68 - soft, 0.68, r);
  vec3 rimColour = mix(vec3(0.98), vec3(0.06), step(0.5, vSelected) * smoothstep(0.86 - soft, 0.86, r));
  gl_FragColor = vec4(mix(vColour, rimColour, rim), disc * 0.96);
  #include <colorspace_fragment>
}
`;

function discs(count, palette) {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(3 * count), 3));
  geometry.setAttribute('colour', new THREE.BufferAttribute(Float32Array.from(palette.slice(0, count).flat()), 3));
  geometry.setAttribute('selected', new THREE.BufferAttribute(new Float32Array(count), 1));
  const material = new THREE.ShaderMaterial({
    vertexShader: DISC_VERTEX,
    fragmentShader: DISC_FRAGMENT,
    uniforms: { pixelRatio: { value: Math.min(window.devicePixelRatio, 2) } },
    transparent: true,
    depthTest: false,
    depthWrite: false,
  });
  const points = new THREE.Points(geometry, material);
  points.frustumCulled = false;
  points.renderOrder = 11;
  return points;
}
