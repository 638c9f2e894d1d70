/** Error against number of bones, one point per tried number; a click selects the nearest. Errors are on a logarithmic axis. */
import { number } from 'sinew/ui/format.js';

const SVG = 'http://www.w3.org/2000/svg';
const [WIDTH, HEIGHT] = [320, 96];
const EDGE = { left: 30, right: 8, top: 8, bottom: 16 };

function made(tag, attributes, text = '') {
  const element = document.createElementNS(SVG, tag);
  Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
  element.textContent = text;
  return element;
}

/** Two digits are enough for axis labels. */
const short = (value) => (value >= 0.001 ? String(Number(value.toPrecision(2))) : number(value));

export function boneCurve(goTo) {
  const svg = made('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'bone-curve', role: 'img', 'aria-label': 'Error against bones' });
  let points = [];
  let x = () => 0;
  svg.addEventListener('click', ({ clientX }) => {
    const box = svg.getBoundingClientRect();
    const at = ((clientX - box.left) / box.width) * WIDTH;
    const nearest = points.toSorted((a, b) => Math.abs(x(a[0]) - at) - Math.abs(x(b[0]) - at))[0];
    nearest && goTo(nearest[0]);
  });
  const draw = (known, now) => {
    points = known.toSorted((a, b) => a[0] - b[0]);
    const most = Math.max(now, ...points.map(([bones]) => bones));
    const errors = points.map(([, erms]) => Math.max(erms, 1e-4));
    const [least, top] = [0.8 * Math.min(...errors), 1.1 * Math.max(...errors)];
    x = (bones) => EDGE.left + (bones / most) * (WIDTH - EDGE.left - EDGE.right);
    const y = (erms) => EDGE.top + (Math.log(top / Math.max(erms, 1e-4)) / Math.log(top / least)) * (HEIGHT - EDGE.top - EDGE.bottom);
    const line = made('polyline', { points: points.map(([bones, erms]) => `${x(bones)},${y(erms)}`).join(' ') });
    const dots = points.map(([bones, erms]) => {
      const dot = made('circle', { cx: x(bones), cy: y(erms), r: bones === now ? 4.5 : 3, class: bones === now ? 'now-here' : '' });
      dot.append(made('title', {}, `${bones} bones: E ${number(erms)}`));
      return dot;
    });
    const here = made('line', { x1: x(now), x2: x(now), y1: EDGE.top, y2: HEIGHT - EDGE.bottom, class: 'here' });
    const words = [made('text', { x: EDGE.left - 4, y: EDGE.top + 4, 'text-anchor': 'end' }, short(top)), made('text', { x: EDGE.left - 4, y: HEIGHT - EDGE.bottom + 3, 'text-anchor': 'end' }, short(least)), made('text', { x: WIDTH - EDGE.right, y: HEIGHT - 2, 'text-anchor': 'end' }, `${most} bones`)];
    svg.replaceChildren(made('line', { x1: EDGE.left, x2: WIDTH - EDGE.right, y1: HEIGHT - EDGE.bottom, y2: HEIGHT - EDGE.bottom, class: 'axis-line' }), here, line, ...dots, ...words);
  };
  return { element: svg, draw };
}
