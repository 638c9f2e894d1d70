/** Client of the studio's server: JSON requests, error messages and events. */

/** A request that the server rejected, with its message. */
export class Rejected extends Error {
  constructor(status, sentence) {
    super(sentence);
    this.status = status;
  }
}

/** Exchanges the token in the URL fragment for a cookie, which scripts cannot read. */
export async function authenticate() {
  const token = location.hash.slice(1);
  if (/^[\w-]{20,}$/.test(token)) {
    history.replaceState(null, '', location.pathname);
    await ask('/api/session', { method: 'POST', headers: { Authorization: 'Bearer ' + token } });
  }
}

async function ask(address, options = {}) {
  let response;
  try {
    response = await fetch(address, options);
  } catch {
    throw new Rejected(0, 'Sinew Studio does not respond. Is it still running?');
  }
  if (!response.ok) {
    const body = await response.json().catch(() => null);
    throw new Rejected(response.status, body?.sentence ?? 'unexpected response ' + response.status);
  }
  return response;
}

export async function get(address) {
  return (await ask(address)).json();
}

export async function getBytes(address) {
  return (await ask(address)).arrayBuffer();
}

export async function post(address, body) {
  const response = await ask(address, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: body === undefined ? undefined : JSON.stringify(body) });
  return response.status === 204 ? null : response.json();
}

export function remove(address) {
  return ask(address, { method: 'DELETE' });
}

/** Uploads a file; onProgress(fraction) is called while it is sent. */
export function send(name, file, onProgress) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', '/api/library/files?name=' + encodeURIComponent(name));
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0);
    request.onload = () => {
      const body = JSON.parse(request.responseText || '{}');
      request.status < 300 ? resolve(body.name) : reject(new Rejected(request.status, body.sentence));
    };
    request.onerror = () => reject(new Rejected(0, `'${name}' was not uploaded: Sinew Studio does not respond`));
    request.send(file);
  });
}

/** @param handlers by event name, including online and offline */
export function listen(handlers) {
  const source = new EventSource('/api/events');
  for (const name of ['runs', 'library', 'progress', 'look', 'preview']) {
    source.addEventListener(name, (event) => handlers[name]?.(JSON.parse(event.data)));
  }
  source.addEventListener('open', () => handlers.online());
  source.addEventListener('error', () => {
    handlers.offline();
    // A restarted server accepts the same cookie, so reconnect. A closed source never reconnects on its own.
    if (source.readyState === EventSource.CLOSED) {
      setTimeout(() => listen(handlers), 2000);
    }
  });
}
