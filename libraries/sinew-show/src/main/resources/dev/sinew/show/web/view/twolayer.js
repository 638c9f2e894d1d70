/**
 * Two-layer skinning (LD13): master bones are blended into virtual bones, which are drawn into a float texture; the vertex shader
 * then blends two of them per vertex.
 */
import { FullScreenPass } from 'sinew/view/fullscreen.js';
import { LinearEvaluator, paletteTexture, POSE, restTexture, RULES } from 'sinew/view/linear.js';
import { arrayTexture, arrayTarget, FETCH } from 'sinew/view/textures.js';

/** Texels per virtual bone: the rows of its 3×4 matrix. */
const ROWS = 3;

/** The first pass: texel 3j + r is row r of virtual bone j. */
const VIRTUAL_BONES = /* glsl */ `
uniform highp sampler2D sinewBones;
uniform highp sampler2D sinewAtoms;
uniform int sinewWidth;
out vec4 row;

void main() {
  int texel = int(gl_FragCoord.y) * sinewWidth + int(gl_FragCoord.x);
  int bone = texel / ${ROWS};
  row = vec4(0.0);
  if (bone < SINEW_VIRTUAL_BONES) {
    for (int a = 0; a < SINEW_ATOMS; a++) {
      vec2 atom = sinewFetch(sinewAtoms, bone * SINEW_ATOMS + a).xy;
      row += atom.y * sinewFetch(sinewBones, ${ROWS} * int(atom.x) + texel % ${ROWS});
    }
  }
}
`;

/** The second pass, part of everything drawn. */
const GLSL = /* glsl */ `
uniform highp sampler2D sinewRest;
uniform highp sampler2D sinewVirtual;
uniform highp sampler2D sinewPairs;
uniform highp sampler2D sinewAtoms;
uniform highp sampler2D sinewPalette;

/** Rows of the blended matrix. */
struct SinewMatrix { vec4 x; vec4 y; vec4 z; };

SinewMatrix sinewBlend(int vertex) {
  vec4 pair = sinewFetch(sinewPairs, vertex);
  int a = ${ROWS} * int(pair.x);
  int b = ${ROWS} * int(pair.y);
  return SinewMatrix(
      pair.z * sinewFetch(sinewVirtual, a) + pair.w * sinewFetch(sinewVirtual, b),
      pair.z * sinewFetch(sinewVirtual, a + 1) + pair.w * sinewFetch(sinewVirtual, b + 1),
      pair.z * sinewFetch(sinewVirtual, a + 2) + pair.w * sinewFetch(sinewVirtual, b + 2));
}
${POSE}
/** The weight of a master bone at a vertex, through both layers. */
float sinewWeight(int vertex, int bone) {
  vec4 pair = sinewFetch(sinewPairs, vertex);
  float weight = 0.0;
  for (int k = 0; k < 2 * SINEW_ATOMS; k++) {
    bool first = k < SINEW_ATOMS;
    vec2 atom = sinewFetch(sinewAtoms, int(first ? pair.x : pair.y) * SINEW_ATOMS + k % SINEW_ATOMS).xy;
    weight += int(atom.x) == bone ? (first ? pair.z : pair.w) * atom.y : 0.0;
  }
  return weight;
}

/** The master bones' colours, blended by weight. */
vec3 sinewBlendedColour(int vertex) {
  vec4 pair = sinewFetch(sinewPairs, vertex);
  vec3 colour = vec3(0.0);
  for (int k = 0; k < 2 * SINEW_ATOMS; k++) {
    bool first = k < SINEW_ATOMS;
    vec2 atom = sinewFetch(sinewAtoms, int(first ? pair.x : pair.y) * SINEW_ATOMS + k % SINEW_ATOMS).xy;
    colour += (first ? pair.z : pair.w) * atom.y * sinewFetch(sinewPalette, int(atom.x)).rgb;
  }
  return clamp(colour, 0.0, 1.0);
}
`;

export class TwoLayerEvaluator extends LinearEvaluator {
  /** @param renderer draws the first pass */
  constructor(model, palette, renderer) {
    super(model, palette, renderer);
    this.target = arrayTarget(ROWS * model.virtualBones);
    this.pass = new FullScreenPass(renderer, this.target, {
      defines: { SINEW_ATOMS: model.atomInfluences, SINEW_VIRTUAL_BONES: model.virtualBones },
      uniforms: {
        sinewBones: { value: this.bones },
        sinewAtoms: this.uniforms.sinewAtoms,
        sinewWidth: { value: this.target.width },
      },
      fragmentShader: FETCH + VIRTUAL_BONES,
    });
    this.uniforms.sinewVirtual.value = this.target.texture;
  }

  /** The uniforms of the second pass; called when the bones' texture exists, but not yet the target. */
  prepare(palette) {
    const { model } = this;
    this.defines = { SINEW_ATOMS: model.atomInfluences };
    this.glsl = FETCH + GLSL;
    this.uniforms = {
      sinewRule: { value: RULES.engine },
      sinewRest: { value: restTexture(model.rest) },
      sinewVirtual: { value: null },
      sinewPairs: { value: pairTexture(model) },
      sinewAtoms: { value: atomTexture(model) },
      sinewPalette: { value: paletteTexture(palette) },
    };
  }

  pose(time) {
    super.pose(time);
    this.pass.draw();
  }

  bind() {
    super.bind();
    this.pass.draw();
  }

  /** Master bones and weights of a vertex through both layers, the largest first. */
  influencesOf(vertex) {
    const { virtual, coefficients, atomInfluences, atomBones, atomWeights } = this.model;
    const sums = new Map();
    const shares = [coefficients[vertex], 1 - coefficients[vertex]];
    shares.forEach((share, k) => {
      const from = virtual[k * coefficients.length + vertex] * atomInfluences;
      for (let a = from; a < from + atomInfluences; a++) {
        sums.set(atomBones[a], (sums.get(atomBones[a]) ?? 0) + share * atomWeights[a]);
      }
    });
    return [...sums]
      .map(([bone, weight]) => ({ bone, weight }))
      .filter(({ weight }) => weight !== 0)
      .sort((x, y) => y.weight - x.weight);
  }
}

/** Two virtual bones and their coefficients per vertex. */
function pairTexture({ virtual, coefficients }) {
  const n = coefficients.length;
  const texture = arrayTexture(n, 4);
  for (let i = 0; i < n; i++) {
    texture.image.data.set([virtual[i], virtual[n + i], coefficients[i], 1 - coefficients[i]], 4 * i);
  }
  return texture;
}

function atomTexture({ atomBones, atomWeights }) {
  const texture = arrayTexture(atomWeights.length, 2);
  for (let a = 0; a < atomWeights.length; a++) {
    texture.image.data[2 * a] = atomBones[a];
    texture.image.data[2 * a + 1] = atomWeights[a];
  }
  return texture;
}
