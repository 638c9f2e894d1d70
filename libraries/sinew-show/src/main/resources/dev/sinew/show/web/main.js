/** The report: decodes the scene, shows viewer, figures and charts, and starts playback. */
import { readScene } from 'sinew/data/scene.js';
import { createState, initialState } from 'sinew/state.js';
import { mountViewer } from 'sinew/viewer.js';
import { showFacts } from 'sinew/ui/facts.js';
import { showPlots } from 'sinew/ui/plots.js';
import { showTheme } from 'sinew/ui/theme.js';
import { showKeys } from 'sinew/ui/keys.js';
import { byId } from 'sinew/ui/dom.js';

/**
 * @param header the scene's JSON
 * @param buffers by name, functions that resolve to the decompressed bytes
 */
export async function start(header, buffers) {
  const started = performance.now();
  showEmbedded();
  byId('subtitle').textContent = header.subtitle;
  showTitle(header.title);
  const state = createState(initialState(header));
  showTheme(state);
  showFacts(header, state, byId('panel'), 'Created by Sinew. This page is a single file and loads nothing.');
  const scene = await readScene(header, buffers);
  const viewer = scene.stage ? mountOrExplain(scene, state) : null;
  if (!scene.stage) {
    document.body.classList.add('flat');
  }
  showPlots(header, state, scene.stage?.frames, byId('panel'));
  showKeys(state, viewer);
  byId('waiting').hidden = Boolean(viewer) || !scene.stage;
  window.sinew = api(scene, state, viewer, performance.now() - started);
  document.documentElement.dataset.ready = 'true';
}

/** Inside another page only the view and its time line are shown. */
function showEmbedded() {
  document.body.classList.toggle('embedded', window !== window.top);
}

/** Shows the last part of a path; the tooltip has all of it. */
function showTitle(title) {
  byId('title').textContent = title.split(/[\\/]/).filter(Boolean).at(-1) ?? title;
  byId('title').title = title;
}

/** Without WebGL, the page still shows figures and charts. */
function mountOrExplain(scene, state) {
  try {
    return mountViewer(scene, state, { canvas: byId('canvas'), controls: byId('controls'), transport: byId('transport'), panel: byId('panel') });
  } catch (problem) {
    console.warn(problem);
    const waiting = byId('waiting');
    waiting.classList.add('trouble');
    waiting.textContent = 'The 3D view needs WebGL 2, which this browser does not support.';
    return null;
  }
}

/** API for tests and scripts. */
function api(scene, state, viewer, milliseconds) {
  return {
    scene,
    viewer,
    state,
    milliseconds,
    /** Posed positions as computed by the graphics card, 3N, in the units of the file. */
    positions: (frame, model = 0) => viewer.positions(frame, model),
    /** Normals as computed by the graphics card with the rule in state 'shading', 3 per row. */
    normals: (frame, model = 0) => viewer.normals(frame, model),
    /** Positions as posed by the handles. */
    handledPositions: () => viewer.handledPositions(),
    /** The solver of the handles and its pinned targets. */
    posing: viewer?.handling?.posing ?? null,
    /** The pixels of the current frame. */
    pixels: () => viewer.pixels(),
  };
}
