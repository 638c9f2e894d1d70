/** Marks the picked vertex with a ring, on the original and on the result. */
import * as THREE from 'three';

const FRAGMENT = /* glsl */ `
void main() {
  float r = 2.0 * length(gl_PointCoord - 0.5);
  float soft = fwidth(r);
  float ring = smoothstep(1.0, 1.0 - soft, r) * smoothstep(0.5 - soft, 0.5, r);
  float dark = smoothstep(0.5 - soft, 0.5, r) * (1.0 - smoothstep(0.62 - soft, 0.62, r)) + smoothstep(0.88 - soft, 0.88, r);
  gl_FragColor = vec4(mix(vec3(1.0), vec3(0.05), clamp(dark, 0.0, 1.0)), ring);
}
`;

export class Marker extends THREE.Points {
  constructor() {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(3), 3));
    const size = (18 * Math.min(window.devicePixelRatio, 2)).toFixed(1);
    const material = new THREE.ShaderMaterial({
      vertexShader: `void main() { gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); gl_PointSize = ${size}; }`,
      fragmentShader: FRAGMENT,
      transparent: true,
      depthTest: false,
      depthWrite: false,
    });
    super(geometry, material);
    this.frustumCulled = false;
    this.renderOrder = 12;
    this.places = null;
  }

  /** @param places of the vertex on each kind of subject, or null for none */
  mark(places) {
    this.places = places;
  }

  showOn(shows) {
    const place = this.places?.[shows];
    this.visible = Boolean(place);
    if (place) {
      this.geometry.attributes.position.setXYZ(0, ...place);
      this.geometry.attributes.position.needsUpdate = true;
    }
  }
}
