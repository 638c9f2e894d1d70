// Compares three.js with Sinew: node bvh-check.mjs FILE.joints.json…
//
// A joints file contains Sinew's joint positions of a BVH file in every frame:
//   {"file": "walk.bvh",           in the folder of the joints file
//    "size": 4.2,                  diagonal of the rest pose's box
//    "framesPerSecond": 30,
//    "joints": {"hips": [x, y, z, x, y, z, …], …}}     three numbers per frame
// Exit code 1 if a joint differs by more than 1e-4 of the size in any frame.
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { AnimationMixer, LoopOnce, Vector3 } from 'three';
import { BVHLoader } from 'three/addons/loaders/BVHLoader.js';

const TOLERANCE = 1e-4;
const warnings = [];
console.error = console.warn = (...words) => warnings.push(words.join(' '));

let bad = false;
for (const name of process.argv.slice(2)) {
  const wanted = JSON.parse(await readFile(name, 'utf8'));
  const { skeleton, clip } = new BVHLoader().parse(await readFile(resolve(dirname(name), wanted.file), 'utf8'));
  const root = skeleton.bones[0];
  const action = new AnimationMixer(root).clipAction(clip);
  action.setLoop(LoopOnce, 1);
  action.clampWhenFinished = true;
  action.play();
  const names = Object.keys(wanted.joints);
  const bones = names.map((joint) => skeleton.bones.find((bone) => bone.name === joint));
  const missing = names.filter((_, k) => !bones[k]);
  const frames = wanted.joints[names[0]].length / 3;
  let worst = { off: missing.length ? Infinity : 0 };
  const place = new Vector3();
  for (let frame = 0; frame < frames && !missing.length; frame++) {
    action.getMixer().setTime(frame / wanted.framesPerSecond);
    root.updateMatrixWorld(true);
    bones.forEach((bone, k) => {
      place.setFromMatrixPosition(bone.matrixWorld);
      const [x, y, z] = wanted.joints[names[k]].slice(3 * frame, 3 * frame + 3);
      const off = place.distanceTo(new Vector3(x, y, z)) / wanted.size;
      if (!(off <= worst.off)) worst = { off, frame, joint: names[k] };
    });
  }
  const ok = worst.off <= TOLERANCE && warnings.length === 0;
  bad ||= !ok;
  console.log(`${ok ? 'ok ' : 'BAD'} ${wanted.file}: ${names.length} joints, ${frames} frames, worst ${worst.off.toExponential(2)} of the size`
    + (worst.joint ? ` at ${worst.joint}, frame ${worst.frame}` : '') + (missing.length ? `, missing ${missing.join(', ')}` : ''));
  warnings.splice(0).forEach((warning) => console.log(`  ${warning}`));
}
process.exit(bad ? 1 : 0);
