/** Figures, notes, options and the command: everything that is read rather than looked at. */
import { el, icon } from 'sinew/ui/dom.js';
import { number } from 'sinew/ui/format.js';
import { words, wordsOf } from 'sinew/ui/labels.js';

/** The first group of facts is set large; the diagrams and the bones come between it and the rest. */
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

/** Without a 3D view there is nowhere to go. */
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

/** Takes the view to where a number was found. */
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
  return el('section', {}, el('h2', {}, 'To repeat this ', said), el('div', { className: 'command' }, el('code', { id: 'command', tabIndex: 0 }, line), button));
}

/** Pages from disk may not have the clipboard: then the line is selected, ready for Ctrl-C. */
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
