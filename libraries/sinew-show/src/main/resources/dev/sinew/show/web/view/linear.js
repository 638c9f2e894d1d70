/**
 * Linear blend skinning, v = Σ w_j·M_j·u, on the graphics card. An evaluator has uniforms, the GLSL of sinewPose and pose(time);
 * other kinds of models have their own.
 */
import { arrayTexture, FETCH } from 'sinew/view/textures.js';

const STRIDE = 12;

/** How a normal is posed; see sinewPose. */
export const RULES = { engine: 0, transpose: 1, recomputed: 2 };

/** Applies a blended matrix to a vertex; needs sinewRest and sinewBlend. */
export const POSE = /* glsl */ `
uniform int sinewRule;

/**
 * Position and normal of a vertex. Engines transform the normal by the blended matrix. The inverse transpose uses cofactors, which
 * also work for singular matrices. A recomputed normal is already posed.
 */
void sinewPose(int vertex, vec3 storedNormal, out vec3 position, out vec3 normal) {
  SinewMatrix m = sinewBlend(vertex);
  vec4 u = vec4(sinewFetch(sinewRest, vertex).xyz, 1.0);
  position = vec3(dot(m.x, u), dot(m.y, u), dot(m.z, u));
  if (sinewRule == ${RULES.engine}) {
    normal = vec3(dot(m.x.xyz, storedNormal), dot(m.y.xyz, storedNormal), dot(m.z.xyz, storedNormal));
  } else if (sinewRule == ${RULES.transpose}) {
    normal = vec3(
        dot(cross(m.y.xyz, m.z.xyz), storedNormal),
        dot(cross(m.z.xyz, m.x.xyz), storedNormal),
        dot(cross(m.x.xyz, m.y.xyz), storedNormal));
  } else {
    normal = storedNormal;
  }
}
`;

const GLSL = /* glsl */ `
uniform highp sampler2D sinewRest;
uniform highp sampler2D sinewInfluences;
uniform highp sampler2D sinewBones;
uniform highp sampler2D sinewPalette;
/** A uniform rather than a constant, so that other models can use the same program. */
uniform int sinewInfluenceCount;

/** Rows of the blended matrix. */
struct SinewMatrix { vec4 x; vec4 y; vec4 z; };

SinewMatrix sinewBlend(int vertex) {
  SinewMatrix m = SinewMatrix(vec4(0.0), vec4(0.0), vec4(0.0));
  for (int k = 0; k < sinewInfluenceCount; k++) {
    vec2 influence = sinewFetch(sinewInfluences, vertex * sinewInfluenceCount + k).xy;
    if (influence.y == 0.0) {
      break;
    }
    int bone = 3 * int(influence.x);
    m.x += influence.y * sinewFetch(sinewBones, bone);
    m.y += influence.y * sinewFetch(sinewBones, bone + 1);
    m.z += influence.y * sinewFetch(sinewBones, bone + 2);
  }
  return m;
}

${POSE}
/** The weight of a bone at a vertex. */
float sinewWeight(int vertex, int bone) {
  float weight = 0.0;
  for (int k = 0; k < sinewInfluenceCount; k++) {
    vec2 influence = sinewFetch(sinewInfluences, vertex * sinewInfluenceCount + k).xy;
    weight += int(influence.x) == bone ? influence.y : 0.0;
  }
  return weight;
}

/** The bones' colours, blended by weight. */
vec3 sinewBlendedColour(int vertex) {
  vec3 colour = vec3(0.0);
  for (int k = 0; k < sinewInfluenceCount; k++) {
    vec2 influence = sinewFetch(sinewInfluences, vertex * sinewInfluenceCount + k).xy;
    colour += influence.y * sinewFetch(sinewPalette, int(influence.x)).rgb;
  }
  return colour;
}
`;

export class LinearEvaluator {
  /**
   * @param model of the scene
   * @param palette linear RGB per bone
   */
  constructor(model, palette) {
    this.model = model;
    this.bones = arrayTexture(3 * model.boneCount, 4);
    this.matrices = this.bones.image.data;
    this.prepare(palette);
    /** Whether morph targets are applied. */
    this.correctives = true;
    this.#takeMorphs();
  }

