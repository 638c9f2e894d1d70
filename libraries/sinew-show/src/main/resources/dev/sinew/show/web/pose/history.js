/** Unlimited undo and redo of handle changes. */
export class History {
  #past = [];
  #future = [];

  /**
   * @param take returns the current pose data
   * @param put restores it
   */
  constructor(take, put) {
    this.take = take;
    this.put = put;
  }

  /** Call before a change; discards undone steps. */
  remember() {
    this.#past.push(this.take());
    this.#future = [];
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  undo() {
    this.#step(this.#past, this.#future);
  }

  redo() {
    this.#step(this.#future, this.#past);
  }

  #step(from, to) {
    if (from.length > 0) {
      to.push(this.take());
      this.put(from.pop());
    }
  }
}
