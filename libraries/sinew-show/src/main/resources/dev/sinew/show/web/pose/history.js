/** What was done to the handles, step by step: back and forth without end. */
export class History {
  #past = [];
  #future = [];

  /**
   * @param take gives what the pose is made of
   * @param put brings it back
   */
  constructor(take, put) {
    this.take = take;
    this.put = put;
  }

  /** Called before something is done; what was undone until now is given up. */
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
