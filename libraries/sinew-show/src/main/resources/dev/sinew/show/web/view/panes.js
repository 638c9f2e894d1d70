/** The layout of views. A pane shows one or more subjects in a part of the canvas, possibly clipped by a wipe. */

const WHOLE = { x: 0, y: 0, width: 1, height: 1 };

/**
 * @param view one of state.js' viewsOf
 * @param subjects {original, models, model}: model is the current one
 * @param wide whether panes are side by side or stacked
 * @returns {rect: where it is drawn, cut: the clipped part of the canvas, layers: what is drawn, over one another}
 */
export function panesOf(view, { original, models, model }, wipe, wide) {
  switch (view) {
    case 'split':
      return inARow([original, model], wide);
    case 'all':
      return inARow([original, ...models].filter(Boolean), wide);
    case 'wipe':
      return [
        { rect: WHOLE, cut: { x: 0, y: 0, width: wipe, height: 1 }, layers: [original] },
        { rect: WHOLE, cut: { x: wipe, y: 0, width: 1 - wipe, height: 1 }, layers: [model] },
      ];
    case 'overlay':
      return [{ rect: WHOLE, cut: WHOLE, layers: [model, original] }];
    case 'bind':
      return inARow([original, model].filter(Boolean), wide);
    case 'original':
      return [{ rect: WHOLE, cut: WHOLE, layers: [original] }];
    default:
      return [{ rect: WHOLE, cut: WHOLE, layers: [model] }];
  }
}

function inARow(subjects, wide) {
  const share = 1 / subjects.length;
  return subjects.map((subject, k) => {
    const rect = wide ? { x: k * share, y: 0, width: share, height: 1 } : { x: 0, y: k * share, width: 1, height: share };
    return { rect, cut: rect, layers: [subject] };
  });
}

/** The pane under a point of the canvas, both 0–1, y down. */
export function paneAt(panes, x, y) {
  return panes.find(({ cut }) => x >= cut.x && x <= cut.x + cut.width && y >= cut.y && y <= cut.y + cut.height);
}

/**
 * The same point in pixels from the pane's corner, and the pane's size.
 *
 * @param box the canvas on the page
 */
export function placeInPane({ rect }, x, y, box) {
  return {
    left: (x - rect.x) * box.width,
    top: (y - rect.y) * box.height,
    width: box.width * rect.width,
    height: box.height * rect.height,
  };
}
