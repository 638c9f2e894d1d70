/** An error message that disappears after some seconds or when clicked. */
import { byId, el } from 'sinew/ui/dom.js';

const SECONDS = 9;

export function showToast(sentence) {
  const toast = el('button', { type: 'button', className: 'toast', title: 'Close' }, capital(sentence));
  toast.addEventListener('click', () => toast.remove());
  byId('toasts').append(toast);
  setTimeout(() => toast.remove(), 1000 * SECONDS);
}

export function capital(sentence) {
  return sentence ? sentence[0].toUpperCase() + sentence.slice(1) : '';
}

/** Runs an action and shows an error message if the server rejects it. */
export async function trying(work) {
  try {
    return await work();
  } catch (problem) {
    showToast(problem.message);
    return null;
  }
}
