/** Arrays as textures that a vertex shader indexes like arrays. */
import * as THREE from 'three';

const NARROWEST = 256;

/**
 * A float texture of at least {@code count} texels, row after row.
 *
 * @param channels 1, 2 or 4
 */
export function arrayTexture(count, channels) {
  const format = { 1: THREE.RedFormat, 2: THREE.RGFormat, 4: THREE.RGBAFormat }[channels];
  // About square: graphics cards bound width and height, not the number of texels.
  const wide = Math.max(NARROWEST, 2 ** Math.ceil(Math.log2(Math.sqrt(count))));
  const height = Math.max(1, Math.ceil(count / wide));
  const texture = new THREE.DataTexture(new Float32Array(wide * height * channels), wide, height, format, THREE.FloatType);
  texture.needsUpdate = true;
  return texture;
}

/** GLSL: the i-th texel of an array texture. */
export const FETCH = /* glsl */ `
vec4 sinewFetch(highp sampler2D array, int i) {
  int width = textureSize(array, 0).x;
  return texelFetch(array, ivec2(i % width, i / width), 0);
}
`;
