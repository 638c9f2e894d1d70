// Turns the blocks of this page into modules and starts the viewer. Everything is in the file: nothing is fetched.
(async () => {
  const unpack = async (element) => {
    const base64 = element.textContent.trim();
    element.remove();
    const packed = await fetch('data:application/octet-stream;base64,' + base64);
    return new Response(packed.body.pipeThrough(new DecompressionStream('gzip')));
  };
  const sources = await (await unpack(document.getElementById('sinew-modules'))).json();
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
      async () => (await unpack(element)).arrayBuffer(),
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
    'This browser could not open the report (' + problem.message + '). It needs a current Chrome, Edge, Firefox or Safari.';
});
