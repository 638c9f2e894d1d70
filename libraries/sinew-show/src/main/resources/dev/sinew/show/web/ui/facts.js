/** Figures, notes, options and the command line. */
import { el, icon } from 'sinew/ui/dom.js';
import { number } from 'sinew/ui/format.js';
import { words, wordsOf } from 'sinew/ui/labels.js';

/** The first group of facts is shown large; charts and bones come before the rest. */
export function showFacts(header, state, panel, imprint) {
  const [figures, ...details] = header.stage ? header.facts : header.facts.map(withoutPlaces);
  panel.append(
    header.verdict ? el('section', { id: 'verdict' }, el('p', {}, header.verdict)) : '',
    figures ? el('section', { id: 'figures', 'aria-label': figures.title }, el('dl', { className: 'figures' }, ...figures.facts.map((fact) => figure(fact, state)))) : '',
    notes(header.notes),
    el('section', { id: 'plots', hidden: true }),
    bones(),
    ...details.map((group) => table(group, state)),
    header.command ? command(header.command) : '',
    el('footer', {}, imprint),
  );
}

/** Without a 3D view, facts have no links. */
function withoutPlaces({ title, facts }) {
  return { title, facts: facts.map((fact) => ({ ...fact, place: undefined })) };
}

function figure(fact, state) {
  return el('div', { title: fact.hint }, el('dt', {}, words(fact.label)), el('dd', {}, ...value(fact, state)));
}

function value(fact, state) {
  const parts = [number(wordsOf(fact.label, fact.value)), fact.unit ? el('small', {}, ' ' + fact.unit) : ''];
  return fact.place ? [...parts, goThere(fact.place, state)] : parts;
}

/** Moves the view to the position of a figure. */
function goThere({ vertex, frame, shows }, state) {
  const where = `Show vertex ${vertex} in frame ${frame}`;
  const button = el('button', { type: 'button', className: 'there', title: where, 'aria-label': where }, 'show');
  button.addEventListener('click', () => state.set({ goTo: { vertex, frame, shows: shows ?? 'error' } }));
  return button;
}

function notes(sentences) {
  if (sentences.length === 0) {
    return '';
  }
  return el('section', { className: 'notes', 'aria-label': 'Notes' }, ...sentences.map((sentence) => el('p', {}, sentence)));
}

function bones() {
  return el('section', { id: 'bones', hidden: true }, el('h2', {}, 'Bones ', el('small')), el('div', { className: 'list', role: 'group', 'aria-label': 'Bones' }));
}

function table({ title, facts }, state) {
  const rows = facts.map((fact) => el('div', { title: fact.hint }, el('dt', {}, words(fact.label)), el('dd', {}, ...value(fact, state))));
  return el('section', {}, el('h2', {}, title), el('dl', { className: 'table' }, ...rows));
}

function command(line) {
  const button = el('button', { type: 'button', className: 'copy', title: 'Copy', 'aria-label': 'Copy the command' }, icon('copy'));
  const said = el('span', { role: 'status' });
  button.addEventListener('click', async () => {
    await copy(line);
    said.textContent = 'Copied';
    setTimeout(() => (said.textContent = ''), 1600);
  });
  return el('section', {}, el('h2', {}, 'Command line ', said), el('div', { className: 'command' }, el('code', { id: 'command', tabIndex: 0 }, line), button));
}

/** Pages opened from disk may not use the clipboard: then the line is selected for Ctrl-C. */
async function copy(line) {
  try {
    await navigator.clipboard.writeText(line);
  } catch {
    const range = document.createRange();
    range.selectNodeContents(document.getElementById('command'));
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    document.execCommand('copy');
  }
}
