/** Colours, wires and bones on the stage as the state asks for them. */
import { COLOURING } from 'sinew/view/surface.js';

/** Clay alone; when laid over one another, two tints that differ in lightness as well as in hue. */
const CLAY = { light: '#d3cbc0', dark: '#c2bbb1' };
const TINTS = { original: '#6d9bd0', model: '#f0b48f' };
const WIRES = { light: { colour: '#1c1a18', opacity: 0.28 }, dark: { colour: '#0c0b0a', opacity: 0.42 } };

export function dressStage(stage, state) {
  state.watch(['theme'], () => stage.studio.dress(stage.scene, state.get('theme')));
  state.watch(['view', 'colouring', 'bone', 'bones', 'errorOver', 'theme', 'model', 'exaggeration', 'wipe'], () => {
    stage.subjects.forEach((subject) => dress(subject, stage, state));
    stage.invalidate();
  });
  state.watch(['bone', 'errorMost', 'map'], () => {
    stage.uniforms.sinewBone.value = state.get('bone') ?? 0;
    stage.uniforms.sinewMost.value = state.get('errorMost') || 1;
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

function dress(subject, stage, state) {
  const view = state.get('view');
  const colouring = colouringOf(subject, stage, state);
  const { uniforms } = subject;
  const coded = colouring !== COLOURING.rows && colouring !== COLOURING.tint;
  uniforms.sinewColouring.value = colouring;
  uniforms.sinewFlatness.value = coded ? 0.5 : 0;
  uniforms.sinewExaggeration.value = view === 'difference' && stage.original ? state.get('exaggeration') : 1;
  uniforms.sinewTint.value.set(view === 'overlay' ? TINTS[subject.shows] : CLAY[state.get('theme')]);
  subject.material.roughness = coded ? 0.85 : 0.62;
  subject.setVeil(veil(subject, stage, state));
}

/** How much of a subject hides what is behind it. A skin around a skeleton is seen through; weights on it stay readable. */
function veil(subject, stage, state) {
  if (state.get('view') === 'overlay') {
    return subject.shows === 'original' ? state.get('wipe') : 1;
  }
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
  if (view === 'overlay') {
    return COLOURING.tint;
  }
  if (view === 'difference') {
    return COLOURING.errorNow;
  }
  const plain = stage.hasColours ? COLOURING.rows : COLOURING.tint;
  const ofModel = subject.shows === 'model';
  switch (state.get('colouring')) {
    case 'shells':
      return COLOURING.shells;
    case 'weights':
      return !ofModel ? plain : state.get('bone') === null ? COLOURING.bones : COLOURING.bone;
    case 'error':
      return !ofModel ? plain : overFrames(subject, stage, state) ? COLOURING.errorOverall : COLOURING.errorNow;
    default:
      return plain;
  }
}

/** Without the original in the page only the error over all frames is known, and that of the first model alone. */
function overFrames(subject, stage, state) {
  const known = stage.stage.error && subject === stage.models[0];
  return !stage.original || (state.get('errorOver') === 'all' && known);
}
