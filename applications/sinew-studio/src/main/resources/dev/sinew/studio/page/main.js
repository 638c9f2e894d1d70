/** The studio's page: comes in, fills the rooms, and keeps them true to what the server says. */
import { createState } from 'sinew/state.js';
import { byId } from 'sinew/ui/dom.js';
import { comeIn, get, listen } from '/studio/server.js';
import { showTabs } from '/studio/part/tabs.js';
import { showTheme } from '/studio/part/theme.js';
import { say } from '/studio/part/toast.js';
import { showShelf } from '/studio/room/shelf.js';
import { acceptDrops } from '/studio/room/drop.js';
import { showHistory } from '/studio/room/history.js';
import { showStage } from '/studio/room/stage.js';
import { showSolve } from '/studio/room/solve.js';
import { showPaint } from '/studio/room/paint.js';
import { showChange } from '/studio/room/change.js';
import { showCompare } from '/studio/room/compare.js';
import { showAlong } from '/studio/room/along.js';

/** chosen: {kind: 'thing' | 'run', id}; beside: the run that is laid beside it. */
const state = createState({
  shelf: null,
  forms: null,
  samples: [],
  runs: [],
  progress: null,
  preview: null,
  chosen: null,
  beside: null,
  /** Grows with every scene that is shown. */
  shown: 0,
  tab: 'solve',
  theme: 'light',
  online: true,
  trouble: '',
});

async function refreshShelf() {
  state.set({ shelf: await get('/api/shelf') });
}

async function refreshRuns() {
  const { runs, progress } = await get('/api/runs');
  state.set({ runs, progress });
}

async function load() {
  const [forms, { samples }] = await Promise.all([get('/api/forms'), get('/api/samples')]);
  state.set({ forms, samples });
  await Promise.all([refreshShelf(), refreshRuns()]);
}

function showConnection() {
  state.watch(['online'], () => {
    byId('connection').textContent = state.get('online') ? '' : 'The studio does not answer. What was done is kept; start it again and this page goes on.';
    document.body.classList.toggle('offline', !state.get('online'));
  });
}

/** Nothing to show without a way in: said once, in the middle. */
function lockedOut({ status, message }) {
  document.body.classList.add('locked');
  byId('canvas').replaceChildren(Object.assign(document.createElement('p'), { className: 'waiting trouble', textContent: status === 401 ? 'This page needs the address that ‘sinew studio’ printed, with all that stands behind the #.' : message }));
}

async function start() {
  showTheme(state);
  showTabs(state);
  showConnection();
  try {
    await comeIn();
    await load();
  } catch (problem) {
    lockedOut(problem);
    document.documentElement.dataset.ready = 'locked';
    return;
  }
  showShelf(state);
  acceptDrops(state);
  showHistory(state);
  const stage = showStage(state);
  showSolve(state, stage);
  const paint = showPaint(state, stage);
  showChange(state, stage);
  showCompare(state, stage);
  showAlong(state);
  const quietly = (work) => work().catch(({ message }) => say(message));
  listen({
    runs: () => quietly(refreshRuns),
    shelf: () => quietly(refreshShelf),
    progress: (progress) => state.set({ progress }),
    look: (look) => stage.look(look),
    preview: (preview) => state.set({ preview }),
    online: () => {
      state.set({ online: true });
      quietly(refreshRuns);
      quietly(refreshShelf);
    },
    offline: () => state.set({ online: false }),
  });
  window.studio = { state, stage, paint };
  document.documentElement.dataset.ready = 'true';
}

start();
