/** Which normals are on the surfaces: as engines turn them, by the inverse transpose, or of the posed faces themselves. */
import { RULES } from 'sinew/view/linear.js';

export class Shading {
  #rule = 'engine';
  /** Whose normals are no longer of the pose. */
  #due = new Set();

  /** Whether colours ask for the true normals though the original is not in the picture. */
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

  /** The pose has changed. */
  moved() {
    this.#due = new Set(this.stage.subjects);
  }

  /** Brings normals up to date that a picture needs. The true ones are those of the original's faces in the frame. */
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
