/** Decodes the original's positions, stored as differences from a prediction by the neighbour and the frames before. */

/** @param original {cell, chunks} from the header */
export async function readPositions(original, topology, boxes, buffers) {
  const decoder = new Decoder(topology.neighbours());
  const frames = [];
  // Sequentially: each chunk continues where the last one ended, and only one is decompressed at a time.
  let next = buffers[original.chunks[0].buffer]();
  for (let c = 0; c < original.chunks.length; c++) {
    const bytes = new Uint8Array(await next);
    next = original.chunks[c + 1] ? buffers[original.chunks[c + 1].buffer]() : null;
    for (let f = 0; f < original.chunks[c].frames; f++) {
      frames.push(decoder.frame(bytes, f * 6 * topology.vertices));
    }
  }
  return new Positions(frames, original.cell, boxes);
}

/** Frames in cells from the corner of each frame. */
export class Positions {
  constructor(frames, cell, boxes) {
    this.frames = frames;
    this.cell = cell;
    this.boxes = boxes;
  }

  /**
   * Positions between two frames.
   *
   * @param time frame number, may have a fraction
   * @param out 3N, modified
   */
  at(time, out) {
    const f = Math.min(Math.floor(time), this.frames.length - 1);
    const g = Math.min(f + 1, this.frames.length - 1);
    const blend = g === f ? 0 : time - f;
    return blend === 0 ? this.#one(f, out) : this.#between(f, g, blend, out);
  }

  #one(f, out) {
    const q = this.frames[f];
    const { cell, boxes } = this;
    const x = boxes[6 * f];
    const y = boxes[6 * f + 1];
    const z = boxes[6 * f + 2];
    for (let k = 0; k < out.length; k += 3) {
      out[k] = x + cell * q[k];
      out[k + 1] = y + cell * q[k + 1];
      out[k + 2] = z + cell * q[k + 2];
    }
    return out;
  }

  #between(f, g, blend, out) {
    const q = this.frames[f];
    const r = this.frames[g];
    const a = this.cell * (1 - blend);
    const b = this.cell * blend;
    const origin = [0, 1, 2].map((x) => (1 - blend) * this.boxes[6 * f + x] + blend * this.boxes[6 * g + x]);
    for (let k = 0; k < out.length; k += 3) {
      out[k] = origin[0] + a * q[k] + b * r[k];
      out[k + 1] = origin[1] + a * q[k + 1] + b * r[k + 1];
      out[k + 2] = origin[2] + a * q[k + 2] + b * r[k + 2];
    }
    return out;
  }
}

/** The counterpart of PositionCodec.java. */
class Decoder {
  constructor(neighbours) {
    this.neighbours = neighbours;
    this.last = new Int16Array(3 * neighbours.length);
    this.beforeLast = new Int16Array(3 * neighbours.length);
    this.count = 0;
  }

  frame(bytes, at) {
    const n = this.neighbours.length;
    const edges = this.#edges(bytes, at, n);
    const q = new Uint16Array(3 * n);
    for (let i = 0; i < n; i++) {
      const p = this.neighbours[i];
      const k = 3 * i;
      if (p < 0) {
        q[k] = edges[k];
        q[k + 1] = edges[k + 1];
        q[k + 2] = edges[k + 2];
      } else {
        q[k] = q[3 * p] + edges[k];
        q[k + 1] = q[3 * p + 1] + edges[k + 1];
        q[k + 2] = q[3 * p + 2] + edges[k + 2];
      }
    }
    return q;
  }

  #edges(bytes, at, n) {
    const { last, beforeLast, count } = this;
    const edges = count < 2 ? new Int16Array(3 * n) : beforeLast;
    for (let x = 0; x < 3; x++) {
      const low = at + x * n;
      const high = at + (x + 3) * n;
      for (let i = 0, k = x; i < n; i++, k += 3) {
        const z = bytes[low + i] | (bytes[high + i] << 8);
        const speed = count < 2 ? 0 : ((last[k] - beforeLast[k]) << 16) >> 16;
        edges[k] = last[k] + (speed >> 1) + ((z >>> 1) ^ -(z & 1));
      }
    }
    this.beforeLast = last;
    this.last = edges;
    this.count++;
    return edges;
  }
}
