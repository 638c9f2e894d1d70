/**
 * The normals of the surfaces: transformed by the blended matrix, by the inverse transpose, or recomputed from the posed faces.
 */
import { RULES } from 'sinew/view/linear.js';

export class Shading {
  #rule = 'engine';
  /** Subjects whose normals are outdated. */
  #due = new Set();

  /** Whether the colouring needs the original's normals although the original is not shown. */
  needsTruth = false;

  constructor(stage) {
    this.stage = stage;
    stage.models.forEach((subject, m) => (subject.stored ? subject.takeStored() : subject.setNormals(stage.stage.models[m].rest)));
  }

  get rule() {
    return this.#rule;
  }

  /** @param rule engine, transpose or recomputed */
  use(rule) {
    const { models, evaluators, stage } = this.stage;
    this.#rule = rule;
    evaluators.forEach(({ uniforms }) => (uniforms.sinewRule.value = RULES[rule]));
    if (rule !== 'recomputed') {
      models.forEach((subject, m) => (subject.stored ? subject.takeStored() : subject.setNormals(stage.models[m].rest)));
    }
    this.moved();
  }

  /** Call when the pose has changed. */
  moved() {
    this.#due = new Set(this.stage.subjects);
  }

  /** Updates the normals that are visible. The true ones are those of the original's faces at the frame. */
  refresh() {
    const { original, models, panes } = this.stage;
    const layers = new Set(panes.flatMap((pane) => pane.layers));
    if (original && this.#due.has(original) && (layers.has(original) || this.needsTruth)) {
      original.setNormals(this.stage.posed);
      this.#due.delete(original);
    }
    models.forEach((subject, m) => {
      if (this.#rule !== 'recomputed' && subject.stored && this.#due.has(subject) && this.stage.stage.models[m].morphs) {
        subject.takeStored();
        this.#due.delete(subject);
      }
      if (this.#rule === 'recomputed' && this.#due.has(subject) && layers.has(subject)) {
        subject.setNormals(this.stage.read(m));
        this.#due.delete(subject);
      }
    });
  }
}
