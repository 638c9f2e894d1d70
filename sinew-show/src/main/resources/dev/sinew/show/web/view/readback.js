/** Positions as the graphics card computes them: every vertex drawn as one texel of a float target. */
import * as THREE from 'three';

const WIDTH = 1024;

const MAIN = /* glsl */ `
uniform vec2 targetSize;
varying vec3 vPlace;
void main() {
  int vertex = int(position.x + 0.5);
  vec3 normal;
  sinewPose(vertex, vec3(0.0), vPlace, normal);
  int width = int(targetSize.x);
  vec2 texel = vec2(float(vertex % width), float(vertex / width)) + 0.5;
  gl_Position = vec4(2.0 * texel / targetSize - 1.0, 0.0, 1.0);
  gl_PointSize = 1.0;
}
`;

export class Readback {
  constructor(renderer, evaluator, vertices) {
    this.renderer = renderer;
    this.vertices = vertices;
    this.height = Math.ceil(vertices / WIDTH);
    this.target = new THREE.WebGLRenderTarget(WIDTH, this.height, { type: THREE.FloatType, depthBuffer: false });
    this.scene = new THREE.Scene();
    this.scene.add(this.#points(evaluator));
    this.camera = new THREE.Camera();
  }

  #points(evaluator) {
    const geometry = new THREE.BufferGeometry();
    geometry.boundingSphere = new THREE.Sphere(new THREE.Vector3(), 1);
    geometry.setAttribute('position', new THREE.BufferAttribute(Float32Array.from({ length: this.vertices }, (_, i) => i), 1));
    const material = new THREE.ShaderMaterial({
      defines: evaluator.defines,
      uniforms: { ...evaluator.uniforms, targetSize: { value: new THREE.Vector2(WIDTH, this.height) } },
      vertexShader: evaluator.glsl + MAIN,
      fragmentShader: 'varying vec3 vPlace; void main() { gl_FragColor = vec4(vPlace, 1.0); }',
      depthTest: false,
      blending: THREE.NoBlending,
    });
    const points = new THREE.Points(geometry, material);
    points.frustumCulled = false;
    return points;
  }

  /** 3N posed positions of whatever pose the evaluator is in. */
  read() {
    const { renderer, target } = this;
    renderer.setScissorTest(false);
    renderer.setRenderTarget(target);
    renderer.render(this.scene, this.camera);
    const texels = new Float32Array(4 * WIDTH * this.height);
    renderer.readRenderTargetPixels(target, 0, 0, WIDTH, this.height, texels);
    renderer.setRenderTarget(null);
    const out = new Float32Array(3 * this.vertices);
    for (let i = 0; i < this.vertices; i++) {
      out[3 * i] = texels[4 * i];
      out[3 * i + 1] = texels[4 * i + 1];
      out[3 * i + 2] = texels[4 * i + 2];
    }
    return out;
  }
}
