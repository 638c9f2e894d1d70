/** DOM helpers. */

export function byId(id) {
  return document.getElementById(id);
}

/** Creates an element with properties (names with a dash become attributes) and children. */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes('-') || name === 'role' || name === 'for') {
      element.setAttribute(name, value);
    } else {
      element[name] = value;
    }
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

const PATHS = {
  play: '<path d="M4.5 2.8v10.4L13 8z" fill="currentColor" stroke="none"/>',
  pause: '<path d="M5 3v10M11 3v10" stroke-width="2.6"/>',
  next: '<path d="M6 3.5 10.5 8 6 12.5"/>',
  previous: '<path d="M10 3.5 5.5 8 10 12.5"/>',
  sun: '<circle cx="8" cy="8" r="2.8"/><path d="M8 1.2v1.6M8 13.2v1.6M1.2 8h1.6M13.2 8h1.6M3.2 3.2l1.1 1.1M11.7 11.7l1.1 1.1M3.2 12.8l1.1-1.1M11.7 4.3l1.1-1.1"/>',
  moon: '<path d="M13 9.6A5.6 5.6 0 0 1 6.4 3 5.6 5.6 0 1 0 13 9.6z"/>',
  copy: '<rect x="5.5" y="5.5" width="8" height="8" rx="1.4"/><path d="M10.5 3.2V2.5H3.9A1.4 1.4 0 0 0 2.5 3.9v6.6h.7"/>',
  bones: '<path d="M4.2 11.8 11.8 4.2"/><circle cx="3.6" cy="12.4" r="1.7"/><circle cx="12.4" cy="3.6" r="1.7"/>',
  wires: '<path d="M2.5 4.5 8 2l5.5 2.5v7L8 14l-5.5-2.5zM2.5 4.5 8 7.5l5.5-3M8 7.5V14M2.5 11.5 8 7.5l5.5 4"/>',
  shapes: '<path d="M2 11.5c2.5 0 3-7 6-7s3.5 7 6 7"/><path d="M2 13.5h12" stroke-dasharray="1.5 1.5"/>',
  follow: '<circle cx="8" cy="8" r="2.2"/><path d="M8 1.6v3M8 11.4v3M1.6 8h3M11.4 8h3"/>',
  frame: '<path d="M2.5 5.5v-3h3M10.5 2.5h3v3M13.5 10.5v3h-3M5.5 13.5h-3v-3"/>',
};

/** A decorative 16×16 icon; the button that contains it has the label. */
export function icon(name) {
  const holder = el('span', { className: 'icon', 'aria-hidden': 'true' });
  holder.innerHTML = `<svg viewBox="0 0 16 16">${PATHS[name]}</svg>`;
  return holder;
}

let groups = 0;

/**
 * A row of exclusive choices.
 *
 * @param choices [value, words] pairs
 */
export function segments(label, choices, chosen, choose) {
  const group = 'choice' + groups++;
  const inputs = choices.map(([value]) => {
    const input = el('input', { type: 'radio', name: group, value, checked: value === chosen });
    input.addEventListener('change', () => choose(value));
    return input;
  });
  const rows = choices.map(([value, words], k) => el('label', { title: words }, inputs[k], el('span', {}, words)));
  const element = el('div', { className: 'segments', role: 'radiogroup', 'aria-label': label }, ...rows);
  element.show = (value) => inputs.forEach((input) => (input.checked = input.value === String(value)));
  return element;
}

/** A toggle button. */
export function toggle(iconName, words, key, press) {
  const title = `${words} (${key})`;
  const button = el('button', { type: 'button', className: 'toggle', title, 'aria-pressed': 'false', 'aria-label': words }, icon(iconName), el('span', {}, words));
  button.addEventListener('click', press);
  button.show = (on) => button.setAttribute('aria-pressed', String(Boolean(on)));
  return button;
}
