/** The progress of the solver: its stage, the error curve, and a button to cancel it. */
import { el } from 'sinew/ui/dom.js';
import { number } from 'sinew/ui/format.js';
import { post } from '/studio/server.js';
import { labelOf } from '/studio/part/words.js';
import { trying } from '/studio/part/toast.js';

const [WIDTH, HEIGHT] = [320, 90];
const SVG = 'http://www.w3.org/2000/svg';

export function showProgress(state, place) {
  const title = el('b');
  const words = el('span', { role: 'status' });
  const bar = el('progress', { max: 1 });
  const cancel = el('button', { type: 'button', className: 'action', id: 'cancel' }, 'Cancel');
  const error = el('output', { className: 'now' });
  const curve = drawing();
  cancel.addEventListener('click', () => {
    cancel.disabled = true;
    trying(() => post(`/api/runs/${state.get('progress').run}/cancel`));
  });
  place.append(el('div', { className: 'head' }, title, cancel), words, bar, el('div', { className: 'falling' }, curve.element, error));
  state.watch(['progress', 'runs'], () => {
    const progress = state.get('progress');
    const run = progress && state.get('runs').find(({ id }) => id === progress.run);
    const active = run?.state === 'running' || run?.state === 'queued';
    place.hidden = !active;
    if (!active) {
      cancel.disabled = false;
      return;
    }
    title.textContent = `${labelOf(run.request.command)}, run ${Number(run.id.split('-')[0])}`;
    words.textContent = progress.part ? `${progress.what}: ${progress.part}` : progress.what;
    if (progress.iterations > 0) {
      bar.value = progress.iteration / progress.iterations;
    } else {
      bar.removeAttribute('value');
    }
    curve.draw(progress.errors);
    error.textContent = progress.errors.length > 0 ? `E ${number(progress.errors.at(-1))}` : '';
  });
}

/** The error curve of all steps so far; the axis spans the smallest to the largest error. */
function drawing() {
  const line = document.createElementNS(SVG, 'polyline');
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', `0 0 ${WIDTH} ${HEIGHT}`);
  svg.setAttribute('preserveAspectRatio', 'none');
  svg.setAttribute('class', 'convergence');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', 'Error curve');
  svg.append(line);
  const draw = (errors) => {
    const most = Math.max(...errors);
    const least = Math.min(...errors);
    const x = (k) => (errors.length > 1 ? (k / (errors.length - 1)) * WIDTH : 0);
    const y = (e) => HEIGHT - 4 - ((e - least) / (most - least || 1)) * (HEIGHT - 8);
    line.setAttribute('points', errors.map((e, k) => `${x(k).toFixed(1)},${y(e).toFixed(1)}`).join(' '));
  };
  return { element: svg, draw };
}
