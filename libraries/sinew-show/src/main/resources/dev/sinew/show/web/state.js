/** The state of the viewer: controls set it, views follow it. */

const COLOURINGS = ['surface', 'weights', 'error', 'angle', 'shells'];
/** How normals are transformed. */
export const SHADINGS = ['engine', 'transpose', 'recomputed'];
export const SPEEDS = [0.1, 0.25, 0.5, 1, 2];

/** @param header the scene's JSON */
export function initialState(header) {
  const stage = header.stage;
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return {
    view: viewsOf(stage)[0] ?? 'result',
    colouring: 'surface',
    bone: null,
    model: 0,
    frame: 0,
    playing: Boolean(stage) && stage.frames.count > 1 && !calm && !stage.handles,
    speed: 1,
    bones: isSkeleton(stage?.models[0]) || Boolean(stage?.handles),
    wireframe: false,
    /** Whether morph targets are applied. */
    correctives: true,
    follow: false,
    errorOver: 'frame',
    errorMost: null,
    bindMost: null,
    angleMost: 30,
    shading: 'engine',
    clip: 0,
    exaggeration: 1,
    wipe: 0.5,
    vertex: null,
    grip: null,
    hover: null,
    pose: 0,
    /** Increases when a model is replaced. */
    swapped: 0,
    /** Whether painted values are shown. */
    painting: false,
    goTo: null,
    map: 'ember',
    theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  };
}

/** Whether a model's bones form a hierarchy; then bones are shown by default. */
export function isSkeleton(model) {
  return Boolean(model?.bones.segments);
}

/** The views that apply to this scene. */
export function viewsOf(stage) {
  if (!stage) {
    return [];
  }
  if (stage.models.length === 0) {
    return ['original'];
  }
  const all = stage.models.length > 1 ? ['all'] : [];
  const between = stage.models.length === 2 && stage.runs ? ['between'] : [];
  const played = stage.original ? ['split', ...all, 'wipe', 'overlay', 'difference', ...between, 'bind', 'result'] : ['result', ...all, 'bind'];
  if (!stage.handles) {
    return played;
  }
  return stage.frames.count > 1 ? ['pose', ...played] : ['pose'];
}

/** The clips, at least one: {name, first, count}. */
export function clipsOf({ clips = [], count }) {
  return clips.length > 0 ? clips : [{ name: '', first: 0, count }];
}

/** The colourings that apply to this scene. */
export function colouringsOf(stage) {
  return COLOURINGS.filter((colouring) => {
    switch (colouring) {
      case 'weights':
        return stage.models.length > 0;
      case 'error':
        return stage.models.length > 0 && Boolean(stage.original || stage.error);
      case 'angle':
        return stage.models.length > 0 && Boolean(stage.original);
      case 'shells':
        return stage.mesh.shells > 1;
      default:
        return true;
    }
  });
}

/** An observable record. */
export function createState(values) {
  const listeners = [];
  return {
    get: (key) => values[key],
    /** Changes several values; each watcher is called once. */
    set(patch) {
      const changed = Object.keys(patch).filter((key) => !Object.is(values[key], patch[key]));
      Object.assign(values, patch);
      if (changed.length > 0) {
        listeners.filter(({ keys }) => keys.some((key) => changed.includes(key))).forEach(({ hear }) => hear());
      }
    },
    /** Calls {@code hear} now and whenever one of the keys changes. */
    watch(keys, hear) {
      listeners.push({ keys, hear });
      hear();
    },
  };
}
