/** What one takes along: the model for a target, the report, and the lines that repeat it all. */
import { byId, el, icon } from 'sinew/ui/dom.js';
import { get } from '/studio/server.js';
import { trying } from '/studio/part/toast.js';

const TARGETS = [
  ['glb', 'GLB', 'Unity, Unreal, Godot, three.js, Blender'],
  ['gltf', 'glTF', 'the same with its parts readable'],
  ['fbx', 'FBX', 'Maya, 3ds Max, MotionBuilder; rigid or similarity bones'],
  ['usdz', 'USDZ', 'Omniverse, Houdini, Apple’s viewers'],
  ['bvh', 'BVH', 'the motion of a skeleton alone'],
  ['abc', 'Alembic', 'what it plays, as frames'],
  ['npz', 'NPZ', 'the same for NumPy'],
  ['pc2', 'PC2 + OBJ', 'a point cache and its mesh, zipped'],
  ['mdd', 'MDD + OBJ', 'the same for LightWave and Modo'],
];

export function showAlong(state) {
  const room = byId('along');
  let shown = '';
  state.watch(['chosen', 'runs'], async () => {
    const chosen = state.get('chosen');
    const run = chosen?.kind === 'run' && state.get('runs').find(({ id, state: how }) => id === chosen.id && how === 'done');
    if ((run?.id ?? '') === shown && room.childElementCount > 0) {
      return;
    }
    shown = run?.id ?? '';
    if (!run) {
      room.replaceChildren(el('p', { className: 'none-yet' }, 'Choose a finished run; from here it goes to wherever it is needed.'));
      return;
    }
    const full = await trying(() => get('/api/runs/' + run.id));
    if (full && shown === run.id) {
      room.replaceChildren(targets(run.id), report(run.id), lines(full.lines, state.get('shelf').folder));
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

/** Asked for first, so that a refusal is a sentence here and not a page of its own. */
async function download(address, button) {
  button.disabled = true;
  await trying(async () => {
    const response = await fetch(address);
    if (!response.ok) {
      throw new Error((await response.json().catch(() => null))?.sentence ?? 'the studio answered ' + response.status);
    }
    const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition'))?.[1] ?? 'model';
    const link = el('a', { href: URL.createObjectURL(await response.blob()), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  });
  button.disabled = false;
}

function report(id) {
  const button = el('button', { type: 'button', className: 'target', id: 'report' }, el('b', {}, 'Report'), el('small', {}, 'one HTML file with the viewer inside, opens anywhere'));
  button.addEventListener('click', () => download(`/api/runs/${id}/report`, button));
  return el('section', {}, el('h2', {}, 'To show others'), el('div', { className: 'targets' }, button));
}

function lines(all, folder) {
  const text = [`cd ${/^[\w@%+=:,./-]+$/.test(folder) ? folder : "'" + folder.replaceAll("'", "'\\''") + "'"}`, ...all].join('\n');
  const button = el('button', { type: 'button', className: 'copy', title: 'Copy', 'aria-label': 'Copy the lines' }, icon('copy'));
  const said = el('span', { role: 'status' });
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text);
    said.textContent = 'Copied';
    setTimeout(() => (said.textContent = ''), 1600);
  });
  return el('section', {}, el('h2', {}, 'Without the studio ', said), el('p', { className: 'why' }, 'These lines make the same files, byte for byte.'), el('div', { className: 'command' }, el('code', { id: 'lines', tabIndex: 0 }, text), button));
}
