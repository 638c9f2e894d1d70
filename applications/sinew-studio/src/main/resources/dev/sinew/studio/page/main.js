/** Entry point of the studio's page: authenticates, creates the panels, and keeps them in sync with the server. */
import { createState } from 'sinew/state.js';
import { byId } from 'sinew/ui/dom.js';
import { authenticate, get, listen } from '/studio/server.js';
import { showTabs } from '/studio/part/tabs.js';
import { showTheme } from '/studio/part/theme.js';
import { showToast } from '/studio/part/toast.js';
import { showLibrary } from '/studio/panel/library.js';
import { acceptDrops } from '/studio/panel/drop.js';
import { showHistory } from '/studio/panel/history.js';
import { showStage } from '/studio/panel/stage.js';
import { showSolve } from '/studio/panel/solve.js';
import { showPaint } from '/studio/panel/paint.js';
import { showEdit } from '/studio/panel/edit.js';
import { showCompare } from '/studio/panel/compare.js';
import { showExport } from '/studio/panel/export.js';

/** chosen: {kind: 'thing' | 'run', id}; beside: the run it is compared with. */
const state = createState({
  library: null,
  forms: null,
  samples: [],
  runs: [],
  progress: null,
  preview: null,
  chosen: null,
  beside: null,
  /** Increases with every scene that is shown. */
  shown: 0,
  tab: 'solve',
  theme: 'light',
  online: true,
  trouble: '',
});

async function refreshLibrary() {
  state.set({ library: await get('/api/library') });
}

async function refreshRuns() {
  const { runs, progress } = await get('/api/runs');
  state.set({ runs, progress });
}

async function load() {
  const [forms, { samples }] = await Promise.all([get('/api/forms'), get('/api/samples')]);
  state.set({ forms, samples });
  await Promise.all([refreshLibrary(), refreshRuns()]);
}

function showConnection() {
  state.watch(['online'], () => {
    byId('connection').textContent = state.get('online') ? '' : 'Connection lost. Your work is saved; restart Sinew Studio and this page will reconnect.';
    document.body.classList.toggle('offline', !state.get('online'));
  });
}

/** Without a token, the page shows one message and nothing else. */
function lockedOut({ status, message }) {
  document.body.classList.add('locked');
  byId('canvas').replaceChildren(Object.assign(document.createElement('p'), { className: 'waiting trouble', textContent: status === 401 ? 'Open the full link printed by ‘sinew studio’ (including the part after #).' : message }));
}

async function start() {
  showTheme(state);
  showTabs(state);
  showConnection();
  try {
    await authenticate();
    await load();
  } catch (problem) {
    lockedOut(problem);
    document.documentElement.dataset.ready = 'locked';
    return;
  }
  showLibrary(state);
  acceptDrops(state);
  showHistory(state);
  const stage = showStage(state);
  showSolve(state, stage);
  const paint = showPaint(state, stage);
  showEdit(state, stage);
  showCompare(state, stage);
  showExport(state);
  const quietly = (work) => work().catch(({ message }) => showToast(message));
  listen({
    runs: () => quietly(refreshRuns),
    library: () => quietly(refreshLibrary),
    progress: (progress) => state.set({ progress }),
    look: (look) => stage.look(look),
    preview: (preview) => state.set({ preview }),
    online: () => {
      state.set({ online: true });
      quietly(refreshRuns);
      quietly(refreshLibrary);
    },
    offline: () => state.set({ online: false }),
  });
  window.studio = { state, stage, paint };
  document.documentElement.dataset.ready = 'true';
}

start();
