/** A preview is a model alone; it joins the sequence that is shown already, which is neither fetched nor unpacked again. */
import { readScene } from 'sinew/data/scene.js';
import { number } from 'sinew/ui/format.js';
import { get, getBytes } from '/studio/server.js';

const STRIDE = 12;

/** @param base header and scene of the run the preview is of */
export async function previewScene(base, preview) {
  const address = `/api/previews/${preview.number}/scene`;
  const own = await get(address);
  const buffers = Object.fromEntries(Object.keys(own.buffers).map((name) => [name, () => getBytes(`${address}/${name}`)]));
  const { stage } = await readScene(own, buffers);
  const model = { ...stage.models[0], motion: motionIn(base.scene.stage, stage), frames: base.scene.stage.frames.count };
  const header = {
    ...base.header,
    subtitle: own.subtitle,
    verdict: `A preview: ${preview.bones} bones, E_RMS ${number(preview.erms)}`,
    facts: [],
    plots: [],
    command: '',
    notes: ['The error is the solver’s own. ‘Keep’ makes a run of it, with the file, its error as it plays, and its report.'],
  };
  header.stage = { ...base.header.stage, models: [own.stage.models[0]] };
  return { header, scene: { header, stage: { ...base.scene.stage, models: [model], error: null } } };
}

/** The preview has coordinates of its own, about what it plays; and where only some frames are shown, only those. */
function motionIn(shown, { unit, frames, models: [model] }) {
  const scale = unit.size / shown.unit.size;
  const shift = unit.centre.map((x, axis) => (x - shown.unit.centre[axis]) / shown.unit.size);
  const step = Math.max(1, Math.round(shown.frames.stride / frames.stride));
  const row = STRIDE * model.boneCount;
  const out = new Float32Array(row * shown.frames.count);
  for (let f = 0; f < shown.frames.count; f++) {
    const from = row * Math.min(frames.count - 1, f * step);
    for (let k = 0; k < row; k++) {
      out[f * row + k] = scale * model.motion[from + k] + (k % 4 === 3 ? shift[Math.floor((k % STRIDE) / 4)] : 0);
    }
  }
  return out;
}
