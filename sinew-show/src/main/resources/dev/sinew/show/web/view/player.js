/** Time passes: the frame goes on while playing, at the file's own rate times the chosen speed. */
export class Player {
  #last = null;

  /** @param frames {count, stride, framesPerSecond} of the scene */
  constructor(state, frames) {
    this.state = state;
    this.count = frames.count;
    this.rate = frames.framesPerSecond / frames.stride;
    state.watch(['playing'], () => {
      this.#last = null;
      if (!state.get('playing')) {
        this.#settle();
      }
    });
  }

  /** A paused picture is of a frame that was measured, not of one between two. */
  #settle() {
    this.state.set({ frame: Math.min(this.count - 1, Math.round(this.state.get('frame'))) });
  }

  /** @param now milliseconds */
  tick(now) {
    if (this.state.get('playing')) {
      const seconds = this.#last === null ? 0 : Math.min(0.25, (now - this.#last) / 1000);
      const next = this.state.get('frame') + seconds * this.rate * this.state.get('speed');
      this.state.set({ frame: next % this.count });
    }
    this.#last = now;
  }
}
