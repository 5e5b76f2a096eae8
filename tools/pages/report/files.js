// --------------------------------------------------------- files: the programs of each input file, found and missing

// The certainties of programs. The best comes first.
const certainties = {
  captured: 'a player uploaded it',
  exact: 'it is stored as a whole, or the only text that the code can build there',
  variant: 'one of several texts that the code can build',
  filled: 'a template, with a value in its hole',
  partial: 'a text of which a part is only known at run time: not a program',
  template: 'a text with a hole that the code replaces: not a program until the hole is filled',
};
const certaintyNames = Object.keys(certainties);

// Returns true if the log of a tapped game was among the inputs.
const hasCapture = (report) => report.programs.some((program) => program.use !== null);

// The uses of a program or a pair in a game, by their names in the manifest.
const uses = {
  drawn: {label: 'drawn', text: 'the game uploaded it and drew with it', isUploaded: true},
  uploaded: {label: 'never drawn', text: 'the game uploaded it, and the log does not have a draw with it', isUploaded: true},
  notUploaded: {label: 'may also be uploaded', text: 'it was found in the file, and the game did not upload it while it was played', isUploaded: false},
  notPlayed: {label: 'not played', text: 'it was found in a game of which there is no log', isUploaded: false},
};
const useOf = (use) => (Object.hasOwn(uses, String(use)) ? uses[use] : {label: 'no capture given', text: '', isUploaded: false});

// Returns the best of several uses; null if none is known.
const bestUse = (some) => Object.keys(uses).find((use) => some.includes(use)) || null;

// Returns the input file of an origin of the index, without the path inside the file.
const fileOf = (origin) => origin.split(/[!\n]/, 1)[0];

const kindsByExtension = {swf: 'SWF', swc: 'SWC', zip: 'ZIP', ane: 'ZIP', apk: 'ZIP', air: 'ZIP'};
const kindsByName = {swf: 'SWF', swc: 'SWC', zip: 'ZIP', log: 'capture log', bytecode: 'bytecode', assembly: 'assembly text', other: 'other file'};
const placeOfLog = -1, placeOfText = -2;  // placeholders for the tag of a SWF

// Returns the kind of a file: from its line in the manifest if it has one, otherwise from its name and content.
function kindOf(file) {
  const {kind} = (file.line || {}).file || {};
  if (kind) return kindsByName[kind];
  const extension = /\.(\w+)$/.exec(file.name);
  const name = extension === null ? '' : extension[1].toLowerCase();
  if (Object.hasOwn(kindsByExtension, name)) return kindsByExtension[name];
  if (file.places.has(placeOfLog) || file.missing.lost > 0) return 'capture log';
  if ([...file.places].some((tag) => tag > 0)) return 'SWF';
  if (file.isNested) return 'container';
  if (file.programs.size > 0) return file.places.has(placeOfText) ? 'assembly text' : 'bytecode';
  return 'other file';
}

// Returns every file of the run with its programs, and the use of each program in this file. Lines about files have
// `file`: {messages, more, missing, kind}.
function filesOf(report) {
  const files = new Map();
  const fileNamed = (name) => {
    if (!files.has(name))
      files.set(name, {name, programs: new Map(), uses: new Map(), places: new Set(), pairs: new Set(), line: null, isNested: false, missing: {}, use: null});
    return files.get(name);
  };
  for (const program of report.programs)
    program.origins.forEach((origin, i) => {
      const file = fileNamed(fileOf(origin));
      const find = program.finds[i] || {};
      if (program.isFile) file.line = program;
      if (program.isFile) file.missing = (program.file || {}).missing || {};
      if (origin.split('\n', 1)[0] !== file.name) file.isNested = true;
      if (program.isFile) return;
      file.places.add(find.tag);
      const best = file.programs.get(program);
      if (best === undefined || certaintyNames.indexOf(find.certainty) < certaintyNames.indexOf(best)) file.programs.set(program, find.certainty);
      file.uses.set(program, bestUse([file.uses.get(program), find.use]));
    });
  for (const file of files.values()) {
    countPairs(file, report);
    file.use = bestUse([...file.uses.values(), ...((file.line || {}).finds || []).map((find) => find.use)]);
  }
  return [...files.values()];
}

// Returns true if the pair is from this file, or if the game in this file uploaded it. `places` are the indices of its
// origins, or null if every file with the program has the pair.
const isPairOf = (file, program, {places}) => places === null || places.some((i) => fileOf(program.origins[i] || '') === file.name);

// Counts the pairs of the file that have both programs in it. Another game may have the same two programs without the
// pair.
function countPairs(file, report) {
  for (const program of file.programs.keys())
    for (const pair of program.pairs)
      if (program.stage === 'vertex' && file.programs.has(report.byKey.get(pair.partner)) && isPairOf(file, program, pair)) file.pairs.add(`${program.hash}+${pair.partner}`);
}

// ---------------------------------------------------------------------------------------------------- missing programs

