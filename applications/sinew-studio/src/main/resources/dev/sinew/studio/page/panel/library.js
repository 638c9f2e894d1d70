/** The files of the folder, as cards with thumbnails and facts, and the samples. */
import { byId, el } from 'sinew/ui/dom.js';
import { post } from '/studio/server.js';
import { factsLine, size, unbroken } from '/studio/part/words.js';
import { trying } from '/studio/part/toast.js';

export function showLibrary(state) {
  const list = el('div', { className: 'cards', role: 'group', 'aria-label': 'Sequences and models' });
  const pick = el('input', { type: 'file', multiple: true, hidden: true, id: 'pick' });
  const add = el('button', { type: 'button', className: 'action', title: 'You can also drop files anywhere on the page' }, 'Add files…');
  add.addEventListener('click', () => pick.click());
  byId('library').append(el('div', { className: 'head' }, el('h2', {}, 'Library'), add, pick), list, samples(state));
  state.watch(['library', 'chosen'], () => {
    const { folder, things } = state.get('library');
    byId('folder').textContent = folder;
    list.replaceChildren(...things.map((thing) => card(thing, state)));
    list.hidden = things.length === 0;
  });
}

function card(thing, state) {
  const chosen = state.get('chosen');
  const picked = chosen?.kind === 'thing' && chosen.id === thing.name;
  const button = el('button', { type: 'button', className: 'card', 'aria-pressed': String(picked), title: thing.known?.problem || thing.name, 'data-name': thing.name }, picture(thing), el('span', { className: 'words' }, el('b', {}, thing.name), el('small', {}, line(thing))));
  button.disabled = thing.known?.kind === 'unreadable';
  button.addEventListener('click', () => state.set({ chosen: { kind: 'thing', id: thing.name }, beside: null, tab: 'solve' }));
  return button;
}

function line({ known, bytes }) {
  if (!known) {
    return 'Reading…';
  }
  return known.problem || `${factsLine(known.facts)}${known.facts.vertices ? ' · ' : ''}${unbroken(size(bytes))}`;
}

function picture({ name, known, bytes }) {
  if (!known?.picture) {
    return el('span', { className: 'thumb ' + (known ? 'none' : 'loading') });
  }
  // The URL contains the size, so that a replaced file gets a new thumbnail.
  return el('img', { className: 'thumb', alt: '', loading: 'lazy', src: `/api/library/picture?name=${encodeURIComponent(name)}&of=${bytes}` });
}

/** Creates a sample and selects it. */
function samples(state) {
  const list = el('div', { className: 'samples', role: 'group', 'aria-label': 'Samples' });
  for (const { name, summary } of state.get('samples')) {
    const button = el('button', { type: 'button', className: 'chip', title: summary }, name);
    button.addEventListener('click', () => makeSample(name, button, state));
    list.append(button);
  }
  return el('details', { className: 'from-samples' }, el('summary', {}, 'Start from a sample'), list);
}

export async function makeSample(name, button, state) {
  button.disabled = true;
  button.classList.add('busy');
  const made = await trying(() => post('/api/samples/' + encodeURIComponent(name)));
  button.disabled = false;
  button.classList.remove('busy');
  if (made) {
    state.set({ chosen: { kind: 'thing', id: made.name }, beside: null, tab: 'solve' });
  }
}
