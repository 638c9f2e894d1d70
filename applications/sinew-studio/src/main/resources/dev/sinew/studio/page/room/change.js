/**
 * Bones changed by hand. Every change is one edit more of `sinew edit`, and a run of its own: undo goes to the run with one fewer,
 * redo to the one with one more, for as long as the history goes back.
 */
import { byId, el } from 'sinew/ui/dom.js';
import { post } from '/studio/server.js';
import { trying } from '/studio/part/toast.js';
import { dragJoint } from '/studio/part/jointdrag.js';
import { rootInput } from '/studio/room/solve.js';

export function showChange(state, stage) {
  new Change(state, stage);
}

class Change {
  constructor(state, stage) {
    this.state = state;
    this.stage = stage;
    this.room = byId('edits');
    this.drag = null;
    state.watch(['shown', 'chosen', 'runs'], () => this.#turnTo());
    document.addEventListener('keydown', (event) => this.#key(event));
  }

  #turnTo() {
    const { view } = this.stage;
    const chosen = this.state.get('chosen');
    const run = chosen?.kind === 'run' && this.state.get('runs').find(({ id, state }) => id === chosen.id && state === 'done');
    this.run = run && view?.viewer && !view.preview ? run : null;
    const key = this.run ? `${run.id} ${this.state.get('shown')}` : '';
    if (key === this.key) {
      this.#draw();
      return;
    }
    this.key = key;
    this.drag?.();
    this.drag = null;
    if (this.run) {
      view.state.watch(['bone', 'model'], () => this.stage.view === view && this.#draw());
    } else {
      this.#draw();
    }
  }

  get #names() {
    const { scene, state } = this.stage.view;
    return scene.stage.models[state.get('model')]?.skeleton.names ?? [];
  }

  get #edits() {
    return this.run.request.command === 'edit' ? this.run.request.options.edits : [];
  }

