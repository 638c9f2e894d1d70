/** The bones by name, a skeleton as a tree; a click shows where one holds. */
import { el } from 'sinew/ui/dom.js';
import { boneTree } from 'sinew/ui/bonetree.js';
import { css } from 'sinew/view/colours.js';

/** A page of many thousand buttons would crawl; further bones are picked on the mesh. */
const MOST = 1000;

export function showBones(stage, state, palette, panel) {
  const section = panel.querySelector('#bones');
  if (stage.models.length === 0) {
    return;
  }
  section.hidden = false;
  if (stage.models[0].skeleton.segments) {
    // A skeleton is what one came for; diagrams can wait.
    panel.querySelector('#plots').before(section);
  }
  const list = section.querySelector('.list');
  let buttons = [];
  let reveal = () => {};
  state.watch(['model', 'swapped'], () => {
    const model = stage.models[state.get('model')];
    buttons = model.skeleton.names.slice(0, MOST).map((name, bone) => boneButton(name, bone, state, palette));
    const { moving = model.boneCount, endJoints = 0 } = model.skeleton;
    const carriers = model.boneCount - moving - endJoints;
    // One count for one thing: what only carries others is a root, what only ends a limb an end, not one more bone.
    const others = [
      carriers > 1 ? `${carriers} roots` : carriers > 0 ? 'a root' : '',
      endJoints > 1 ? `${endJoints} ends` : endJoints > 0 ? 'an end' : '',
    ].filter((words) => words);
    const all = [String(moving), ...others].join(' and ');
    const shown = buttons.length < model.boneCount ? `the first ${MOST} of ${all}` : all;
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

/** Scrolls the list, and the panel that holds it, only where the button is out of sight. */
export function bringIntoView(list, button) {
  const top = button.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop;
  if (top < list.scrollTop || top + button.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = top - list.clientHeight / 2;
  }
  const panel = list.closest('.panel');
  const [at, seen] = [button.getBoundingClientRect(), panel.getBoundingClientRect()];
  // On a narrow page the panel lies below the view and does not scroll by itself: then nothing jumps.
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
