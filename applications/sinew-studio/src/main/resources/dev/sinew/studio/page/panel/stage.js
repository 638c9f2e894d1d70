/** Shows the selected file or run in the viewer, or an invitation if nothing is selected. */
import { readScene } from 'sinew/data/scene.js';
import { createState, initialState } from 'sinew/state.js';
import { mountViewer } from 'sinew/viewer.js';
import { showFacts } from 'sinew/ui/facts.js';
import { showPlots } from 'sinew/ui/plots.js';
import { showKeys } from 'sinew/ui/keys.js';
import { byId, el } from 'sinew/ui/dom.js';
import { number } from 'sinew/ui/format.js';
import { get, getBytes, send } from '/studio/server.js';
import { capital, showToast, trying } from '/studio/part/toast.js';
import { targetsFile } from 'sinew/ui/posebar.js';
import { makeSample } from '/studio/panel/library.js';
import { besideOf } from '/studio/panel/sidebyside.js';
import { previewModel } from '/studio/part/previewmodel.js';

export function showStage(state) {
  return new StagePanel(state);
}

class StagePanel {
  #turn = 0;

  constructor(state) {
    this.state = state;
    this.view = null;
    // Show a selected run when it ends; keep the view if it already shows it.
    let before = null;
    state.watch(['chosen', 'beside', 'runs', 'library'], () => {
      const chosen = state.get('chosen');
      const run = chosen?.kind === 'run' && state.get('runs').find(({ id }) => id === chosen.id);
      const now = JSON.stringify([this.#source(), state.get('beside'), this.#source().address ? '' : (run?.state ?? chosen)]);
      if (now !== before) {
        before = now;
        this.open();
      }
    });
    state.watch(['tab'], () => this.view?.plots.resize());
    state.watch(['theme'], () => this.view?.state.set({ theme: state.get('theme') }));
  }

  /** The scene to show, as {address, query}; empty before the first. A running run shows its input. */
  #source() {
    const chosen = this.state.get('chosen');
    if (chosen?.kind !== 'run') {
      return this.#thing(chosen?.id);
    }
    const run = this.state.get('runs').find(({ id }) => id === chosen.id);
    if (run?.state === 'done') {
      return { address: `/api/runs/${run.id}/scene`, query: '' };
    }
    return run && ['queued', 'running'].includes(run.state) ? this.#sourceOf(run.request.input) : { address: '', query: '' };
  }

  #sourceOf(input) {
    const name = Array.isArray(input) ? input[0] : input;
    return name.startsWith('run:') ? { address: `/api/runs/${name.slice(4)}/scene`, query: '' } : this.#thing(name);
  }

