/** Labels for the JSON names of a run. */

const WORDS = {
  file: 'file',
  boneType: 'bone type',
  influences: 'maximum influences per vertex',
  bonesPerVertex: 'influences per vertex',
  reducedDimensions: 'reduced dimensions',
  fileBytes: 'file size',
  keys: 'keys',
  insertedKeys: 'keys inserted between frames',
  addedVertices: 'vertices added at seams',
  smooth: 'smoothness of weights',
  iterations: 'iterations',
  tolerance: 'tolerance',
  rest: 'rest pose',
  fps: 'frames per second',
  up: 'up axis',
  addClip: 'additional clips',
  clipName: 'clip name',
  bvh: 'motion file',
};

/** reducedDimensions → reduced dimensions; labels that are words already stay. */
export function words(label) {
  return WORDS[label] ?? (/^[a-z]+([A-Z][a-z]*)+$/.test(label) ? label.replace(/[A-Z]/g, (capital) => ' ' + capital.toLowerCase()) : label);
}

/** Values as text: sizes with units, outcomes in lower case. */
export function wordsOf(label, value) {
  if (label === 'fileBytes') {
    return value >= 1e6 ? `${(value / 1e6).toFixed(1)} MB` : `${Math.round(value / 1e3)} kB`;
  }
  return typeof value === 'string' && /^[A-Z]+(_[A-Z]+)*$/.test(value) ? value.toLowerCase().replaceAll('_', ' ') : value;
}
