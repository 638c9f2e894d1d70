// Thousands of instances of one animation in three.js: `sinew fit … --bone-texture walk.bones` writes the motion, this plays it.
//
//   const texture = await loadBoneTexture('walk.bones.json');
//   const crowd = boneTextureCrowd(skinnedMesh.geometry, skinnedMesh.material.clone(), texture, 1000);
//   crowd.setMatrixAt(k, …); crowd.setStart(k, seconds);    // position of an instance, and its offset into the clip
//   crowd.setTime(clock.elapsedTime);                       // once per frame
import { DataTexture, FloatType, HalfFloatType, InstancedBufferAttribute, InstancedMesh, NearestFilter, RGBAFormat } from 'three';

/** @param {string} url of the description next to the texture */
export async function loadBoneTexture(url) {
  const about = await (await fetch(url)).json();
  if (about.version !== 1) throw new Error(`${url} has version ${about.version}; only version 1 is supported`);
  const bytes = await (await fetch(new URL(about.texture, new URL(url, document.baseURI)))).arrayBuffer();
  const bones = new DataTexture(new Uint16Array(bytes), about.width, about.height, RGBAFormat, HalfFloatType);
  const pivots = new Float32Array(4 * about.bones);
  about.pivots.forEach((x, k) => (pivots[4 * Math.floor(k / 3) + (k % 3)] = x));
  const places = new DataTexture(pivots, about.bones, 1, RGBAFormat, FloatType);
  for (const texture of [bones, places]) {
    texture.minFilter = texture.magFilter = NearestFilter;
    texture.needsUpdate = true;
  }
  return { about, bones, places };
}

const HEAD = `
attribute vec4 skinIndex;
attribute vec4 skinWeight;
attribute float sinewStart;
uniform sampler2D sinewBones;
uniform sampler2D sinewPivots;
uniform float sinewTime;
uniform float sinewRate;
mat4 sinewBone(int bone, int frame) {
  vec4 a = texelFetch(sinewBones, ivec2(3 * bone, frame), 0);
  vec4 b = texelFetch(sinewBones, ivec2(3 * bone + 1, frame), 0);
  vec4 c = texelFetch(sinewBones, ivec2(3 * bone + 2, frame), 0);
  vec3 pivot = texelFetch(sinewPivots, ivec2(bone, 0), 0).xyz;
  // [A | p + t] about the pivot: A·(u − p) + p + t.
  mat3 turn = mat3(a.x, b.x, c.x, a.y, b.y, c.y, a.z, b.z, c.z);
  vec3 moved = vec3(a.w, b.w, c.w) + pivot - turn * pivot;
  return mat4(vec4(turn[0], 0.0), vec4(turn[1], 0.0), vec4(turn[2], 0.0), vec4(moved, 1.0));
}
mat4 sinewMatrix() {
  int frames = textureSize(sinewBones, 0).y;
  float at = mod((sinewTime + sinewStart) * sinewRate, float(max(1, frames - 1)));
  int first = int(at);
  int next = min(first + 1, frames - 1);
  mat4 sum = mat4(0.0);
  for (int k = 0; k < 4; k++) {
    int bone = int(skinIndex[k]);
    if (skinWeight[k] != 0.0) {
      mat4 before = sinewBone(bone, first);
      sum += skinWeight[k] * (before + fract(at) * (sinewBone(bone, next) - before));
    }
  }
  return sum;
}
`;

/** An InstancedMesh whose instances play the texture, each with its own start time. */
export function boneTextureCrowd(geometry, material, { about, bones, places }, count) {
  const own = geometry.clone();
  const starts = new InstancedBufferAttribute(new Float32Array(count), 1);
  own.setAttribute('sinewStart', starts);
  const uniforms = {
    sinewBones: { value: bones },
    sinewPivots: { value: places },
    sinewTime: { value: 0 },
    sinewRate: { value: about.framesPerSecond },
  };
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = HEAD + shader.vertexShader
      .replace('#include <beginnormal_vertex>', 'mat4 sinewSkin = sinewMatrix();\n#include <beginnormal_vertex>\nobjectNormal = mat3(sinewSkin) * objectNormal;')
      .replace('#include <begin_vertex>', (line) => line + '\ntransformed = (SINEW_SKIN * vec4(transformed, 1.0)).xyz;');
    const lit = shader.vertexShader.includes('mat4 sinewSkin');
    shader.vertexShader = shader.vertexShader.replace('SINEW_SKIN', lit && !conditional(shader.vertexShader) ? 'sinewSkin' : 'sinewMatrix()');
  };
  const crowd = new InstancedMesh(own, material, count);
  crowd.frustumCulled = false;
  crowd.setStart = (k, seconds) => {
    starts.setX(k, seconds);
    starts.needsUpdate = true;
  };
  crowd.setTime = (seconds) => (uniforms.sinewTime.value = seconds);
  return crowd;
}

/** Whether normals are inside an #if, as in unlit materials: variables declared there are not visible outside. */
function conditional(shader) {
  const before = shader.slice(0, shader.indexOf('mat4 sinewSkin'));
  return (before.match(/#if/g) ?? []).length > (before.match(/#endif/g) ?? []).length;
}