  #thing(name) {
    const thing = name && this.state.get('library').things.find((each) => each.name === name);
    const there = thing?.known && thing.known.kind !== 'unreadable';
    return there ? { address: '/api/library/scene', query: '?name=' + encodeURIComponent(name) } : { address: '', query: '' };
  }

  async open() {
    const turn = ++this.#turn;
    const { address, query } = this.#source();
    if (!address) {
      this.#close();
      this.#showNothing();
      return;
    }
    if (!this.view) {
      byId('canvas').replaceChildren(el('p', { className: 'waiting', role: 'status' }, 'Opening…'));
    }
    try {
      const header = await get(address + query);
      const buffers = Object.fromEntries(Object.keys(header.buffers).map((name) => [name, () => getBytes(`${address}/${name}${query}`)]));
      const both = await besideOf(header, buffers, this.state.get('beside'), this.state.get('chosen').id, (id) => this.state.get('runs').find((run) => run.id === id)?.summary?.bones ?? '');
      const scene = await readScene(both.header, both.buffers);
      if (turn === this.#turn) {
        this.#show(both.header, scene);
      }
    } catch (problem) {
      if (turn === this.#turn) {
        this.#close();
        byId('canvas').replaceChildren(el('p', { className: 'waiting trouble', role: 'status' }, capital(problem.message)));
      }
    }
  }

  /** While a run is solved, shows the solver's current mesh instead of the original, a few times per second. */
  async look({ run, frame }) {
    const chosen = this.state.get('chosen');
    const { viewer, scene, state } = this.view ?? {};
    if (this.looking || chosen?.id !== run || !viewer?.stage.original || scene.stage.models.length > 0) {
      return;
    }
    this.looking = true;
    try {
      const pose = new Float32Array(await getBytes(`/api/runs/${run}/look`));
      if (this.view?.viewer === viewer && pose.length === 3 * scene.stage.mesh.vertices) {
        const shown = Math.min(scene.stage.frames.count - 1, Math.round(frame / scene.stage.frames.stride));
        state.set({ playing: false, frame: shown });
        viewer.stage.showLive(pose, shown);
        this.#showLiveLabel(frame);
      }
    } catch {
      // The run is over; its result follows.
    }
    this.looking = false;
  }

  #showLiveLabel(frame) {
    this.live ??= el('p', { className: 'live', role: 'status' });
    this.live.textContent = `Live preview · frame ${frame}`;
    this.live.isConnected || byId('canvas').append(this.live);
    byId('canvas').classList.add('is-live');
  }

  /** Replaces the model by that of a preview; returns whether it was drawn. */
  async showPreview(preview) {
    const { view } = this;
    if (!view?.viewer || view.scene.stage.models.length !== 1) {
      return false;
    }
    const model = await previewModel(preview.number, view.scene.stage);
    // A quick preview that arrives late is ignored.
    const later = view.preview && (view.preview.number > preview.number || (preview.early && view.preview.number === preview.number));
    if (this.view !== view || later) {
      return false;
    }
    view.scene.stage.error = null;
    view.viewer.swapModel(model);
    this.#showPreviewFacts(preview, view);
    await new Promise(requestAnimationFrame);
    view.viewer.stage.render();
    return true;
  }

  /** Replaces the facts, because the measured ones belong to the run's own model. */
  #showPreviewFacts(preview, view) {
    const first = !view.preview;
    view.preview = preview;
    const note = preview.early ? 'Quick preview, made from the existing bones. The solved fit will replace it.' : 'The error is the solver’s estimate. ‘Save as run’ writes the file and measures its error.';
    const summary = `Preview: ${preview.bones} bones${preview.erms === undefined ? '' : ', E_RMS ' + number(preview.erms)}`;
    const panel = byId('panel');
    if (first) {
      panel.querySelectorAll('section:not(#bones), footer').forEach((section) => section.remove());
      panel.prepend(el('section', { id: 'verdict' }, el('p')), el('section', { className: 'notes' }, el('p')), el('section', { id: 'plots', hidden: true }));
    }
    panel.querySelector('#verdict p').textContent = summary;
    panel.querySelector('.notes p').textContent = note;
    // Notify other panels: a preview has no run to edit.
    first && this.state.set({ shown: this.state.get('shown') + 1 });
  }

  #close() {
    this.view?.viewer?.dispose();
    this.view?.ends.forEach((end) => end());
    this.view = null;
    byId('canvas').classList.remove('is-live');
    for (const id of ['canvas', 'controls', 'transport', 'panel']) {
      byId(id).replaceChildren();
    }
  }

  /** Keeps camera, frame and display options if the next scene is of the same kind. */
  #show(header, scene) {
    const kept = this.view ? keptOf(this.view) : null;
    this.#close();
    const several = header.stage?.models.length > 1 && this.state.get('beside') ? { view: 'all' } : {};
    const state = createState({ ...initialState(header), ...several, theme: this.state.get('theme') });
    showFacts(header, state, byId('panel'), 'Saved in this folder; nothing leaves this machine.');
    const places = { canvas: byId('canvas'), controls: byId('controls'), transport: byId('transport'), panel: byId('panel') };
    let viewer = null;
    if (scene.stage) {
      viewer = mountViewer(scene, state, places);
    } else {
      byId('canvas').append(el('p', { className: 'waiting' }, header.notes.at(-1) ?? 'There is nothing to draw.'));
    }
    const plots = showPlots(header, state, scene.stage?.frames, byId('panel'));
    this.view = { header, scene, state, viewer, plots, preview: null, ends: [plots.end, showKeys(state, viewer)] };
    viewer?.handling && byId('posing').append(saveTargets(viewer, this.state));
    kept && restore(kept, this.view);
    this.state.set({ shown: this.state.get('shown') + 1 });
  }

  #showNothing() {
    const chosen = this.state.get('chosen');
    const run = chosen?.kind === 'run' && this.state.get('runs').find(({ id }) => id === chosen.id);
    byId('canvas').replaceChildren(run ? waitingFor(run) : chosen ? el('p', { className: 'waiting', role: 'status' }, 'Reading…') : invitation(this.state));
  }
}

