/** Playback controls: play and pause, single steps, clip, frame slider, speed. */
import { clipsOf, SPEEDS } from 'sinew/state.js';
import { el, icon } from 'sinew/ui/dom.js';

export function showTransport(stage, state, place) {
  const { frames } = stage;
  const parts =
    frames.count < 2
      ? [el('p', { className: 'still' }, 'One frame')]
      : [playButton(state), stepButton(frames, state, -1), stepButton(frames, state, 1), clipPicker(frames, state), slider(frames, state), readout(frames, state), speed(state)];
  const bar = el('div', { className: 'played' }, ...parts);
  place.append(bar);
  // Posing has its own bar.
  state.watch(['view'], () => {
    bar.hidden = state.get('view') === 'pose';
    bar.classList.toggle('resting', state.get('view') === 'bind');
  });
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

/** Pauses and moves by some frames, wrapping within the clip. */
export function stepFrames(state, frames, step) {
  state.set({ playing: false });
  const { first, count } = clipsOf(frames)[state.get('clip')];
  state.set({ frame: first + ((((Math.round(state.get('frame')) - first + step) % count) + count) % count) });
}

/** Selects the clip, if there are several; selecting a frame elsewhere also selects its clip. */
function clipPicker(frames, state) {
  const clips = clipsOf(frames);
  if (clips.length < 2) {
    return '';
  }
  const select = el('select', { id: 'clip', title: 'Clip', 'aria-label': 'Clip' }, ...clips.map(({ name }, value) => el('option', { value }, name)));
  select.addEventListener('change', () => state.set({ clip: Number(select.value), frame: clips[select.value].first }));
  state.watch(['frame'], () => {
    const frame = state.get('frame');
    const { first, count } = clips[state.get('clip')];
    if (frame < first || frame >= first + count) {
      state.set({ clip: Math.max(0, clips.findLastIndex((clip) => frame >= clip.first)) });
    }
  });
  state.watch(['clip'], () => (select.value = state.get('clip')));
  return select;
}

function slider(frames, state) {
  const input = el('input', { type: 'range', id: 'frame', min: 0, max: frames.count - 1, step: 1, 'aria-label': 'Frame' });
  input.addEventListener('input', () => state.set({ playing: false, frame: Number(input.value) }));
  state.watch(['frame', 'clip'], () => {
    const { first, count } = clipsOf(frames)[state.get('clip')];
    const frame = Math.min(state.get('frame'), first + count - 1);
    input.min = first;
    input.max = first + count - 1;
    input.value = frames.stills ? Math.floor(frame) : Math.round(frame);
    input.style.setProperty('--done', `${(100 * (frame - first)) / Math.max(1, count - 1)}%`);
  });
  return input;
}

/** Frames are numbered as in their clip, even if only some are shown; separate poses have no time. */
function readout(frames, state) {
  const output = el('output', { className: 'readout', id: 'readout', for: 'frame' });
  state.watch(['frame', 'clip'], () => {
    const { first, count } = clipsOf(frames)[state.get('clip')];
    const last = String((count - 1) * frames.stride);
    const number = Math.min(count - 1, Math.floor(state.get('frame') - first + 1e-6)) * frames.stride;
    const place = frames.stills ? ' · pose' : ` · ${(number / frames.framesPerSecond).toFixed(2)} s`;
    output.innerHTML = `<b>${String(number).padStart(last.length, '\u2007')}</b> / ${last}<span>${place}</span>`;
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
