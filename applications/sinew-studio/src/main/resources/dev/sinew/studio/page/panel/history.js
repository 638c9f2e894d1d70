/** The runs as a tree, with thumbnails, results and the progress of the current one. */
import { byId, el } from 'sinew/ui/dom.js';
import { number } from 'sinew/ui/format.js';
import { post, remove } from '/studio/server.js';
import { nameOf, seconds, size, unbroken } from '/studio/part/words.js';
import { trying } from '/studio/part/toast.js';

export function showHistory(state) {
  const list = el('div', { className: 'cards runs', role: 'group', 'aria-label': 'Runs' });
  const none = el('p', { className: 'none-yet' }, 'Every run is saved here with its settings and results.');
  byId('history').append(el('div', { className: 'head' }, el('h2', {}, 'History')), none, list);
  state.watch(['runs', 'chosen', 'beside'], () => {
    const runs = state.get('runs');
    none.hidden = runs.length > 0;
    list.replaceChildren(...ordered(runs).map(({ run, depth }) => row(run, depth, state)));
  });
  state.watch(['progress'], () => showProgress(list, state.get('progress')));
}

/** Newest first, each run followed by the runs that continue it. */
function ordered(runs) {
  const known = new Set(runs.map(({ id }) => id));
  const below = (parent) => runs.filter(({ request }) => (known.has(request.parent) ? request.parent : '') === parent);
  const walk = (run, depth) => [{ run, depth }, ...below(run.id).flatMap((next) => walk(next, depth + 1))];
  return below('').reverse().flatMap((run) => walk(run, 0));
}

function row(run, depth, state) {
  const chosen = state.get('chosen');
  const picked = chosen?.kind === 'run' && chosen.id === run.id;
  const button = el('button', { type: 'button', className: 'card', 'aria-pressed': String(picked), 'data-run': run.id, 'data-state': run.state, title: line(run) }, thumb(run), el('span', { className: 'words' }, el('b', {}, title(run)), el('small', {}, line(run))));
  button.addEventListener('click', () => state.set({ chosen: { kind: 'run', id: run.id }, beside: null, tab: run.state === 'done' ? 'panel' : 'solve' }));
  const element = el('div', { className: 'run' + (state.get('beside') === run.id ? ' beside' : '') }, button, ...actions(run, state));
  element.style.marginInlineStart = `${14 * Math.min(depth, 5)}px`;
  return element;
}

function title({ id, request }) {
  return `${Number(id.split('-')[0])} ${request.command} ${nameOf(request.input)}`;
}

function line({ state, sentence, summary }) {
  if (state !== 'done') {
    return { queued: 'Queued', running: 'Running…', lost: 'Interrupted' }[state] ?? sentence;
  }
  const parts = [];
  summary.bones > 0 && parts.push(`${number(summary.bones)} bones`);
  summary.erms !== undefined && parts.push(`E ${number(summary.erms)}`);
  summary.degrees !== undefined && parts.push(`${summary.degrees.toFixed(1)}°`);
  summary.bytes > 0 && parts.push(size(summary.bytes));
  summary.seconds !== undefined && parts.push(seconds(summary.seconds));
  return parts.map(unbroken).join(' · ');
}

function thumb({ id, state }) {
  return state === 'done'
    ? el('img', { className: 'thumb', alt: '', loading: 'lazy', src: `/api/runs/${id}/thumbnail`, onerror: ({ target }) => target.replaceWith(el('span', { className: 'thumb none' })) })
    : el('span', { className: 'thumb ' + (state === 'running' || state === 'queued' ? 'loading' : 'none') });
}

function actions(run, state) {
  const small = (words, title, press) => {
    const button = el('button', { type: 'button', className: 'quiet small', title, 'aria-label': title }, words);
    button.addEventListener('click', press);
    return button;
  };
  if (run.state === 'queued' || run.state === 'running') {
    return [small('Cancel', `Cancel run ${run.id}`, () => trying(() => post(`/api/runs/${run.id}/cancel`)))];
  }
  const again = async () => {
    const started = await trying(() => post(`/api/runs/${run.id}/repeat`));
    started && state.set({ chosen: { kind: 'run', id: started.id }, tab: 'solve' });
  };
  const gone = async () => {
    const answer = await trying(() => remove('/api/runs/' + run.id));
    if (answer) {
      const same = state.get('chosen')?.id === run.id;
      state.set({ runs: state.get('runs').filter(({ id }) => id !== run.id), ...(same ? { chosen: null } : {}) });
    }
  };
  return [run.state === 'done' ? null : small('Repeat', `Run ${run.id} again`, again), small('×', `Delete run ${run.id} from the disk`, gone)];
}

function showProgress(list, progress) {
  const line = progress && list.querySelector(`[data-run="${progress.run}"][data-state="running"] small`);
  if (line) {
    const share = progress.iterations > 0 ? ` ${progress.iteration} of ${progress.iterations}` : '';
    line.textContent = progress.part ? `${progress.part}${share}` : progress.what;
  }
}
