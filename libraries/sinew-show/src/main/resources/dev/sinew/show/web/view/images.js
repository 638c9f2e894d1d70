/** The images of all materials as layers of one texture, so that a mesh with many materials needs one draw call. */
import * as THREE from 'three';

/** Pixels per side; fewer if there are many layers. */
const MAX_SIDE_PIXELS = 1024;
const MAX_PIXELS = 16 * MAX_SIDE_PIXELS * MAX_SIDE_PIXELS;

/**
 * @param images of the materials, null if one has none
 * @returns {texture, layers: the layer of every material, −1 for none}; null if there are no images
 */
export function imageLayers(images) {
  const there = images.filter(Boolean);
  if (there.length === 0) {
    return null;
  }
  const wanted = Math.max(...there.map(({ width, height }) => Math.max(width, height)));
  let size = 16;
  while (size < wanted && size < MAX_SIDE_PIXELS && 4 * size * size * there.length <= MAX_PIXELS) {
    size *= 2;
  }
  const data = new Uint8Array(4 * size * size * there.length);
  there.forEach((image, k) => data.set(pixels(image, size), 4 * size * size * k));
  const texture = new THREE.DataArrayTexture(data, size, size, there.length);
  texture.colorSpace = THREE.SRGBColorSpace;
  texture.wrapS = texture.wrapT = THREE.RepeatWrapping;
  texture.magFilter = THREE.LinearFilter;
  texture.minFilter = THREE.LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.needsUpdate = true;
  return { texture, layers: images.map((image) => there.indexOf(image)) };
}

function pixels(image, size) {
  const canvas = new OffscreenCanvas(size, size);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.drawImage(image, 0, 0, size, size);
  return context.getImageData(0, 0, size, size).data;
}

/** Texture coordinates and layer, three numbers per row; an image's first row is its top. */
export function rowPlaces(rows, rowUv, rowMaterial, layers) {
  const places = new Float32Array(3 * rows);
  for (let row = 0; row < rows; row++) {
    places[3 * row] = rowUv[row];
    places[3 * row + 1] = 1 - rowUv[rows + row];
    places[3 * row + 2] = layers[rowMaterial[row]];
  }
  return places;
}
