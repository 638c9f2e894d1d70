/** The verbs as tabs, each with the form of its request, and below the progress. */
import { byId, el } from 'sinew/ui/dom.js';
import { post } from '/studio/server.js';
import { makeForm } from '/studio/part/form.js';
import { trying } from '/studio/part/toast.js';
import { labelOf, nameOf } from '/studio/part/words.js';
import { showProgress } from '/studio/panel/progress.js';
import { showHandles } from '/studio/panel/handles.js';
import { showSlider } from '/studio/panel/slider.js';

/** The verbs, and the kinds of files they apply to. */
const VERBS = ['fit', 'rig', 'weights', 'compress', 'reduce', 'linearize'];
const VERBS_OF = { sequence: ['fit', 'rig'], mesh: ['weights'], model: ['compress', 'reduce', 'linearize', 'fit', 'rig'] };
const MODEL_VERBS = ['compress', 'reduce', 'linearize'];
const FOR = { fit: 'a sequence', rig: 'a sequence', weights: 'a mesh without frames', compress: 'a model', reduce: 'a model', linearize: 'a model' };
/** Text above each form. */
const PURPOSE = {
  fit: 'Find bones and weights that reproduce this sequence.',
  rig: 'Find a skeleton and its weights.',
  weights: 'Compute smooth weights for handles that you place.',
  compress: 'Keep the motion at a lower cost, with two layers of bones.',
  reduce: 'Use fewer influences per vertex.',
  linearize: 'Dual-quaternion quality on linear-skinning engines.',
};
/** Initial values of the forms. */
const FIRST = { fit: { bones: 20 }, reduce: { influences: 4 }, compress: { bonesPerVertex: 3 }, linearize: { blendBones: 8 } };

export function showSolve(state, stage) {
  const pane = byId('solve');
  const verbs = el('div', { className: 'verbs', role: 'tablist', 'aria-label': 'Operation' });
  const place = el('div', { className: 'form-place' });
  const slider = el('section', { id: 'slider', hidden: true });
  const progress = el('section', { id: 'progress', hidden: true });
  pane.append(progress, slider, verbs, place);
  showProgress(state, progress);
  showSlider(state, slider, stage);
  let shown = '';
  state.watch(['chosen', 'library', 'runs', 'forms'], () => {
    const subject = subjectOf(state);
    const key = JSON.stringify([subject, state.get('library').sides]);
    if (key !== shown) {
      shown = key;
      fill(state, subject, verbs, place, stage);
    }
  });
}

/** What a run would start from: {kind, input, parent}, or null. */
function subjectOf(state) {
  const chosen = state.get('chosen');
  if (chosen?.kind === 'run') {
    const run = state.get('runs').find(({ id }) => id === chosen.id);
    return run ? { kind: run.state, run, input: 'run:' + run.id, parent: run.id, verbs: verbsOfRun(run, state) } : null;
  }
  const thing = chosen && state.get('library').things.find(({ name }) => name === chosen.id);
  return thing?.known ? { kind: thing.known.kind, input: thing.name, parent: '', verbs: VERBS_OF[thing.known.kind] ?? [] } : null;
}

/** The run's own verb again, other verbs on its input, and verbs that take its model. */
function verbsOfRun(run, state) {
  const name = rootInput(run, state);
  const thing = state.get('library').things.find((each) => each.name === name);
  const own = VERBS.includes(run.request.command) ? [run.request.command] : [];
  return [...own, ...(run.state === 'done' ? MODEL_VERBS : []), ...(VERBS_OF[thing?.known?.kind] ?? [])];
}

/** The file that the first ancestor of a run was made from. */
export function rootInput(run, state) {
  const name = [run.request.input].flat()[0];
  const before = name.startsWith('run:') && state.get('runs').find(({ id }) => id === name.slice(4));
  return before ? rootInput(before, state) : name;
}

/** Whether a verb uses the run's input rather than its model. */
function fromSameInput(verb, { run }) {
  return run && (run.request.command === verb || !MODEL_VERBS.includes(verb));
}

/** Handle placement while the form of 'weights' is open. */
let placing = null;

function fill(state, subject, verbs, place, stage) {
  placing?.end();
  placing = null;
  if (!subject || subject.kind === 'unreadable') {
    verbs.replaceChildren();
    place.replaceChildren(el('p', { className: 'none-yet' }, 'Select a file to see what you can do with it.'));
    return;
  }
  const buttons = VERBS.map((verb) => {
    const offered = subject.verbs.includes(verb);
    const button = el('button', { type: 'button', role: 'tab', id: 'verb-' + verb, title: offered ? PURPOSE[verb] : `${verb} needs ${FOR[verb]}`, disabled: !offered }, verb);
    button.addEventListener('click', () => choose(verb));
    return button;
  });
  const choose = (verb) => {
    buttons.forEach((button) => button.setAttribute('aria-selected', String(button.id === 'verb-' + verb)));
    placing?.end();
    const form = formOf(verb, subject, state);
    placing = verb === 'weights' && !subject.run ? showHandles(state, stage, form) : null;
    place.replaceChildren(...(placing ? [placing.element] : []), form);
  };
  verbs.replaceChildren(...buttons);
  choose(subject.verbs[0]);
}

/** Repeating a verb uses the same input and values; another verb continues from the model. */
function formOf(verb, subject, state) {
  const again = subject.run?.request.command === verb;
  const same = fromSameInput(verb, subject);
  const input = same ? (again ? subject.run.request.input : rootInput(subject.run, state)) : subject.input;
  const values = again ? subject.run.request.options : (FIRST[verb] ?? {});
  const parent = same ? (again ? subject.run.request.parent : '') : subject.parent;
  const fields = state.get('forms')[verb].filter(({ name }) => name !== 'input');
  const several = state.get('forms')[verb].find(({ name }) => name === 'input').several;
  const form = makeForm(fields, values, choicesOf(state));
  const go = el('button', { type: 'submit', className: 'go' }, again ? `${labelOf(verb)} again` : labelOf(verb));
  const element = el('form', { className: 'request', 'data-verb': verb, noValidate: true }, el('p', { className: 'purpose' }, PURPOSE[verb], ' ', el('b', {}, nameOf(input))), form.element, el('div', { className: 'submit' }, go));
  element.addEventListener('submit', async (event) => {
    event.preventDefault();
    go.disabled = true;
    const options = form.values();
    const request = { command: verb, input: several && !Array.isArray(input) ? [input] : input, options, parent };
    const run = await trying(() => post('/api/runs', request));
    go.disabled = false;
    if (run) {
      state.set({ runs: [...state.get('runs').filter(({ id }) => id !== run.id), run], chosen: { kind: 'run', id: run.id }, beside: null });
    }
  });
  return element;
}

/** Suggestions for file fields: all files of the folder, and the models of all runs. */
function choicesOf(state) {
  const { things, sides } = state.get('library');
  const models = state.get('runs').filter((run) => run.state === 'done').map(({ id }) => 'run:' + id);
  return [...things.map(({ name }) => name), ...sides, ...models];
}
