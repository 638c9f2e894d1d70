/** Formats names, sizes and times. */
import { number } from 'sinew/ui/format.js';

/** boneType → Bone type */
export function labelOf(name) {
  const words = name.replace(/([A-Z])/g, (capital) => ' ' + capital.toLowerCase());
  return words[0].toUpperCase() + words.slice(1);
}

export function size(bytes) {
  return bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1e3))} kB`;
}

export function seconds(value) {
  return value < 10 ? `${value.toFixed(2)} s` : `${Math.round(value)} s`;
}

/** The facts of a file in one line. */
export function factsLine(facts) {
  const parts = [];
  const add = (value, one, many) => value > 0 && parts.push(`${number(value)} ${value === 1 ? one : many}`);
  add(facts.vertices, 'vertex', 'vertices');
  add(facts.frames > 1 ? facts.frames : 0, 'frame', 'frames');
  add(facts.bones, 'bone', 'bones');
  return parts.map(unbroken).join(' · ');
}

/** Keeps a number and its unit on one line. */
export function unbroken(fact) {
  return fact.replaceAll(' ', '\u00a0');
}

/** The last part of a path; for run:ID, the ID. */
export function nameOf(input) {
  const first = Array.isArray(input) ? input[0] : input;
  return String(first).startsWith('run:') ? first.slice(4) : String(first).split('/').at(-1);
}
