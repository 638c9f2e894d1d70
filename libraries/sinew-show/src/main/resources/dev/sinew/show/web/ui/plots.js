/** The charts. A click on a chart over frames selects the frame, and a cursor follows the animation. */
import 'chart.js';
import { el } from 'sinew/ui/dom.js';
import { number, tick } from 'sinew/ui/format.js';

const { Chart } = globalThis;

/**
 * @param frames of the scene; undefined if it has no 3D part
 * @return resize() for a panel that was hidden, end() to remove the charts
 */
export function showPlots(header, state, frames, panel) {
  const section = panel.querySelector('#plots');
  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  const plots = header.plots.filter((plot) => plot.y.length > 1);
  section.hidden = plots.length === 0;
  const charts = plots.map((plot) => new PlotView(plot, state, frames, section));
  state.watch(['theme'], () => charts.forEach((chart) => chart.recolour()));
  return {
    resize: () => charts.forEach(({ chart }) => chart.resize()),
    end: () => charts.forEach(({ chart }) => chart.destroy()),
  };
}

class PlotView {
  constructor(plot, state, frames, section) {
    this.plot = plot;
    const canvas = el('canvas', { role: 'img', 'aria-label': describe(plot) });
    this.box = el('div', { className: 'plot', id: 'plot-' + plot.id }, canvas);
    section.append(el('figure', {}, el('figcaption', {}, plot.title, el('small', {}, ' ' + plot.yAxis.label)), this.box));
    this.chart = new Chart(canvas, configure(plot));
    if (plot.role === 'frames' && frames) {
      this.#followFrames(state, frames);
    }
  }

  #followFrames(state, frames) {
    const cursor = el('div', { className: 'cursor' });
    this.box.classList.add('seek');
    this.box.title = 'Click to go to a frame';
    this.box.append(cursor);
    this.box.addEventListener('click', (event) => {
      const x = event.clientX - this.box.getBoundingClientRect().left;
      const frame = Math.round(this.chart.scales.x.getValueForPixel(x) / frames.stride);
      state.set({ playing: false, frame: Math.min(frames.count - 1, Math.max(0, frame)) });
    });
    const place = () => {
      const { x, y } = this.chart.scales;
      const at = x.getPixelForValue(Math.min(state.get('frame'), frames.count - 1) * frames.stride);
      cursor.style.transform = `translateX(${at}px)`;
      cursor.style.top = `${y.top}px`;
      cursor.style.height = `${y.bottom - y.top}px`;
    };
    this.chart.options.onResize = () => requestAnimationFrame(place);
    state.watch(['frame'], place);
  }

  recolour() {
    this.chart.update();
  }
}

/** Colours come from the style sheet when a chart is drawn, so that themes are defined in one place. */
function colour(name) {
  return () => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function describe({ title, xAxis, yAxis, y }) {
  const known = y.filter((value) => value !== null);
  return `${title}: ${yAxis.label} over ${xAxis.label}, from ${number(Math.min(...known))} to ${number(Math.max(...known))}`;
}

function configure(plot) {
  const bars = plot.shape === 'bars';
  const points = bars ? plot.y.map((y, k) => ({ x: (plot.x[k] + plot.x[k + 1]) / 2, y })) : plot.y.map((y, k) => ({ x: plot.x[k], y }));
  return {
    type: bars ? 'bar' : 'line',
    data: { datasets: [{ data: points, ...dataset(plot) }] },
    options: {
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      interaction: { mode: 'nearest', axis: 'x', intersect: false },
      layout: { padding: { top: 4, right: 8 } },
      plugins: { colors: { enabled: false }, legend: { display: false }, tooltip: tooltip(plot) },
      scales: { x: axis(plot, 'x'), y: axis(plot, 'y') },
    },
  };
}

function dataset({ shape }) {
  if (shape === 'bars') {
    return { backgroundColor: colour('--accent'), barPercentage: 1, categoryPercentage: 0.92, borderRadius: 1 };
  }
  const colours = { borderColor: colour('--accent'), pointBackgroundColor: colour('--accent'), backgroundColor: colour('--accent-wash') };
  return { ...colours, borderWidth: 1.6, pointRadius: shape === 'dots' ? 3 : 0, pointHoverRadius: 3.5, clip: 6, fill: 'start', borderJoinStyle: 'round' };
}

function axis(plot, which) {
  const { label, scale } = plot[which + 'Axis'];
  const bars = plot.shape === 'bars';
  const ends = which === 'x' ? { min: plot.x[0], max: plot.x[plot.x.length - 1] } : {};
  return {
    type: scale,
    ...ends,
    beginAtZero: which === 'y' && !narrow(plot),
    offset: false,
    afterBuildTicks: scale === 'logarithmic' ? roundTicks : undefined,
    border: { display: which === 'x', color: colour('--hairline') },
    grid: { display: which === 'y', drawTicks: false, color: colour('--hairline') },
    title: { display: which === 'x', text: label, color: colour('--faint'), font: { size: 10.5 }, padding: 2 },
    ticks: {
      maxTicksLimit: which === 'x' ? (bars ? 6 : 8) : 4,
      padding: 6,
      color: colour('--faint'),
      maxRotation: 0,
      font: { size: 10.5 },
      includeBounds: false,
      callback: tick,
    },
  };
}

/** A curve that falls only a little is not readable on an axis that starts at zero. */
function narrow({ shape, role, y }) {
  const known = y.filter((value) => value !== null);
  return shape === 'line' && role === 'still' && Math.min(...known) > 0.5 * Math.max(...known);
}

/** Powers of ten, with halves and fifths if there are few. */
function roundTicks(axis) {
  const leading = (value) => Math.round(value / 10 ** Math.floor(Math.log10(value) + 1e-9));
  const keep = (digits) => axis.ticks.filter(({ value }) => digits.includes(leading(value)));
  const rich = keep([1, 2, 5]);
  axis.ticks = rich.length > 5 ? keep([1]) : rich;
}

function tooltip(plot) {
  return {
    displayColors: false,
    backgroundColor: 'rgba(28, 26, 24, 0.92)',
    padding: 8,
    callbacks: {
      title: ([item]) => (plot.shape === 'bars' ? `${number(plot.x[item.dataIndex])} – ${number(plot.x[item.dataIndex + 1])} ${plot.xAxis.label}` : `${plot.xAxis.label} ${number(item.parsed.x)}`),
      label: (item) => `${number(item.parsed.y)} ${plot.yAxis.label}`,
    },
  };
}
