/** The legend of the colours. */
import { el, segments } from 'sinew/ui/dom.js';
import { mapGradient, MAPS } from 'sinew/view/colours.js';
import { niceStep, tick } from 'sinew/ui/format.js';
import { mostKey } from 'sinew/view/dressing.js';

export function showLegend(stage, state) {
  const bar = el('div', { className: 'ramp' });
  const least = el('span');
  const most = el('span');
  const title = el('p');
  const scale = el('div', { className: 'scale' }, bar, el('div', { className: 'ends' }, least, most));
  const legend = el('div', { className: 'legend', id: 'legend' }, title, scale, errorControls(stage, state), maps(state));
  state.watch(['view', 'colouring', 'bone', 'errorOver', 'errorMost', 'bindMost', 'angleMost', 'shading', 'map', 'model', 'painting'], () => {
    const what = meaning(stage, state);
    legend.hidden = what === null;
    legend.dataset.kind = what?.kind ?? '';
    bar.style.background = mapGradient(state.get('map'));
    title.textContent = what?.title ?? '';
    least.textContent = '0';
    most.textContent = what?.most ?? '';
  });
  return legend;
}

/** Null if the colours need no legend. */
function meaning(stage, state) {
  const view = state.get('view');
  if (state.get('painting')) {
    return { kind: 'weight', title: 'Painted', most: '1' };
  }
  const colouring = view === 'difference' || view === 'between' ? 'error' : state.get('colouring');
  if (colouring === 'error') {
    const words = view === 'bind' ? 'Displacement, % of the size' : view === 'between' ? 'Distance between models, % of the size' : 'Distance, % of the size';
    return { kind: 'error', title: words, most: '≥ ' + tick(state.get(mostKey(state))) + ' %' };
  }
  if (colouring === 'angle') {
    return { kind: 'angle', title: 'Normal deviation' + (view === 'bind' ? ' from the input mesh' : '') + ' (degrees)', most: '≥ ' + tick(state.get('angleMost')) + '°' };
  }
  if (colouring === 'weights') {
    const bone = state.get('bone');
    return bone === null
      ? { kind: 'words', title: `One colour per ${stage.handles ? 'handle' : 'bone'}, blended by weight. Click the mesh or the list to select one.` }
      : { kind: 'weight', title: 'Weight of ' + stage.models[state.get('model')].skeleton.names[bone], most: '1' };
  }
  return colouring === 'shells' ? { kind: 'words', title: `${stage.mesh.shells} shells, one colour each` } : null;
}

/** The end of the scale, and whether the error is that of this frame or of all. */
function errorControls(stage, state) {
  const step = (words, sign, up) => {
    const button = el('button', { type: 'button', title: words, 'aria-label': words }, sign);
    button.addEventListener('click', () => {
      const key = state.get('colouring') === 'angle' && !['difference', 'between'].includes(state.get('view')) ? 'angleMost' : mostKey(state);
      state.set({ [key]: key === 'angleMost' ? angleStep(state.get(key), up) : niceStep(state.get(key), up) });
    });
    return button;
  };
  const over = segments('Error over', [['frame', 'This frame'], ['all', 'All frames']], 'frame', (value) => state.set({ errorOver: value }));
  over.hidden = !(stage.error && stage.original);
  state.watch(['errorOver', 'view', 'colouring'], () => {
    over.show(state.get('errorOver'));
    over.classList.toggle('off', ['difference', 'between', 'bind'].includes(state.get('view')) || state.get('colouring') === 'angle');
  });
  const ends = el('span', { className: 'steppers' }, step('Finer scale', '−', false), step('Coarser scale', '+', true));
  return el('div', { className: 'error-controls' }, over, ends);
}

const ANGLES = [2, 5, 10, 20, 30, 60, 90, 180];

function angleStep(value, up) {
  return (up ? ANGLES.find((angle) => angle > value) : ANGLES.findLast((angle) => angle < value)) ?? value;
}

function maps(state) {
  const select = el('select', { 'aria-label': 'Colour map' }, ...MAPS.map((map) => el('option', { value: map }, map)));
  select.addEventListener('change', () => state.set({ map: select.value }));
  state.watch(['map'], () => (select.value = state.get('map')));
  return el('div', { className: 'maps' }, select);
}
