/** The list of handles: a click highlights the vertices of a handle; buttons pin and free its ends. */
import { el } from 'sinew/ui/dom.js';
import { bringIntoView } from 'sinew/ui/bonelist.js';
import { css } from 'sinew/view/colours.js';

const END_WORDS = { bone: ['start', 'end'], point: ['position'], region: ['position'], cage: ['position'] };

export function showHandles(handling, state, palette, panel) {
  const { posing } = handling;
  const section = panel.querySelector('#bones');
  section.hidden = false;
  panel.querySelector('#plots').before(section);
  section.querySelector('h2').firstChild.textContent = 'Handles ';
  section.querySelector('h2 small').textContent = posing.handles.length;
  const list = section.querySelector('.list');
  list.classList.add('handles');
  list.setAttribute('aria-label', 'Handles');
  const rows = posing.handles.map((handle, j) => handleRow(handling, handle, j, palette));
  list.replaceChildren(heading(posing.handles), ...rows.map(({ row }) => row));
  list.addEventListener('keydown', (event) => stepByKey(event, rows));
  state.watch(['bone', 'grip', 'pose'], () => rows.forEach(({ show }) => show(state)));
  state.watch(['bone'], () => {
    const chosen = rows.find(({ bone }) => bone === state.get('bone'));
    if (chosen) {
      bringIntoView(list, chosen.name);
    }
  });
}

/** Heading of the pin buttons. */
function heading(handles) {
  const words = handles.some(({ type }) => type === 'bone') ? 'pinned at start, end' : 'pinned';
  return el('div', { className: 'heads', 'aria-hidden': 'true' }, words);
}

function handleRow(handling, handle, j, palette) {
  const { posing } = handling;
  const grips = posing.gripsOfHandle(j);
  const swatch = el('i');
  swatch.style.background = css(palette[handle.bone]);
  const name = el('button', { type: 'button', className: 'bone', 'aria-pressed': 'false', title: 'Highlight its vertices' }, swatch, el('span', {}, handle.name));
  name.addEventListener('click', () => handling.choose(j, grips.at(-1).number));
  const pins = grips.map((grip, k) => pinButton(handling, handle, grip, END_WORDS[handle.type][k]));
  const show = (state) => {
    name.setAttribute('aria-pressed', String(state.get('bone') === handle.bone));
    grips.forEach((grip, k) => {
      pins[k].setAttribute('aria-pressed', String(posing.isPinned(grip)));
      pins[k].classList.toggle('chosen', state.get('grip') === grip.number);
    });
  };
  return { row: el('div', { className: 'row' }, name, ...pins), name, bone: handle.bone, show };
}

function pinButton(handling, { name }, grip, end) {
  const words = `Pin the ${end} of ${name}`;
  const ball = el('i', { className: 'ball' });
  const button = el('button', { type: 'button', className: 'pin', title: words + ', or free it', 'aria-label': words, 'aria-pressed': 'false' }, ball);
  button.addEventListener('click', () => handling.togglePin(grip.number));
  return button;
}

/** Up and down move between handles. */
function stepByKey(event, rows) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const at = rows.findIndex(({ row }) => row.contains(event.target));
  if (step && at >= 0 && !event.shiftKey) {
    rows[Math.min(rows.length - 1, Math.max(0, at + step))].name.focus();
    event.preventDefault();
    event.stopPropagation();
  }
}
