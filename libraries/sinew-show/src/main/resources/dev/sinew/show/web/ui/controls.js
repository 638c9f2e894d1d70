/** Selects view and colouring. */
import { colouringsOf, viewsOf } from 'sinew/state.js';
import { el, segments, toggle } from 'sinew/ui/dom.js';

const VIEW_WORDS = {
  pose: 'Pose',
  split: 'Side by side',
  all: 'All',
  wipe: 'Wipe',
  overlay: 'Overlay',
  difference: 'Difference',
  between: 'Between models',
  bind: 'Bind pose',
  result: 'Result',
  original: 'Original',
};
const COLOUR_WORDS = { surface: 'Surface', weights: 'Weights', error: 'Error', angle: 'Shading', shells: 'Shells' };

export function showControls(stage, state, place) {
  place.append(
    choice('View', 'view', viewsOf(stage), VIEW_WORDS, state),
    el('div', { className: 'right' }, models(stage, state), colours(stage, state), toggles(stage, state)),
  );
}

function choice(label, key, values, words, state) {
  if (values.length < 2) {
    return '';
  }
  const row = segments(label, values.map((value) => [value, words[value]]), state.get(key), (value) => state.set({ [key]: value }));
  state.watch([key], () => row.show(state.get(key)));
  return row;
}

/** Hidden for views with their own colouring. */
function colours(stage, state) {
  const row = choice('Colour by', 'colouring', colouringsOf(stage), COLOUR_WORDS, state);
  if (row) {
    state.watch(['view'], () => row.classList.toggle('resting', ['difference', 'between'].includes(state.get('view'))));
  }
  return row;
}

/** Selects the compared model, if there are several. */
function models(stage, state) {
  if (stage.models.length < 2) {
    return '';
  }
  const row = segments('Model', stage.models.map(({ name }, k) => [k, name]), 0, (k) => state.set({ model: k, bone: null, vertex: null }));
  state.watch(['model'], () => row.show(state.get('model')));
  return row;
}

function toggles(stage, state) {
  const flip = (key) => () => state.set({ [key]: !state.get(key) });
  const buttons = { wireframe: toggle('wires', 'Wireframe', 'W', flip('wireframe')) };
  if (stage.models.length > 0) {
    buttons.bones = toggle('bones', stage.handles ? 'Handles' : 'Bones', 'B', flip('bones'));
  }
  if (stage.models.some(({ morphs }) => morphs)) {
    buttons.correctives = toggle('shapes', 'Correctives', 'M', flip('correctives'));
  }
  if (stage.frames.count > 1) {
    buttons.follow = toggle('follow', 'Follow', 'L', flip('follow'));
  }
  for (const [key, button] of Object.entries(buttons)) {
    state.watch([key], () => button.show(state.get(key)));
  }
  return el('div', { className: 'toggles', role: 'group', 'aria-label': 'Show' }, ...Object.values(buttons));
}
