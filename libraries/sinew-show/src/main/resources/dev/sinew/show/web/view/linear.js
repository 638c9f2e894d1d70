/**
 * Linear blend skinning, v = Σ w_j·M_j·u, on the graphics card. An evaluator has uniforms, the GLSL of sinewPose and
 * pose(time); other kinds of models bring their own.
 */
import { arrayTexture, FETCH } from 'sinew/view/textures.js';

const STRIDE = 12;

/** How a normal comes to its pose; see sinewPose. */
export const RULES = { engine: 0, transpose: 1, recomputed: 2 };

/** What a blended matrix does to a vertex; needs sinewRest and sinewBlend. */
export const POSE = /* glsl */ `
uniform int sinewRule;

/**
 * Position and normal of a vertex. Engines turn the normal by the blended matrix itself; the inverse transpose goes by the cofactors, which
 * are right for flat matrices too; a recomputed normal comes posed already.
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
/** A number rather than a constant: another model is played by the same program. */
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
/** How much of a vertex a bone has. */
float sinewWeight(int vertex, int bone) {
  float weight = 0.0;
  for (int k = 0; k < sinewInfluenceCount; k++) {
    vec2 influence = sinewFetch(sinewInfluences, vertex * sinewInfluenceCount + k).xy;
    weight += int(influence.x) == bone ? influence.y : 0.0;
  }
  return weight;
}

/** The bones' colours mixed as their weights. */
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
   * @param palette linear RGB a bone
   */
  constructor(model, palette) {
    this.model = model;
    this.bones = arrayTexture(3 * model.boneCount, 4);
    this.matrices = this.bones.image.data;
    this.prepare(palette);
    /** Whether morph targets are added. */
    this.correctives = true;
    this.#takeMorphs();
  }

  #takeMorphs() {
    const { morphs, rest } = this.model;
    /** The mesh as bones get it, and how much of each morph target is in it. */
    this.shaped = morphs ? rest.slice() : rest;
    this.amounts = morphs ? new Float64Array(morphs.count) : null;
  }

  /** Defines, GLSL and uniforms of what is drawn. */
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

  /** Plays another model of the same mesh from here on; whatever draws it keeps its shaders. */
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

  /** Adds so much of each morph target to the mesh that bones move. */
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

  /** What morph targets add to the normals of the pose, three numbers per row; null where they add nothing. */
  turns(rows) {
    const { morphs } = this.model;
    if (!morphs?.normals) {
      return null;
    }
    const out = new Float32Array(3 * rows);
    this.#add(morphs.normals, out);
    return out;
  }

  /** Skinning is linear in the matrices, so mixing those of two frames mixes the positions. */
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

  /** The bind pose: every bone stays, so vertices are where the file stores them. */
  bind() {
    for (let k = 0; k < this.matrices.length; k++) {
      this.matrices[k] = k % STRIDE % 5 === 0 ? 1 : 0;
    }
    this.bones.needsUpdate = true;
    this.#shape(() => 0);
  }

  /** Takes the matrices of a pose that is in no clip, 12 a bone. */
  take(matrices) {
    this.matrices.set(matrices);
    this.bones.needsUpdate = true;
  }

  /** Where a bone's pivot is in the pose. */
  pivot(bone, out) {
    return this.carry(bone, this.model.skeleton.pivots, 3 * bone, out);
  }

  /** Where a bone takes a point of the rest pose. */
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

  /** The direction a bone's axis points to in the pose. */
  axis(bone, axis, out) {
    for (let row = 0; row < 3; row++) {
      out[row] = this.matrices[bone * STRIDE + 4 * row + axis];
    }
    return out;
  }

  /** Where a vertex is in the pose, computed here rather than on the card. */
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

/** Three numbers per vertex into four a texel. */
export function spread(triples, quads) {
  for (let i = 0, k = 0; k < triples.length; i += 4, k += 3) {
    quads[i] = triples[k];
    quads[i + 1] = triples[k + 1];
    quads[i + 2] = triples[k + 2];
  }
}

/** The file has influence after influence; the shader reads vertex after vertex. */
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
