/** Other numbers for a fit that is done: its sequence stays ready, and what they give is shown as soon as it is solved. */
import { el, segments } from 'sinew/ui/dom.js';
import { number } from 'sinew/ui/format.js';
import { post } from '/studio/server.js';
import { capital, trying } from '/studio/part/toast.js';
import { boneCurve } from '/studio/part/bonecurve.js';

/** A newer wish stops what an older one asked for, so there is no need to wait until the hand rests. */
const PAUSE = 40;
/** Where the curve fills in by itself while nobody moves the slider. */
const FILLED = [2, 4, 8, 12, 16, 20, 30, 40];
const IDLE = 1200;
const MOST = 80;

export function showSlider(state, place, stage) {
  return new Slider(state, place, stage);
}

class Slider {
  constructor(state, place, stage) {
    this.state = state;
    this.place = place;
    this.stage = stage;
    /** Points of the curve by everything but the number of bones. */
    this.known = new Map();
    this.#build();
    state.watch(['chosen', 'runs', 'tab'], () => this.#turnTo());
    state.watch(['preview'], () => this.#hear(state.get('preview')));
  }

  #build() {
    const changed = () => this.#ask();
    this.bones = el('input', { type: 'range', min: 1, max: MOST, step: 1, id: 'bones-slider', 'aria-label': 'Bones' });
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
    this.type = segments('Bone type', [['affine', 'affine'], ['similarity', 'similar'], ['rigid', 'rigid']], 'affine', choose('boneType'));
    this.shading = segments('Shading', [['0', 'off'], ['1', 'usual'], ['4', 'more']], '1', choose('shading'));
    this.said = el('p', { className: 'said', role: 'status' });
    this.keep = el('button', { type: 'button', className: 'action', id: 'keep' }, 'Keep');
    this.keep.addEventListener('click', () => this.#keep());
    this.curve = boneCurve((bones) => this.#goTo(bones));
    const row = (words, input) => el('div', { className: 'knobs' }, el('span', {}, words), input);
    this.place.append(el('div', { className: 'head' }, el('h2', {}, 'Slide'), this.keep), el('div', { className: 'knobs bones' }, el('span', {}, 'Bones'), this.bones, this.count), this.curve.element, row('Influences', this.influences), row('Bones are', this.type), row('Shading', this.shading), this.said);
  }

  /** A fit from one sequence that is done, or nothing. */
  #turnTo() {
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
    this.bones.max = Math.max(MOST, 2 * run.summary.bones);
    this.#show(run.summary.bones);
    this.said.textContent = '';
    this.keep.disabled = true;
    this.#learn(run.summary.bones, run.summary.erms);
    // Read and solved once while the hand is on its way to the slider.
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

  #learn(bones, erms) {
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

  /** After a moment's rest: who drags does not want every number on the way. */
  #ask() {
    clearTimeout(this.timer);
    clearTimeout(this.idle);
    this.#draw();
    this.said.textContent = 'Solving…';
    const began = performance.now();
    this.timer = setTimeout(() => this.#send(Number(this.bones.value), { quiet: false, began }), PAUSE);
  }

  /** The answer may be quicker than the number it goes by. */
  async #send(bones, wish) {
    this.wanted = { number: Infinity, heard: [], ...wish };
    const mine = this.wanted;
    const answer = await (wish.quiet ? post(this.#address, this.#options(bones)).catch(() => null) : trying(() => post(this.#address, this.#options(bones))));
    if (mine !== this.wanted) {
      return;
    }
    if (!answer) {
      this.said.textContent = wish.quiet ? this.said.textContent : '';
      return;
    }
    mine.number = answer.number;
    mine.heard.filter(({ number: of }) => of === mine.number).forEach((preview) => this.#hear(preview));
  }

  get #address() {
    return `/api/runs/${this.run.id}/previews`;
  }

  #goTo(bones) {
    this.bones.value = bones;
    this.count.textContent = bones;
    this.#ask();
  }

  async #hear(preview) {
    const { wanted } = this;
    if (!preview || !this.run || preview.run !== this.run.id || !wanted) {
      return;
    }
    if (preview.number !== wanted.number) {
      wanted.heard.push(preview);
      return;
    }
    if (preview.sentence || preview.stopped) {
      this.said.textContent = preview.sentence ? capital(preview.sentence) : wanted.quiet ? this.said.textContent : 'Stopped: another page of this studio asked for something else.';
      return;
    }
    preview.early || this.#learn(preview.options.bones, preview.erms);
    if (!wanted.quiet) {
      await this.#see(preview, wanted);
    }
    if (!preview.early && wanted === this.wanted) {
      this.idle = setTimeout(() => this.#fill(), IDLE);
    }
  }

  /** A look ahead is shown while the fit is solved, and says so; then the fit takes its place. */
  async #see(preview, wanted) {
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
      this.said.textContent = `${preview.bones} bones · a look ahead, seen after ${(times.seen / 1000).toFixed(2)} s · solving…`;
      return;
    }
    this.place.dataset.shown = preview.number;
    this.said.textContent = `${preview.bones} bones · E ${number(preview.erms)} · solved in ${preview.seconds.toFixed(2)} s, seen after ${(times.seen / 1000).toFixed(2)} s`;
    this.keep.disabled = false;
  }

  /** The next missing point of the curve; a hand on the slider stops it. */
  #fill() {
    const known = this.run && this.known.get(this.#key());
    const here = Number(this.bones.value);
    const next = known && FILLED.filter((bones) => !known.has(bones) && bones < 2 * here).toSorted((a, b) => Math.abs(a - here) - Math.abs(b - here))[0];
    const busy = this.state.get('runs').some(({ state }) => state === 'running' || state === 'queued');
    if (next && !busy && this.state.get('tab') === 'solve' && document.visibilityState === 'visible') {
      this.#send(next, { quiet: true });
    }
  }

  /** A run of what is shown: with file, measured error and report. */
  async #keep() {
    const { request } = this.run;
    const options = { ...request.options, ...this.#options(Number(this.bones.value)) };
    delete options.error;
    // What was left to the program and never touched is left to it again: the line stays short, and comparisons show what differs.
    Object.keys(this.first).filter((key) => !(key in request.options) && this.values[key] === this.first[key]).forEach((key) => delete options[key]);
    clearTimeout(this.idle);
    const run = await trying(() => post('/api/runs', { ...request, options, parent: this.run.id }));
    if (run) {
      this.state.set({ runs: [...this.state.get('runs').filter(({ id }) => id !== run.id), run], chosen: { kind: 'run', id: run.id }, beside: null });
    }
  }
}
