/** The report: unpacks the scene, puts figures and diagrams beside the viewer, and starts to play. */
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
 * @param buffers for every name a function that gives a promise of the unpacked bytes
 */
export async function start(header, buffers) {
  const started = performance.now();
  byId('subtitle').textContent = header.subtitle;
  showTitle(header.title);
  const state = createState(initialState(header));
  showTheme(state);
  showFacts(header, state, byId('panel'), 'Made by Sinew. This page is one file and loads nothing.');
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

/** A path is told when asked; its last part is the name. */
function showTitle(title) {
  byId('title').textContent = title.split(/[\\/]/).filter(Boolean).at(-1) ?? title;
  byId('title').title = title;
}

/** A machine without WebGL still gets the figures and diagrams. */
function mountOrExplain(scene, state) {
  try {
    return mountViewer(scene, state, { canvas: byId('canvas'), controls: byId('controls'), transport: byId('transport'), panel: byId('panel') });
  } catch (problem) {
    console.warn(problem);
    const waiting = byId('waiting');
    waiting.classList.add('trouble');
    waiting.textContent = 'The 3D view needs WebGL 2, which this browser does not give.';
    return null;
  }
}

/** What tests and curious people may ask the page for. */
function api(scene, state, viewer, milliseconds) {
  return {
    scene,
    viewer,
    state,
    milliseconds,
    /** Posed positions as the graphics card computes them, 3N, in the units of the file. */
    positions: (frame, model = 0) => viewer.positions(frame, model),
    /** Normals as the graphics card turns them by the rule in state 'shading', 3 a row. */
    normals: (frame, model = 0) => viewer.normals(frame, model),
    /** The same where the handles have brought them. */
    handledPositions: () => viewer.handledPositions(),
    /** Where handles are pinned, as a targets file has it; and the solver behind it. */
    posing: viewer?.handling?.posing ?? null,
    /** The picture as it is drawn now. */
    pixels: () => viewer.pixels(),
  };
}
