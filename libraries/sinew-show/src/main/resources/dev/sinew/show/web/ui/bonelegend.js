/** Explains the marks of bones. */
import { el } from 'sinew/ui/dom.js';

export function showBoneLegend(stage, state) {
  const legend = el('div', { className: 'bone-legend', id: 'bone-legend' });
  state.watch(['bones', 'view', 'model'], () => {
    const model = stage.models[state.get('model')];
    legend.hidden = !model || !state.get('bones') || ['pose', 'original'].includes(state.get('view'));
    legend.replaceChildren(...(model?.skeleton.segments ? skeletonMarks() : boneMarks()));
  });
  return legend;
}

function skeletonMarks() {
  return [mark('ball root', 'root'), mark('ball joint', 'joint'), mark('octahedron', 'bone'), mark('octahedron picked-bone', 'selected')];
}

function boneMarks() {
  return [mark('ball disc', 'bone'), mark('axis x', 'x'), mark('axis y', 'y'), mark('axis z', 'z (posed)')];
}

function mark(kind, words) {
  return el('span', { className: 'mark-of' }, el('i', { className: kind }), words);
}
