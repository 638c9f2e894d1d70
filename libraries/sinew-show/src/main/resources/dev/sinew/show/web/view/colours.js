/** Colours: perceptually uniform maps for values, a palette for bones and shells. */
import * as THREE from 'three';

/**
 * Evenly spaced stops. Ember is magma, reversed and truncated: pale for small values, so that a good result looks like plain
 * clay.
 */
const STOPS = {
  ember: ['fcf3d9', 'feddaa', 'feba80', 'fc9868', 'f4735c', 'e2506a', 'c43c75', 'a3307e', '812581', '601880', '3d0f71'],
  viridis: ['440154', '482475', '414487', '355f8d', '2a788e', '21918c', '22a884', '44bf70', '7ad151', 'bddf26', 'fde725'],
  cividis: ['00224e', '0a336f', '35456c', '4f576c', '666970', '7d7c78', '948e77', 'aea371', 'c8b866', 'e5cf52', 'fee838'],
};

export const MAPS = Object.keys(STOPS);
const SAMPLES = 256;

/** sRGB bytes of a map at t, 0–1. */
export function mapColour(map, t) {
  const stops = STOPS[map];
  const at = Math.min(Math.max(t, 0), 1) * (stops.length - 1);
  const k = Math.min(Math.floor(at), stops.length - 2);
  const a = bytes(stops[k]);
  const b = bytes(stops[k + 1]);
  return a.map((value, c) => Math.round(value + (at - k) * (b[c] - value)));
}

function bytes(hex) {
  return [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16));
}

export function mapTexture(map) {
  const data = new Uint8Array(4 * SAMPLES);
  for (let k = 0; k < SAMPLES; k++) {
    data.set([...mapColour(map, k / (SAMPLES - 1)), 255], 4 * k);
  }
  const texture = new THREE.DataTexture(data, SAMPLES, 1);
  texture.colorSpace = THREE.SRGBColorSpace;
  texture.minFilter = texture.magFilter = THREE.LinearFilter;
  texture.needsUpdate = true;
  return texture;
}

/** A map as a CSS gradient. */
export function mapGradient(map, direction = 'to right') {
  return `linear-gradient(${direction}, ${STOPS[map].map((stop) => '#' + stop).join(', ')})`;
}

const GOLDEN = 137.508;
/** Three lightnesses in turn, so that neighbours differ without colour vision. */
const LIGHTNESS = [0.74, 0.58, 0.86];

/** Distinct colours as linear RGB. */
export function palette(count) {
  return Array.from({ length: count }, (_, j) => oklch(LIGHTNESS[j % 3], 0.115, 25 + GOLDEN * j));
}

/** Oklab by Ottosson, perceptually uniform. */
function oklch(lightness, chroma, hue) {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((value) => Math.min(1, Math.max(0, value)));
}

/** Linear RGB as CSS. */
export function css(linear) {
  return '#' + new THREE.Color().setRGB(...linear, THREE.LinearSRGBColorSpace).getHexString();
}
