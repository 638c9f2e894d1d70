/** A compared subject, the original or a model: its surface, wires and shadow. */
import * as THREE from 'three';
import { imageLayers, rowPlaces } from 'sinew/view/images.js';
import { patch, patchDepth, patchOutline, patchWires } from 'sinew/view/surface.js';

/** Attributes that all subjects share, one per row. */
export function sharedAttributes(stage) {
  const { topology, surface } = stage;
  const attributes = {
    position: new THREE.BufferAttribute(Float32Array.from(topology.rowVertex), 1),
    index: new THREE.BufferAttribute(topology.drawn, 1),
  };
  const colours = rowColours(topology, surface);
  if (colours) {
    attributes.rowColour = new THREE.BufferAttribute(colours, 3, true);
  }
  const images = surface.rowUv ? imageLayers(surface.images) : null;
  if (images) {
    attributes.images = images.texture;
    attributes.rowPlace = new THREE.BufferAttribute(rowPlaces(topology.rows, surface.rowUv, surface.rowMaterial, images.layers), 3);
  }
  return attributes;
}

/** Square roots of linear RGB: material times vertex colour, as in glTF; null if the mesh has neither. */
function rowColours({ rows, rowVertex }, { vertexColours, rowMaterial, materials }) {
  if (!vertexColours && !rowMaterial) {
    return null;
  }
  const palette = materials.map(({ colour }) => colour.map((c) => 255 * Math.sqrt(c)));
  const out = new Uint8Array(3 * rows);
  for (let row = 0; row < rows; row++) {
    const base = rowMaterial ? palette[rowMaterial[row]] : [255, 255, 255];
    for (let c = 0; c < 3; c++) {
      const share = vertexColours ? vertexColours[3 * rowVertex[row] + c] / 255 : 1;
      out[3 * row + c] = Math.round(base[c] * share);
    }
  }
  return out;
}

export class Subject extends THREE.Group {
  /**
   * @param shows 'model' or 'original'
   * @param evaluator of the model that weights and errors belong to, may be null
   * @param uniforms the subject's own and the shared ones
   * @param stored normals of the file, all x, all y, all z, with 32767 as 0; null if the subject has none
   * @param truth the subject with the reference normals, may be null
   */
  constructor({ shows, name, evaluator, uniforms, attributes, topology, stored, truth }) {
    super();
    this.shows = shows;
    this.label = name;
    this.evaluator = evaluator;
    this.uniforms = uniforms;
    this.topology = topology;
    this.attributes = attributes;
    this.normals = new THREE.BufferAttribute(new Int16Array(4 * topology.rows), 4, true);
    this.stored = stored ?? null;
    this.truth = truth ?? null;
    this.geometry = this.#geometry(attributes.index);
    this.material = this.#surfaceMaterial();
    this.surface = new THREE.Mesh(this.geometry, this.material);
    this.surface.customDepthMaterial = patchDepth(
      new THREE.MeshDepthMaterial({ depthPacking: THREE.RGBADepthPacking }),
      uniforms,
      evaluator,
      shows,
    );
    this.surface.castShadow = true;
    this.surface.receiveShadow = true;
    this.surface.frustumCulled = false;
    this.add(this.surface);
  }

