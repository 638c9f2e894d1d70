/** Light or dark theme: that of the system until the user switches; the choice is remembered. */
import { byId, icon } from 'sinew/ui/dom.js';

const KEY = 'sinew-theme';

export function showTheme(state) {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const kept = localStorage.getItem(KEY);
  state.set({ theme: kept ?? (system.matches ? 'dark' : 'light') });
  system.addEventListener('change', ({ matches }) => localStorage.getItem(KEY) ?? state.set({ theme: matches ? 'dark' : 'light' }));
  byId('theme').addEventListener('click', () => {
    state.set({ theme: state.get('theme') === 'dark' ? 'light' : 'dark' });
    localStorage.setItem(KEY, state.get('theme'));
  });
  state.watch(['theme'], () => {
    document.documentElement.dataset.theme = state.get('theme');
    byId('theme').replaceChildren(icon(state.get('theme') === 'dark' ? 'sun' : 'moon'));
  });
}
