// ----------------------------------------------------------------------------------- program: the page about one program

const tagNames = {72: 'DoABC', 76: 'SymbolClass', 82: 'DoABC', 87: 'DefineBinaryData'};

// ------------------------------------------------------------------------------------------------------- diagnostics

function explanationOf(code, report) {
  const rule = Object.hasOwn(report.rules, code) ? report.rules[code] : null;
  if (rule === null) return null;
  return make('details.explanation', {}, make('summary', {}, `agalc explain ${code}`), make('pre', {}, rule.explanation));
}

const diagnosticsAtOnce = 2; // so that the code begins on the first screen

function diagnosticsOf(details, report) {
  if (details.diagnostics.length === 0) return null;
  const boxes = details.diagnostics.map((diagnostic) => diagnosticBox(diagnostic, explanationOf(diagnostic.code, report)));
  const rest = boxes.slice(diagnosticsAtOnce);
  return make('section.diagnostics', {}, make('h2', {}, 'Diagnostics'), boxes.slice(0, diagnosticsAtOnce),
    rest.length > 0 && moreButton(`${formatNumber(rest.length)} more`, () => rest));
}

// ----------------------------------------------------------------------------------------------------------- head, pairs

function chip(text, kind = '') {
  return make(kind ? `span.chip.${kind}` : 'span.chip', {}, text);
}

function headOf(program, details) {
  const {before, own} = nameParts(program.label);
  return make('header.program', {},
    make('h1', {}, before && make('span.folder', {}, breakable(before)), own),
    make('p.chips', {},
      chip(statusLabels[program.status] || program.status, program.status),
      !program.isFile && [chip(`${program.stage} program`), chip(`AGAL ${program.version}`), chip(plural(program.tokens, 'token')), chip(details.form)],
      program.certainty && make('span.chip', {title: certainties[program.certainty]}, program.certainty),
      !program.isFile && chip(useOf(program.use).label, program.use === 'drawn' ? 'accepted' : ''),
      program.hash && make('span.hash', {}, make('code', {}, program.hash), copyButton(program.hash, 'the hash'))));
}

function pairBox(program, pair, others, report, view) {
  const partner = report.byKey.get(pair.partner);
  const picture = pictureOf(pair.picture);
  const reason = lackOfPicture(program, pair, report);
  const name = partner === undefined ? pair.partner : partner.label;
  const recorded = recordedOf(program, pair, report);
  return make('figure.pair', {},
    picture && picture.address ? make('img', {src: picture.address, alt: `Drawn with ${name}`}) : null,
    make('figcaption', {},
      partner === undefined ? make('span', {}, name) : make('a', {href: linkTo(view, {key: partner.key, tab: ''})}, breakable(name)),
      make('span.dim', {}, pair.evidence),
      pair.materials.length > 0 && make('span', {}, 'Materials: ', make('code', {}, pair.materials.join(', '))),
      make('span.dim', {}, reason === null ? pictureText[picture.constants] + (picture.isOfVariant ? ' The picture is that of a sampler variant.' : '') : `No picture: ${reason}.`),
      recorded && make('a.recorded', {href: recorded.address}, recordedText(recorded)),
      pair.use !== null && make(pair.use === 'drawn' ? 'span.good' : 'span.dim', {}, pairUse(pair)),
      others.length > 0 && make('span.dim', {}, `And with ${plural(others.length, 'sampler variant')} of it.`)));
}

const pictureText = {
  recorded: 'As the game drew it.',
  game: 'Drawn with the constants of the first draw; the shape and textures are made up.',
  instead: 'Drawn with made-up inputs: the constants of the game show nothing on the made-up shape.',
  'made-up': 'Drawn with made-up inputs.',
};

const recordedText = ({game, draw, count}) => `Draw ${draw} of ${game}${count > 1 ? `, the first of ${formatNumber(count)}` : ''}`;

const pairUse = ({use, uploads}) =>
  (use === 'notPlayed' ? 'No game with this pair was played.' : use === 'notUploaded' ? 'The game did not upload this pair.' :
    `The game uploaded this pair${uploads > 0 ? ` ${timesText(uploads)}` : ''}${use === 'drawn' ? ' and drew with it' : ', and never drew with it'}.`);

// Partners that differ only in the options of their samplers share a box. The box shows a partner that the game drew,
// if there is one.
function foldPairs(pairs, report) {
  const rows = new Map();
  for (const pair of pairs) {
    const partner = report.byKey.get(pair.partner);
    const key = partner === undefined ? pair.partner : partner.variants[0].key;
    const row = rows.get(key);
    if (row === undefined) rows.set(key, {pair, others: []});
    else if (pair.use === 'drawn' && row.pair.use !== 'drawn') rows.set(key, {pair, others: [row.pair, ...row.others]});
    else row.others.push(pair);
  }
  return [...rows.values()];
}

const pairsAtOnce = 4;

