/** The rooms on the right, one at a time. */
import { byId, el } from 'sinew/ui/dom.js';

const ROOMS = [
  ['solve', 'Solve'],
  ['panel', 'Result'],
  ['change', 'Change'],
  ['compare', 'Compare'],
  ['along', 'Export'],
];

export function showTabs(state) {
  const buttons = ROOMS.map(([id, words]) => {
    const button = el('button', { type: 'button', id: 'tab-' + id, role: 'tab', 'aria-controls': id }, words);
    button.addEventListener('click', () => state.set({ tab: id }));
    return button;
  });
  byId('tabs').append(...buttons);
  byId('tabs').addEventListener('keydown', ({ key }) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (step) {
      const at = ROOMS.findIndex(([id]) => id === state.get('tab'));
      state.set({ tab: ROOMS[(at + step + ROOMS.length) % ROOMS.length][0] });
      byId('tab-' + state.get('tab')).focus();
    }
  });
  state.watch(['tab'], () => {
    ROOMS.forEach(([id], k) => {
      const on = id === state.get('tab');
      byId(id).hidden = !on;
      buttons[k].setAttribute('aria-selected', String(on));
      buttons[k].tabIndex = on ? 0 : -1;
    });
  });
}
