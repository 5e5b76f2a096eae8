// --------------------------------------------------------------------------------------------- list: the programs

const rowHeight = 52;

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

// The list of programs in `container`. Its rows are {program, members}. `choose` is called with the program of a row that
// was clicked.
class ProgramList extends VirtualList {
  constructor(container, report, choose) {
    super(container, {heightOf: () => rowHeight, makeRow: (item, position) => this.rowOf(item, position), choose: ({program}) => choose(program)});
    this.report = report;
  }

  show(items, chosen) {
    super.show(items, items.findIndex((item) => item.members.includes(chosen)));
  }

  rowOf(item, position) {
    const {program} = item;
    const neighbors = [this.items[position - 1], this.items[position + 1]].filter(Boolean).map((other) => other.program.label);
    const lack = lackOfProgram(program, this.report);
    return make(`div.row.${program.status}`, {},
      thumbnailOf(program, lack),
      make('div.name', {}, shortName(program.label, neighbors)),
      make('div.label', {}, make('span.facts', {}, rowLabel(item, this.report)), rowRemarks(item, lack)));
  }
}
