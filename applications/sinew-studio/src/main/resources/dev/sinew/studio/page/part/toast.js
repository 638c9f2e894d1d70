/** A sentence that something went wrong; it goes away by itself, or when clicked. */
import { byId, el } from 'sinew/ui/dom.js';

const SECONDS = 9;

export function say(sentence) {
  const toast = el('button', { type: 'button', className: 'toast', title: 'Close' }, capital(sentence));
  toast.addEventListener('click', () => toast.remove());
  byId('toasts').append(toast);
  setTimeout(() => toast.remove(), 1000 * SECONDS);
}

export function capital(sentence) {
  return sentence ? sentence[0].toUpperCase() + sentence.slice(1) : '';
}

/** Runs what a button does; what the server refuses is said. */
export async function trying(work) {
  try {
    return await work();
  } catch (problem) {
    say(problem.message);
    return null;
  }
}
