/** The bones by name; a click shows where one holds. */
import { el } from 'sinew/ui/dom.js';
import { css } from 'sinew/view/colours.js';

/** A page of many thousand buttons would crawl; further bones are picked on the mesh. */
const MOST = 1000;

export function showBones(stage, state, palette, panel) {
  const section = panel.querySelector('#bones');
  if (stage.models.length === 0) {
    return;
  }
  section.hidden = false;
  const list = section.querySelector('.list');
  let buttons = [];
  state.watch(['model'], () => {
    const model = stage.models[state.get('model')];
    buttons = model.skeleton.names.slice(0, MOST).map((name, bone) => boneButton(name, bone, model, state, palette));
    const shown = buttons.length < model.boneCount ? `the first ${MOST} of ${model.boneCount}` : model.boneCount;
    section.querySelector('h2 small').textContent = shown;
    list.replaceChildren(...buttons);
  });
  state.watch(['bone', 'model'], () => {
    buttons.forEach((button, bone) => button.setAttribute('aria-pressed', String(bone === state.get('bone'))));
    bringIntoView(list, buttons[state.get('bone')]);
  });
}

/** Scrolls the list alone, and only where the button is out of sight. */
function bringIntoView(list, button) {
  if (button && (button.offsetTop < list.scrollTop || button.offsetTop + button.offsetHeight > list.scrollTop + list.clientHeight)) {
    list.scrollTop = button.offsetTop - list.clientHeight / 2;
  }
}

function boneButton(name, bone, model, state, palette) {
  const depth = depthOf(model.skeleton.parents, bone);
  const swatch = el('i');
  swatch.style.background = css(palette[bone]);
  const button = el('button', { type: 'button', 'aria-pressed': 'false' }, swatch, el('span', {}, name));
  button.style.paddingInlineStart = `${8 + 10 * Math.min(depth, 8)}px`;
  button.addEventListener('click', () => {
    const same = state.get('bone') === bone;
    state.set({ bone: same ? null : bone, vertex: null, colouring: same ? state.get('colouring') : 'weights' });
  });
  return button;
}

function depthOf(parents, bone) {
  let depth = 0;
  for (let at = parents[bone]; at >= 0; at = parents[at]) {
    depth++;
  }
  return depth;
}
