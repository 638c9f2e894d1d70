// Reports validator messages that a file has and its source had not: node validate-against.mjs BEFORE AFTER
// Exit code 1 on any such message, including hints, except for extensions that the validator does not know.
import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import validator from 'gltf-validator';

const [before, after] = process.argv.slice(2);
if (!after) {
  console.error('usage: node validate-against.mjs BEFORE AFTER');
  process.exit(2);
}
async function messages(file) {
  const report = await validator.validateBytes(new Uint8Array(await readFile(file)), {
    uri: basename(file),
    maxIssues: 0,
    externalResourceFunction: (uri) => readFile(resolve(dirname(file), decodeURIComponent(uri))).then((b) => new Uint8Array(b)),
  });
  const counts = new Map();
  for (const m of report.issues.messages) {
    if (m.code === 'UNSUPPORTED_EXTENSION' && /'(SINEW_|VRMC_)/.test(m.message)) continue;
    counts.set(m.code, (counts.get(m.code) ?? 0) + 1);
  }
  return counts;
}
const old = await messages(before);
let bad = false;
for (const [code, count] of await messages(after)) {
  if (count > (old.get(code) ?? 0)) {
    console.log(`BAD ${after}: ${code} ${count} times, ${old.get(code) ?? 0} times in ${before}`);
    bad = true;
  }
}
if (!bad) console.log(`ok  ${after}: no messages in addition to those of ${before}`);
process.exit(bad ? 1 : 0);