function classesText(missing) {
  const named = list(missing.classes).map(([name, lines]) => `${name || 'unnamed code'} (${formatNumber(lines)})`);
  const more = missing.classCount - named.length;
  return enumerate(more > 0 ? [...named, plural(more, 'more class', 'more classes')] : named);
}

function tooManyText(missing) {
  const named = list(missing.tooMany).map(String);
  const more = missing.tooManyCount - named.length;
  return enumerate(more > 0 ? [...named, plural(more, 'more class', 'more classes')] : named);
}

function textsText(missing) {
  const parts = ['partial', 'template'].filter((name) => missing[name] > 0).map((name) => `${formatNumber(missing[name])} ${name}`);
  const listed = (missing.partial || 0) + (missing.template || 0) === missing.texts;
  return parts.length === 0 ? '' : ` (${listed ? '' : 'among those that are listed: '}${parts.join(', ')})`;
}

// Returns sentences about the programs of a file that were not found.
function missingOf({missing, programs}) {
  const reasons = [];
  if (missing.uploads > 0)
    reasons.push(programs.size > 1 ? 'Its code uploads programs that were not found, or passes unknown versions of AGAL with them.' :
      `Its code uploads programs, of which ${programs.size === 0 ? 'none was' : 'fewer than two were'} found.`);
  if (missing.lines > 0)
    reasons.push(`${plural(missing.lines, 'string')} that ${missing.lines === 1 ? 'looks' : 'look'} like assembly ` +
      `${missing.lines === 1 ? 'belongs' : 'belong'} to no program, in ${plural(missing.classCount, 'class', 'classes')}: ${classesText(missing)}.`);
  if (missing.texts > 0) reasons.push(`${plural(missing.texts, 'text')} of assembly cannot be completed${textsText(missing)}.`);
  if (missing.tooManyCount > 0) reasons.push(`Code of ${tooManyText(missing)} has more programs than are listed here: each of its choices is in one of them.`);
  if (missing.loads > 0) reasons.push('Its code loads other files, which may have more.');
  if (missing.lost > 0) reasons.push(`${plural(missing.lost, 'record')} of the log ${missing.lost === 1 ? 'is' : 'are'} missing or damaged.`);
  return reasons;
}

// Returns the options of batch that fill the holes in the templates of a file.
function fillOptions(holes) {
  const isSampler = (hole) => /^<.*>$/.test(hole);
  const named = holes.map((hole) => `--fill ${shellWord(`${hole}=${isSampler(hole) ? '<2d,linear,mipnone,clamp>' : 'TEXT'}`)}`);
  return named.join(' ');
}

// Returns the advice for a file with templates.
function fillAdvice(file) {
  const holes = list(file.missing.holes).map(String);
  if (holes.length === 0) return null;
  return make('li', {}, 'To get programs from its templates, fill their holes: ', code(`agalc batch ${shellWord(file.name)} -o OUT ${fillOptions(holes)}`),
    ', or with usual values: ', code('--fill usual'));
}

const canBeCaptured = (missing) => missing.uploads > 0 || missing.lines > 0 || missing.texts > 0 || missing.tooManyCount > 0 || missing.loads > 0;

// Quotes a name as one word of a shell.
const shellWord = (name) => (/^[\w./+-]+$/.test(name) ? name : `'${name.replace(/'/g, "'\\''")}'`);

// Returns true if a log of the run contains the uploads of this game.
const isCaptured = (file) => (file.line || {}).status === 'captured';

// Returns true if playing the game may give more programs, and no log of the game is known.
const isWorthPlaying = (file, report) => canBeCaptured(file.missing) && (file.use === 'notPlayed' || !hasCapture(report));

// Returns sentences about the missing programs of a file, or null.
function reasonsOf(file, report) {
  const {messages = [], more = 0} = (file.line || {}).file || {};
  const counted = missingOf(file);
  // Notes repeat the counts, so they are omitted if there are counts.
  const told = messages.filter(([severity]) => counted.length === 0 || severity > 0);
  const reasons = told.map(([severity, code, message]) =>
    make('li', {}, make(`span.severity.${severityNames[severity]}`, {}, severityNames[severity]), ' ', make('span.code', {}, code), ` ${message}`));
  if (more > 0)
    reasons.push(make('li', {}, make('a', {href: linkTo({}, {key: file.line.key})}, plural(more, 'more message'))));
  if (isCaptured(file)) reasons.push(make('li', {}, 'The log has what the game uploaded while it was played. Its code may build other programs:'));
  reasons.push(...counted.map((text) => make('li', {}, text)));
  reasons.push(fillAdvice(file));
  if (isWorthPlaying(file, report))
    reasons.push(make('li', {}, hasCapture(report) ? 'No log of it is among the files. To get the others, capture what the game uploads: ' :
      'To get the others, capture what the game uploads: ', code(`agalc tap ${shellWord(file.name)} -o game.tapped.swf`)));
  if (reasons.every((reason) => reason === null) && file.programs.size === 0) reasons.push(make('li', {}, 'No program was found in it.'));
  const all = reasons.filter((reason) => reason !== null);
  return all.length === 0 ? null : make('ul.reasons', {}, all);
}

