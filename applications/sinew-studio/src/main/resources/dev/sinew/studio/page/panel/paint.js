/**
 * Paints areas that a fit prioritises, or weights that stay locked. The painted values are stored in a file that the command line
 * reads as well.
 */
import { byId, el, segments } from 'sinew/ui/dom.js';
import { post, send } from '/studio/server.js';
import { trying } from '/studio/part/toast.js';
import { Brush } from '/studio/part/brush.js';
import { rootInput } from '/studio/panel/solve.js';

/** Painted vertices count up to this many times as much as others. */
const MAX_IMPORTANCE = 10;
const WHAT = {
  importance: { why: `Painted areas count up to ${MAX_IMPORTANCE} times as much in the next fit.`, word: 'importance', value: (v) => 1 + (MAX_IMPORTANCE - 1) * v },
  locks: { why: 'Painted vertices keep their weights when you re-solve.', word: 'locks', value: (v) => v },
};

export function showPaint(state, stage) {
  return new Paint(state, stage);
}

class Paint {
  constructor(state, stage) {
    this.state = state;
    this.stage = stage;
    this.place = byId('paint');
    this.settings = { what: 'importance', radius: 0.06, strength: 0.5, erase: false, mirror: '' };
    this.brush = null;
    this.key = null;
    state.watch(['shown', 'chosen', 'runs', 'library', 'tab'], () => this.#update());
    document.addEventListener('keydown', (event) => this.#onKey(event));
  }

  /** What can be painted: a sequence in the library, or a run that was made from one. */
  #subject() {
    const { view } = this.stage;
    const chosen = this.state.get('chosen');
    if (!view?.viewer || view.preview || view.scene.stage.models.length > 1) {
      return null;
    }
    const run = chosen?.kind === 'run' ? this.state.get('runs').find(({ id, state }) => id === chosen.id && state === 'done') : null;
    const input = run ? rootInput(run, this.state) : chosen?.id;
    const sequence = this.state.get('library').things.find(({ name, known }) => name === input && known?.kind === 'sequence');
    return sequence && (run || chosen.kind === 'thing') ? { run, input } : null;
  }

  #update() {
    const subject = this.state.get('tab') === 'edit' ? this.#subject() : null;
    const key = subject ? JSON.stringify([subject.run?.id, subject.input, this.state.get('shown')]) : null;
    if (key === this.key) {
      return;
    }
    this.key = key;
    this.subject = subject;
    this.#stop();
    this.#draw();
  }

