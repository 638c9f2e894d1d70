/** The verbs as tabs, each with the form of its request; below, what is going on. */
import { byId, el } from 'sinew/ui/dom.js';
import { post } from '/studio/server.js';
import { makeForm } from '/studio/part/form.js';
import { trying } from '/studio/part/toast.js';
import { nameOf, spoken } from '/studio/part/words.js';
import { showProgress } from '/studio/room/progress.js';
import { showHandles } from '/studio/room/handles.js';
import { showSlider } from '/studio/room/slider.js';

/** Which verbs there are, and which make sense for what. */
const VERBS = ['fit', 'rig', 'weights', 'compress', 'reduce', 'linearize'];
const VERBS_OF = { sequence: ['fit', 'rig'], mesh: ['weights'], model: ['compress', 'reduce', 'linearize', 'fit', 'rig'] };
const MODEL_VERBS = ['compress', 'reduce', 'linearize'];
const FOR = { fit: 'a sequence', rig: 'a sequence', weights: 'a mesh without frames', compress: 'a model', reduce: 'a model', linearize: 'a model' };
/** What stands above each form. */
const PURPOSE = {
  fit: 'Bones and weights that play this sequence.',
  rig: 'A skeleton, and weights for it.',
  weights: 'Smooth weights for handles you place.',
  compress: 'The same motion, cheaper: two layers of bones.',
  reduce: 'Fewer weights per vertex.',
  linearize: 'Dual-quaternion looks where only linear skinning exists.',
};
/** Filled in before anybody has typed. */
const FIRST = { fit: { bones: 20 }, reduce: { influences: 4 }, compress: { bonesPerVertex: 3 }, linearize: { blendBones: 8 } };

export function showSolve(state, stage) {
  const room = byId('solve');
  const verbs = el('div', { className: 'verbs', role: 'tablist', 'aria-label': 'What to do' });
  const place = el('div', { className: 'form-place' });
  const slider = el('section', { id: 'slider', hidden: true });
  const progress = el('section', { id: 'progress', hidden: true });
  room.append(progress, slider, verbs, place);
  showProgress(state, progress);
  showSlider(state, slider, stage);
  let shown = '';
  state.watch(['chosen', 'shelf', 'runs', 'forms'], () => {
    const subject = subjectOf(state);
    const key = JSON.stringify([subject, state.get('shelf').sides]);
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
  const thing = chosen && state.get('shelf').things.find(({ name }) => name === chosen.id);
  return thing?.known ? { kind: thing.known.kind, input: thing.name, parent: '', verbs: VERBS_OF[thing.known.kind] ?? [] } : null;
}

/** Its own verb once more, others on its input, and on its model what takes one. */
function verbsOfRun(run, state) {
  const name = rootInput(run, state);
  const thing = state.get('shelf').things.find((each) => each.name === name);
  const own = VERBS.includes(run.request.command) ? [run.request.command] : [];
  return [...own, ...(run.state === 'done' ? MODEL_VERBS : []), ...(VERBS_OF[thing?.known?.kind] ?? [])];
}

/** What the first of a run's ancestors was made from. */
export function rootInput(run, state) {
  const name = [run.request.input].flat()[0];
  const before = name.startsWith('run:') && state.get('runs').find(({ id }) => id === name.slice(4));
  return before ? rootInput(before, state) : name;
}

/** Whether a verb starts from what the run started from, rather than from its model. */
function fromSameInput(verb, { run }) {
  return run && (run.request.command === verb || !MODEL_VERBS.includes(verb));
}

/** What places handles while their form is open. */
let placing = null;

function fill(state, subject, verbs, place, stage) {
  placing?.end();
  placing = null;
  if (!subject || subject.kind === 'unreadable') {
    verbs.replaceChildren();
    place.replaceChildren(el('p', { className: 'none-yet' }, 'Choose something from the shelf, and this room has what can be done with it.'));
    return;
  }
  const buttons = VERBS.map((verb) => {
    const offered = subject.verbs.includes(verb);
    const button = el('button', { type: 'button', role: 'tab', id: 'verb-' + verb, title: offered ? PURPOSE[verb] : `${verb} starts from ${FOR[verb]}`, disabled: !offered }, verb);
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

/** The same verb again starts from the same input with the same values; another one goes on from the model. */
function formOf(verb, subject, state) {
  const again = subject.run?.request.command === verb;
  const same = fromSameInput(verb, subject);
  const input = same ? (again ? subject.run.request.input : rootInput(subject.run, state)) : subject.input;
  const values = again ? subject.run.request.options : (FIRST[verb] ?? {});
  const parent = same ? (again ? subject.run.request.parent : '') : subject.parent;
  const fields = state.get('forms')[verb].filter(({ name }) => name !== 'input');
  const several = state.get('forms')[verb].find(({ name }) => name === 'input').several;
  const form = makeForm(fields, values, choicesOf(state));
  const go = el('button', { type: 'submit', className: 'go' }, again ? `${spoken(verb)} again` : spoken(verb));
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

/** Files that a field may name: everything in the folder, and every model that was made. */
function choicesOf(state) {
  const { things, sides } = state.get('shelf');
  const models = state.get('runs').filter((run) => run.state === 'done').map(({ id }) => 'run:' + id);
  return [...things.map(({ name }) => name), ...sides, ...models];
}
