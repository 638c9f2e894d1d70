/** Two runs in one scene: the model of the second is added to the stage of the first, so that they share camera and clock. */
import { get, getBytes } from '/studio/server.js';

const OTHER = 'beside.';

/**
 * @param beside the other run, or null
 * @param here the selected run
 * @param bonesOf number of bones of a run
 * @return header and buffers of both, or of the first only
 */
export async function besideOf(header, buffers, beside, here, bonesOf) {
  if (!beside || !header.stage) {
    return { header, buffers };
  }
  const address = `/api/runs/${beside}/scene`;
  const other = await get(address);
  requireSame(header, other);
  const model = other.stage.models[0];
  const joined = structuredClone(header);
  joined.stage.models = [{ ...joined.stage.models[0], name: called(here, bonesOf) }, { ...model, name: called(beside, bonesOf), buffers: OTHER }];
  joined.stage.runs = true;
  joined.subtitle = `${header.subtitle} beside ${other.subtitle}`;
  const all = { ...buffers };
  for (const [name, entry] of Object.entries(other.buffers).filter(([name]) => name.startsWith(model.buffers))) {
    const own = OTHER + name.slice(model.buffers.length);
    joined.buffers[own] = entry;
    all[own] = () => getBytes(`${address}/${name}`);
  }
  return { header: joined, buffers: all };
}

/** The label of a pane. */
function called(id, bonesOf) {
  return `run ${Number(id.split('-')[0])}, ${bonesOf(id)} bones`;
}

function requireSame({ stage, title }, other) {
  const same = other.stage && stage.mesh.vertices === other.stage.mesh.vertices && stage.mesh.rows === other.stage.mesh.rows && stage.frames.count === other.stage.frames.count;
  if (!same || stage.models.length === 0) {
    throw new Error(`Only runs of the same sequence can be compared; ${title} and ${other.title} differ in vertices or frames.`);
  }
}
