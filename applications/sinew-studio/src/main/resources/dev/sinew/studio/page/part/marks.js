/** Balls, lines and labels over the view that follow their 3D positions while the camera moves. */
import * as THREE from 'three';

const SVG = 'http://www.w3.org/2000/svg';

export class Marks {
  #marks = { balls: [], lines: [] };

  constructor(viewer) {
    this.viewer = viewer;
    this.svg = document.createElementNS(SVG, 'svg');
    this.svg.setAttribute('class', 'marks');
    this.svg.setAttribute('aria-hidden', 'true');
    viewer.place.append(this.svg);
    this.#follow();
  }

  /**
   * @param balls [{at: [x, y, z], words, kind}] in viewer coordinates
   * @param lines [{from, to, kind}]
   */
  show(balls, lines) {
    this.#marks = { balls, lines };
    this.drawn = '';
  }

  #follow() {
    if (this.viewer.gone || this.ended) {
      return;
    }
    const { camera, panes } = this.viewer.stage;
    const now = camera.matrixWorldInverse.elements.join() + camera.aspect + this.svg.clientWidth + JSON.stringify(panes[0]?.rect);
    if (now !== this.drawn) {
      this.drawn = now;
      this.#draw();
    }
    requestAnimationFrame(() => this.#follow());
  }

  #draw() {
    const { rect } = this.viewer.stage.panes[0] ?? { rect: { x: 0, y: 0, width: 1, height: 1 } };
    const place = (at) => {
      const p = new THREE.Vector3(...at).project(this.viewer.stage.camera);
      return [this.svg.clientWidth * (rect.x + rect.width * (0.5 + 0.5 * p.x)), this.svg.clientHeight * (rect.y + rect.height * (0.5 - 0.5 * p.y))];
    };
    const made = (tag, attributes, text = '') => {
      const element = document.createElementNS(SVG, tag);
      Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
      element.textContent = text;
      return element;
    };
    const lines = this.#marks.lines.map(({ from, to, kind }) => {
      const [[x1, y1], [x2, y2]] = [place(from), place(to)];
      return made('line', { x1, y1, x2, y2, class: kind });
    });
    const balls = this.#marks.balls.flatMap(({ at, words, kind }) => {
      const [cx, cy] = place(at);
      return [made('circle', { cx, cy, r: 6, class: kind }), ...(words ? [made('text', { x: cx + 9, y: cy - 7 }, words)] : [])];
    });
    this.svg.replaceChildren(...lines, ...balls);
  }

  end() {
    this.ended = true;
    this.svg.remove();
  }
}
