/** What the folder holds: cards with thumbnails and facts; samples where it is empty, and on request. */
import { byId, el } from 'sinew/ui/dom.js';
import { post } from '/studio/server.js';
import { factsLine, size, unbroken } from '/studio/part/words.js';
import { trying } from '/studio/part/toast.js';

export function showShelf(state) {
  const list = el('div', { className: 'cards', role: 'group', 'aria-label': 'Sequences and models' });
  const pick = el('input', { type: 'file', multiple: true, hidden: true, id: 'pick' });
  const add = el('button', { type: 'button', className: 'action', title: 'Or drop them anywhere on the page' }, 'Add files…');
  add.addEventListener('click', () => pick.click());
  byId('shelf').append(el('div', { className: 'head' }, el('h2', {}, 'Shelf'), add, pick), list, samples(state));
  state.watch(['shelf', 'chosen'], () => {
    const { folder, things } = state.get('shelf');
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
    return 'looking into it…';
  }
  return known.problem || `${factsLine(known.facts)}${known.facts.vertices ? ' · ' : ''}${unbroken(size(bytes))}`;
}

function picture({ name, known, bytes }) {
  if (!known?.picture) {
    return el('span', { className: 'thumb ' + (known ? 'none' : 'loading') });
  }
  // The size is part of the address: a file that was replaced has another picture.
  return el('img', { className: 'thumb', alt: '', loading: 'lazy', src: `/api/shelf/picture?name=${encodeURIComponent(name)}&of=${bytes}` });
}

/** One click makes a sample and chooses it. */
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
