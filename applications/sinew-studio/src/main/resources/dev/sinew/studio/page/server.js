/** Talks to the studio's server: JSON there and back, sentences where something is wrong, events as they come. */

/** What the server refused, in its own words. */
export class Refused extends Error {
  constructor(status, sentence) {
    super(sentence);
    this.status = status;
  }
}

/** The token stands behind the # of the address once; from then on a cookie that scripts cannot read takes its place. */
export async function comeIn() {
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
    throw new Refused(0, 'the studio does not answer: is it still running?');
  }
  if (!response.ok) {
    const said = await response.json().catch(() => null);
    throw new Refused(response.status, said?.sentence ?? 'the studio answered ' + response.status);
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

/** Sends a file; told(share) hears how much of it is through. */
export function send(name, file, told) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', '/api/shelf/files?name=' + encodeURIComponent(name));
    request.upload.onprogress = ({ loaded, total }) => told(total ? loaded / total : 0);
    request.onload = () => {
      const said = JSON.parse(request.responseText || '{}');
      request.status < 300 ? resolve(said.name) : reject(new Refused(request.status, said.sentence));
    };
    request.onerror = () => reject(new Refused(0, `'${name}' did not arrive: the studio does not answer`));
    request.send(file);
  });
}

/** @param hear functions by the name of the event; online and offline among them */
export function listen(hear) {
  const source = new EventSource('/api/events');
  for (const name of ['runs', 'shelf', 'progress', 'look', 'preview']) {
    source.addEventListener(name, (event) => hear[name]?.(JSON.parse(event.data)));
  }
  source.addEventListener('open', () => hear.online());
  source.addEventListener('error', () => {
    hear.offline();
    // A server that was restarted answers again under the same name; one that forgot us never will.
    if (source.readyState === EventSource.CLOSED) {
      setTimeout(() => listen(hear), 2000);
    }
  });
}
