/** Advances the frame while playing, at the file's rate times the selected speed; separate poses change once per second. */
import { clipsOf } from 'sinew/state.js';

export class Player {
  #last = null;

  /** @param frames {count, stride, framesPerSecond, stills, clips} of the scene */
  constructor(state, frames) {
    this.state = state;
    this.clips = clipsOf(frames);
    this.stills = Boolean(frames.stills);
    this.rate = this.stills ? 1 : frames.framesPerSecond / frames.stride;
    state.watch(['playing'], () => {
      this.#last = null;
      if (!state.get('playing')) {
        this.#settle();
      }
    });
  }

  /** Pauses at a measured frame, not between two. */
  #settle() {
    const frame = this.state.get('frame');
    const { first, count } = this.clips[this.state.get('clip')];
    this.state.set({ frame: Math.min(first + count - 1, this.stills ? Math.floor(frame) : Math.round(frame)) });
  }

  /** @param now milliseconds */
  tick(now) {
    if (this.state.get('playing')) {
      const seconds = this.#last === null ? 0 : Math.min(0.25, (now - this.#last) / 1000);
      const { first, count } = this.clips[this.state.get('clip')];
      const next = this.state.get('frame') - first + seconds * this.rate * this.state.get('speed');
      this.state.set({ frame: first + (next % count) });
    }
    this.#last = now;
  }
}
