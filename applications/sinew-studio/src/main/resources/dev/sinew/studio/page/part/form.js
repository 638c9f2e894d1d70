/** A form generated from the fields of a request; names, help, bounds and defaults come from the server. */
import { el } from 'sinew/ui/dom.js';
import { labelOf } from '/studio/part/words.js';

/** Fields that are always visible; the others are collapsed. */
const FIRST = ['bones', 'error', 'influences', 'boneType', 'shading', 'detail', 'blendBones', 'operator', 'bonesPerVertex', 'virtualBones', 'method', 'handles', 'domain', 'from', 'edits', 'examples'];

let forms = 0;

/**
 * @param fields as returned by /api/forms
 * @param values initial values by name
 * @param files suggestions for file fields
 * @return element, and values(), which contains only fields that are filled in
 */
export function makeForm(fields, values, files) {
  const id = 'form' + forms++;
  const inputs = fields.map((field) => makeInput(field, values[field.name], id));
  const shown = (field) => FIRST.includes(field.name) || field.required;
  const open = inputs.filter(({ field }) => shown(field));
  const groups = Map.groupBy ? Map.groupBy(inputs.filter(({ field }) => !shown(field)), ({ field }) => field.heading) : grouped(inputs.filter(({ field }) => !shown(field)));
  const lists = el('datalist', { id: id + '-files' }, ...files.map((value) => el('option', { value })));
  const more = [...groups].map(([heading, rows]) => {
    const details = el('details', { open: rows.some(({ filled }) => filled()) }, el('summary', {}, heading || 'More options'), ...rows.map(({ row }) => row));
    return details;
  });
  return {
    element: el('div', { className: 'fields' }, lists, ...open.map(({ row }) => row), ...more),
    values: () => Object.fromEntries(inputs.filter(({ filled }) => filled()).map(({ field, value }) => [field.name, value()])),
  };
}

function grouped(inputs) {
  const groups = new Map();
  inputs.forEach((input) => groups.set(input.field.heading, [...(groups.get(input.field.heading) ?? []), input]));
  return groups;
}

function makeInput(field, value, form) {
  const id = `${form}-${field.name}`;
  const kind = field.type === 'boolean' ? flag : field.words.length > 0 ? choice : text;
  const input = kind(field, value, id, form);
  const label = el('label', { htmlFor: id }, labelOf(field.name), field.required ? el('i', { title: 'Required' }, ' *') : '');
  const help = el('small', { id: id + '-help' }, field.help);
  input.element.setAttribute('aria-describedby', id + '-help');
  const row = el('div', { className: 'field', 'data-field': field.name, 'data-type': field.type }, label, input.element, help);
  return { field, row, filled: input.filled, value: input.value };
}

function flag(field, value, id) {
  const element = el('input', { type: 'checkbox', id, checked: value === true || value === 'true' });
  return { element, filled: () => element.checked, value: () => true };
}

function choice(field, value, id) {
  const first = el('option', { value: '' }, field.usual ? `Default (${field.usual})` : 'Default');
  const element = el('select', { id }, first, ...field.words.map((word) => el('option', { value: word }, word)));
  element.value = value ?? '';
  return { element, filled: () => element.value !== '', value: () => element.value };
}

function text(field, value, id, form) {
  const numeric = ['integer', 'long', 'double'].includes(field.type) && !field.several;
  const element = el('input', { type: 'text', id, inputMode: numeric ? 'decimal' : 'text', placeholder: field.usual || field.label, spellcheck: false, autocomplete: 'off' });
  if (field.type === 'path') {
    element.setAttribute('list', form + '-files');
  }
  element.value = Array.isArray(value) ? value.join(', ') : (value ?? '');
  const several = () => element.value.split(',').map((part) => part.trim()).filter(Boolean);
  const one = () => (numeric && Number.isFinite(Number(element.value)) ? Number(element.value) : element.value.trim());
  return { element, filled: () => element.value.trim() !== '', value: () => (field.several ? several() : one()) };
}
