// Creates modules from the blocks of this page and starts the viewer. Nothing is fetched.
(async () => {
  const fromBase64 = (text) => {
    if (Uint8Array.fromBase64) {
      return Uint8Array.fromBase64(text);
    }
    const characters = atob(text);
    const bytes = new Uint8Array(characters.length);
    for (let i = 0; i < bytes.length; i++) {
      bytes[i] = characters.charCodeAt(i);
    }
    return bytes;
  };
  // Not fetch('data:…'), which takes five times as long.
  const unpack = (element) => {
    const packed = fromBase64(element.textContent);
    element.remove();
    const gunzip = new DecompressionStream('gzip');
    const writer = gunzip.writable.getWriter();
    Promise.all([writer.write(packed), writer.close()]).catch(() => {});
    return new Response(gunzip.readable);
  };
  const sources = await unpack(document.getElementById('sinew-modules')).json();
  const imports = {};
  for (const [name, source] of Object.entries(sources)) {
    imports[name] = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  }
  const map = document.createElement('script');
  map.type = 'importmap';
  map.textContent = JSON.stringify({ imports });
  document.head.append(map);
  const buffers = Object.fromEntries(
    [...document.querySelectorAll('script[data-buffer]')].map((element) => [
      element.dataset.buffer,
      () => unpack(element).arrayBuffer(),
    ]),
  );
  const scene = JSON.parse(document.getElementById('sinew-scene').textContent);
  const { start } = await import('sinew/main.js');
  await start(scene, buffers);
})().catch((problem) => {
  console.error(problem);
  const waiting = document.getElementById('waiting');
  waiting.hidden = false;
  waiting.classList.add('trouble');
  waiting.textContent =
    'This browser cannot open the report (' + problem.message + '). Use a current version of Chrome, Edge, Firefox or Safari.';
});
