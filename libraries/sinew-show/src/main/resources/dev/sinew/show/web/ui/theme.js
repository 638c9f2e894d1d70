/** Light or dark theme: that of the system, until the user switches. */
import { byId, icon } from 'sinew/ui/dom.js';

export function showTheme(state) {
  const button = byId('theme');
  button.addEventListener('click', () => switchTheme(state));
  let chosen = false;
  button.addEventListener('click', () => (chosen = true));
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => {
    if (!chosen) {
      state.set({ theme: matches ? 'dark' : 'light' });
    }
  });
  state.watch(['theme'], () => {
    document.documentElement.dataset.theme = state.get('theme');
    button.replaceChildren(icon(state.get('theme') === 'dark' ? 'sun' : 'moon'));
  });
}

export function switchTheme(state) {
  state.set({ theme: state.get('theme') === 'dark' ? 'light' : 'dark' });
}
