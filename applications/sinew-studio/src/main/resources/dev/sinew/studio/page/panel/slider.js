/** Tries other settings for a finished fit. The sequence stays in memory, and results are shown as soon as they are solved. */
import { el, segments } from 'sinew/ui/dom.js';
import { number } from 'sinew/ui/format.js';
import { post } from '/studio/server.js';
import { capital, trying } from '/studio/part/toast.js';
import { boneCurve } from '/studio/part/bonecurve.js';

/** Milliseconds. Short, because a new request cancels the one before it. */
const PAUSE_MS = 40;
/** Numbers of bones for which the error curve is computed while the slider is idle. */
const CURVE_BONES = [2, 4, 8, 12, 16, 20, 30, 40];
const IDLE_MS = 1200;
const MAX_BONES = 80;

export function showSlider(state, place, stage) {
  return new Slider(state, place, stage);
}

class Slider {
  constructor(state, place, stage) {
    this.state = state;
    this.place = place;
    this.stage = stage;
    /** Points of the curve, by all settings except the number of bones. */
    this.known = new Map();
    this.#build();
    state.watch(['chosen', 'runs', 'tab'], () => this.#update());
    state.watch(['preview'], () => this.#onPreview(state.get('preview')));
  }

  #build() {
    const changed = () => this.#scheduleRequest();
    this.bones = el('input', { type: 'range', min: 1, max: MAX_BONES, step: 1, id: 'bones-slider', 'aria-label': 'Bones' });
    this.count = el('output', { for: 'bones-slider' });
    this.bones.addEventListener('input', () => {
      this.count.textContent = this.bones.value;
      changed();
    });
    const choose = (key) => (value) => {
      this.values[key] = value;
      changed();
    };
    this.influences = segments('Influences', [['1', '1'], ['2', '2'], ['4', '4'], ['8', '8']], '4', choose('influences'));
    this.type = segments('Bone type', [['affine', 'Affine'], ['similarity', 'Rotate + scale'], ['rigid', 'Rigid']], 'affine', choose('boneType'));
    this.shading = segments('Match normals', [['0', 'Off'], ['1', 'Normal'], ['4', 'Strong']], '1', choose('shading'));
    this.message = el('p', { className: 'message', role: 'status' });
    this.keep = el('button', { type: 'button', className: 'action', id: 'keep' }, 'Save as run');
    this.keep.addEventListener('click', () => this.#keep());
    this.curve = boneCurve((bones) => this.#goTo(bones));
    const row = (words, input) => el('div', { className: 'knobs' }, el('span', {}, words), input);
    this.place.append(el('div', { className: 'head' }, el('h2', {}, 'Try other settings'), this.keep), el('div', { className: 'knobs bones' }, el('span', {}, 'Bones'), this.bones, this.count), this.curve.element, row('Influences', this.influences), row('Bone type', this.type), row('Match normals', this.shading), this.message);
  }

  /** Shows the slider if a finished fit of one sequence is selected. */
  #update() {
    const chosen = this.state.get('chosen');
    const run = chosen?.kind === 'run' && this.state.get('runs').find(({ id, state }) => id === chosen.id && state === 'done');
    const fits = run && run.request.command === 'fit' && !run.request.options.from && !run.request.options.addClip;
    this.place.hidden = !fits;
    if (!fits || this.run?.id === run.id) {
      this.run = fits ? run : null;
      return;
    }
    this.run = run;
    const { options } = run.request;
    this.values = { influences: String(options.influences ?? 4), boneType: options.boneType ?? 'affine', shading: String(options.shading ?? 1) };
    this.first = { ...this.values };
    this.bones.max = Math.max(MAX_BONES, 2 * run.summary.bones);
    this.#show(run.summary.bones);
    this.message.textContent = '';
    this.keep.disabled = true;
    this.#addPoint(run.summary.bones, run.summary.erms);
    // Load and solve the sequence before the slider is moved.
    post(`/api/runs/${run.id}/ready`).catch(() => {});
  }

  #show(bones) {
    this.bones.value = bones;
    this.count.textContent = bones;
    this.influences.show(this.values.influences);
    this.type.show(this.values.boneType);
    this.shading.show(this.values.shading);
    this.#draw();
  }

  #key() {
    return JSON.stringify([this.run.request.input, this.run.request.options.range, this.run.request.options.rest, this.values]);
  }

