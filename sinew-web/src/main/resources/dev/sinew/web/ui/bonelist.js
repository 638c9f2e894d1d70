/** The bones by name; a click shows where one holds. */
import { el } from 'sinew/ui/dom.js';
import { css } from 'sinew/view/colours.js';

export function showBones(stage, state, palette, panel) {
  const section = panel.querySelector('#bones');
  if (stage.models.length === 0) {
    return;
  }
  section.hidden = false;
  const list = section.querySelector('.list');
  let buttons = [];
  state.follow(['model'], () => {
    const model = stage.models[state.get('model')];
    buttons = model.skeleton.names.map((name, bone) => boneButton(name, bone, model, state, palette));
    section.querySelector('h2 small').textContent = buttons.length;
    list.replaceChildren(...buttons);
  });
  state.follow(['bone', 'model'], () => {
    buttons.forEach((button, bone) => button.setAttribute('aria-pressed', String(bone === state.get('bone'))));
    const picked = buttons[state.get('bone')];
    if (picked && state.get('boneFrom') !== 'list') {
      list.scrollTop = picked.offsetTop - list.offsetTop - list.clientHeight / 2;
    }
  });
}

function boneButton(name, bone, model, state, palette) {
  const depth = depthOf(model.skeleton.parents, bone);
  const swatch = el('i');
  swatch.style.background = css(palette[bone]);
  const button = el('button', { type: 'button', 'aria-pressed': 'false' }, swatch, el('span', {}, name));
  button.style.paddingInlineStart = `${8 + 10 * Math.min(depth, 8)}px`;
  button.addEventListener('click', () => {
    const same = state.get('bone') === bone;
    state.set({ boneFrom: 'list', bone: same ? null : bone, vertex: null });
    state.set({ boneFrom: null, colouring: same ? state.get('colouring') : 'weights' });
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
