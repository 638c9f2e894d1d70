/** Overlays of the canvas: pane labels, the wipe handle, the legend, the picked vertex. */
import { el } from 'sinew/ui/dom.js';
import { showLegend } from 'sinew/ui/legend.js';
import { showBoneLegend } from 'sinew/ui/bonelegend.js';
import { number, percent } from 'sinew/ui/format.js';

/**
 * @param view the element that the canvas fills
 * @param around its container: on narrow pages the legend is below the view instead of over it
 */
export function showOverlays(viewer, view, around) {
  const labels = el('div', { className: 'labels' });
  const readout = el('div', { className: 'picked', role: 'status', 'aria-live': 'polite' });
  view.append(labels, curtain(viewer.state, view), readout);
  around.append(el('div', { className: 'below' }, el('div', { className: 'legends' }, showBoneLegend(viewer.scene.stage, viewer.state), showLegend(viewer.scene.stage, viewer.state)), mixer(viewer.state)));
  showReadout(viewer, readout);
  if (viewer.handling) {
    view.append(invitation(viewer), gripName(viewer));
  }
  return {
    label: (panes) => labels.replaceChildren(...panes.map((pane) => paneLabel(pane, viewer.state.get('view'), viewer.stage.models)), ...dividers(panes)),
  };
}

/** Top left of each pane; overlaid subjects have both labels with their tints. */
function paneLabel({ rect, cut, layers }, view, models) {
  const bind = { original: 'Input mesh', model: 'Bind pose' };
  const titled = (layer) => layer.label[0].toUpperCase() + layer.label.slice(1);
  const other = (layer) => titled(models.find((model) => model !== layer) ?? layer);
  const name = (layer) => (view === 'between' ? `${titled(layer)} − ${other(layer)}` : view === 'difference' ? titled(layer) + ' − Original' : view === 'pose' ? '' : view === 'bind' ? bind[layer.shows] : titled(layer));
  const words = layers.map((layer) => el('span', { className: layers.length > 1 ? 'tint ' + layer.shows : '' }, name(layer)));
  const label = el('div', { className: 'label' }, ...words);
  const right = cut.x > 0 && rect.x === 0;
  label.style.top = `${100 * rect.y}%`;
  label.style[right ? 'right' : 'left'] = right ? '0' : `${100 * rect.x}%`;
  return label;
}

/** A thin line between panes. */
function dividers(panes) {
  return panes.slice(1).filter(({ rect }) => rect.x > 0 || rect.y > 0).map(({ rect }) => {
    const line = el('div', { className: rect.x > 0 ? 'divider upright' : 'divider' });
    line.style.left = `${100 * rect.x}%`;
    line.style.top = `${100 * rect.y}%`;
    return line;
  });
}

/** The handle between original and result in the wipe view. */
function curtain(state, place) {
  const knob = el('input', { type: 'range', min: 0, max: 1, step: 0.01, className: 'knob', 'aria-label': 'Position of the wipe between original and result' });
  const line = el('div', { className: 'curtain' }, el('span', { className: 'grip' }));
  const holder = el('div', { className: 'wiper' }, line, knob);
  const moveTo = (event) => {
    const box = place.getBoundingClientRect();
    state.set({ wipe: Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) });
  };
  line.addEventListener('pointerdown', (event) => {
    line.setPointerCapture(event.pointerId);
    line.onpointermove = moveTo;
  });
  line.addEventListener('pointerup', () => (line.onpointermove = null));
  knob.addEventListener('input', () => state.set({ wipe: Number(knob.value) }));
  state.watch(['view', 'wipe'], () => {
    holder.hidden = state.get('view') !== 'wipe';
    line.style.left = `${100 * state.get('wipe')}%`;
    knob.value = state.get('wipe');
  });
  return holder;
}

/** The exaggeration of the difference. */
function mixer(state) {
  const times = el('input', { type: 'range', min: 0, max: 5, step: 0.05, id: 'exaggeration' });
  const factor = el('output', { for: 'exaggeration' });
  const timesRow = el('label', { className: 'mixer' }, 'Exaggerate', times, factor);
  times.addEventListener('input', () => state.set({ exaggeration: Math.round(10 * 2 ** Number(times.value)) / 10 }));
  state.watch(['view', 'exaggeration'], () => {
    timesRow.hidden = !['difference', 'between'].includes(state.get('view'));
    times.value = Math.log2(state.get('exaggeration'));
    factor.textContent = `${state.get('exaggeration')}×`;
  });
  return el('div', { className: 'mixers' }, timesRow);
}

/** Number, current error and weights of the picked vertex. */
function showReadout(viewer, readout) {
  const { state, stage } = viewer;
  state.watch(['vertex', 'frame', 'model', 'pose', 'view'], () => {
    const vertex = state.get('vertex');
    readout.hidden = vertex === null;
    if (vertex === null) {
      return;
    }
    const { original, model } = viewer.placesOf(vertex);
    const rows = [['Vertex', number(vertex)]];
    if (original && model && state.get('view') !== 'pose') {
      rows.push([state.get('view') === 'between' ? 'Apart' : 'Error', percent(100 * Math.hypot(...original.map((x, k) => x - model[k])))]);
    }
    const evaluator = stage.evaluators[state.get('model')];
    for (const { bone, weight } of (evaluator?.influencesOf(vertex) ?? []).filter(({ weight }) => weight >= 0.0005)) {
      rows.push([evaluator.model.skeleton.names[bone], weight.toFixed(3)]);
    }
    readout.replaceChildren(...rows.flatMap(([key, value]) => [el('span', {}, key), el('b', {}, value)]));
  });
}

/** The name of the handle under the pointer, next to its ball. */
function gripName({ state, handling, stage }) {
  const label = el('div', { className: 'grip-name', hidden: true });
  state.watch(['hover', 'pose', 'view'], () => {
    const number = state.get('hover');
    label.hidden = number === null || !stage.handles.shown;
    if (!label.hidden) {
      const grip = handling.posing.grips[number];
      const names = grip.parts.map(({ handle }) => handling.posing.handles[handle].name);
      const at = stage.handles.place(number).project(stage.camera);
      label.style.left = `${50 + 50 * at.x}%`;
      label.style.top = `${50 - 50 * at.y}%`;
      label.replaceChildren(names.join(' · '), el('small', {}, handling.posing.isPinned(grip) ? ' pinned' : ' free'));
    }
  });
  return label;
}

/** A hint, until a handle has been dragged. */
function invitation({ state, handling }) {
  const words = el('p', { className: 'invitation' }, el('b', {}, 'Drag a handle'), ' to pose the mesh');
  state.watch(['view', 'pose'], () => (words.hidden = state.get('view') !== 'pose' || handling.used));
  return words;
}