  #geometry(index) {
    return this.#fill(new THREE.BufferGeometry(), index);
  }

  #fill(geometry, index) {
    // The attribute "position" contains vertex numbers, so three.js must not compute bounds from it.
    geometry.boundingSphere = new THREE.Sphere(new THREE.Vector3(), 1);
    geometry.setIndex(index);
    geometry.setAttribute('position', this.attributes.position);
    geometry.setAttribute('normal', this.normals);
    if (this.truth) {
      geometry.setAttribute('trueNormal', this.truth.normals);
    }
    for (const name of ['rowColour', 'rowPlace']) {
      if (this.attributes[name]) {
        geometry.setAttribute(name, this.attributes[name]);
      }
    }
    return geometry;
  }

  #surfaceMaterial() {
    const material = new THREE.MeshStandardMaterial({ roughness: 0.62, side: THREE.DoubleSide });
    return patch(material, this.uniforms, this.evaluator, this.shows, this.attributes.images);
  }

  /** The normals that the file has for the bind pose. */
  takeStored() {
    const { rows } = this.topology;
    const turns = this.evaluator?.turns(rows) ?? null;
    const n = [0, 0, 0];
    for (let row = 0; row < rows; row++) {
      for (let x = 0; x < 3; x++) {
        n[x] = this.stored[x * rows + row] - 32767 + (turns ? 32767 * turns[3 * row + x] : 0);
      }
      // Sixteen bits represent lengths up to one; only the direction matters.
      const shrink = turns ? 32767 / Math.max(1, Math.hypot(...n)) : 1;
      for (let x = 0; x < 3; x++) {
        this.normals.array[4 * row + x] = shrink * n[x];
      }
    }
    this.normals.needsUpdate = true;
  }

  /** Normals of the posed faces. */
  setNormals(positions) {
    this.topology.normals(positions, this.normals.array);
    this.normals.needsUpdate = true;
  }

  /** Creates the wires on first use, because finding the edges takes a moment. */
  setWires(shown, style) {
    if (shown && !this.wires) {
      this.wires = this.#makeWires();
      this.add(this.wires);
    }
    if (this.wires) {
      this.wires.visible = shown;
      this.wires.material.color.set(style.colour);
      this.wires.material.opacity = style.opacity;
    }
  }

  #makeWires() {
    const material = new THREE.LineBasicMaterial({ transparent: true, depthWrite: false });
    patchWires(material, this.uniforms, this.evaluator, this.shows);
    const lines = new THREE.LineSegments(this.#geometry(new THREE.BufferAttribute(this.topology.edges, 1)), material);
    lines.frustumCulled = false;
    return lines;
  }

  /** Draws only the outline over what is already drawn; the surface is invisible. */
  setOutline(shown, colour) {
    if (shown && !this.outline) {
      this.outline = this.#makeOutline();
      this.add(this.outline);
    }
    if (this.outline) {
      this.outline.visible = shown;
      this.outline.children[1].material.color.set(colour);
    }
    this.surface.visible = !shown;
  }

  /** Two passes: first its depth, then offset copies behind it. */
  #makeOutline() {
    const mask = patchDepth(new THREE.MeshBasicMaterial({ colorWrite: false, side: THREE.DoubleSide }), this.uniforms, this.evaluator, this.shows);
    const inFront = new THREE.Mesh(this.geometry, mask);
    const around = this.#fill(new THREE.InstancedBufferGeometry(), this.attributes.index);
    around.instanceCount = 8;
    const ink = new THREE.MeshBasicMaterial({ side: THREE.DoubleSide, toneMapped: false });
    const behind = new THREE.Mesh(around, patchOutline(ink, this.uniforms, this.evaluator, this.shows));
    inFront.renderOrder = 0;
    behind.renderOrder = 1;
    const both = new THREE.Group();
    both.add(inFront, behind);
    both.children.forEach((mesh) => (mesh.frustumCulled = false));
    return both;
  }

  /** Draws the subject transparently over what is already drawn: only its nearest surface. */
  setVeil(opacity) {
    const veiled = opacity < 1;
    if (veiled && !this.veil) {
      const depth = patchDepth(new THREE.MeshBasicMaterial({ colorWrite: false }), this.uniforms, this.evaluator, this.shows);
      depth.side = THREE.DoubleSide;
      depth.polygonOffset = true;
      depth.polygonOffsetUnits = 4;
      this.veil = new THREE.Mesh(this.geometry, depth);
      this.veil.frustumCulled = false;
      this.veil.renderOrder = -1;
      this.add(this.veil);
    }
    if (this.veil) {
      this.veil.visible = veiled;
    }
    if (this.material.transparent !== veiled) {
      this.material.transparent = veiled;
      this.material.needsUpdate = true;
    }
    this.material.opacity = opacity;
    this.surface.castShadow = !veiled;
  }
}