// Returns the pairs. Pairs with pictures come first.
function pairsOf(program, details, report, view) {
  if (program.isFile) return null;
  if (program.pairs.length === 0)
    return make('section', {}, make('h2', {}, 'Pairs'), make('p.dim', {}, 'No picture: the program is not part of a pair.'));
  const seen = (pair) => (pictureOf(pair.picture) || {}).address !== undefined;
  const pairs = program.pairs.map((pair, i) => ({...pair, evidence: details.pairs[i].evidence, materials: details.pairs[i].materials ?? []}));
  const sorted = [...pairs.filter(seen), ...pairs.filter((pair) => !seen(pair))];
  const folded = foldPairs(sorted, report);
  const boxes = (some) => some.map(({pair, others}) => pairBox(program, pair, others, report, view));
  const grid = make('div.pairs', {}, boxes(folded.slice(0, pairsAtOnce)));
  const rest = folded.slice(pairsAtOnce);
  const more = rest.length > 0 && moreButton(`${formatNumber(rest.length)} more`, () => grid.append(...boxes(rest)));
  return make('section', {}, make('h2', {}, program.stage === 'vertex' ? 'Paired fragment programs' : 'Paired vertex programs'), grid, more);
}

// ------------------------------------------------------------------------------------------------------ sampler variants

const variantsAtOnce = 24;

// Returns the first condition or value of the code that makes the program, and the number of the others.
function detailsText(program) {
  const texts = [...new Set(program.conditions)];
  return texts.length === 0 ? '' : texts.length === 1 ? texts[0] : `${texts[0]} (and ${plural(texts.length - 1, 'other way', 'other ways')})`;
}

// Returns the programs that differ only in the options of their samplers, with the use of each. Programs that the game
// drew with come first. Programs with the same use are sorted by their options.
function variantsOf(program, report, view) {
  const variants = [...program.variants].sort((a, b) => useRank(a) - useRank(b) || String(a.samplers).localeCompare(String(b.samplers), 'en'));
  if (variants.length < 2) return null;
  const rowOf = (variant) => [
    variant === program ? make('strong', {}, variant.samplers.join(' · ')) :
      make('a', {href: linkTo(view, {key: variant.key})}, variant.samplers.join(' · ')),
    detailsText(variant),
    hasCapture(report) ? useOf(variant.use).label : '',
  ];
  const heads = ['samplers', 'condition', 'game'];
  const table = tableOf(heads, variants.slice(0, variantsAtOnce).map(rowOf));
  const rest = variants.length - variantsAtOnce;
  const more = rest > 0 && moreButton(`${formatNumber(rest)} more`, () => table.replaceWith(tableOf(heads, variants.map(rowOf))));
  return make('section.variants', {}, make('h2', {}, `${formatNumber(variants.length)} sampler variants`),
    make('p.dim', {}, 'These programs are the same but for the options of their samplers.'), table, more);
}

// ------------------------------------------------------------------------------------------------------------------ code

// Returns the tabs: the assembly, then each output, then the targets that cannot express the program.
function tabsOf(program, details, report) {
  const tabs = [];
  if (details.assembly) tabs.push({name: 'agal', label: 'AGAL', file: details.assembly, language: 'agal'});
  for (const output of details.outputs)
    tabs.push({name: output.target, label: output.target, file: output, language: report.families[output.target],
      proof: program.proofs.find((proof) => proof.target === output.target)});
  for (const lack of program.lacking)
    tabs.push({name: lack.target, label: lack.target, lack});
  return tabs;
}

// Returns the numbers of the lines of an assembly text that are tokens, from 0.
const tokenLines = (text) => text.split('\n').map((line) => line.trim()).flatMap((line, i) =>
  (line !== '' && !line.startsWith('//') && (!line.startsWith('.') || line.startsWith('.token')) ? [i] : []));

// Returns the attributes of a line by its number: the marks of messages about its token.
function marksOf(text, diagnostics) {
  const lines = tokenLines(text);
  const marks = new Map(diagnostics.map(({token, severity, code: rule, message}) =>
    [lines[token - 1], {class: `line marked ${severity === 'error' ? 'error' : 'warning'}`, title: `${rule}: ${message}`}]));
  return (i) => marks.get(i);
}

function panelOf(tab, details, report) {
  if (tab.lack !== undefined)
    return make('div.panel', {}, make('p', {}, `${tab.name} cannot express this program: ${tab.lack.codes.join(', ')}.`),
      tab.lack.codes.map((code) => explanationOf(code, report)));
  const file = tab.file;
  if (file.problem !== undefined)
    return make('div.panel', {}, make('p.missing', {}, `${file.path} could not be read: ${file.problem}.`));
  const marks = tab.language === 'agal' ? marksOf(file.text, details.diagnostics) : undefined;
  return make('div.panel', {},
    make('div.file', {}, make('code.path', {}, file.path),
      tab.proof === undefined ? null : make('span.dim', {title: 'By agalc prove, for all inputs'}, `proof: ${tab.proof.answer}`),
      file.bytes === undefined ? null : make('span.dim', {}, `${plural(file.bytes, 'byte')}, here as assembly`),
      copyButton(file.text, 'this text')),
    codeBox(file.text, scannerOf(tab.language), tab.label, marks),
    file.cut > 0 ? make('p.dim', {}, `${plural(file.cut, 'more byte')} in the file.`) : null);
}