  #stop() {
    this.brush?.end();
    this.brush = null;
  }

  #draw() {
    // While painting, the bone edits are hidden.
    byId('edits').hidden = Boolean(this.brush);
    if (!this.subject) {
      this.place.replaceChildren();
      return;
    }
    const start = el('button', { type: 'button', className: 'action', id: 'brush' }, this.brush ? 'Done' : 'Start painting');
    start.addEventListener('click', () => this.#toggle());
    const head = el('div', { className: 'head' }, el('h2', {}, 'Paint'), start);
    this.place.replaceChildren(el('section', {}, head, ...(this.brush ? this.#tools() : [el('p', { className: 'none-yet' }, 'Paint areas to prioritise, or weights to lock.')])));
  }

  #toggle() {
    if (this.brush) {
      this.#stop();
    } else {
      const { view } = this.stage;
      this.brush = new Brush(view, () => this.settings, () => this.#showCount());
      view.state.set({ painting: true, playing: false });
    }
    this.#draw();
  }

  #tools() {
    const { settings, subject } = this;
    const what = segments('Paint', [['importance', 'Importance'], ['locks', 'Weight locks']], settings.what, (value) => {
      settings.what = value;
      this.#draw();
    });
    const ranges = [this.#range('radius', 'Radius', 0.01, 0.3, 0.005), this.#range('strength', 'Strength', 0.05, 1, 0.05)];
    const mode = segments('Brush', [['on', 'Add'], ['off', 'Erase']], settings.erase ? 'off' : 'on', (value) => (settings.erase = value === 'off'));
    const mirror = segments('Mirror', [['', 'off'], ['x', 'x'], ['y', 'y'], ['z', 'z']], settings.mirror, (value) => (settings.mirror = value));
    this.message = el('p', { className: 'message', role: 'status' });
    this.go = el('button', { type: 'button', className: 'action wide', id: 'paint-solve' }, subject.run ? 'Re-solve' : 'Fit');
    this.go.addEventListener('click', () => this.#solve());
    const row = (words, input) => el('div', { className: 'knobs' }, el('span', {}, words), input);
    const tools = [el('div', { className: 'knobs' }, what), el('p', { className: 'why' }, WHAT[settings.what].why), ...ranges, row('Brush', mode), row('Mirror', mirror), this.#buttons(), this.message, this.go];
    this.#showCount();
    return settings.what === 'locks' && !subject.run ? [tools[0], el('p', { className: 'none-yet' }, 'To lock the weights of a model, select a finished run.')] : tools;
  }

  #range(key, words, min, max, step) {
    const input = el('input', { type: 'range', min, max, step, id: 'brush-' + key, 'aria-label': words });
    const output = el('output', { for: 'brush-' + key });
    input.value = this.settings[key];
    const showValue = () => (output.textContent = key === 'radius' ? `${Math.round(100 * this.settings[key])} %` : this.settings[key].toFixed(2));
    input.addEventListener('input', () => {
      this.settings[key] = Number(input.value);
      showValue();
    });
    showValue();
    return el('div', { className: 'knobs' }, el('span', {}, words), input, output);
  }

  /** Keyboard alternatives: whole bones, all vertices, none. */
  #buttons() {
    const { brush, stage } = this;
    const button = (id, words, title, press) => {
      const made = el('button', { type: 'button', className: 'action', id: 'paint-' + id, title }, words);
      made.addEventListener('click', press);
      return made;
    };
    const bone = () => {
      const picked = stage.view.state.get('bone');
      const evaluator = stage.view.viewer.stage.evaluators[0];
      picked !== null && evaluator && brush.fill((i, value) => Math.max(value, evaluator.influencesOf(i).find(({ bone: of }) => of === picked)?.weight ?? 0));
    };
    const ofBone = stage.view.scene.stage.models.length > 0 ? [button('bone', 'Selected bone', 'Paint the weights of the selected bone', bone)] : [];
    return el('div', { className: 'buttons' }, button('undo', 'Undo', 'Undo the last stroke (Ctrl Z)', () => brush.undo()), button('redo', 'Redo', 'Redo the stroke (Ctrl Shift Z)', () => brush.redo()), ...ofBone, button('all', 'All', 'Paint everything', () => brush.fill(() => 1)), button('clear', 'Clear', 'Erase everything', () => brush.fill(() => 0)));
  }

  #showCount() {
    if (this.message && this.brush) {
      const { count } = this.brush;
      this.message.textContent = count === 0 ? 'Nothing painted yet. Drag over the mesh to paint; hold Shift to erase.' : `${count} of ${this.brush.values.length} vertices painted.`;
      this.go.disabled = count === 0 && !this.brush.values.some((value) => value > 0);
    }
  }

  /** Saves the values in the folder, under a name that tells the run or sequence. */
  async #save() {
    const { word, value } = WHAT[this.settings.what];
    const stem = this.subject.input.split('/').at(-1).replace(/\.[^.]*$/, '');
    const lines = Array.from(this.brush.values, (v) => String(Number(value(v).toFixed(4))));
    const number = this.state.get('runs').length + 1;
    return send(`painted/${stem}-${word}-${number}.txt`, new Blob([lines.join('\n') + '\n'], { type: 'text/plain' }), () => {});
  }

  async #solve() {
    const { run, input } = this.subject;
    this.go.disabled = true;
    const made = await trying(async () => {
      const file = await this.#save();
      return post('/api/runs', run ? this.#requestFor(run, input, file) : { command: 'fit', input: [input], options: { bones: 20, importance: file }, parent: '' });
    });
    this.go.disabled = false;
    if (made) {
      const others = this.state.get('runs').filter(({ id }) => id !== made.id);
      this.state.set({ runs: [...others, made], chosen: { kind: 'run', id: made.id }, beside: run?.id ?? null, tab: run ? 'compare' : 'solve' });
    }
  }

  /** Importance repeats the same request; locks start a partial solve from the model. */
  #requestFor(run, input, file) {
    const { command, options } = run.request;
    if (this.settings.what === 'importance') {
      const solver = ['fit', 'rig'].includes(command) && !options.from;
      return solver ? { ...run.request, options: { ...options, importance: file }, parent: run.id } : { command: 'fit', input: [input], options: { bones: run.summary.bones, importance: file }, parent: run.id };
    }
    const tree = Boolean(this.stage.view.scene.stage.models[0].skeleton.segments);
    const { range, fps, up, scale } = options;
    const sequence = Object.fromEntries(Object.entries({ range, fps, up, scale }).filter(([, value]) => value !== undefined));
    return { command: 'fit', input: [input], options: { from: 'run:' + run.id, solve: tree ? 'weights' : 'both', lockWeights: file, ...sequence }, parent: run.id };
  }

  #onKey(event) {
    const typing = ['INPUT', 'TEXTAREA', 'SELECT'].includes(event.target.tagName) && event.target.type === 'text';
    if (this.brush && !typing && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') {
      event.preventDefault();
      event.stopImmediatePropagation();
      event.shiftKey ? this.brush.redo() : this.brush.undo();
    }
  }
}
