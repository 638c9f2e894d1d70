/** Applies colours, wires and bones to the stage, according to the state. */
import { COLOURING } from 'sinew/view/surface.js';

const CLAY = { light: '#d3cbc0', dark: '#c2bbb1' };
/** Colour of the original, drawn as an outline over the result. */
const OUTLINE = '#1f6fc4';
const WIRES = { light: { colour: '#1c1a18', opacity: 0.28 }, dark: { colour: '#0c0b0a', opacity: 0.42 } };

export function dressStage(stage, state) {
  state.watch(['theme'], () => stage.studio.dress(stage.scene, state.get('theme')));
  state.watch(['view', 'colouring', 'bone', 'bones', 'errorOver', 'theme', 'model', 'exaggeration', 'painting'], () => {
    stage.subjects.forEach((subject) => dress(subject, stage, state));
    stage.shading.needsTruth = state.get('colouring') === 'angle';
    stage.invalidate();
  });
  state.watch(['shading'], () => {
    stage.shading.use(state.get('shading'));
    stage.invalidate();
  });
  state.watch(['bone', 'errorMost', 'bindMost', 'angleMost', 'map', 'view'], () => {
    stage.uniforms.sinewMostAngle.value = state.get('angleMost');
    stage.uniforms.sinewBone.value = state.get('bone') ?? 0;
    stage.uniforms.sinewMost.value = state.get(mostKey(state)) || 1;
    stage.uniforms.sinewMap.value = stage.maps[state.get('map')];
    stage.invalidate();
  });
  state.watch(['wireframe', 'theme'], () => {
    stage.subjects.forEach((subject) => subject.setWires(state.get('wireframe'), WIRES[state.get('theme')]));
    stage.invalidate();
  });
  state.watch(['bone'], () => {
    stage.bones.forEach((bones) => bones.setSelected(state.get('bone')));
    stage.invalidate();
  });
}

/** The bind pose has its own scale, because it may differ more than the fit. */
export function mostKey(state) {
  return state.get('view') === 'bind' ? 'bindMost' : 'errorMost';
}

function dress(subject, stage, state) {
  const view = state.get('view');
  const colouring = colouringOf(subject, stage, state);
  const { uniforms } = subject;
  const coded = colouring !== COLOURING.rows && colouring !== COLOURING.tint;
  uniforms.sinewColouring.value = colouring;
  uniforms.sinewFlatness.value = coded ? 0.5 : 0;
  uniforms.sinewExaggeration.value = ['difference', 'between'].includes(view) && stage.original ? state.get('exaggeration') : 1;
  uniforms.sinewTint.value.set(CLAY[state.get('theme')]);
  subject.material.roughness = coded ? 0.85 : 0.62;
  subject.setVeil(veil(subject, stage, state));
  subject.setOutline(view === 'overlay' && subject.shows === 'original', OUTLINE);
}

/** The opacity of a subject. The mesh around a skeleton is transparent; weights on it stay readable. */
function veil(subject, stage, state) {
  const m = stage.models.indexOf(subject);
  const aroundBones = m >= 0 && m === state.get('model') && state.get('bones') && bonesInside(stage, m, state);
  return !aroundBones ? 1 : state.get('colouring') === 'surface' ? 0.42 : 0.68;
}

function bonesInside(stage, m, state) {
  const { handles, models } = stage.stage;
  return state.get('view') === 'pose' ? handles.list.some(({ type }) => type === 'bone') : models[m].skeleton.segments;
}

function colouringOf(subject, stage, state) {
  const view = state.get('view');
  if (view === 'difference' || view === 'between') {
    return COLOURING.errorNow;
  }
  if (state.get('painting')) {
    return COLOURING.paint;
  }
  const plain = stage.hasColours ? COLOURING.rows : COLOURING.tint;
  const ofModel = subject.shows === 'model';
  switch (state.get('colouring')) {
    case 'shells':
      return COLOURING.shells;
    case 'weights':
      return !ofModel ? plain : state.get('bone') === null ? COLOURING.bones : COLOURING.bone;
    case 'angle':
      return ofModel ? COLOURING.angle : plain;
    case 'error':
      return !ofModel ? plain : overFrames(subject, stage, state) ? COLOURING.errorOverall : COLOURING.errorNow;
    default:
      return plain;
  }
}

/** Without the original, only the error of the first model over all frames is known. */
function overFrames(subject, stage, state) {
  const known = stage.stage.error && subject === stage.models[0] && !stage.showsBind;
  return !stage.original || (state.get('errorOver') === 'all' && known);
}