/** Saves the pose of the handles to a file in the folder, for `sinew pose`. */
function saveTargets({ stage }, state) {
  const button = el('button', { type: 'button', className: 'action', id: 'save-targets', title: 'Save the pinned positions to a file in this folder, for ‘sinew pose’' }, 'Save targets');
  button.addEventListener('click', async () => {
    const name = `targets/${state.get('chosen').id}-${new Date().toISOString().slice(0, 19).replace(/\D/g, '')}.json`;
    const file = await trying(() => send(name, new Blob([targetsFile(stage.posing)], { type: 'application/json' }), () => {}));
    file && showToast(`Saved as ${file}: sinew pose ${state.get('chosen').id}.glb --targets ${file} -o posed.glb`);
  });
  return button;
}

function waitingFor(run) {
  const words = { queued: 'Queued.', running: 'Running. The result appears here.', lost: 'Interrupted. Use ‘Repeat’ in the history to run it again.', cancelled: 'Cancelled. Use ‘Repeat’ in the history to run it again.' };
  return el('p', { className: 'waiting' + (run.state === 'failed' ? ' trouble' : ''), role: 'status' }, words[run.state] ?? capital(run.sentence) + '.');
}

function invitation(state) {
  const buttons = state.get('samples').slice(0, 4).map(({ name, summary }) => {
    const button = el('button', { type: 'button', className: 'action', title: summary }, name);
    button.addEventListener('click', () => makeSample(name, button, state));
    return button;
  });
  return el('div', { className: 'welcome' }, el('h2', {}, 'Drop an animated mesh here'), el('p', {}, 'OBJ with PC2 or MDD, PLY frames, Alembic, NPZ, GLB, FBX, or a zip of frames. Sinew turns it into a skinned model for any engine.'), el('p', {}, 'Or start with a sample:'), el('div', { className: 'row' }, ...buttons));
}

const KEPT = ['view', 'colouring', 'bones', 'wireframe', 'playing', 'speed', 'frame', 'shading', 'map'];

function keptOf({ state, viewer, scene, header }) {
  if (!viewer) {
    return null;
  }
  const { camera, controls } = viewer.stage;
  return { title: header.title, frames: scene.stage.frames.count, vertices: scene.stage.mesh.vertices, values: Object.fromEntries(KEPT.map((key) => [key, state.get(key)])), position: camera.position.clone(), target: controls.target.clone(), pane: JSON.stringify(viewer.stage.panes[0].rect) };
}

function restore(kept, { state, viewer, scene }) {
  if (!viewer || kept.vertices !== scene.stage.mesh.vertices || kept.frames !== scene.stage.frames.count) {
    return;
  }
  const before = kept.values.view;
  const had = new Set(scene.stage.models.length > 0 ? ['split', 'wipe', 'overlay', 'difference', 'bind', 'result'] : ['original']);
  const view = had.has(kept.values.view) && scene.stage.models.length === 1 && scene.stage.original ? { view: kept.values.view } : {};
  const { frame, playing, speed, wireframe } = kept.values;
  state.set({ frame, playing, speed, wireframe, ...view });
  // In a pane of another shape, the default camera position is better.
  if (state.get('view') !== before || JSON.stringify(viewer.stage.panes[0].rect) !== kept.pane) {
    return;
  }
  viewer.stage.camera.position.copy(kept.position);
  viewer.stage.controls.target.copy(kept.target);
  viewer.stage.controls.update();
  viewer.stage.invalidate();
}
