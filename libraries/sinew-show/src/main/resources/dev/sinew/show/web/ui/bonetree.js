/** A skeleton as a tree that folds, with what each bone moves and how well. */
import { el } from 'sinew/ui/dom.js';
import { number, percent } from 'sinew/ui/format.js';

/** Deeper bones are not moved in further: names must stay readable. */
const DEEPEST = 9;

/** A joint of which the motion says less was placed by the shape, or by whoever gave it. */
const LOW = 0.5;

/**
 * @param buttons one per bone, parents first; where there are fewer than bones, the others are left out
 * @return rows to show, and reveal(bone), which unfolds what a bone lies in
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
  row.style.paddingInlineStart = `${12 * Math.min(node.depth, DEEPEST)}px`;
  node.fold = (folded) => {
    below.hidden = folded;
    folder.setAttribute('aria-expanded', String(!folded));
  };
  node.show = () => folder.classList.toggle('leaf', below.childElementCount === 0);
  folder.addEventListener('click', () => node.fold(!below.hidden));
  row.addEventListener('keydown', (event) => foldByKey(event, node));
  return node;
}

/** Left and right fold and unfold, as in trees elsewhere; they do not step frames meanwhile. */
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
    el('span', { className: 'figure', title: 'sum of its weights' }, share),
    el('span', { className: 'figure', title: 'mean error of what it moves, by weight, of the size' }, error),
  ];
}

/** How far the place of its joint can be trusted. */
function joint({ certainty }, bone) {
  if (!certainty) {
    return [];
  }
  const known = certainty[bone];
  const low = known !== null && known < LOW;
  const title = low
    ? 'hardly bends: the motion says little of where its joint is'
    : 'how much of where its joint is the motion says; the shape says the rest';
  return [el('span', { className: low ? 'figure low' : 'figure', title }, known === null ? '–' : `${Math.round(100 * known)} %`)];
}
