/** The list of bones, as a tree for skeletons; a click highlights the vertices of a bone. */
import { el } from 'sinew/ui/dom.js';
import { boneTree } from 'sinew/ui/bonetree.js';
import { css } from 'sinew/view/colours.js';

/** Thousands of buttons would be slow; further bones can be picked on the mesh. */
const MAX_BUTTONS = 1000;

export function showBones(stage, state, palette, panel) {
  const section = panel.querySelector('#bones');
  if (stage.models.length === 0) {
    return;
  }
  section.hidden = false;
  if (stage.models[0].skeleton.segments) {
    // For skeletons, the list comes before the charts.
    panel.querySelector('#plots').before(section);
  }
  const list = section.querySelector('.list');
  let buttons = [];
  let reveal = () => {};
  state.watch(['model', 'swapped'], () => {
    const model = stage.models[state.get('model')];
    buttons = model.skeleton.names.slice(0, MAX_BUTTONS).map((name, bone) => boneButton(name, bone, state, palette));
    const { moving = model.boneCount, endJoints = 0 } = model.skeleton;
    const carriers = model.boneCount - moving - endJoints;
    // Helper nodes at the root and end joints are counted separately.
    const others = [
      carriers > 1 ? `${carriers} roots` : carriers > 0 ? 'a root' : '',
      endJoints > 1 ? `${endJoints} ends` : endJoints > 0 ? 'an end' : '',
    ].filter((words) => words);
    const all = [String(moving), ...others].join(' and ');
    const shown = buttons.length < model.boneCount ? `the first ${MAX_BUTTONS} of ${all}` : all;
    section.querySelector('h2 small').textContent = shown;
    const isTree = Boolean(model.skeleton.segments);
    list.classList.toggle('tree', isTree);
    const tree = isTree ? boneTree(model.skeleton, buttons) : { rows: buttons, reveal: () => {} };
    reveal = tree.reveal;
    list.replaceChildren(...tree.rows);
  });
  state.watch(['bone', 'model'], () => {
    const chosen = state.get('bone');
    buttons.forEach((button, bone) => button.setAttribute('aria-pressed', String(bone === chosen)));
    if (buttons[chosen]) {
      reveal(chosen);
      bringIntoView(list, buttons[chosen]);
    }
  });
}

/** Scrolls list and panel, but only if the button is not visible. */
export function bringIntoView(list, button) {
  const top = button.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop;
  if (top < list.scrollTop || top + button.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = top - list.clientHeight / 2;
  }
  const panel = list.closest('.panel');
  const [at, seen] = [button.getBoundingClientRect(), panel.getBoundingClientRect()];
  // On narrow pages the panel is below the view and has no scroll bar; then do not scroll the page.
  if (panel.scrollHeight > panel.clientHeight && (at.top < seen.top || at.bottom > seen.bottom)) {
    panel.scrollTop += at.top - seen.top - panel.clientHeight / 2;
  }
}

function boneButton(name, bone, state, palette) {
  const swatch = el('i');
  swatch.style.background = css(palette[bone]);
  const button = el('button', { type: 'button', className: 'bone', 'aria-pressed': 'false' }, swatch, el('span', { title: name }, name));
  button.addEventListener('click', () => {
    const same = state.get('bone') === bone;
    state.set({ bone: same ? null : bone, vertex: null, colouring: same ? state.get('colouring') : 'weights' });
  });
  return button;
}
