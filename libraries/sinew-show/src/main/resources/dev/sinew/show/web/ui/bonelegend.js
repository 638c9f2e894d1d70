/** What the marks of a skeleton, or of bones side by side, stand for. */
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
  return [mark('ball root', 'root'), mark('ball joint', 'joint'), mark('octahedron', 'bone, in its colour'), mark('octahedron picked-bone', 'picked')];
}

function boneMarks() {
  return [mark('ball disc', 'bone, in its colour'), mark('axis x', 'x'), mark('axis y', 'y'), mark('axis z', 'z as it bends them')];
}

function mark(kind, words) {
  return el('span', { className: 'mark-of' }, el('i', { className: kind }), words);
}
