/** The tabs on the right; one panel is visible at a time. */
import { byId, el } from 'sinew/ui/dom.js';

const PANELS = [
  ['solve', 'Solve'],
  ['panel', 'Result'],
  ['edit', 'Edit'],
  ['compare', 'Compare'],
  ['export', 'Export'],
];

export function showTabs(state) {
  const buttons = PANELS.map(([id, words]) => {
    const button = el('button', { type: 'button', id: 'tab-' + id, role: 'tab', 'aria-controls': id }, words);
    button.addEventListener('click', () => state.set({ tab: id }));
    return button;
  });
  byId('tabs').append(...buttons);
  byId('tabs').addEventListener('keydown', ({ key }) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (step) {
      const at = PANELS.findIndex(([id]) => id === state.get('tab'));
      state.set({ tab: PANELS[(at + step + PANELS.length) % PANELS.length][0] });
      byId('tab-' + state.get('tab')).focus();
    }
  });
  state.watch(['tab'], () => {
    PANELS.forEach(([id], k) => {
      const on = id === state.get('tab');
      byId(id).hidden = !on;
      buttons[k].setAttribute('aria-selected', String(on));
      buttons[k].tabIndex = on ? 0 : -1;
    });
  });
}
