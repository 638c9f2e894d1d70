/** Textures that a vertex shader indexes like arrays. */
import * as THREE from 'three';

const MIN_WIDTH = 256;

/**
 * A float texture of at least {@code count} texels, row by row.
 *
 * @param channels 1, 2 or 4
 */
export function arrayTexture(count, channels) {
  const format = { 1: THREE.RedFormat, 2: THREE.RGFormat, 4: THREE.RGBAFormat }[channels];
  const { wide, height } = shape(count);
  const texture = new THREE.DataTexture(new Float32Array(wide * height * channels), wide, height, format, THREE.FloatType);
  texture.needsUpdate = true;
  return texture;
}

/** A float target of at least {@code count} texels with four numbers each, indexed like an array texture once drawn. */
export function arrayTarget(count) {
  const { wide, height } = shape(count);
  return new THREE.WebGLRenderTarget(wide, height, {
    type: THREE.FloatType,
    minFilter: THREE.NearestFilter,
    magFilter: THREE.NearestFilter,
    depthBuffer: false,
  });
}

/** Roughly square, because graphics cards limit width and height. */
function shape(count) {
  const wide = Math.max(MIN_WIDTH, 2 ** Math.ceil(Math.log2(Math.sqrt(count))));
  return { wide, height: Math.max(1, Math.ceil(count / wide)) };
}

/** GLSL: the i-th texel of an array texture. */
export const FETCH = /* glsl */ `
vec4 sinewFetch(highp sampler2D array, int i) {
  int width = textureSize(array, 0).x;
  return texelFetch(array, ivec2(i % width, i / width), 0);
}
`;
