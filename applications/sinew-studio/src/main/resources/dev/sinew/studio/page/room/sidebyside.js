/** Two runs in one scene: the second one's model joins the first one's stage, so that camera and clock are one. */
import { get, getBytes } from '/studio/server.js';

const OTHER = 'beside.';

/**
 * @param beside the other run, or null
 * @param here the run that is chosen
 * @param bonesOf how many bones a run has, as the history counts them
 * @return header and buffers of both, or of the first alone
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

/** What a pane is called by. */
function called(id, bonesOf) {
  return `run ${Number(id.split('-')[0])}, ${bonesOf(id)} bones`;
}

function requireSame({ stage, title }, other) {
  const same = other.stage && stage.mesh.vertices === other.stage.mesh.vertices && stage.mesh.rows === other.stage.mesh.rows && stage.frames.count === other.stage.frames.count;
  if (!same || stage.models.length === 0) {
    throw new Error(`Runs of one sequence can be laid side by side; ${title} and ${other.title} differ in vertices or frames.`);
  }
}
