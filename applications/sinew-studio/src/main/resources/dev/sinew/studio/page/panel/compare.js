/** Compares two runs: chooses the other run and lists results and settings that differ. */
import { byId, el } from 'sinew/ui/dom.js';
import { number } from 'sinew/ui/format.js';
import { labelOf, nameOf, size } from '/studio/part/words.js';

const FIGURES = [
  ['bones', 'Bones', number],
  ['influences', 'Influences', number],
  ['erms', 'E_RMS', number],
  ['degrees', 'Normal deviation', (value) => value.toFixed(2) + '°'],
  ['bytes', 'Size', size],
  ['seconds', 'Solve time', (value) => value.toFixed(2) + ' s'],
];

export function showCompare(state) {
  const pane = byId('compare');
  state.watch(['chosen', 'runs', 'beside'], () => {
    const chosen = state.get('chosen');
    const run = chosen?.kind === 'run' && state.get('runs').find(({ id, state: how }) => id === chosen.id && how === 'done');
    const others = run ? state.get('runs').filter((other) => other.id !== run.id && comparable(run, other)) : [];
    if (!run || others.length === 0) {
      pane.replaceChildren(el('p', { className: 'none-yet' }, run ? 'There is no other run of this mesh yet. Run it again with other options to compare the two.' : 'Select a finished run in the history to compare it with another.'));
      return;
    }
    pane.replaceChildren(picker(run, others, state), ...(state.get('beside') ? tables(run, state) : []));
  });
}

function comparable(run, other) {
  return other.state === 'done' && other.summary.vertices === run.summary.vertices && other.summary.frames === run.summary.frames;
}

function picker(run, others, state) {
  const options = [...others].reverse().map(({ id, request }) => el('option', { value: id }, `${Number(id.split('-')[0])} ${request.command} ${nameOf(request.input)}`));
  const select = el('select', { id: 'beside', 'aria-label': 'Run to compare with' }, el('option', { value: '' }, 'none'), ...options);
  select.value = state.get('beside') ?? '';
  select.addEventListener('change', () => state.set({ beside: select.value || null }));
  return el('section', {}, el('label', { htmlFor: 'beside' }, `Compare run ${Number(run.id.split('-')[0])} with `), select);
}

function tables(run, state) {
  const other = state.get('runs').find(({ id }) => id === state.get('beside'));
  const heads = [run, other].map(({ id }) => el('th', { scope: 'col' }, String(Number(id.split('-')[0]))));
  const figures = FIGURES.filter(([key]) => key in run.summary || key in other.summary).map(([key, words, shown]) => row(words, [run, other].map(({ summary }) => (key in summary ? shown(summary[key]) : '–'))));
  const asked = differing(run, other);
  return [
    table('Results', heads, figures),
    asked.length > 0 ? table('Settings that differ', heads.map((head) => head.cloneNode(true)), asked) : el('p', { className: 'none-yet' }, 'Same settings'),
  ];
}

function differing(run, other) {
  const all = [run, other].map(({ request }) => ({ verb: request.command, input: nameOf(request.input), ...request.options }));
  const names = [...new Set(all.flatMap(Object.keys))];
  return names.filter((name) => JSON.stringify(all[0][name]) !== JSON.stringify(all[1][name])).map((name) => row(labelOf(name), all.map((values) => shown(values[name]))));
}

function shown(value) {
  return value === undefined ? 'Default' : typeof value === 'object' ? JSON.stringify(value).replaceAll('"', '') : String(value);
}

function row(words, values) {
  return el('tr', {}, el('th', { scope: 'row' }, words), ...values.map((value) => el('td', {}, value)));
}

function table(title, heads, rows) {
  return el('section', {}, el('h2', {}, title), el('table', { className: 'compared' }, el('thead', {}, el('tr', {}, el('td'), ...heads)), el('tbody', {}, ...rows)));
}
