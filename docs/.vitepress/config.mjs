import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';

const page = (text, link) => ({ text, link });

/** The decision records, by number, with their titles. */
const decisions = readdirSync(new URL('../decisions', import.meta.url))
  .filter((name) => /^\d/.test(name))
  .sort()
  .map((name) => {
    const title = readFileSync(new URL(`../decisions/${name}`, import.meta.url), 'utf8').match(/^# (.*)/)[1];
    return page(title, `/decisions/${name.replace('.md', '')}`);
  });

/** The site has pages of docs/ only: a link to another file of the repository becomes plain text. */
function withoutLinksToSources(md) {
  const render = md.renderer.rules.link_open ?? ((tokens, k, options, env, self) => self.renderToken(tokens, k, options));
  md.renderer.rules.link_open = (tokens, k, options, env, self) => {
    const href = tokens[k].attrGet('href') ?? '';
    const up = href.match(/^(\.\.\/)+/)?.[0].length / 3 || 0;
    const depth = (env.relativePath ?? '').split('/').length - 1;
    if (up > depth || /\.json$/.test(href)) {
      tokens[k].attrs = tokens[k].attrs.filter(([name]) => name !== 'href');
      return self.renderToken(tokens, k, options);
    }
    return render(tokens, k, options, env, self);
  };
}

export default defineConfig({
  title: 'Sinew',
  description: 'Turns animated meshes into skinned models',
  // Works from any folder of any server.
  base: process.env.SINEW_DOCS_BASE ?? '/',
  srcExclude: ['node_modules/**'],
  // check-links.mjs checks links, anchors included.
  ignoreDeadLinks: true,
  markdown: { config: withoutLinksToSources },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      page('Get started', '/get-started'),
      page('Tasks', '/tasks/'),
      page('Gallery', '/gallery'),
      page('Reference', '/reference/'),
      page('Benchmarks', '/benchmarks'),
    ],
    sidebar: [
      { items: [page('Get started', '/get-started'), page('Gallery', '/gallery')] },
      {
        text: 'Tasks',
        items: [
          page('A simulation', '/tasks/simulation'),
          page('Scans or example poses', '/tasks/scans'),
          page('A dense rig', '/tasks/dense-rig'),
          page('A dual-quaternion rig', '/tasks/dual-quaternion-rig'),
          page('A mesh and handles', '/tasks/handles'),
          page('A rig and a simulation', '/tasks/existing-rig'),
          page('Helper bones that follow new motion', '/tasks/helper-bones'),
          page('A character that needs other motion', '/tasks/other-motion'),
          page('A face with morph targets', '/tasks/morph-targets'),
          page('Hundreds of files', '/tasks/many-files'),
          page('Import into your engine', '/tasks/engines'),
        ],
      },
      {
        text: 'Interfaces',
        items: [
          page('Studio', '/interfaces/studio'),
          page('Blender add-on', '/interfaces/blender'),
          page('Blender scripts', '/interfaces/blender-scripts'),
          page('Python', '/interfaces/python'),
          page('Java', '/interfaces/java'),
        ],
      },
      {
        text: 'Explanation',
        collapsed: true,
        items: [
          page('Is my result good?', '/explanation/is-my-result-good'),
          page('The five papers', '/explanation/papers'),
          page('Glossary', '/explanation/glossary'),
          page('Architecture', '/architecture'),
        ],
      },
      {
        text: 'Reference',
        collapsed: true,
        items: [
          page('Options', '/reference/options'),
          page('Error messages', '/reference/errors'),
          page('File formats', '/reference/formats'),
          page('JSON results', '/reference/json'),
          page('glTF extensions', '/reference/extensions'),
          page('Java API', '/reference/java-api'),
          page('Skeleton edits', '/reference/edit'),
          page('Handles and targets', '/reference/handles'),
          page('Batches', '/reference/batch'),
          page('Large data and Spark', '/reference/scale'),
          page('Small files', '/reference/small-files'),
          page('Correctives', '/reference/correctives'),
          page('Bone textures', '/reference/bone-texture'),
          page('From Dem Bones', '/reference/dem-bones'),
          page('Worker protocol', '/reference/worker'),
          page('Studio API', '/reference/studio-api'),
          page('Viewer format', '/reference/viewer-format'),
          page('Alembic bytes', '/reference/alembic'),
        ],
      },
      { text: 'Benchmarks', collapsed: true, items: [page('Results', '/benchmarks'), page('All tables', '/tables')] },
      { text: 'Decisions', collapsed: true, items: [page('All records', '/decisions/'), ...decisions] },
    ],
  },
});
