/** A skeleton as a collapsible tree, with the vertices and the error of each bone. */
import { el } from 'sinew/ui/dom.js';
import { number, percent } from 'sinew/ui/format.js';

/** Maximum indentation, so that names stay readable. */
const MAX_INDENT = 9;

/** Below this certainty, the joint was placed by the shape or by the input skeleton rather than by the motion. */
const MIN_CERTAINTY = 0.5;

/**
 * @param buttons one per bone, parents first; bones without a button are left out
 * @return rows to show, and reveal(bone), which expands its ancestors
 */
export function boneTree(skeleton, buttons) {
  const nodes = [];
  const rows = [];
  buttons.forEach((button, bone) => {
    const parent = nodes[skeleton.parents[bone]];
    const node = makeNode(skeleton, bone, button, parent);
    nodes.push(node);
    (parent ? parent.below : { append: (row) => rows.push(row) }).append(node.element);
  });
  nodes.forEach((node) => node.show());
  return {
    rows: [heading(skeleton), ...rows],
    reveal: (bone) => {
      for (let node = nodes[bone].parent; node; node = node.parent) {
        node.fold(false);
      }
    },
  };
}

function heading(skeleton) {
  const words = [...(skeleton.errorPercent ? ['vertices', 'error'] : []), ...(skeleton.certainty ? ['joint'] : [])];
  return el('div', { className: 'heads', 'aria-hidden': 'true' }, ...words.map((word) => el('span', {}, word)));
}

function makeNode(skeleton, bone, button, parent) {
  const below = el('div', { role: 'group' });
  const folder = el('button', { type: 'button', className: 'fold', 'aria-label': 'Fold ' + skeleton.names[bone], 'aria-expanded': 'true' });
  const row = el('div', { className: 'row' }, folder, button, ...figures(skeleton, bone), ...joint(skeleton, bone));
  const node = { parent, below, depth: parent ? parent.depth + 1 : 0, element: el('div', {}, row, below) };
  row.style.paddingInlineStart = `${12 * Math.min(node.depth, MAX_INDENT)}px`;
  node.fold = (folded) => {
    below.hidden = folded;
    folder.setAttribute('aria-expanded', String(!folded));
  };
  node.show = () => folder.classList.toggle('leaf', below.childElementCount === 0);
  folder.addEventListener('click', () => node.fold(!below.hidden));
  row.addEventListener('keydown', (event) => foldByKey(event, node));
  return node;
}

/** Left and right collapse and expand, and do not step frames meanwhile. */
function foldByKey(event, node) {
  if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
    node.fold(event.key === 'ArrowLeft' && node.below.childElementCount > 0);
    event.preventDefault();
    event.stopPropagation();
  }
}

function figures({ vertices, errorPercent }, bone) {
  if (!errorPercent) {
    return [];
  }
  const moves = vertices[bone] > 0;
  const share = moves ? number(Math.max(1, Math.round(vertices[bone]))) : '–';
  const error = moves ? percent(errorPercent[bone]) : '–';
  return [
    el('span', { className: 'figure', title: 'number of vertices (sum of its weights)' }, share),
    el('span', { className: 'figure', title: 'mean error of its vertices, weighted, in percent of the size' }, error),
  ];
}

/** How well the motion determines the joint. */
function joint({ certainty }, bone) {
  if (!certainty) {
    return [];
  }
  const known = certainty[bone];
  const low = known !== null && known < MIN_CERTAINTY;
  const title = low
    ? 'hardly bends: the motion does not determine its joint'
    : 'how well the motion determines its joint; the rest comes from the shape';
  return [el('span', { className: low ? 'figure low' : 'figure', title }, known === null ? '–' : `${Math.round(100 * known)} %`)];
}
