/**
 * Keeps moving pictures fluent: where drawing is slow, motion is drawn more simply, and stills are drawn in full once
 * nothing has moved for a moment.
 */

/** Finest first: pixels a CSS pixel at most, light from the surroundings. */
const LEVELS = [
  { pixelRatio: 2, surroundings: true },
  { pixelRatio: 1, surroundings: true },
  { pixelRatio: 1, surroundings: false },
  { pixelRatio: 0.6, surroundings: false },
];
/** Milliseconds between pictures that still look like motion. */
const FLUENT = 42;
const PICTURES = 5;
/** Milliseconds without motion after which the picture is drawn in full. */
const REST = 180;

export class Quality {
  #level = 0;
  #times = [];
  #moved = 0;
  #idle = true;
  #full = true;

  /** @param apply takes a level */
  constructor(apply) {
    this.apply = apply;
    apply(LEVELS[0]);
  }

  /** Called for every picture drawn while something moves. */
  moving(now) {
    if (this.#full && this.#level > 0) {
      this.#full = false;
      this.apply(LEVELS[this.#level]);
    }
    if (!this.#idle) {
      this.#times.push(now - this.#moved);
    }
    this.#idle = false;
    this.#moved = now;
    if (this.#times.length >= PICTURES) {
      this.#judge();
    }
  }

  #judge() {
    const middle = [...this.#times].sort((a, b) => a - b)[PICTURES >> 1];
    const steps = middle > 4 * FLUENT ? 2 : middle > FLUENT ? 1 : 0;
    const level = Math.min(LEVELS.length - 1, this.#level + steps);
    this.#times = [];
    if (level > this.#level) {
      this.#level = level;
      this.#full = false;
      this.apply(LEVELS[level]);
    }
  }

  /** Called when nothing moves: whether the picture has come to rest and is to be drawn once more, in full. */
  settles(now) {
    this.#idle = true;
    if (this.#full || now - this.#moved < REST) {
      return false;
    }
    this.settle();
    return true;
  }

  /** Full quality from here on, until something moves again. */
  settle() {
    if (!this.#full) {
      this.#full = true;
      this.#times = [];
      this.apply(LEVELS[0]);
    }
  }
}
