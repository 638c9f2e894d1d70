/** Playing: play and pause, single steps, the frame slider, the speed. */
import { SPEEDS } from 'sinew/state.js';
import { el, icon } from 'sinew/ui/dom.js';

export function showTransport(stage, state, place) {
  const { frames } = stage;
  const parts =
    frames.count < 2
      ? [el('p', { className: 'still' }, 'One frame')]
      : [playButton(state), stepButton(frames, state, -1), stepButton(frames, state, 1), slider(frames, state), readout(frames, state), speed(state)];
  const bar = el('div', { className: 'played' }, ...parts);
  place.append(bar);
  // Posing has a bar of its own.
  state.watch(['view'], () => (bar.hidden = state.get('view') === 'pose'));
}

function playButton(state) {
  const button = el('button', { type: 'button', className: 'play', id: 'play' });
  button.addEventListener('click', () => state.set({ playing: !state.get('playing') }));
  state.watch(['playing'], () => {
    const playing = state.get('playing');
    button.replaceChildren(icon(playing ? 'pause' : 'play'));
    button.ariaLabel = playing ? 'Pause' : 'Play';
    button.title = button.ariaLabel + ' (space)';
  });
  return button;
}

function stepButton(frames, state, step) {
  const words = step < 0 ? 'Previous frame' : 'Next frame';
  const title = words + (step < 0 ? ' (←)' : ' (→)');
  const button = el('button', { type: 'button', className: 'step', title, 'aria-label': words }, icon(step < 0 ? 'previous' : 'next'));
  button.addEventListener('click', () => stepFrames(state, frames, step));
  return button;
}

/** Pauses and goes so many frames on, round the ends. */
export function stepFrames(state, frames, step) {
  state.set({ playing: false });
  const count = frames.count;
  state.set({ frame: (((Math.round(state.get('frame')) + step) % count) + count) % count });
}

function slider(frames, state) {
  const input = el('input', { type: 'range', id: 'frame', min: 0, max: frames.count - 1, step: 1, 'aria-label': 'Frame' });
  input.addEventListener('input', () => state.set({ playing: false, frame: Number(input.value) }));
  state.watch(['frame'], () => {
    const frame = Math.min(state.get('frame'), frames.count - 1);
    input.value = Math.round(frame);
    input.style.setProperty('--done', `${(100 * frame) / (frames.count - 1)}%`);
  });
  return input;
}

/** Frames are numbered as in the file, also where only some of them are shown. */
function readout(frames, state) {
  const output = el('output', { className: 'readout', id: 'readout', for: 'frame' });
  const last = String((frames.count - 1) * frames.stride);
  state.watch(['frame'], () => {
    const number = Math.min(frames.count - 1, Math.floor(state.get('frame') + 1e-6)) * frames.stride;
    const seconds = (number / frames.framesPerSecond).toFixed(2);
    output.innerHTML = `<b>${String(number).padStart(last.length, '\u2007')}</b> / ${last}<span> · ${seconds} s</span>`;
  });
  return output;
}

function speed(state) {
  const options = SPEEDS.map((value) => el('option', { value }, value + '×'));
  const select = el('select', { title: 'Speed ([ and ])', 'aria-label': 'Speed', id: 'speed' }, ...options);
  select.addEventListener('change', () => state.set({ speed: Number(select.value) }));
  state.watch(['speed'], () => (select.value = state.get('speed')));
  return select;
}
