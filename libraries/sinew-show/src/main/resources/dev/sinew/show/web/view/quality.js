/**
 * Keeps motion fluent: if drawing is slow, motion is drawn at a lower quality, and the picture is drawn in full when nothing has
 * moved for a moment.
 */

/** Best first: maximum device pixels per CSS pixel, environment lighting. */
const LEVELS = [
  { pixelRatio: 2, surroundings: true },
  { pixelRatio: 1, surroundings: true },
  { pixelRatio: 1, surroundings: false },
  { pixelRatio: 0.6, surroundings: false },
];
/** Maximum milliseconds between frames for fluent motion. */
const FLUENT_MS = 42;
const PICTURES = 5;
/** Milliseconds without motion after which the picture is drawn in full. */
const REST_MS = 180;

export class Quality {
  #level = 0;
  #times = [];
  #moved = 0;
  #idle = true;
  #full = true;

  /** @param apply sets a level */
  constructor(apply) {
    this.apply = apply;
    apply(LEVELS[0]);
  }

  /** Call for every frame drawn during motion. */
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
    const steps = middle > 4 * FLUENT_MS ? 2 : middle > FLUENT_MS ? 1 : 0;
    const level = Math.min(LEVELS.length - 1, this.#level + steps);
    this.#times = [];
    if (level > this.#level) {
      this.#level = level;
      this.#full = false;
      this.apply(LEVELS[level]);
    }
  }

  /** Call when nothing moves: whether the picture must be drawn once more, in full. */
  settles(now) {
    this.#idle = true;
    if (this.#full || now - this.#moved < REST_MS) {
      return false;
    }
    this.settle();
    return true;
  }

  /** Full quality until something moves again. */
  settle() {
    if (!this.#full) {
      this.#full = true;
      this.#times = [];
      this.apply(LEVELS[0]);
    }
  }
}
