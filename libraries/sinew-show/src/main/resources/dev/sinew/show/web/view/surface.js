/** Shader code for positions, normals and colours, shared by everything drawn. */
import { FETCH } from 'sinew/view/textures.js';

/** Values of the shader's sinewColouring. */
export const COLOURING = { rows: 0, bones: 1, bone: 2, errorNow: 3, errorOverall: 4, shells: 5, tint: 6, angle: 7, paint: 8 };

const VERTEX = /* glsl */ `
uniform highp sampler2D sinewOriginal;
uniform highp sampler2D sinewPerVertex;
uniform highp sampler2D sinewShellPalette;
uniform int sinewColouring;
uniform int sinewBone;
uniform float sinewExaggeration;
uniform float sinewMost;
uniform float sinewMostAngle;
uniform vec3 sinewTint;
attribute vec3 rowColour;
attribute vec3 trueNormal;
#ifdef SINEW_IMAGES
attribute vec3 rowPlace;
varying vec3 vSinewPlace;
#endif
varying vec3 vSinewColour;
varying float vSinewValue;
vec3 sinewPosition;
vec3 sinewNormal;

void sinewColourise(int vertex, vec3 original, vec3 skinned) {
  vec3 perVertex = sinewFetch(sinewPerVertex, vertex).xyz;
  vSinewColour = sinewTint;
  vSinewValue = 0.0;
#ifdef SINEW_IMAGES
  vSinewPlace = rowPlace;
#endif
  if (sinewColouring == ${COLOURING.rows}) {
    vSinewColour = rowColour * rowColour;
  } else if (sinewColouring == ${COLOURING.shells}) {
    vSinewColour = sinewFetch(sinewShellPalette, int(perVertex.y + 0.5)).rgb;
  } else if (sinewColouring == ${COLOURING.errorOverall}) {
    vSinewValue = perVertex.x / sinewMost;
  } else if (sinewColouring == ${COLOURING.errorNow}) {
    vSinewValue = 100.0 * distance(original, skinned) / sinewMost;
  } else if (sinewColouring == ${COLOURING.angle}) {
    vSinewValue = degrees(atan(length(cross(sinewNormal, trueNormal)), dot(sinewNormal, trueNormal))) / sinewMostAngle;
  } else if (sinewColouring == ${COLOURING.paint}) {
    vSinewValue = perVertex.z;
#ifdef SINEW_MODEL
  } else if (sinewColouring == ${COLOURING.bone}) {
    vSinewValue = sinewWeight(vertex, sinewBone);
  } else if (sinewColouring == ${COLOURING.bones}) {
    vSinewColour = sinewBlendedColour(vertex);
#endif
  }
}

/** position.x is the number of the vertex; everything else is looked up. */
void sinewEvaluate(vec3 rowNormal) {
  int vertex = int(position.x + 0.5);
  vec3 original = sinewFetch(sinewOriginal, vertex).xyz;
  vec3 skinned = original;
  sinewNormal = rowNormal;
#ifdef SINEW_MODEL
  vec3 skinnedNormal;
  sinewPose(vertex, rowNormal, skinned, skinnedNormal);
#endif
#ifdef SINEW_SHOWS_MODEL
  sinewPosition = sinewExaggeration == 1.0 ? skinned : mix(original, skinned, sinewExaggeration);
  sinewNormal = skinnedNormal;
#else
  sinewPosition = original;
#endif
  sinewNormal /= max(length(sinewNormal), 1e-12);
  sinewColourise(vertex, original, skinned);
}
`;

const FRAGMENT = /* glsl */ `
uniform int sinewColouring;
uniform float sinewFlatness;
uniform sampler2D sinewMap;
varying vec3 vSinewColour;
varying float vSinewValue;
#ifdef SINEW_IMAGES
uniform highp sampler2DArray sinewImages;
varying vec3 vSinewPlace;
#endif

vec3 sinewColour() {
  bool mapped = (sinewColouring >= ${COLOURING.bone} && sinewColouring <= ${COLOURING.errorOverall}) || sinewColouring == ${COLOURING.angle} || sinewColouring == ${COLOURING.paint};
#ifdef SINEW_IMAGES
  if (sinewColouring == ${COLOURING.rows} && vSinewPlace.z > -0.5) {
    return vSinewColour * texture(sinewImages, vec3(vSinewPlace.xy, floor(vSinewPlace.z + 0.5))).rgb;
  }
#endif
  return mapped ? texture2D(sinewMap, vec2(clamp(vSinewValue, 0.002, 0.998), 0.5)).rgb : vSinewColour;
}
`;

