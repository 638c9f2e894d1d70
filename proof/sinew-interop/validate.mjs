// Runs the Khronos validator: node validate.mjs FILE…
// Prints one line per file and one per message; exit code 1 on any error or warning.
import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import validator from 'gltf-validator';

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error('usage: node validate.mjs FILE…');
  process.exit(2);
}
const levels = ['error', 'warning', 'info', 'hint'];
let bad = false;
for (const file of files) {
  const report = await validator.validateBytes(new Uint8Array(await readFile(file)), {
    uri: basename(file),
    maxIssues: 50,
    externalResourceFunction: (uri) => readFile(resolve(dirname(file), decodeURIComponent(uri))).then((b) => new Uint8Array(b)),
  });
  const { numErrors, numWarnings, numInfos, messages } = report.issues;
  console.log(`${file}: ${numErrors} errors, ${numWarnings} warnings, ${numInfos} infos`);
  for (const m of messages) {
    if (m.severity < 3) console.log(`  ${levels[m.severity]} ${m.code} ${m.pointer ?? ''}: ${m.message}`);
  }
  bad ||= numErrors + numWarnings > 0;
}
process.exit(bad ? 1 : 0);
