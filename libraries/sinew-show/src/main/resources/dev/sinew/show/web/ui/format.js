/** Formats numbers. */

/** About four significant digits, with thin spaces between thousands. */
export function number(value) {
  if (value === null || value === undefined) {
    return '–';
  }
  if (typeof value !== 'number') {
    return String(value);
  }
  if (Number.isInteger(value)) {
    return grouped(String(Math.abs(value)), value < 0);
  }
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e7)) {
    return value.toExponential(2);
  }
  const digits = Math.max(0, Math.min(6, 3 - Math.floor(Math.log10(size || 1))));
  const [whole, fraction] = size.toFixed(digits).split('.');
  return grouped(whole, value < 0) + (fraction ? '.' + fraction : '');
}

function grouped(digits, negative) {
  return (negative ? '−' : '') + (digits.length > 4 ? digits.replace(/\B(?=(\d{3})+$)/g, '\u202f') : digits);
}

/** An axis label with as few digits as possible. */
export function tick(value) {
  const digits = Number(value.toPrecision(6));
  return Math.abs(digits) >= 1e4 ? number(digits) : String(digits).replace('-', '−');
}

/** Three digits are enough for values that change. */
export function percent(value) {
  return value.toFixed(value < 0.1 ? 4 : value < 10 ? 3 : 2) + ' %';
}

/** The next of … 1, 2, 5, 10 … that is not smaller. */
export function niceAbove(value) {
  if (!(value > 0)) {
    return 0.001;
  }
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 5, 10].find((nice) => nice * power >= value * (1 - 1e-9));
  return Number((step * power).toPrecision(3));
}

/** The neighbour of a round number, up or down. */
export function niceStep(value, up) {
  return up ? niceAbove(value * 1.01) : niceBelow(value);
}

function niceBelow(value) {
  const power = 10 ** Math.floor(Math.log10(value * 0.999));
  const step = [5, 2, 1].find((nice) => nice * power < value * 0.999) ?? 0.5;
  return Number((step * power).toPrecision(3));
}