// ----------------------------------------------------------------------------------------------------------- the table

// Returns texts such as "3 exact" and "6 variant", unless all programs are exact.
function certaintyCounts(file) {
  const counts = certaintyNames.map((name) => [name, [...file.programs.values()].filter((other) => other === name).length]);
  const some = counts.filter(([, count]) => count > 0);
  return some.every(([name]) => name === 'exact') ? [] : some.map(([name, count]) => make('span.counts', {}, `${formatNumber(count)} ${name}`));
}

// Returns the number of programs that the game uploaded, and the number of programs that it drew with.
function uploadsCell(file) {
  if (file.use === 'notPlayed') return make('span.dim.played', {title: uses.notPlayed.text}, uses.notPlayed.label);
  const found = [...file.uses.values()];
  const uploaded = found.filter((use) => useOf(use).isUploaded).length;
  const drawn = found.filter((use) => use === 'drawn').length;
  // All programs of the game are only in its log.
  if (found.length === 0 && useOf(file.use).isUploaded) return make('span.dim.played', {title: 'its log has what it uploaded'}, 'in its log');
  if (uploaded === 0) return make('span.dim', {}, '0');
  return [formatNumber(uploaded), make('span.counts', {}, drawn === uploaded ? 'all drawn' : `${formatNumber(drawn)} drawn`)];
}

function fileRows(file, number, report, withUploads) {
  const id = `file${number}`;
  const href = file.line === null ? linkTo({}, {file: file.name}) : linkTo({}, {key: file.line.key});
  const counts = certaintyCounts(file);
  const reasons = reasonsOf(file, report);
  const rows = [make('tr', {},
    make('th', {scope: 'row', id}, make('a', {href}, shortName(file.name, [], placeEndLetters))),
    make('td', {}, kindOf(file)),
    make('td.number', {}, file.programs.size === 0 ? make('span.dim', {}, '0') :
      make('a', {href: linkTo({}, {file: file.name})}, formatNumber(file.programs.size)), counts),
    withUploads && make('td.number', {}, uploadsCell(file)),
    make('td.number', {}, file.pairs.size === 0 ? make('span.dim', {}, '0') : formatNumber(file.pairs.size)))];
  if (reasons !== null) rows.push(make('tr.why', {}, make('td', {colspan: rows[0].children.length, headers: id}, reasons)));
  return make('tbody', {}, rows);
}

const filesAtOnce = 12;

// Returns the table of files. Files that may have more programs than were found come first.
function filesTable(report) {
  const files = filesOf(report);
  if (files.length === 0) return null;
  const withUploads = hasCapture(report);
  const short = (file) => (file.line === null || isCaptured(file) ? 1 : 0);
  files.sort((a, b) => short(a) - short(b) || (a.name < b.name ? -1 : 1));
  const heads = ['file', 'kind', 'programs', ...(withUploads ? ['uploaded'] : []), 'pairs'];
  const table = make('table.files', {}, make('caption.for-readers', {}, 'Files, with the programs found in each'),
    make('thead', {}, make('tr', {}, heads.map((head, i) => make(i > 1 ? 'th.number' : 'th', {scope: 'col'}, head)))));
  let shown = 0;
  const showMore = () => {
    table.append(...files.slice(shown, shown + filesAtOnce).map((file, i) => fileRows(file, shown + i, report, withUploads)));
    shown = Math.min(files.length, shown + filesAtOnce);
    more.textContent = `${formatNumber(files.length - shown)} more`;
    if (shown === files.length) more.remove();
  };
  const more = make('button.more', {type: 'button', onclick: showMore});
  const section = make('section', {}, make('h2', {}, 'Files'), table, more);
  showMore();
  if (files.some((file) => isWorthPlaying(file, report)))
    section.append(make('p.dim', {}, 'Most engines build their programs while the game runs, where no search of a file can find them. Play the tapped file in place of the game, then give the log of the player to ',
      code('agalc batch'), ' together with the game.'));
  return section;
}

// Returns the number of programs of each certainty, unless all are exact.
function certaintyTable(report) {
  const counts = new Map(tally(report.programs.filter((program) => !program.isFile), (program) => [program.certainty]));
  for (const {file} of report.programs)
    for (const name of ['partial', 'template'])
      if (file && file.missing && file.missing[name] > 0) counts.set(name, (counts.get(name) || 0) + file.missing[name]);
  const some = certaintyNames.filter((name) => counts.has(name));
  if (some.every((name) => name === 'exact')) return null;
  const rows = some.map((name) => [
    name,
    name === 'partial' || name === 'template' ? formatNumber(counts.get(name)) :
      make('a', {href: linkTo({}, {certainty: name})}, formatNumber(counts.get(name))),
    certainties[name],
  ]);
  return make('section', {}, make('h2', {}, 'Certainty'), tableOf(['certainty', 'count', 'meaning'], rows, 'certainty'));
}
