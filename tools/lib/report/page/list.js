// ------------------------------------------------------------------ list: thousands of rows, of which those in sight exist

const rowHeight = 52;
const spareRows = 6;  // above and below the visible ones

// The name of the file, after its folder.
function nameParts(stem) {
  const at = stem.lastIndexOf('/') + 1;
  return [stem.slice(0, at), stem.slice(at)];
}

// The length of the common prefix of two texts.
function commonLength(a, b) {
  let length = 0;
  while (length < a.length && a[length] === b[length]) ++length;
  return length;
}

const endLetters = 14;

// A name in parts: the folder and the rest, as far as both neighbors in the list have the same; the part that differs from
// one neighbor; the part that differs from the other; and the last letters. In narrow columns, letters are left out of the
// first part first, and so on. The beginnings of the differing parts, and all of the last part, are always visible.
function rowParts(stem, neighbors) {
  const whole = (at) => (/[\udc00-\udfff]/.test(stem[at] || '') ? at - 1 : at);  // no letter is cut in two
  const end = whole(Math.max(0, stem.length - endLetters));
  const common = neighbors.map((other) => whole(Math.min(end, commonLength(stem, other))));
  const first = Math.min(end, ...common);
  const folder = Math.min(first, stem.lastIndexOf('/') + 1);
  const cuts = [0, folder, first, Math.max(first, ...common), end, stem.length];
  const texts = cuts.slice(1).map((cut, i) => stem.slice(cuts[i], cut));
  return ['folder', 'shared', 'own', 'own', 'end'].map((kind, i) => {
    const long = texts[i].length > 4 ? '.long' : '';  // with room for an ellipsis
    return texts[i] !== '' && make(`span.${kind}${long}`, {}, texts[i]);
  });
}

function rowLabel(program) {
  if (program.isFile) return statusLabels[program.status];
  return `${program.stage} · AGAL ${program.version} · ${plural(program.tokens, 'token')}`;
}

// The status of a program, as one word.
function rowRemark(program) {
  const error = program.rules.find((rule) => rule.severity === 'error');
  if (error !== undefined && program.status !== 'accepted') return make('span.remark.error', {}, error.code);
  if (program.lacking.length > 0) return make('span.remark.warning', {}, `not in ${plural(program.lacking.length, 'target')}`);
  const warning = program.rules.find((rule) => rule.severity === 'warning');
  return warning === undefined ? null : make('span.remark.warning', {}, warning.code);
}

function thumbnailOf(program) {
  const picture = firstPicture(program);
  if (picture !== null) return make('img', {src: picture.address, alt: '', decoding: 'async'});
  return make(`span.glyph.${program.stage || 'none'}`, {'aria-hidden': 'true'}, (program.stage || '?')[0].toUpperCase());
}

// The list in `container`. `choose` is called with a program that was clicked.
class ProgramList {
  constructor(container, choose) {
    this.container = container;
    this.items = [];
    this.chosen = -1;
    this.rows = new Map();  // by position
    this.space = make('div.space', {role: 'presentation'});
    container.append(this.space);
    this.draw = this.draw.bind(this);
    container.addEventListener('scroll', oncePerFrame(this.draw), {passive: true});
    addEventListener('resize', oncePerFrame(this.draw));
    container.addEventListener('click', (event) => {
      const row = event.target.closest('[role=option]');
      if (row !== null) choose(this.items[Number(row.dataset.position)]);
    });
  }

  show(items, chosen) {
    const changed = items !== this.items;
    this.items = items;
    this.chosen = items.indexOf(chosen);
    if (changed) {
      this.space.style.height = `${items.length * rowHeight}px`;
      this.forget();
      this.container.scrollTop = 0;
    }
    this.reveal();
    this.draw();
    for (const [position, row] of this.rows) this.mark(row, position);
  }

  // Recreates the rows, after pictures have been loaded.
  refresh() {
    this.forget();
    this.draw();
  }

  forget() {
    for (const row of this.rows.values()) row.remove();
    this.rows.clear();
  }

  // Scrolls just enough to show the selected row.
  reveal() {
    if (this.chosen < 0) return;
    const top = this.chosen * rowHeight;
    const height = this.container.clientHeight;
    if (top < this.container.scrollTop) this.container.scrollTop = top;
    else if (top + rowHeight > this.container.scrollTop + height) this.container.scrollTop = top + rowHeight - height;
  }

  draw() {
    const seen = Math.ceil(this.container.clientHeight / rowHeight);
    const first = Math.max(0, Math.floor(this.container.scrollTop / rowHeight) - spareRows);
    const last = Math.min(this.items.length, first + seen + 2 * spareRows);
    for (const [position, row] of this.rows) {
      if (position >= first && position < last) continue;
      row.remove();
      this.rows.delete(position);
    }
    const fresh = document.createDocumentFragment();
    for (let position = first; position < last; ++position) {
      if (this.rows.has(position)) continue;
      const row = this.make(position);
      this.rows.set(position, row);
      fresh.append(row);
    }
    this.space.append(fresh);
  }

  make(position) {
    const program = this.items[position];
    const neighbors = [this.items[position - 1], this.items[position + 1]].filter(Boolean).map((other) => other.stem);
    const row = make(`div.row.${program.status}`,
      {role: 'option', id: 'row' + position, 'data-position': position, 'aria-posinset': position + 1, 'aria-setsize': this.items.length},
      thumbnailOf(program),
      make('div.name', {title: program.stem}, rowParts(program.stem, neighbors)),
      make('div.label', {}, make('span', {}, rowLabel(program)), rowRemark(program)));
    row.style.top = `${position * rowHeight}px`;
    this.mark(row, position);
    return row;
  }

  mark(row, position) {
    const chosen = position === this.chosen;
    row.setAttribute('aria-selected', String(chosen));
    if (chosen) this.container.setAttribute('aria-activedescendant', row.id);
  }
}
