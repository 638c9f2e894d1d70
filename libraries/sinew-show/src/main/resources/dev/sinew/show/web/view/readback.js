/** Reads back what the graphics card computes: every vertex is drawn as one texel of a float target. */
import * as THREE from 'three';

const WIDTH = 1024;

const MAIN = /* glsl */ `
uniform vec2 targetSize;
varying vec3 vRead;
void main() {
  int vertex = int(position.x + 0.5);
  vec3 place;
  vec3 turned;
  sinewPose(vertex, normal, place, turned);
  vRead = SINEW_READ;
  int width = int(targetSize.x);
  vec2 texel = vec2(float(gl_VertexID % width), float(gl_VertexID / width)) + 0.5;
  gl_Position = vec4(2.0 * texel / targetSize - 1.0, 0.0, 1.0);
  gl_PointSize = 1.0;
}
`;

export class Readback {
  /**
   * @param vertices the vertices to read
   * @param normals of the bind pose, one per vertex; absent to read positions
   */
  constructor(renderer, evaluator, vertices, normals = null) {
    this.renderer = renderer;
    this.count = vertices.length;
    this.height = Math.ceil(this.count / WIDTH);
    this.target = new THREE.WebGLRenderTarget(WIDTH, this.height, { type: THREE.FloatType, depthBuffer: false });
    this.scene = new THREE.Scene();
    this.scene.add(this.#points(evaluator, vertices, normals));
    this.camera = new THREE.Camera();
  }

  /** Posed positions of all vertices. */
  static positions(renderer, evaluator, count) {
    return new Readback(renderer, evaluator, Float32Array.from({ length: count }, (_, i) => i));
  }

  #points(evaluator, vertices, normals) {
    const geometry = new THREE.BufferGeometry();
    geometry.boundingSphere = new THREE.Sphere(new THREE.Vector3(), 1);
    geometry.setAttribute('position', new THREE.BufferAttribute(Float32Array.from(vertices), 1));
    if (normals) {
      geometry.setAttribute('normal', normals);
    }
    const material = new THREE.ShaderMaterial({
      defines: { ...evaluator.defines, SINEW_READ: normals ? 'normalize(turned)' : 'place' },
      uniforms: { ...evaluator.uniforms, targetSize: { value: new THREE.Vector2(WIDTH, this.height) } },
      vertexShader: evaluator.glsl + MAIN,
      fragmentShader: 'varying vec3 vRead; void main() { gl_FragColor = vec4(vRead, 1.0); }',
      depthTest: false,
      blending: THREE.NoBlending,
    });
    const points = new THREE.Points(geometry, material);
    points.frustumCulled = false;
    return points;
  }

  /** Three numbers per vertex, for the evaluator's current pose. */
  read() {
    const { renderer, target } = this;
    renderer.setScissorTest(false);
    renderer.setRenderTarget(target);
    renderer.render(this.scene, this.camera);
    const texels = new Float32Array(4 * WIDTH * this.height);
    renderer.readRenderTargetPixels(target, 0, 0, WIDTH, this.height, texels);
    renderer.setRenderTarget(null);
    const out = new Float32Array(3 * this.count);
    for (let i = 0; i < this.count; i++) {
      out[3 * i] = texels[4 * i];
      out[3 * i + 1] = texels[4 * i + 1];
      out[3 * i + 2] = texels[4 * i + 2];
    }
    return out;
  }
}