  /** What the edits start from. */
  get #input() {
    return this.run.request.command === 'edit' ? this.run.request.input : 'run:' + this.run.id;
  }

  #draw() {
    if (!this.run || this.#names.length === 0) {
      this.room.replaceChildren(el('p', { className: 'none-yet' }, 'Choose a finished run from the history. Then pick bones on the mesh or in the tree, and change them here.'));
      return;
    }
    const bone = this.stage.view.state.get('bone');
    this.room.replaceChildren(this.#steps(), this.#ofBone(bone === null ? null : this.#names[bone], bone), this.#ofAll(), this.#again());
  }

  #button(words, title, press, enabled = true) {
    const button = el('button', { type: 'button', className: 'action', title, disabled: !enabled }, words);
    button.addEventListener('click', press);
    return button;
  }

  #steps() {
    const rows = this.#edits.map((edit) => el('li', {}, wordsOf(edit)));
    const undo = this.#button('Undo', 'One edit back (Ctrl Z)', () => this.undo(), this.#edits.length > 0);
    const redo = this.#button('Redo', 'One edit on (Ctrl Shift Z)', () => this.redo(), Boolean(this.#next()));
    undo.id = 'undo-edit';
    redo.id = 'redo-edit';
    return el('section', {}, el('div', { className: 'head' }, el('h2', {}, 'Changes'), el('div', { className: 'pair' }, undo, redo)), rows.length > 0 ? el('ol', { className: 'edits' }, ...rows) : el('p', { className: 'none-yet' }, 'None yet. Each is one edit of ‘sinew edit’ and a run of its own.'));
  }

  #ofBone(name, bone) {
    if (name === null) {
      return el('section', { id: 'of-bone' }, el('h2', {}, 'No bone picked'), el('p', { className: 'none-yet' }, 'Click one on the mesh, or press N for the next.'), this.#picker(null));
    }
    const others = this.#names.filter((each) => each !== name);
    const choose = (id, words, make) => {
      const select = el('select', { id, 'aria-label': words }, el('option', { value: '' }, words), ...others.map((value) => el('option', { value }, value)));
      select.addEventListener('change', () => select.value && this.apply(make(select.value)));
      return select;
    };
    const input = el('input', { type: 'text', id: 'new-name', value: name, 'aria-label': 'New name', spellcheck: false });
    const rename = el('form', { className: 'rename' }, input, el('button', { className: 'action' }, 'Rename'));
    rename.addEventListener('submit', (event) => {
      event.preventDefault();
      input.value.trim() && input.value !== name && this.apply({ edit: 'rename', bone: name, name: input.value.trim() });
    });
    const tree = this.#hasTree();
    const why = 'Affine bones hang from no other: for rigid and similarity bones';
    const hang = choose('hang', 'Hang on…', (parent) => ({ edit: 'parent', bone: name, parent }));
    hang.disabled = !tree;
    hang.title = tree ? 'Another parent; the joint stays' : why;
    return el('section', { id: 'of-bone' }, el('h2', {}, 'Bone'), this.#picker(bone), rename, el('div', { className: 'buttons' }, this.#button('Remove', 'Its weights go to its parent or neighbour', () => this.apply({ edit: 'remove', bone: name }), others.length > 0), this.#button('Split', 'Two bones where one was', () => this.apply({ edit: 'split', bone: name })), this.#button('Make root', tree ? 'The same joints seen from here' : why, () => this.apply({ edit: 'root', bone: name }), tree), this.#button(this.drag ? 'Done moving' : 'Move joint', 'Drag its joint in the bind pose', () => this.#move(name, bone))), el('div', { className: 'buttons' }, choose('merge', 'Merge in…', (other) => ({ edit: 'merge', bone: name, with: other })), hang));
  }

  #picker(bone) {
    const select = el('select', { id: 'bone', 'aria-label': 'Bone' }, el('option', { value: '' }, 'pick a bone'), ...this.#names.map((name, value) => el('option', { value }, name)));
    select.value = bone ?? '';
    select.addEventListener('change', () => this.stage.view.state.set({ bone: select.value === '' ? null : Number(select.value), vertex: null, colouring: 'weights' }));
    return select;
  }

  #hasTree() {
    return this.stage.view.header.stage.models[0].boneType !== 'affine';
  }

  #ofAll() {
    return el('section', {}, el('h2', {}, 'Left and right'), el('div', { className: 'buttons' }, this.#button('Mirror names', 'Names for both sides from those of one', () => this.apply({ edit: 'mirrorNames' })), this.#button('From left', 'The right side becomes the mirror image of the left', () => this.apply({ edit: 'symmetrize', from: 'left' })), this.#button('From right', 'The left side becomes the mirror image of the right', () => this.apply({ edit: 'symmetrize', from: 'right' }))));
  }

  /** Weights and motion once more under the changed skeleton; then before and after side by side. */
  #again() {
    const input = rootInput(this.run, this.state);
    const thing = this.state.get('shelf').things.find(({ name, known }) => name === input && known?.kind === 'sequence');
    const bone = this.stage.view.state.get('bone');
    const lock = el('input', { type: 'checkbox', id: 'lock-bone', disabled: bone === null });
    const solve = this.#button('Solve again', thing ? 'Weights and rotations again, the joints hold' : 'There is no sequence on the shelf that this was made from', () => this.#solve(input, lock.checked ? this.#names[bone] : null), Boolean(thing) && this.#edits.length > 0);
    solve.id = 'solve-again';
    return el('section', {}, el('h2', {}, 'Then'), el('label', { className: 'check' }, lock, ' the picked bone stays as it is'), solve);
  }

  async #solve(input, locked) {
    const before = this.run.id;
    const edits = [...this.#edits.filter(({ edit }) => edit !== 'lock'), ...(locked ? [{ edit: 'lock', bone: locked }] : [])];
    const run = await this.#start({ edits, against: [input] });
    run && this.state.set({ tab: 'compare', beside: before });
  }

  apply(edit) {
    return this.#start({ edits: [...this.#edits, edit] });
  }

  async #start(options) {
    this.room.inert = true;
    const run = await trying(() => post('/api/runs', { command: 'edit', input: this.#input, options, parent: this.run.id }));
    this.room.inert = false;
    if (run) {
      this.state.set({ runs: [...this.state.get('runs').filter(({ id }) => id !== run.id), run], chosen: { kind: 'run', id: run.id }, beside: null });
    }
    return run;
  }

  /** Runs of the same model whose edits are these. */
  #withEdits(edits) {
    const wanted = JSON.stringify(edits);
    return this.state.get('runs').filter(({ request, state }) => state === 'done' && request.command === 'edit' && request.input === this.#input && !request.options.against && JSON.stringify(request.options.edits) === wanted).at(-1);
  }

  async undo() {
    const fewer = this.#edits.slice(0, -1);
    const before = fewer.length === 0 ? { id: this.#input.slice('run:'.length) } : this.#withEdits(fewer);
    if (before) {
      this.state.set({ chosen: { kind: 'run', id: before.id }, beside: null });
    } else {
      await this.#start({ edits: fewer });
    }
  }

  #next() {
    const edits = this.#edits;
    const more = this.state.get('runs').filter(({ request, state }) => state === 'done' && request.command === 'edit' && request.input === this.#input && !request.options.against && request.options.edits.length === edits.length + 1 && JSON.stringify(request.options.edits.slice(0, -1)) === JSON.stringify(edits));
    return more.at(-1);
  }

  redo() {
    const next = this.#next();
    next && this.state.set({ chosen: { kind: 'run', id: next.id }, beside: null });
  }

  #move(name, bone) {
    if (this.drag) {
      this.drag();
      this.drag = null;
      this.#draw();
      return;
    }
    this.drag = dragJoint(this.stage.view, bone, (to) => this.apply({ edit: 'moveJoint', bone: name, to }));
    this.#draw();
  }

  #key(event) {
    const typing = ['INPUT', 'TEXTAREA', 'SELECT'].includes(event.target.tagName);
    if (this.run && this.state.get('tab') === 'change' && !typing && !byId('paint-undo') && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') {
      event.preventDefault();
      event.shiftKey ? this.redo() : this.#edits.length > 0 && this.undo();
    }
  }
}

/** "rename hip → pelvis" */
function wordsOf({ edit, bone, ...rest }) {
  const words = edit.replace(/[A-Z]/g, (capital) => ' ' + capital.toLowerCase());
  const more = Object.values(rest).map((value) => (Array.isArray(value) ? value.map((x) => x.toFixed(3)).join(', ') : value));
  return [words, bone, more.length > 0 ? '→ ' + more.join(' ') : ''].filter(Boolean).join(' ');
}