/**
 * Patches a three.js material to use these positions, normals and colours.
 *
 * @param uniforms shared by reference, so that changes apply everywhere
 * @param evaluator of the model that errors and weights belong to; or null
 * @param shows 'model' or 'original'
 * @param images of the materials, see images.js; absent without images or where colours do not matter
 */
export function patch(material, uniforms, evaluator, shows, images = null) {
  material.defines = {
    ...material.defines,
    ...(evaluator ? { SINEW_MODEL: '', ...evaluator.defines } : {}),
    ...(shows === 'model' ? { SINEW_SHOWS_MODEL: '' } : {}),
    ...(images ? { SINEW_IMAGES: '' } : {}),
  };
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms, evaluator?.uniforms, images ? { sinewImages: { value: images } } : {});
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\n' + (evaluator?.glsl ?? FETCH) + VERTEX)
      .replace('void main() {', 'void main() {\nsinewEvaluate(normal);')
      .replace('#include <beginnormal_vertex>', 'vec3 objectNormal = sinewNormal;')
      .replace('#include <begin_vertex>', 'vec3 transformed = sinewPosition;');
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', '#include <common>\n' + FRAGMENT)
      .replace('#include <color_fragment>', 'diffuseColor.rgb *= sinewColour();')
      // Part of the colour is left unlit, so that colours that represent values stay readable.
      .replace(
        '#include <opaque_fragment>',
        'outgoingLight = mix(outgoingLight, diffuseColor.rgb, sinewFlatness);\n#include <opaque_fragment>',
      );
  };
  material.customProgramCacheKey = () => 'sinew-' + shows + '-' + (evaluator ? evaluator.constructor.name : 'none');
  return material;
}

/** Patches a material that only writes depth, for shadows and transparency. */
export function patchDepth(material, uniforms, evaluator, shows) {
  patch(material, uniforms, evaluator, shows);
  const withColour = material.onBeforeCompile;
  material.onBeforeCompile = (shader) => {
    const fragment = shader.fragmentShader;
    withColour(shader);
    shader.fragmentShader = fragment;
  };
  material.customProgramCacheKey = () => 'sinew-depth-' + shows;
  return material;
}

/** Patches a material for lines on the surface, drawn slightly nearer to the camera to avoid z-fighting. */
export function patchWires(material, uniforms, evaluator, shows) {
  patchDepth(material, uniforms, evaluator, shows);
  const onTheSurface = material.onBeforeCompile;
  material.onBeforeCompile = (shader) => {
    onTheSurface(shader);
    shader.vertexShader = shader.vertexShader.replace(
      '#include <project_vertex>',
      '#include <project_vertex>\ngl_Position = projectionMatrix * vec4(0.9985 * mvPosition.xyz, 1.0);',
    );
  };
  material.customProgramCacheKey = () => 'sinew-wires-' + shows;
  return material;
}

/**
 * Patches a material for outlines. It is drawn eight times, each time offset by some pixels and slightly farther away, so that it
 * is visible only around the subject. Needs no normals, so open surfaces have an outline, too.
 */
export function patchOutline(material, uniforms, evaluator, shows) {
  patchDepth(material, uniforms, evaluator, shows);
  const onTheSurface = material.onBeforeCompile;
  material.onBeforeCompile = (shader) => {
    onTheSurface(shader);
    shader.vertexShader = shader.vertexShader
      .replace('void main() {', 'uniform vec2 sinewPixel;\nvoid main() {')
      .replace(
        '#include <project_vertex>',
        `#include <project_vertex>
gl_Position = projectionMatrix * vec4(1.004 * mvPosition.xyz, 1.0);
float around = 0.7853981633974483 * float(gl_InstanceID);
gl_Position.xy += gl_Position.w * sinewPixel * vec2(cos(around), sin(around));`,
      );
  };
  material.customProgramCacheKey = () => 'sinew-outline-' + shows;
  return material;
}
