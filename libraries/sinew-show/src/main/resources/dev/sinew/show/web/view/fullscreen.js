/** Runs a fragment shader once for every texel of a target. */
import * as THREE from 'three';

export class FullScreenPass {
  constructor(renderer, target, { defines, uniforms, fragmentShader }) {
    this.renderer = renderer;
    this.target = target;
    this.camera = new THREE.Camera();
    this.scene = new THREE.Scene();
    this.scene.add(triangle(new THREE.ShaderMaterial({
      glslVersion: THREE.GLSL3,
      defines,
      uniforms,
      vertexShader: 'void main() { gl_Position = vec4(position.xy, 0.0, 1.0); }',
      fragmentShader,
      depthTest: false,
      depthWrite: false,
      blending: THREE.NoBlending,
    })));
  }

  draw() {
    const { renderer } = this;
    renderer.setScissorTest(false);
    renderer.setRenderTarget(this.target);
    renderer.render(this.scene, this.camera);
    renderer.setRenderTarget(null);
  }
}

/** One triangle that covers the target. */
function triangle(material) {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3));
  const mesh = new THREE.Mesh(geometry, material);
  mesh.frustumCulled = false;
  return mesh;
}
