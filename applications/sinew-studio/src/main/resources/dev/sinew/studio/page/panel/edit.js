/**
 * Edits bones. Each edit adds one edit of `sinew edit` and is a separate run. Undo selects the run with one edit less, redo the
 * one with one edit more.
 */
import { byId, el } from 'sinew/ui/dom.js';
import { post } from '/studio/server.js';
import { trying } from '/studio/part/toast.js';
import { dragJoint } from '/studio/part/jointdrag.js';
import { rootInput } from '/studio/panel/solve.js';

export function showEdit(state, stage) {
  new BoneEditor(state, stage);
}

class BoneEditor {
  constructor(state, stage) {
    this.state = state;
    this.stage = stage;
    this.pane = byId('edits');
    this.drag = null;
    state.watch(['shown', 'chosen', 'runs'], () => this.#update());
    document.addEventListener('keydown', (event) => this.#key(event));
  }

  #update() {
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

  /** The model that the edits start from. */
  get #input() {
    return this.run.request.command === 'edit' ? this.run.request.input : 'run:' + this.run.id;
  }

  #draw() {
    if (!this.run || this.#names.length === 0) {
      this.pane.replaceChildren(el('p', { className: 'none-yet' }, 'Select a finished run in the history. Then pick bones on the mesh or in the tree and edit them here.'));
      return;
    }
    const bone = this.stage.view.state.get('bone');
    this.pane.replaceChildren(this.#steps(), this.#boneSection(bone === null ? null : this.#names[bone], bone), this.#symmetrySection(), this.#resolveSection());
  }

  #button(words, title, press, enabled = true) {
    const button = el('button', { type: 'button', className: 'action', title, disabled: !enabled }, words);
    button.addEventListener('click', press);
    return button;
  }

  #steps() {
    const rows = this.#edits.map((edit) => el('li', {}, wordsOf(edit)));
    const undo = this.#button('Undo', 'Undo the last edit (Ctrl Z)', () => this.undo(), this.#edits.length > 0);
    const redo = this.#button('Redo', 'Redo the edit (Ctrl Shift Z)', () => this.redo(), Boolean(this.#next()));
    undo.id = 'undo-edit';
    redo.id = 'redo-edit';
    return el('section', {}, el('div', { className: 'head' }, el('h2', {}, 'Edits'), el('div', { className: 'pair' }, undo, redo)), rows.length > 0 ? el('ol', { className: 'edits' }, ...rows) : el('p', { className: 'none-yet' }, 'None yet. Each edit is saved as a separate run.'));
  }

  #boneSection(name, bone) {
    if (name === null) {
      return el('section', { id: 'of-bone' }, el('h2', {}, 'No bone selected'), el('p', { className: 'none-yet' }, 'Click a bone on the mesh, or press N for the next one.'), this.#picker(null));
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
    const why = 'Affine bones have no hierarchy; use rigid or similarity bones';
    const parentSelect = choose('reparent', 'Parent to…', (parent) => ({ edit: 'parent', bone: name, parent }));
    parentSelect.disabled = !tree;
    parentSelect.title = tree ? 'Change the parent; the joint stays in place' : why;
    return el('section', { id: 'of-bone' }, el('h2', {}, 'Bone'), this.#picker(bone), rename, el('div', { className: 'buttons' }, this.#button('Remove', 'Remove this bone; its weights go to its parent or neighbour', () => this.apply({ edit: 'remove', bone: name }), others.length > 0), this.#button('Split', 'Split this bone into two', () => this.apply({ edit: 'split', bone: name })), this.#button('Make root', tree ? 'Make this bone the root; the joints stay' : why, () => this.apply({ edit: 'root', bone: name }), tree), this.#button(this.drag ? 'Done moving' : 'Move joint', 'Drag the joint in the bind pose', () => this.#move(name, bone))), el('div', { className: 'buttons' }, choose('merge', 'Merge with…', (other) => ({ edit: 'merge', bone: name, with: other })), parentSelect));
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

  #symmetrySection() {
    return el('section', {}, el('h2', {}, 'Left and right'), el('div', { className: 'buttons' }, this.#button('Mirror names', 'Name the bones of one side after those of the other', () => this.apply({ edit: 'mirrorNames' })), this.#button('Copy left → right', 'Make the right side the mirror image of the left', () => this.apply({ edit: 'symmetrize', from: 'left' })), this.#button('Copy right → left', 'Make the left side the mirror image of the right', () => this.apply({ edit: 'symmetrize', from: 'right' }))));
  }

  /** Re-solves weights and motion with the edited skeleton, then shows before and after side by side. */
  #resolveSection() {
    const input = rootInput(this.run, this.state);
    const thing = this.state.get('library').things.find(({ name, known }) => name === input && known?.kind === 'sequence');
    const bone = this.stage.view.state.get('bone');
    const lock = el('input', { type: 'checkbox', id: 'lock-bone', disabled: bone === null });
    const solve = this.#button('Re-solve', thing ? 'Re-solve weights and rotations (joints stay fixed)' : 'The sequence that this model was made from is not in the library', () => this.#solve(input, lock.checked ? this.#names[bone] : null), Boolean(thing) && this.#edits.length > 0);
    solve.id = 'solve-again';
    return el('section', {}, el('h2', {}, 'Re-solve'), el('label', { className: 'check' }, lock, ' Keep the selected bone unchanged'), solve);
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
    this.pane.inert = true;
    const run = await trying(() => post('/api/runs', { command: 'edit', input: this.#input, options, parent: this.run.id }));
    this.pane.inert = false;
    if (run) {
      this.state.set({ runs: [...this.state.get('runs').filter(({ id }) => id !== run.id), run], chosen: { kind: 'run', id: run.id }, beside: null });
    }
    return run;
  }

  /** Runs of the same model with these edits. */
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
    if (this.run && this.state.get('tab') === 'edit' && !typing && !byId('paint-undo') && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') {
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
