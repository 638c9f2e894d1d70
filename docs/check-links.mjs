// Checks every link and anchor of README.md, CONTRIBUTING.md, SECURITY.md and docs/, and pages that sources name: node docs/check-links.mjs [FOLDER]
// FOLDER is an unpacked download; its sources are not there, so only links are checked.
// Addresses of other sites are not fetched.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(process.argv[2] ?? resolve(dirname(fileURLToPath(import.meta.url)), '..'));

function pages(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name.startsWith('.') || entry.name === 'public') {
      return [];
    }
    const path = join(folder, entry.name);
    return entry.isDirectory() ? pages(path) : path.endsWith('.md') ? [path] : [];
  });
}

const withoutCode = (text) => text.replace(/^(```|~~~)[\s\S]*?^\1.*$/gm, '').replace(/`[^`\n]*`/g, '');

/** Anchors as GitHub and VitePress make them. */
function anchors(file) {
  const seen = new Map();
  return readFileSync(file, 'utf8')
    .replace(/^(```|~~~)[\s\S]*?^\1.*$/gm, '')
    .split('\n')
    .filter((line) => /^#{1,6} /.test(line))
    .map((line) => {
      const slug = line
        .replace(/^#+ /, '')
        .replace(/[`*]|\[([^\]]*)\]\([^)]*\)/g, '$1')
        .trim()
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replace(/ /g, '-');
      const count = seen.get(slug) ?? 0;
      seen.set(slug, count + 1);
      return count ? `${slug}-${count}` : slug;
    });
}

const problems = [];
let links = 0;
const all = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'integrations/players/README.md', 'players/README.md', 'licences/README.md', 'proof/sinew-interop/README.md', 'proof/sinew-interop/browser/README.md']
  .map((name) => join(root, name))
  .filter(existsSync)
  .concat(pages(join(root, 'docs')));
for (const file of all) {
  const text = withoutCode(readFileSync(file, 'utf8'));
  const targets = [...text.matchAll(/\]\(([^)\s]+)[^)]*\)/g), ...text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]);
  for (const target of targets) {
    links++;
    if (/^[a-z]+:/.test(target)) {
      continue;
    }
    const [path, anchor] = target.split('#');
    const to = path ? resolve(dirname(file), decodeURI(path)) : file;
    const where = `${relative(root, file)}: ${target}`;
    if (path.startsWith('gallery/')) {
      // The views of the gallery are made by the commands of its page.
      if (!readFileSync(file, 'utf8').includes(`--report ${path.slice(8)}`)) {
        problems.push(`${where}: no command of the page makes this report`);
      }
    } else if (!existsSync(to)) {
      problems.push(`${where}: there is no such file`);
    } else if (anchor && to.endsWith('.md') && !anchors(to).includes(anchor)) {
      problems.push(`${where}: the page has no heading with this anchor`);
    } else if (statSync(to).isDirectory() && relative(root, file).startsWith('docs/') && !existsSync(join(to, 'index.md')) && relative(root, to).startsWith('docs/')) {
      problems.push(`${where}: the folder has no index.md`);
    }
  }
}
// Sources and messages that name a page must name one that exists.
const sources = process.argv[2] ? '' : execFileSync('git', ['-C', root, 'grep', '-noE', 'docs/[A-Za-z0-9/_-]+\\.(md|json)', '--', '*.java', '*.py', '*.js', '*.mjs', '*.glsl', '*.hlsl'], { encoding: 'utf8' });
for (const line of sources.trim().split('\n').filter(Boolean)) {
  const [file, number, name] = line.split(':');
  links++;
  if (!existsSync(join(root, name)) && file !== 'docs/check-links.mjs') {
    problems.push(`${file}:${number}: ${name}: there is no such page`);
  }
}
problems.forEach((problem) => console.log(problem));
console.log(`${links} links in ${all.length} pages, ${problems.length} broken`);
process.exitCode = problems.length ? 1 : 0;
