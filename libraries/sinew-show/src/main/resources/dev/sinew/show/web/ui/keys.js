/** Keyboard shortcuts and the dialog that lists them. */
import { clipsOf, colouringsOf, SHADINGS, SPEEDS, viewsOf } from 'sinew/state.js';
import { byId, el } from 'sinew/ui/dom.js';
import { stepFrames } from 'sinew/ui/transport.js';
import { switchTheme } from 'sinew/ui/theme.js';

/**
 * @param viewer null if the page has no 3D view
 * @return function that removes the shortcuts
 */
export function showKeys(state, viewer) {
  const keys = viewer ? viewerKeys(state, viewer) : [];
  keys.push({ keys: ['t'], shown: 'T', words: 'light or dark theme', press: () => switchTheme(state) });
  keys.push({ keys: ['?'], shown: '?', words: 'show this list', press: () => byId('shortcuts').showModal() });
  fillDialog(keys);
  const hear = (event) => {
    if (viewer?.handling && undoes(event) && state.get('view') === 'pose') {
      event.preventDefault();
      event.shiftKey || event.key === 'y' ? viewer.handling.redo() : viewer.handling.undo();
      return;
    }
    const name = (event.shiftKey && event.key.startsWith('Arrow') ? 'Shift+' : '') + (event.key.length === 1 ? event.key.toLowerCase() : event.key);
    const found = keys.find((entry) => entry.keys.includes(name) && (entry.when?.() ?? true));
    if (found && !taken(event)) {
      event.preventDefault();
      found.press(name);
    }
  };
  document.addEventListener('keydown', hear);
  return () => document.removeEventListener('keydown', hear);
}

/** Ctrl Z, Ctrl Shift Z, Ctrl Y; Command on a Mac. */
function undoes(event) {
  return (event.ctrlKey || event.metaKey) && !event.altKey && ['z', 'y'].includes(event.key.toLowerCase());
}

/** Controls keep the keys they use themselves; only lists use letters. */
function taken(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || byId('shortcuts').open) {
    return true;
  }
  const { tagName } = event.target;
  const written = tagName === 'TEXTAREA' || (tagName === 'INPUT' && !['range', 'radio', 'checkbox'].includes(event.target.type));
  if (tagName === 'SELECT' || written) {
    return true;
  }
  const used = { INPUT: /^(Arrow|Home|End|Page)|^Shift/, BUTTON: /^( |Enter)$/, CODE: /^Arrow/ }[tagName];
  return Boolean(used?.test(event.key));
}

function viewerKeys(state, viewer) {
  const { stage } = viewer.scene;
  const flip = (key) => () => state.set({ [key]: !state.get(key) });
  const list = [{ keys: ['0'], shown: '0', words: 'reset view', press: () => viewer.resetView() }];
  if (stage.frames.count > 1) {
    list.unshift(...playingKeys(state, stage.frames));
  }
  if (viewer.handling) {
    list.unshift(...posingKeys(state, viewer.handling));
  }
  list.push(...choosingKeys(state, stage), { keys: ['w'], shown: 'W', words: 'wireframe', press: flip('wireframe') });
  if (stage.models.length > 0) {
    const bones = stage.handles ? 'handle' : 'bone';
    list.push({ keys: ['b'], shown: 'B', words: bones + 's', press: flip('bones') });
    if (stage.models.some(({ morphs }) => morphs)) {
      list.push({ keys: ['m'], shown: 'M', words: 'correctives (morph targets)', press: flip('correctives') });
    }
    const turn = () => state.set({ shading: SHADINGS[(SHADINGS.indexOf(state.get('shading')) + 1) % SHADINGS.length] });
    list.push({ keys: ['g'], shown: 'G', words: 'next normal mode', press: turn });
    list.push({ keys: ['n'], shown: 'N', words: 'next ' + bones, press: () => nextBone(state, stage, viewer.handling) });
    list.push({ keys: ['Escape'], shown: 'Esc', words: `all ${bones}s`, press: () => state.set({ bone: null, grip: null, vertex: null }) });
  }
  list.push({ keys: ['l'], shown: 'L', words: 'follow the subject', press: flip('follow') }, ...cameraKeys(viewer));
  return list;
}

