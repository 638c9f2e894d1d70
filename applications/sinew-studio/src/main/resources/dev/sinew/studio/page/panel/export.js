/** Exports: the model in other formats, the report, and the command lines. */
import { byId, el, icon } from 'sinew/ui/dom.js';
import { get } from '/studio/server.js';
import { trying } from '/studio/part/toast.js';

const TARGETS = [
  ['glb', 'GLB', 'Unity, Unreal, Godot, three.js, Blender'],
  ['gltf', 'glTF', 'JSON with separate, readable parts'],
  ['fbx', 'FBX', 'Maya, 3ds Max, MotionBuilder; rigid or similarity bones'],
  ['usdz', 'USDZ', 'Omniverse, Houdini, Apple’s viewers'],
  ['bvh', 'BVH', 'the motion of the skeleton only'],
  ['abc', 'Alembic', 'the played animation as frames'],
  ['npz', 'NPZ', 'the played animation for NumPy'],
  ['pc2', 'PC2 + OBJ', 'a point cache and its mesh, zipped'],
  ['mdd', 'MDD + OBJ', 'for LightWave and Modo'],
];

export function showExport(state) {
  const pane = byId('export');
  let shown = '';
  state.watch(['chosen', 'runs'], async () => {
    const chosen = state.get('chosen');
    const run = chosen?.kind === 'run' && state.get('runs').find(({ id, state: how }) => id === chosen.id && how === 'done');
    if ((run?.id ?? '') === shown && pane.childElementCount > 0) {
      return;
    }
    shown = run?.id ?? '';
    if (!run) {
      pane.replaceChildren(el('p', { className: 'none-yet' }, 'Select a finished run to export it.'));
      return;
    }
    const full = await trying(() => get('/api/runs/' + run.id));
    if (full && shown === run.id) {
      pane.replaceChildren(targets(run.id), report(run.id), lines(full.lines, state.get('library').folder));
    }
  });
}

function targets(id) {
  const links = TARGETS.map(([format, words, why]) => {
    const button = el('button', { type: 'button', className: 'target', 'data-format': format }, el('b', {}, words), el('small', {}, why));
    button.addEventListener('click', () => download(`/api/runs/${id}/export/${format}`, button));
    return button;
  });
  return el('section', {}, el('h2', {}, 'Export'), el('div', { className: 'targets' }, ...links));
}

/** Fetched by script, so that an error is shown here instead of as a new page. */
async function download(address, button) {
  button.disabled = true;
  await trying(async () => {
    const response = await fetch(address);
    if (!response.ok) {
      throw new Error((await response.json().catch(() => null))?.sentence ?? 'unexpected response ' + response.status);
    }
    const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition'))?.[1] ?? 'model';
    const link = el('a', { href: URL.createObjectURL(await response.blob()), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  });
  button.disabled = false;
}

function report(id) {
  const button = el('button', { type: 'button', className: 'target', id: 'report' }, el('b', {}, 'Report'), el('small', {}, 'one HTML file that contains the viewer'));
  button.addEventListener('click', () => download(`/api/runs/${id}/report`, button));
  return el('section', {}, el('h2', {}, 'Share'), el('div', { className: 'targets' }, button));
}

function lines(all, folder) {
  const text = [`cd ${/^[\w@%+=:,./-]+$/.test(folder) ? folder : "'" + folder.replaceAll("'", "'\\''") + "'"}`, ...all].join('\n');
  const button = el('button', { type: 'button', className: 'copy', title: 'Copy', 'aria-label': 'Copy the commands' }, icon('copy'));
  const status = el('span', { role: 'status' });
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text);
    status.textContent = 'Copied';
    setTimeout(() => (status.textContent = ''), 1600);
  });
  return el('section', {}, el('h2', {}, 'Command line ', status), el('p', { className: 'why' }, 'These commands produce the same files, byte for byte.'), el('div', { className: 'command' }, el('code', { id: 'lines', tabIndex: 0 }, text), button));
}
