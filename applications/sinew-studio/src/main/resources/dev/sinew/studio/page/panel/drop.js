/** Uploads files that are dropped or picked, one request each. Numbered meshes become one folder of frames. */
import { byId, el } from 'sinew/ui/dom.js';
import { send } from '/studio/server.js';
import { showToast } from '/studio/part/toast.js';

const FRAME = /^(.*?)[-_. ]?\d+\.(obj|ply)$/i;

export function acceptDrops(state) {
  const veil = el('div', { className: 'dropping', hidden: true }, el('p', {}, 'Drop to add: OBJ with PC2 or MDD, PLY, Alembic, NPZ, GLB, FBX, or a zip of frames'));
  document.body.append(veil);
  let inside = 0;
  const show = (change) => {
    inside = Math.max(0, inside + change);
    veil.hidden = inside === 0;
  };
  document.addEventListener('dragenter', ({ dataTransfer }) => dataTransfer?.types.includes('Files') && show(1));
  document.addEventListener('dragleave', ({ dataTransfer }) => dataTransfer?.types.includes('Files') && show(-1));
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    inside = 0;
    show(0);
    take([...(event.dataTransfer?.files ?? [])], state);
  });
  byId('pick').addEventListener('change', ({ target }) => {
    take([...target.files], state);
    target.value = '';
  });
}

async function take(files, state) {
  const bar = el('progress', { max: 1, value: 0, 'aria-label': 'Uploading files' });
  const words = el('span', { role: 'status' });
  const row = el('div', { className: 'sending' }, words, bar);
  byId('library').append(row);
  const folder = framesFolder(files);
  let first = null;
  try {
    for (const [k, file] of files.entries()) {
      words.textContent = `${file.name} (${k + 1} of ${files.length})`;
      const name = await send(folder ? `${folder}/${file.name}` : file.name, file, (share) => (bar.value = (k + share) / files.length));
      first = preferred(first, name);
    }
    if (first) {
      state.set({ chosen: { kind: 'thing', id: folder ?? first }, beside: null, tab: 'solve' });
    }
  } catch (problem) {
    showToast(problem.message);
  }
  row.remove();
}

/** Selects the mesh rather than its point cache. */
function preferred(before, name) {
  return before && !/\.(pc2|mdd|npy|mtl|bin|png|jpe?g|json|tgf|csv|dmat|txt)$/i.test(before) ? before : /\.(pc2|mdd|npy|mtl|bin|png|jpe?g|json|tgf|csv|dmat|txt)$/i.test(name) ? before : name;
}

/** The common name without numbers, if all files are frames of one sequence. */
function framesFolder(files) {
  const stems = new Set(files.map(({ name }) => FRAME.exec(name)?.[1]));
  const [stem] = stems;
  return files.length > 2 && stems.size === 1 && stem !== undefined ? (stem.replace(/[^\w-]+/g, '-') || 'frames') : null;
}
