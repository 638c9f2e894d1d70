/** Decodes the arrays of a scene: byte planes and differences. */

const TYPES = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f32: Float32Array, f64: Float64Array };

/**
 * @param description {type, codec, length} from the header
 * @param fetchBytes resolves to the decompressed bytes
 */
export async function readArray({ type, codec, length }, fetchBytes) {
  const Type = TYPES[type];
  const values = fromPlanes(new Uint8Array(await fetchBytes()), new Type(length));
  return codec === 'delta' ? sumDifferences(values) : values;
}

/** All lowest bytes come first, then all second ones and so on. */
export function fromPlanes(planes, values) {
  const bytes = new Uint8Array(values.buffer);
  const width = values.BYTES_PER_ELEMENT;
  const count = values.length;
  for (let b = 0; b < width; b++) {
    const plane = b * count;
    for (let i = 0, at = b; i < count; i++, at += width) {
      bytes[at] = planes[plane + i];
    }
  }
  return values;
}

/** Sums zigzag-coded differences in place; sums wrap at the width of the array, as in the encoder. */
function sumDifferences(values) {
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    const z = values[i];
    sum = (sum + ((z >>> 1) ^ -(z & 1))) | 0;
    values[i] = sum;
  }
  return values;
}
