/** Buttons in the corner of the view: camera directions and normal mode. */
import { el, icon } from 'sinew/ui/dom.js';

const SIDES = [
  ['front', 'Front', 'Front view, along z'],
  ['side', 'Side', 'Side view, along x'],
  ['top', 'Top', 'Top view, along y'],
];
const SHADING_WORDS = {
  engine: ['blended matrix', 'Normals transformed by the blended matrix, as in three.js, Unity, Unreal and Godot'],
  transpose: ['inverse transpose', 'Normals transformed by the inverse transpose, as in Filament, Bevy and USD'],
  recomputed: ['recomputed', 'Normals of the posed faces, the limit set by the geometry'],
};

export function showCorner(viewer, state, place) {
  const whole = el('button', { type: 'button', className: 'corner-button', id: 'whole', title: 'Reset view (0)', 'aria-label': 'Reset view' }, icon('frame'));
  whole.addEventListener('click', () => viewer.resetView());
  const sides = SIDES.map(([side, words, title]) => {
    const button = el('button', { type: 'button', className: 'corner-button', title, id: 'from-' + side }, words);
    button.addEventListener('click', () => viewer.lookFrom(side));
    return button;
  });
  const looks = el('div', { className: 'corner-group', role: 'group', 'aria-label': 'View direction' }, ...sides, whole);
  place.append(el('div', { className: 'corner' }, shading(viewer, state), looks));
}

function shading(viewer, state) {
  if (viewer.scene.stage.models.length === 0) {
    return '';
  }
  const options = Object.entries(SHADING_WORDS).map(([value, [words]]) => el('option', { value }, words));
  const select = el('select', { id: 'shading', 'aria-label': 'Normal mode' }, ...options);
  select.addEventListener('change', () => state.set({ shading: select.value }));
  state.watch(['shading'], () => {
    select.value = state.get('shading');
    select.title = SHADING_WORDS[select.value][1];
  });
  return el('label', { className: 'corner-group' }, 'Normals', select);
}
