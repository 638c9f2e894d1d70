/** Two runs side by side: which other one, what was asked differently, what came of it. */
import { byId, el } from 'sinew/ui/dom.js';
import { number } from 'sinew/ui/format.js';
import { nameOf, size, spoken } from '/studio/part/words.js';

const FIGURES = [
  ['bones', 'Bones', number],
  ['influences', 'Influences', number],
  ['erms', 'E_RMS', number],
  ['degrees', 'Shading off by', (value) => value.toFixed(2) + '°'],
  ['bytes', 'Size', size],
  ['seconds', 'Solved in', (value) => value.toFixed(2) + ' s'],
];

export function showCompare(state) {
  const room = byId('compare');
  state.watch(['chosen', 'runs', 'beside'], () => {
    const chosen = state.get('chosen');
    const run = chosen?.kind === 'run' && state.get('runs').find(({ id, state: how }) => id === chosen.id && how === 'done');
    const others = run ? state.get('runs').filter((other) => other.id !== run.id && comparable(run, other)) : [];
    if (!run || others.length === 0) {
      room.replaceChildren(el('p', { className: 'none-yet' }, run ? 'There is no other run of this mesh yet. Run it again with other options, and lay the two side by side here.' : 'Choose a finished run from the history; here it is laid beside another one.'));
      return;
    }
    room.replaceChildren(picker(run, others, state), ...(state.get('beside') ? tables(run, state) : []));
  });
}

function comparable(run, other) {
  return other.state === 'done' && other.summary.vertices === run.summary.vertices && other.summary.frames === run.summary.frames;
}

function picker(run, others, state) {
  const options = [...others].reverse().map(({ id, request }) => el('option', { value: id }, `${Number(id.split('-')[0])} ${request.command} ${nameOf(request.input)}`));
  const select = el('select', { id: 'beside', 'aria-label': 'The other run' }, el('option', { value: '' }, 'nothing'), ...options);
  select.value = state.get('beside') ?? '';
  select.addEventListener('change', () => state.set({ beside: select.value || null }));
  return el('section', {}, el('label', { htmlFor: 'beside' }, `Run ${Number(run.id.split('-')[0])} beside `), select);
}

function tables(run, state) {
  const other = state.get('runs').find(({ id }) => id === state.get('beside'));
  const heads = [run, other].map(({ id }) => el('th', { scope: 'col' }, String(Number(id.split('-')[0]))));
  const figures = FIGURES.filter(([key]) => key in run.summary || key in other.summary).map(([key, words, shown]) => row(words, [run, other].map(({ summary }) => (key in summary ? shown(summary[key]) : '–'))));
  const asked = differing(run, other);
  return [
    table('What came of it', heads, figures),
    asked.length > 0 ? table('What was asked differently', heads.map((head) => head.cloneNode(true)), asked) : el('p', { className: 'none-yet' }, 'Both were asked for the same.'),
  ];
}

function differing(run, other) {
  const all = [run, other].map(({ request }) => ({ verb: request.command, input: nameOf(request.input), ...request.options }));
  const names = [...new Set(all.flatMap(Object.keys))];
  return names.filter((name) => JSON.stringify(all[0][name]) !== JSON.stringify(all[1][name])).map((name) => row(spoken(name), all.map((values) => shown(values[name]))));
}

function shown(value) {
  return value === undefined ? 'usual' : typeof value === 'object' ? JSON.stringify(value).replaceAll('"', '') : String(value);
}

function row(words, values) {
  return el('tr', {}, el('th', { scope: 'row' }, words), ...values.map((value) => el('td', {}, value)));
}

function table(title, heads, rows) {
  return el('section', {}, el('h2', {}, title), el('table', { className: 'compared' }, el('thead', {}, el('tr', {}, el('td'), ...heads)), el('tbody', {}, ...rows)));
}
