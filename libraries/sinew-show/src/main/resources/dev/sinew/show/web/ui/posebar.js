/** The bar below the view while posing: legend, actions and timing. */
import { el } from 'sinew/ui/dom.js';

/** The timing is the median of this many solves. */
const SOLVES = 9;

export function showPoseBar(handling, state, place) {
  const { posing } = handling;
  const button = (words, title, press, id) => {
    const made = el('button', { type: 'button', className: 'action', title, id }, words);
    made.addEventListener('click', press);
    return made;
  };
  const bar = el(
    'div',
    { className: 'posing', id: 'posing' },
    ...steps(handling, state, button),
    button('Reset', 'Reset to the initial pose (R)', () => handling.reset(), 'reset'),
    button('Pin all', 'Pin every handle at its current position', () => handling.pinAll(), 'pin-all'),
    button('Unpin all', 'Free every handle', () => handling.freeAll(), 'free-all'),
    key(),
    el('span', { className: 'spacer' }),
    timing(posing, state),
    copyButton(posing),
  );
  place.append(bar);
  state.watch(['view'], () => (bar.hidden = state.get('view') !== 'pose'));
}

/** Undo and redo; each is enabled only if there is a step. */
function steps(handling, state, button) {
  const undo = button('Undo', 'Undo the last step (Ctrl Z)', () => handling.undo(), 'undo');
  const redo = button('Redo', 'Redo the step (Ctrl Shift Z)', () => handling.redo(), 'redo');
  state.watch(['pose', 'grip'], () => {
    undo.disabled = !handling.history.canUndo;
    redo.disabled = !handling.history.canRedo;
  });
  return [undo, redo];
}

function key() {
  const entry = (kind, words) => el('span', { className: 'key' }, el('i', { className: 'ball ' + kind }), words);
  return el('p', { className: 'keys' }, entry('pinned', 'pinned'), entry('free', 'free'), el('span', { className: 'key how' }, 'double-click to switch'));
}

/** The median of the last solves; the first ones are slow, because the browser has not compiled them yet. */
function timing(posing, state) {
  const output = el('output', { className: 'timing', id: 'timing', title: 'Time per solve in this page: all handles, without skinning' });
  const times = [];
  state.watch(['pose'], () => {
    times.push(posing.last.milliseconds);
    if (times.length > SOLVES) {
      times.shift();
      const middle = [...times].sort((a, b) => a - b)[SOLVES >> 1];
      output.innerHTML = `<b>${middle.toFixed(1)} ms</b> a solve`;
    }
  });
  return output;
}

/** Copies the targets file for `sinew pose`. */
function copyButton(posing) {
  const words = 'Copy targets';
  const button = el('button', { type: 'button', className: 'action', id: 'copy-targets', title: "Copy the pinned positions as a targets file for 'sinew pose'" }, words);
  button.addEventListener('click', async () => {
    await toClipboard(targetsFile(posing));
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = words), 1600);
  });
  return button;
}

export function targetsFile(posing) {
  const lines = posing.targets().map((target) => '  ' + JSON.stringify(target));
  return '{"targets": [\n' + lines.join(',\n') + '\n]}\n';
}

/** Pages opened from disk may not use the clipboard. */
async function toClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = el('textarea', { value: text });
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
}
