/** Lights, ground and environment for a subject of size 1. */
import * as THREE from 'three';

const LOOKS = {
  light: { environment: 0.62, key: 1.9, shadow: 0.2, ground: '#2b2723' },
  dark: { environment: 0.5, key: 1.75, shadow: 0.55, ground: '#000000' },
};

export class Studio extends THREE.Group {
  /**
   * @param floor height of the ground
   * @param reach extent of the scene from its centre
   * @param turn angle of the initial view; the lights are arranged around it, not around the file's axes
   */
  constructor(renderer, { floor, reach, turn }) {
    super();
    this.environment = softBoxes(renderer);
    this.turn = turn;
    this.key = keyLight(reach, turn);
    this.ground = ground(reach);
    this.ground.position.y = floor;
    this.sky = new THREE.HemisphereLight('#ffffff', '#8a837b', 0);
    this.add(this.key, this.key.target, this.ground, this.sky);
  }

  /** Environment lighting, or the simple light from above that replaces it at low quality. */
  setSurroundings(on) {
    this.surroundings = on;
    this.sky.visible = !on;
    if (this.scene) {
      this.scene.environment = on ? this.environment : null;
    }
  }

  /** Moves light and ground with the subject. */
  moveTo(x, y, z) {
    this.key.target.position.set(x, y, z);
    this.key.position.set(x, y, z).add(this.key.userData.direction);
    this.ground.position.x = x;
    this.ground.position.z = z;
  }

  dress(scene, theme) {
    const look = LOOKS[theme];
    this.scene = scene;
    this.setSurroundings(this.surroundings);
    scene.environmentRotation.y = this.turn;
    scene.environmentIntensity = look.environment;
    this.sky.intensity = 2.4 * look.environment;
    this.key.intensity = look.key;
    this.ground.material.color.set(look.ground);
    this.ground.material.opacity = look.shadow;
  }
}

/** The environment: a pale room with three large lights, only visible as reflected light. */
function softBoxes(renderer) {
  const room = new THREE.Scene();
  room.add(
    new THREE.Mesh(new THREE.SphereGeometry(8, 24, 16), new THREE.MeshBasicMaterial({ color: '#8d8b88', side: THREE.BackSide })),
  );
  room.add(lamp([0, 5, 1.5], [5, 5], 5.5, '#fff6ea'), lamp([-5, 1.5, 2], [2.5, 4], 3, '#e8f0ff'), lamp([4.5, 1, -3.5], [1.4, 4], 5, '#ffffff'));
  const generator = new THREE.PMREMGenerator(renderer);
  // Soft lights need no more than 128; with 64 three.js 0.181 renders black.
  const texture = generator.fromScene(room, 0.03, 0.1, 100, { size: 128 }).texture;
  generator.dispose();
  return texture;
}

function lamp(position, [width, height], brightness, colour) {
  const material = new THREE.MeshBasicMaterial({ color: new THREE.Color(colour).multiplyScalar(brightness), side: THREE.DoubleSide });
  const mesh = new THREE.Mesh(new THREE.PlaneGeometry(width, height), material);
  mesh.position.set(...position);
  mesh.lookAt(0, 0, 0);
  return mesh;
}

function keyLight(reach, turn) {
  const light = new THREE.DirectionalLight('#fff4e6', 1);
  light.userData.direction = new THREE.Vector3(0.55, 2.5, 1.75)
    .normalize()
    .applyAxisAngle(new THREE.Vector3(0, 1, 0), turn)
    .multiplyScalar(3 * reach);
  light.castShadow = true;
  light.shadow.mapSize.set(2048, 2048);
  light.shadow.radius = 5;
  light.shadow.bias = -0.0005;
  light.shadow.normalBias = 0.007;
  const camera = light.shadow.camera;
  camera.left = camera.bottom = -reach;
  camera.right = camera.top = reach;
  camera.near = 0.5 * reach;
  camera.far = 6 * reach;
  return light;
}

/** Only the shadow is visible; it fades before the ground ends. */
function ground(reach) {
  const material = new THREE.ShadowMaterial({ depthWrite: false });
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nvarying vec2 vPlace;')
      .replace('#include <begin_vertex>', 'vPlace = position.xy;\n#include <begin_vertex>');
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', '#include <common>\nvarying vec2 vPlace;')
      .replace(
        '#include <tonemapping_fragment>',
        `gl_FragColor.a *= smoothstep(${(1.6 * reach).toFixed(3)}, ${(0.4 * reach).toFixed(3)}, length(vPlace));\n#include <tonemapping_fragment>`,
      );
  };
  const mesh = new THREE.Mesh(new THREE.CircleGeometry(1.7 * reach, 64), material);
  mesh.rotation.x = -Math.PI / 2;
  mesh.receiveShadow = true;
  mesh.renderOrder = -2;
  return mesh;
}