  #takeMorphs() {
    const { morphs, rest } = this.model;
    /** The mesh with morph targets applied, and their current amounts. */
    this.shaped = morphs ? rest.slice() : rest;
    this.amounts = morphs ? new Float64Array(morphs.count) : null;
  }

  /** Defines, GLSL and uniforms of the model. */
  prepare(palette) {
    const { model } = this;
    this.defines = {};
    this.glsl = FETCH + GLSL;
    this.uniforms = {
      sinewRule: { value: RULES.engine },
      sinewRest: { value: restTexture(model.rest) },
      sinewInfluences: { value: influenceTexture(model) },
      sinewBones: { value: this.bones },
      sinewPalette: { value: paletteTexture(palette) },
      sinewInfluenceCount: { value: model.influences },
    };
  }

  /** Replaces the model by another one of the same mesh; shaders stay. */
  swap(model, palette) {
    this.model = model;
    this.bones = arrayTexture(3 * model.boneCount, 4);
    this.matrices = this.bones.image.data;
    const fresh = { sinewRest: restTexture(model.rest), sinewInfluences: influenceTexture(model), sinewBones: this.bones, sinewPalette: paletteTexture(palette) };
    for (const [name, texture] of Object.entries(fresh)) {
      this.uniforms[name].value.dispose();
      this.uniforms[name].value = texture;
    }
    this.uniforms.sinewInfluenceCount.value = model.influences;
    this.#takeMorphs();
  }

  /** Applies morph targets to the mesh before skinning. */
  #shape(amountOf) {
    const { morphs, rest } = this.model;
    if (!morphs) {
      return;
    }
    for (let k = 0; k < morphs.count; k++) {
      this.amounts[k] = this.correctives ? amountOf(k) : 0;
    }
    this.shaped.set(rest);
    this.#add(morphs.shapes, this.shaped);
    spread(this.shaped, this.uniforms.sinewRest.value.image.data);
    this.uniforms.sinewRest.value.needsUpdate = true;
  }

  #add(shapes, out) {
    this.amounts.forEach((amount, k) => {
      const from = k * out.length;
      for (let x = 0; amount !== 0 && x < out.length; x++) {
        out[x] += amount * shapes[from + x];
      }
    });
  }

  /** What morph targets add to the normals of the pose, three numbers per row; null if nothing. */
  turns(rows) {
    const { morphs } = this.model;
    if (!morphs?.normals) {
      return null;
    }
    const out = new Float32Array(3 * rows);
    this.#add(morphs.normals, out);
    return out;
  }

  /** Skinning is linear in the matrices, so interpolating those of two frames interpolates the positions. */
  pose(time) {
    const { motion, frames, boneCount } = this.model;
    const f = Math.min(Math.floor(time), frames - 1);
    const g = Math.min(f + 1, frames - 1);
    const blend = time - f;
    const a = f * boneCount * STRIDE;
    const b = g * boneCount * STRIDE;
    for (let k = 0; k < boneCount * STRIDE; k++) {
      this.matrices[k] = blend > 0 ? (1 - blend) * motion[a + k] + blend * motion[b + k] : motion[a + k];
    }
    this.bones.needsUpdate = true;
    this.#shape((k) => {
      const { count, amounts } = this.model.morphs;
      return (1 - blend) * amounts[f * count + k] + blend * amounts[g * count + k];
    });
  }

  /** The bind pose: identity transforms. */
  bind() {
    for (let k = 0; k < this.matrices.length; k++) {
      this.matrices[k] = k % STRIDE % 5 === 0 ? 1 : 0;
    }
    this.bones.needsUpdate = true;
    this.#shape(() => 0);
  }

  /** Sets the matrices of a pose outside the clip, 12 per bone. */
  take(matrices) {
    this.matrices.set(matrices);
    this.bones.needsUpdate = true;
  }

  /** The posed pivot of a bone. */
  pivot(bone, out) {
    return this.carry(bone, this.model.skeleton.pivots, 3 * bone, out);
  }

  /** Applies a bone's transform to a point of the rest pose. */
  carry(bone, points, at, out) {
    const x = points[at];
    const y = points[at + 1];
    const z = points[at + 2];
    for (let row = 0; row < 3; row++) {
      const m = bone * STRIDE + 4 * row;
      out[row] = this.matrices[m] * x + this.matrices[m + 1] * y + this.matrices[m + 2] * z + this.matrices[m + 3];
    }
    return out;
  }

  /** The posed direction of a bone's axis. */
  axis(bone, axis, out) {
    for (let row = 0; row < 3; row++) {
      out[row] = this.matrices[bone * STRIDE + 4 * row + axis];
    }
    return out;
  }

  /** The posed position of a vertex, computed here instead of on the graphics card. */
  place(vertex) {
    const rest = this.shaped;
    const u = [rest[3 * vertex], rest[3 * vertex + 1], rest[3 * vertex + 2], 1];
    const out = [0, 0, 0];
    for (const { bone, weight } of this.influencesOf(vertex)) {
      for (let k = 0; k < STRIDE; k++) {
        out[k >> 2] += weight * this.matrices[bone * STRIDE + k] * u[k & 3];
      }
    }
    return out;
  }

  /** Bones and weights of a vertex, the largest first. */
  influencesOf(vertex) {
    const { influences, boneOfInfluence, weights } = this.model;
    const n = weights.length / influences;
    return Array.from({ length: influences }, (_, k) => ({
      bone: boneOfInfluence[k * n + vertex],
      weight: weights[k * n + vertex],
    })).filter(({ weight }) => weight > 0);
  }
}

export function restTexture(rest) {
  const texture = arrayTexture(rest.length / 3, 4);
  spread(rest, texture.image.data);
  return texture;
}

/** Copies three numbers per vertex to four per texel. */
export function spread(triples, quads) {
  for (let i = 0, k = 0; k < triples.length; i += 4, k += 3) {
    quads[i] = triples[k];
    quads[i + 1] = triples[k + 1];
    quads[i + 2] = triples[k + 2];
  }
}

/** Reorders the weights from influence by influence to vertex by vertex. */
function influenceTexture({ influences, boneOfInfluence, weights }) {
  const texture = arrayTexture(weights.length, 2);
  const data = texture.image.data;
  const n = weights.length / influences;
  for (let k = 0; k < influences; k++) {
    for (let i = 0; i < n; i++) {
      const at = 2 * (i * influences + k);
      data[at] = boneOfInfluence[k * n + i];
      data[at + 1] = weights[k * n + i];
    }
  }
  return texture;
}

export function paletteTexture(palette) {
  const texture = arrayTexture(palette.length, 4);
  palette.forEach((colour, j) => texture.image.data.set(colour, 4 * j));
  return texture;
}
