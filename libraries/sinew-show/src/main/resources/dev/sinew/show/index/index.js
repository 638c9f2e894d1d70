'use strict';
const { title, bounds, rows } = JSON.parse(document.getElementById('data').textContent);

const at = (tree, path) => path.split('.').reduce((place, name) => (place == null ? undefined : place[name]), tree);
const total = row => Object.values(row.seconds ?? {}).reduce((sum, one) => sum + one, 0) || undefined;
const short = value => (value === undefined || value === null ? '' : Number(value.toPrecision(3)).toString());

/** @type {{name: string, of: function, text?: function, metric?: string, number?: boolean}[]} */
const columns = [
  { name: 'piece', of: row => row.asset },
  { name: 'status', of: row => row.status },
  { name: 'bones', of: row => at(row, 'result.bones'), number: true },
  { name: 'E_RMS', of: row => at(row, 'error.erms'), text: short, number: true, metric: 'erms' },
  { name: 'RMSE %', of: row => at(row, 'error.rmsePercent'), text: short, number: true, metric: 'rmsePercent' },
  { name: 'shading °', of: row => at(row, 'error.normals.matrix.mean'), text: short, number: true, metric: 'normals.matrix.mean' },
  { name: 'kB', of: row => at(row, 'result.fileBytes'), text: bytes => (bytes === undefined ? '' : (bytes / 1000).toFixed(0)), number: true },
  { name: 'seconds', of: total, text: short, number: true },
];

let sorted = { column: columns[0], ascending: true };

function element(name, content, className) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...[content ?? ''].flat());
  return made;
}

function link(text, file) {
  const a = element('a', text);
  a.href = file.split('/').map(encodeURIComponent).join('/');
  return a;
}

function compare(a, b) {
  const [x, y] = [sorted.column.of(a), sorted.column.of(b)];
  // Rows without a value come last in both directions.
  if (x === undefined || y === undefined) return (x === undefined) - (y === undefined);
  const order = typeof x === 'number' ? x - y : String(x).localeCompare(String(y), undefined, { numeric: true });
  return sorted.ascending ? order : -order;
}

function piece(row) {
  const name = row.report ? link(row.asset, row.report) : element('span', row.asset);
  const done = row.status === 'done' || row.status === 'current';
  const below = row.message ? element('span', row.message, 'sentence') : done ? link(row.output, row.output) : '';
  return [name, document.createElement('br'), below];
}

function line(row) {
  const tr = element('tr', [], row.status === 'failed' ? 'failed' : '');
  const picture = element('td');
  if (row.thumbnail) {
    const img = document.createElement('img');
    img.src = row.thumbnail.split('/').map(encodeURIComponent).join('/');
    img.alt = '';
    img.loading = 'lazy';
    picture.replaceChildren(img);
  }
  tr.append(picture);
  for (const column of columns) {
    const value = column.of(row);
    const over = column.metric in bounds && value > bounds[column.metric];
    const content = column === columns[0] ? piece(row) : (column.text ?? (x => x ?? ''))(value);
    tr.append(element('td', content, `${column.number ? 'number' : ''} ${over ? 'over' : ''}`.trim()));
  }
  return tr;
}

function draw() {
  const words = document.getElementById('find').value.toLowerCase();
  const status = document.getElementById('status').value;
  const seen = rows.filter(row => (!status || row.status === status)
    && `${row.asset} ${row.output} ${row.message ?? ''}`.toLowerCase().includes(words));
  document.querySelector('tbody').replaceChildren(...[...seen].sort(compare).map(line));
  document.getElementById('none').hidden = seen.length > 0;
  for (const th of document.querySelectorAll('th[data-column]')) {
    if (th.dataset.column === sorted.column.name) th.ariaSort = sorted.ascending ? 'ascending' : 'descending';
    else th.removeAttribute('aria-sort');
  }
}

function head() {
  const cells = columns.map(column => {
    const button = element('button', column.name);
    button.onclick = () => {
      sorted = { column, ascending: sorted.column === column ? !sorted.ascending : true };
      draw();
    };
    const th = element('th', button, column.number ? 'number' : '');
    th.dataset.column = column.name;
    return th;
  });
  document.querySelector('thead tr').append(element('th'), ...cells);
}

const counts = {};
for (const row of rows) counts[row.status] = (counts[row.status] ?? 0) + 1;
document.title = title;
document.querySelector('h1').textContent = title;
document.getElementById('counts').textContent =
  `${rows.length} ${rows.length === 1 ? 'piece' : 'pieces'}: ${Object.entries(counts).map(([status, count]) => `${count} ${status}`).join(', ')}`;
for (const status of Object.keys(counts)) document.getElementById('status').append(element('option', status));
document.getElementById('find').oninput = draw;
document.getElementById('status').onchange = draw;
head();
draw();
