/** In the corner of the view: where one looks from, and how normals are turned. */
import { el, icon } from 'sinew/ui/dom.js';

const SIDES = [
  ['front', 'Front', 'From the front, along z'],
  ['side', 'Side', 'From the side, along x'],
  ['top', 'Top', 'From above, along y'],
];
const SHADING_WORDS = {
  engine: ['as engines shade', 'Normals turned by the blended matrix, as three.js, Unity, Unreal and Godot do'],
  transpose: ['inverse transpose', 'Normals turned by the inverse transpose, as Filament, Bevy and USD do'],
  recomputed: ['recomputed', 'Normals of the posed faces themselves: what the geometry allows'],
};

export function showCorner(viewer, state, place) {
  const whole = el('button', { type: 'button', className: 'corner-button', id: 'whole', title: 'All of it, as at first (0)', 'aria-label': 'Whole subject' }, icon('frame'));
  whole.addEventListener('click', () => viewer.resetView());
  const sides = SIDES.map(([side, words, title]) => {
    const button = el('button', { type: 'button', className: 'corner-button', title, id: 'from-' + side }, words);
    button.addEventListener('click', () => viewer.lookFrom(side));
    return button;
  });
  const looks = el('div', { className: 'corner-group', role: 'group', 'aria-label': 'Look from' }, ...sides, whole);
  place.append(el('div', { className: 'corner' }, shading(viewer, state), looks));
}

function shading(viewer, state) {
  if (viewer.scene.stage.models.length === 0) {
    return '';
  }
  const options = Object.entries(SHADING_WORDS).map(([value, [words]]) => el('option', { value }, words));
  const select = el('select', { id: 'shading', 'aria-label': 'How normals are turned' }, ...options);
  select.addEventListener('change', () => state.set({ shading: select.value }));
  state.watch(['shading'], () => {
    select.value = state.get('shading');
    select.title = SHADING_WORDS[select.value][1];
  });
  return el('label', { className: 'corner-group' }, 'Normals', select);
}