  #addPoint(bones, erms) {
    const points = this.known.get(this.#key()) ?? new Map();
    points.set(bones, erms);
    this.known.set(this.#key(), points);
    this.#draw();
  }

  #draw() {
    this.curve.draw([...(this.known.get(this.#key()) ?? [])], Number(this.bones.value));
  }

  #options(bones) {
    const { influences, boneType, shading } = this.values;
    return { bones, error: null, influences, boneType, shading: Number(shading) };
  }

  /** Sends the request after a short pause, to skip intermediate values while dragging. */
  #scheduleRequest() {
    clearTimeout(this.timer);
    clearTimeout(this.idle);
    this.#draw();
    this.message.textContent = 'Solving…';
    const began = performance.now();
    this.timer = setTimeout(() => this.#send(Number(this.bones.value), { quiet: false, began }), PAUSE_MS);
  }

  /** Events may arrive before the response that tells their number. */
  async #send(bones, wish) {
    this.wanted = { number: Infinity, early: [], ...wish };
    const mine = this.wanted;
    const answer = await (wish.quiet ? post(this.#address, this.#options(bones)).catch(() => null) : trying(() => post(this.#address, this.#options(bones))));
    if (mine !== this.wanted) {
      return;
    }
    if (!answer) {
      this.message.textContent = wish.quiet ? this.message.textContent : '';
      return;
    }
    mine.number = answer.number;
    mine.early.filter(({ number: of }) => of === mine.number).forEach((preview) => this.#onPreview(preview));
  }

  get #address() {
    return `/api/runs/${this.run.id}/previews`;
  }

  #goTo(bones) {
    this.bones.value = bones;
    this.count.textContent = bones;
    this.#scheduleRequest();
  }

  async #onPreview(preview) {
    const { wanted } = this;
    if (!preview || !this.run || preview.run !== this.run.id || !wanted) {
      return;
    }
    if (preview.number !== wanted.number) {
      wanted.early.push(preview);
      return;
    }
    if (preview.sentence || preview.stopped) {
      this.message.textContent = preview.sentence ? capital(preview.sentence) : wanted.quiet ? this.message.textContent : 'Stopped: another tab requested a preview.';
      return;
    }
    preview.early || this.#addPoint(preview.options.bones, preview.erms);
    if (!wanted.quiet) {
      await this.#showPreview(preview, wanted);
    }
    if (!preview.early && wanted === this.wanted) {
      this.idle = setTimeout(() => this.#fill(), IDLE_MS);
    }
  }

  /** Shows the quick preview first, then the solved fit. */
  async #showPreview(preview, wanted) {
    const received = performance.now();
    const drawn = await this.stage.showPreview(preview);
    if (!drawn || wanted !== this.wanted) {
      return;
    }
    const now = performance.now();
    const times = { asked: received - wanted.began, seen: now - wanted.began, drawing: now - received, seconds: preview.seconds };
    this.times = { ...this.times, [preview.early ? 'early' : 'last']: times };
    this.place.dataset.times = JSON.stringify(this.times);
    if (preview.early) {
      this.message.textContent = `${preview.bones} bones · Quick preview (${(times.seen / 1000).toFixed(1)} s) · refining…`;
      return;
    }
    this.place.dataset.shown = preview.number;
    this.message.textContent = `${preview.bones} bones · E ${number(preview.erms)} · solved in ${preview.seconds.toFixed(2)} s, shown after ${(times.seen / 1000).toFixed(2)} s`;
    this.keep.disabled = false;
  }

  /** Requests the next missing point of the curve; moving the slider cancels it. */
  #fill() {
    const known = this.run && this.known.get(this.#key());
    const here = Number(this.bones.value);
    const next = known && CURVE_BONES.filter((bones) => !known.has(bones) && bones < 2 * here).toSorted((a, b) => Math.abs(a - here) - Math.abs(b - here))[0];
    const busy = this.state.get('runs').some(({ state }) => state === 'running' || state === 'queued');
    if (next && !busy && this.state.get('tab') === 'solve' && document.visibilityState === 'visible') {
      this.#send(next, { quiet: true });
    }
  }

  /** Starts a run with the settings shown: with a file, its measured error and a report. */
  async #keep() {
    const { request } = this.run;
    const options = { ...request.options, ...this.#options(Number(this.bones.value)) };
    delete options.error;
    delete options.maxErms;
    // Options that were defaults and have not changed stay unset, so that the command line is short and comparisons show only
    // what differs.
    Object.keys(this.first).filter((key) => !(key in request.options) && this.values[key] === this.first[key]).forEach((key) => delete options[key]);
    clearTimeout(this.idle);
    const run = await trying(() => post('/api/runs', { ...request, options, parent: this.run.id }));
    if (run) {
      this.state.set({ runs: [...this.state.get('runs').filter(({ id }) => id !== run.id), run], chosen: { kind: 'run', id: run.id }, beside: null });
    }
  }
}