function codeOf(program, details, report, view) {
  const tabs = tabsOf(program, details, report);
  if (tabs.length === 0) return null;
  const chosen = tabs.find((tab) => tab.name === view.tab) || tabs[0];
  return make('section', {},
    make('nav.tabs', {'aria-label': 'Outputs'}, tabs.map((tab) => make(tab.lack ? 'a.lacking' : 'a', {
      href: linkTo(view, {tab: tab.name}),
      'aria-current': tab === chosen ? 'true' : null,
      title: tab.lack ? 'not expressible in this target' : null,
    }, tab.label))),
    panelOf(chosen, details, report));
}

// --------------------------------------------------------------------------------------------------------- other sections

function reflectionOf(details) {
  const file = details.reflection;
  if (file === null) return [];
  if (file.problem !== undefined) return [make('p.missing', {}, `${file.path} could not be read: ${file.problem}.`)];
  try {
    return interfaceOf(JSON.parse(file.text));
  } catch {
    return [make('p.missing', {}, `${file.path} is not a reflection.`)];
  }
}

function originsOf(program, details) {
  const finds = program.isFile ? [] : ['certainty'];
  const rows = details.origins.map((origin) => [
    make('code.path', {}, breakable(String(origin.container))),
    known(origin.name) && make('span.path', {}, breakable(String(origin.name))),
    origin.tag > 0 ? `${origin.tag}${Object.hasOwn(tagNames, origin.tag) ? ` ${tagNames[origin.tag]}` : ''}` : '',
    origin.line > 0 ? `line ${formatNumber(origin.line)}` : typeof origin.offset === 'number' ? make('code', {}, `0x${origin.offset.toString(16)}`) : '',
    ...finds.map(() => certaintyText(origin)),
    Object.hasOwn(uses, textOf(origin.use)) ? useOf(origin.use).label : '',
  ]);
  return make('section', {}, make('h2', {}, rows.length === 1 ? 'Found at' : `Found at ${formatNumber(rows.length)} places`),
    tableOf(['file', 'name', 'tag', 'place', ...finds, 'game'], rows));
}

// Returns a text such as "variant: tinted; not repeat".
const certaintyText = (origin) => [textOf(origin.certainty, 'exact'), textOf(origin.detail)].filter(Boolean).join(': ');

// Returns a section with texts of a file that are not programs.
const textsOf = (title, texts, count) => make('section', {}, make('h2', {}, title), texts.map((text) =>
  make('article.diagnostic.found-text', {},
    make('p.message', {}, make('span.severity', {}, textOf(text.certainty)), ` ${textOf(text.detail)}`),
    make('p.place', {}, given(textOf(text.name), textOf(text.container))),
    text.certainty === 'template' && make('p.help', {}, 'Fill the hole: ', code(fillOptions([textOf(text.detail)])), ' or ', code('--fill usual')),
    make('pre.snippet', {tabindex: '0'}, textOf(text.text)))),
  count > texts.length && make('p.dim', {}, `and ${formatNumber(count - texts.length)} more`));

// Returns the texts of a file that are not programs, and strings that do not belong to a text.
function incompleteOf(details) {
  const missing = object(details.incomplete);
  const texts = list(missing.texts).map(object), unused = list(missing.unused).map(object);
  const classes = list(missing.classes).map(object).map((row) => [make('code.path', {}, breakable(textOf(row.class) || 'unnamed')), formatNumber(Number(row.lines) || 0), make('span.path', {}, breakable(textOf(row.container)))]);
  const parts = [];
  if (classes.length > 0)
    parts.push(make('section', {}, make('h2', {}, 'Strings that look like assembly'), tableOf(['class', 'strings', 'file'], classes)));
  if (texts.length > 0) parts.push(textsOf('Texts that cannot be completed', texts, missing.textCount));
  if (unused.length > 0) parts.push(textsOf('Texts that no code uses', unused, missing.unusedCount));
  return parts;
}

// Returns the page of a program.
async function programPage(program, report, view) {
  const details = await detailsOf(program);
  const parts = reflectionOf(details);
  return [
    headOf(program, details),
    diagnosticsOf(details, report),
    ...incompleteOf(details),
    codeOf(program, details, report, view),
    pairsOf(program, details, report, view),
    variantsOf(program, report, view),
    capturesOf(program, details, report),
    parts.length > 0 ? make('section', {}, make('h2', {}, 'Interface'), make('div.bindings', {}, parts)) : null,
    originsOf(program, details),
  ].filter((part) => part !== null);
}
