// -------------------------------------------------------- list: thousands of rows; only the visible ones exist as elements

const rowHeight = 52;
const spareRows = 6;  // rows above and below the visible ones

function rowLabel({program, members}, report) {
  if (program.isFile) return statusLabels[program.status] || `${program.status} file`;
  const version = report.versions.length > 1 ? ` · AGAL ${program.version}` : '';
  const variants = members.length > 1 ? ` · ${formatNumber(members.length)} variants` : '';
  return `${program.stage}${variants} · ${plural(program.tokens, 'token')}${version}`;
}

// Returns the first error of a rejected program, the number of targets that cannot express the program, or its first
// warning; otherwise null.
function statusRemark(program) {
  const error = program.rules.find((rule) => rule.severity === 'error');
  if (error !== undefined && program.status !== 'accepted') return make('span.remark.error', {}, error.code);
  if (program.lacking.length > 0) return make('span.remark.warning', {}, `not in ${plural(program.lacking.length, 'target')}`);
  const warning = program.rules.find((rule) => rule.severity === 'warning');
  return warning === undefined ? null : make('span.remark.warning', {}, warning.code);
}

// Returns the best use and the number of variants that have it: "drawn" or, for several variants, "1 of 10 drawn".
function useRemark(members) {
  const best = Object.keys(uses).find((use) => members.some((program) => program.use === use));
  const count = members.filter((program) => (best === 'drawn' ? program.use === 'drawn' : useOf(program.use).isUploaded)).length;
  const label = count === members.length || !uses[best].isUploaded ? uses[best].label :
    `${formatNumber(count)} of ${formatNumber(members.length)} ${best === 'drawn' ? 'drawn' : 'uploaded'}`;
  return make(best === 'drawn' ? 'span.remark.good' : 'span.remark', {title: uses[best].text}, label);
}

// Returns the additional texts of a row: the certainty of the program, and the reason why it does not have a picture.
function rowRemarks({program, members}, lack) {
  const remarks = [];
  if (program.use !== null) remarks.push(useRemark(members));
  else if (program.certainty && program.certainty !== 'exact')
    remarks.push(make('span.remark', {title: certainties[program.certainty]}, program.certainty));
  if (lack !== null && program.status === 'accepted')
    remarks.push(make('span.remark', {title: `No picture: ${lack.text}.`}, make('span.for-readers', {}, 'no picture: '), lack.brief));
  return [...remarks, statusRemark(program)];
}

function thumbnailOf(program, lack) {
  const picture = firstPicture(program);
  if (picture !== null) return make('img', {src: picture.address, alt: '', decoding: 'async'});
  return make(`span.glyph.${program.stage || 'none'}`, {'aria-hidden': 'true', title: lack && `No picture: ${lack.text}.`},
    (program.stage || '?')[0].toUpperCase());
}

// The list in `container`. Its rows are {program, members}. `choose` is called with the program of a row that was
// clicked.
class ProgramList {
  constructor(container, report, choose) {
    this.container = container;
    this.report = report;
    this.items = [];
    this.chosen = -1;
    this.rows = new Map();  // keys are positions
    this.space = make('div.space', {role: 'presentation'});
    container.append(this.space);
    this.draw = this.draw.bind(this);
    container.addEventListener('scroll', oncePerFrame(this.draw), {passive: true});
    addEventListener('resize', oncePerFrame(this.draw));
    container.addEventListener('click', (event) => {
      const row = event.target.closest('[role=option]');
      if (row !== null) choose(this.items[Number(row.dataset.position)].program);
    });
  }

  show(items, chosen) {
    const changed = items !== this.items;
    this.items = items;
    this.chosen = items.findIndex((item) => item.members.includes(chosen));
    if (changed) {
      this.space.style.height = `${items.length * rowHeight}px`;
      this.forget();
      this.container.scrollTop = 0;
    }
    this.reveal();
    this.draw();
    for (const [position, row] of this.rows) this.mark(row, position);
  }

  // Recreates the rows after pictures have been loaded.
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
    const item = this.items[position];
    const {program} = item;
    const neighbors = [this.items[position - 1], this.items[position + 1]].filter(Boolean).map((other) => other.program.label);
    const lack = lackOfProgram(program, this.report);
    const row = make(`div.row.${program.status}`,
      {role: 'option', id: 'row' + position, 'data-position': position, 'aria-posinset': position + 1, 'aria-setsize': this.items.length},
      thumbnailOf(program, lack),
      make('div.name', {}, shortName(program.label, neighbors)),
      make('div.label', {}, make('span.facts', {}, rowLabel(item, this.report)), rowRemarks(item, lack)));
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