function posingKeys(state, handling) {
  const posing = () => state.get('view') === 'pose';
  const steps = { ArrowLeft: [-0.01, 0], ArrowRight: [0.01, 0], ArrowUp: [0, 0.01], ArrowDown: [0, -0.01] };
  return [
    { keys: Object.keys(steps), shown: '← → ↑ ↓', words: 'move the selected handle', when: () => posing() && state.get('grip') !== null, press: (key) => handling.nudge(...steps[key]) },
    { keys: ['p'], shown: 'P', words: 'pin or free it', when: posing, press: () => handling.toggleChosen() },
    { keys: [], shown: 'Ctrl Z', words: 'undo; with Shift, redo', press: () => {} },
    { keys: ['r'], shown: 'R', words: 'reset the pose', when: posing, press: () => handling.reset() },
  ];
}

function playingKeys(state, frames) {
  const faster = (step) => {
    const at = SPEEDS.indexOf(state.get('speed')) + step;
    state.set({ speed: SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, at))] });
  };
  const played = () => state.get('view') !== 'pose';
  const list = [
    { keys: [' ', 'k'], shown: 'Space', words: 'play or pause', press: () => state.set({ playing: !state.get('playing') }) },
    { keys: ['ArrowLeft', 'ArrowRight'], shown: '← →', words: 'one frame', press: (key) => stepFrames(state, frames, key === 'ArrowLeft' ? -1 : 1) },
    { keys: ['PageUp', 'PageDown'], shown: 'Page ↑ ↓', words: 'ten frames', press: (key) => stepFrames(state, frames, key === 'PageUp' ? -10 : 10) },
    { keys: ['Home', 'End'], shown: 'Home End', words: 'first, last frame', press: (key) => state.set({ playing: false, frame: endOf(frames, state, key) }) },
    { keys: ['[', ']'], shown: '[ ]', words: 'slower, faster', press: (key) => faster(key === '[' ? -1 : 1) },
  ];
  return list.map((entry) => ({ ...entry, when: played }));
}

function endOf(frames, state, key) {
  const { first, count } = clipsOf(frames)[state.get('clip')];
  return key === 'Home' ? first : first + count - 1;
}

function choosingKeys(state, stage) {
  const views = viewsOf(stage);
  const colourings = colouringsOf(stage);
  const list = [];
  if (views.length > 1) {
    const digits = views.map((_, k) => String(k + 1));
    list.push({ keys: digits, shown: `1 – ${views.length}`, words: 'view', press: (key) => state.set({ view: views[Number(key) - 1] }) });
  }
  const next = () => state.set({ colouring: colourings[(colourings.indexOf(state.get('colouring')) + 1) % colourings.length] });
  return [...list, { keys: ['c'], shown: 'C', words: 'next colouring', press: next }];
}

function nextBone(state, stage, handling) {
  const count = stage.models[state.get('model')].boneCount;
  const bone = state.get('bone') === null ? 0 : (state.get('bone') + 1) % count;
  const handle = handling?.posing.handles.findIndex((each) => each.bone === bone);
  state.set({ colouring: 'weights', vertex: null, bone, grip: handling?.posing.gripsOfHandle(handle).at(-1).number ?? null });
}

function cameraKeys(viewer) {
  const turns = { 'Shift+ArrowLeft': [-10, 0], 'Shift+ArrowRight': [10, 0], 'Shift+ArrowUp': [0, 10], 'Shift+ArrowDown': [0, -10] };
  return [
    { keys: Object.keys(turns), shown: 'Shift ← → ↑ ↓', words: 'orbit', press: (key) => viewer.orbit(...turns[key]) },
    { keys: ['f', 's', 'd'], shown: 'F S D', words: 'front, side, top', press: (key) => viewer.lookFrom({ f: 'front', s: 'side', d: 'top' }[key]) },
    { keys: ['+', '=', '-'], shown: '+ −', words: 'zoom in, out', press: (key) => viewer.zoom(key === '-' ? 1.15 : 1 / 1.15) },
  ];
}

function fillDialog(keys) {
  const dialog = byId('shortcuts');
  const rows = keys.flatMap(({ shown, words }) => [el('dt', {}, ...shown.split(' ').map((key) => el('kbd', {}, key))), el('dd', {}, words)]);
  const close = el('button', { type: 'button', className: 'quiet' }, 'Close');
  close.addEventListener('click', () => dialog.close());
  dialog.replaceChildren(el('h2', { id: 'shortcuts-title' }, 'Keyboard'), el('dl', {}, ...rows), el('p', {}, (keys.some(({ keys: [first] }) => first === 'p') ? 'Drag a handle to pose, double-click it to pin or free it. ' : '') + 'Drag to orbit, right-drag or use two fingers to pan, scroll or pinch to zoom, click to select.'), close);
  byId('help').onclick = () => dialog.showModal();
  dialog.onclick = (event) => event.target === dialog && dialog.close();
}
