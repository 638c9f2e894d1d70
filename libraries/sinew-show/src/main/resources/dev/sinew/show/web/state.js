/** What a person has chosen, in one place: controls write it, views follow it. */

const COLOURINGS = ['surface', 'weights', 'error', 'angle', 'shells'];
/** How normals are turned, as the page shows it. */
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
    /** Whether morph targets are added to what bones do. */
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
    /** Grows when another model takes the place of one. */
    swapped: 0,
    /** Whether colours are what somebody paints. */
    painting: false,
    goTo: null,
    map: 'ember',
    theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  };
}

/** Whether a model's bones hang together: then they are what one came to see. */
export function isSkeleton(model) {
  return Boolean(model?.bones.segments);
}

/** How original and result may share the canvas, as far as it makes sense for what the scene holds. */
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

/** The clips of the frames, at least one: {name, first, count}. */
export function clipsOf({ clips = [], count }) {
  return clips.length > 0 ? clips : [{ name: '', first: 0, count }];
}

/** The colourings that make sense for what the scene holds. */
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

/** A record that tells who asked when one of its values changes. */
export function createState(values) {
  const listeners = [];
  return {
    get: (key) => values[key],
    /** Changes several values; everybody concerned hears once. */
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
