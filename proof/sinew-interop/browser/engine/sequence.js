/** A mesh (OBJ) and its frames (PC2), with area-weighted normals over corners that share one in the file. */
import * as THREE from 'three';

export async function readSequence({ mesh, cache }) {
  const { rest, corners, rows } = parse(await (await fetch(mesh)).text());
  const frames = cache ? readCache(await (await fetch(cache)).arrayBuffer()) : null;
  const geometry = new THREE.BufferGeometry();
  const position = new THREE.BufferAttribute(new Float32Array(3 * rows.length), 3);
  geometry.setAttribute('position', position);
  geometry.setIndex(corners);
  return {
    geometry,
    frames: frames?.count ?? 1,
    /** @param frame null for the mesh itself */
    show(frame) {
      const xyz = frame === null || !frames ? rest : frames.at(Math.min(frame, frames.count - 1));
      rows.forEach((vertex, row) => position.setXYZ(row, xyz[3 * vertex], xyz[3 * vertex + 1], xyz[3 * vertex + 2]));
      position.needsUpdate = true;
      geometry.deleteAttribute('normal');
      geometry.computeVertexNormals();
    },
  };
}

/** Corners of one vertex with different normals are separate rows, so hard edges stay hard. */
function parse(text) {
  const rest = [];
  const normals = [];
  const corners = [];
  const rows = [];
  const known = new Map();
  const rowOf = (corner) => {
    const [v, , vn] = corner.split('/').map(Number);
    const vertex = v > 0 ? v - 1 : rest.length / 3 + v;
    const key = vertex + (vn ? ' ' + normals[vn > 0 ? vn - 1 : normals.length + vn] : '');
    if (!known.has(key)) {
      known.set(key, rows.push(vertex) - 1);
    }
    return known.get(key);
  };
  for (const line of text.split('\n')) {
    const [word, ...values] = line.trim().split(/\s+/);
    if (word === 'v') {
      rest.push(...values.slice(0, 3).map(Number));
    } else if (word === 'vn') {
      normals.push(values.join(' '));
    } else if (word === 'f') {
      const face = values.map(rowOf);
      for (let k = 2; k < face.length; k++) {
        corners.push(face[0], face[k - 1], face[k]);
      }
    }
  }
  return { rest, corners, rows };
}

function readCache(bytes) {
  const head = new DataView(bytes);
  const vertices = head.getUint32(16, true);
  const count = head.getUint32(28, true);
  return { count, at: (frame) => new Float32Array(bytes, 32 + 12 * frame * vertices, 3 * vertices) };
}
