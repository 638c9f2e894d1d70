/** The brush: where a fit shall take more care, or where weights shall stay. What is painted is a file that the command line takes too. */
import { byId, el, segments } from 'sinew/ui/dom.js';
import { post, send } from '/studio/server.js';
import { trying } from '/studio/part/toast.js';
import { Brush } from '/studio/part/brush.js';
import { rootInput } from '/studio/room/solve.js';

/** Painted places count up to so many times as much as others. */
const MOST_IMPORTANT = 10;
const WHAT = {
  importance: { why: `Painted places count up to ${MOST_IMPORTANT} times as much in the next fit.`, word: 'importance', value: (v) => 1 + (MOST_IMPORTANT - 1) * v },
  locks: { why: 'Painted vertices keep their weights when the others are solved again.', word: 'locks', value: (v) => v },
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
    state.watch(['shown', 'chosen', 'runs', 'shelf', 'tab'], () => this.#turnTo());
    document.addEventListener('keydown', (event) => this.#hearKey(event));
  }

  /** What can be painted on: the sequence it was or would be made from has to be there. */
  #subject() {
    const { view } = this.stage;
    const chosen = this.state.get('chosen');
    if (!view?.viewer || view.preview || view.scene.stage.models.length > 1) {
      return null;
    }
    const run = chosen?.kind === 'run' ? this.state.get('runs').find(({ id, state }) => id === chosen.id && state === 'done') : null;
    const input = run ? rootInput(run, this.state) : chosen?.id;
    const sequence = this.state.get('shelf').things.find(({ name, known }) => name === input && known?.kind === 'sequence');
    return sequence && (run || chosen.kind === 'thing') ? { run, input } : null;
  }

  #turnTo() {
    const subject = this.state.get('tab') === 'change' ? this.#subject() : null;
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
    // One thing at a time: with the brush in hand nobody renames bones.
    byId('edits').hidden = Boolean(this.brush);
    if (!this.subject) {
      this.place.replaceChildren();
      return;
    }
    const start = el('button', { type: 'button', className: 'action', id: 'brush' }, this.brush ? 'Put away' : 'Take the brush');
    start.addEventListener('click', () => this.#toggle());
    const head = el('div', { className: 'head' }, el('h2', {}, 'Paint'), start);
    this.place.replaceChildren(el('section', {}, head, ...(this.brush ? this.#tools() : [el('p', { className: 'none-yet' }, 'Where a fit shall take more care, or where weights shall stay.')])));
  }

  #toggle() {
    if (this.brush) {
      this.#stop();
    } else {
      const { view } = this.stage;
      this.brush = new Brush(view, () => this.settings, () => this.#tell());
      view.state.set({ painting: true, playing: false });
    }
    this.#draw();
  }

  #tools() {
    const { settings, subject } = this;
    const what = segments('What is painted', [['importance', 'Importance'], ['locks', 'Weight locks']], settings.what, (value) => {
      settings.what = value;
      this.#draw();
    });
    const ranges = [this.#range('radius', 'Radius', 0.01, 0.3, 0.005), this.#range('strength', 'Strength', 0.05, 1, 0.05)];
    const mode = segments('The brush', [['on', 'lays on'], ['off', 'takes off']], settings.erase ? 'off' : 'on', (value) => (settings.erase = value === 'off'));
    const mirror = segments('Mirror', [['', 'off'], ['x', 'x'], ['y', 'y'], ['z', 'z']], settings.mirror, (value) => (settings.mirror = value));
    this.said = el('p', { className: 'said', role: 'status' });
    this.go = el('button', { type: 'button', className: 'action wide', id: 'paint-solve' }, subject.run ? 'Solve again' : 'Fit with it');
    this.go.addEventListener('click', () => this.#solve());
    const row = (words, input) => el('div', { className: 'knobs' }, el('span', {}, words), input);
    const tools = [el('div', { className: 'knobs' }, what), el('p', { className: 'why' }, WHAT[settings.what].why), ...ranges, row('Brush', mode), row('Mirror', mirror), this.#buttons(), this.said, this.go];
    this.#tell();
    return settings.what === 'locks' && !subject.run ? [tools[0], el('p', { className: 'none-yet' }, 'Locks hold the weights of a model: choose a finished run.')] : tools;
  }

  #range(key, words, min, max, step) {
    const input = el('input', { type: 'range', min, max, step, id: 'brush-' + key, 'aria-label': words });
    const output = el('output', { for: 'brush-' + key });
    input.value = this.settings[key];
    const say = () => (output.textContent = key === 'radius' ? `${Math.round(100 * this.settings[key])} %` : this.settings[key].toFixed(2));
    input.addEventListener('input', () => {
      this.settings[key] = Number(input.value);
      say();
    });
    say();
    return el('div', { className: 'knobs' }, el('span', {}, words), input, output);
  }

  /** Without a mouse: whole bones, everything, nothing. */
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
    const ofBone = stage.view.scene.stage.models.length > 0 ? [button('bone', 'Picked bone', 'Lays its weights on, where a bone is picked', bone)] : [];
    return el('div', { className: 'buttons' }, button('undo', 'Undo', 'One stroke back (Ctrl Z)', () => brush.undo()), button('redo', 'Redo', 'One stroke on (Ctrl Shift Z)', () => brush.redo()), ...ofBone, button('all', 'All', 'Everything is painted', () => brush.fill(() => 1)), button('clear', 'Clear', 'Nothing is painted', () => brush.fill(() => 0)));
  }

  #tell() {
    if (this.said && this.brush) {
      const { count } = this.brush;
      this.said.textContent = count === 0 ? 'Nothing is painted yet. Drag over the mesh; with Shift it is taken off.' : `${count} of ${this.brush.values.length} vertices are painted.`;
      this.go.disabled = count === 0 && !this.brush.values.some((value) => value > 0);
    }
  }

  /** The file stands in the folder, under a name that says what it is of. */
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
      return post('/api/runs', run ? this.#again(run, input, file) : { command: 'fit', input: [input], options: { bones: 20, importance: file }, parent: '' });
    });
    this.go.disabled = false;
    if (made) {
      const others = this.state.get('runs').filter(({ id }) => id !== made.id);
      this.state.set({ runs: [...others, made], chosen: { kind: 'run', id: made.id }, beside: run?.id ?? null, tab: run ? 'compare' : 'solve' });
    }
  }

  /** Importance asks for the same once more; locks are a partial solve from the model. */
  #again(run, input, file) {
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

  #hearKey(event) {
    const typing = ['INPUT', 'TEXTAREA', 'SELECT'].includes(event.target.tagName) && event.target.type === 'text';
    if (this.brush && !typing && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') {
      event.preventDefault();
      event.stopImmediatePropagation();
      event.shiftKey ? this.brush.redo() : this.brush.undo();
    }
  }
}
