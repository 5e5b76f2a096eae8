// -------------------------------------------------------------------------------- overview: the page about the whole run

// Counts the keys that `keysOf` returns for each program. Returns [[key, count]], the most frequent first.
function tally(programs, keysOf) {
  const counts = new Map();
  for (const program of programs) for (const key of keysOf(program)) counts.set(key, (counts.get(key) || 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

const withStatus = (report, status) => report.programs.filter((program) => program.status === status);

// Returns each pair once. Partners that are not in the manifest count too.
function distinctPairs(report) {
  const seen = new Map();
  for (const program of report.programs)
    for (const pair of program.pairs) {
      const vertex = program.stage === 'vertex' ? program.hash : pair.partner;
      const fragment = program.stage === 'vertex' ? pair.partner : program.hash;
      const key = `${vertex}+${fragment}`;
      if (!seen.has(key)) seen.set(key, {program, picture: pair.picture, partner: pair.partner});
    }
  return [...seen.values()];
}

// Omits pairs that share the picture of a pair that differs only in the options of samplers.
const pairsToShow = (pairs) => pairs.filter((pair) => !pictureOf(pair.picture).isOfVariant);

// Returns a number with words that complete it: {value, words, link, kind}.
function tile({value, words, link, kind = ''}) {
  return make(link ? 'a.tile' : 'div.tile', {href: link || null}, make(kind ? `strong.${kind}` : 'strong', {}, formatNumber(value)), make('span', {}, words));
}

const maxTiles = 6;

// The words for a number of programs with each use.
const useWords = {
  drawn: 'drawn by a game',
  uploaded: 'uploaded by a game, and never drawn',
  notUploaded: 'may also be uploaded, by a part of the game that was not played',
  notPlayed: 'only in games that were not played',
};

// Returns the figures of the run. The most important ones come first.
function figuresOf(report, pairs) {
  const count = (status) => withStatus(report, status).length;
  const files = new Set(report.programs.flatMap((program) => program.origins.map(fileOf))).size;
  const programs = report.programs.filter((program) => !program.isFile);
  const products = programs.reduce((sum, program) => sum + program.outputs.length, 0);
  const ofStatus = (status, words, kind) => ({value: count(status), words, link: linkTo({}, {status}), kind});
  const ofUse = (use, kind) => ({value: programs.filter((program) => program.use === use).length, words: useWords[use], link: linkTo({}, {use}), kind});
  const ofFiles = (status, words) => ofStatus(status, `${count(status) === 1 ? 'file' : 'files'} ${words}`, 'unreadable');
  const figures = [
    {value: programs.length, words: `${programs.length === 1 ? 'program' : 'programs'} in ${plural(files, 'file')}`, link: linkTo({}, {}), isNews: () => true},
    {value: programs.filter((program) => program.variants[0] === program).length, words: 'distinct, ignoring sampler options', link: linkTo({}, {}), isNews: (value) => value < programs.length},
    {value: pairs.length, words: pairs.length === 1 ? 'pair' : 'pairs', link: linkTo({}, {pair: 'yes'}), isNews: () => true},
    ofStatus('rejected', 'rejected', 'rejected'),
    hasCapture(report) && {...ofUse('drawn', 'accepted'), isNews: () => true},
    ofFiles('unreadable', 'that cannot be read'),
    ofFiles('incomplete', 'that may upload other programs'),
    ofStatus('accepted', 'accepted', 'accepted'),
    hasCapture(report) && ofUse('uploaded'),
    hasCapture(report) && ofUse('notUploaded'),
    hasCapture(report) && ofUse('notPlayed'),
    ofFiles('empty', 'without a program'),
    {value: products, words: `${products === 1 ? 'product' : 'products'}, one for each program and target; a program that is in several files has copies in the folder of each`},
  ];
  return figures.filter((figure) => figure && (figure.isNews ? figure.isNews(figure.value) : figure.value > 0));
}

// Shows at most six figures. The others are folded.
function totals(report, pairs) {
  const figures = figuresOf(report, pairs);
  const rest = figures.slice(maxTiles);
  return [
    make('div.tiles', {}, figures.slice(0, maxTiles).map(tile)),
    rest.length > 0 && make('details.figures', {}, make('summary', {}, plural(rest.length, 'more figure')), rest.map(tile)),
  ];
}

// ------------------------------------------------------------------------------------------------------------ pictures

const picturesAtOnce = 24;

// Returns evenly spread elements of a list, because neighbors look similar.
function spread(list, count) {
  if (list.length <= count) return list;
  return Array.from({length: count}, (_, i) => list[Math.floor((i * list.length) / count)]);
}

function pictureTile(pair) {
  const {address} = pictureOf(pair.picture);
  return make('a', {href: linkTo({}, {key: pair.program.key}), title: pair.program.label},
    make('img', {src: address, alt: pair.program.label, loading: 'lazy', decoding: 'async'}));
}

const pairsNamed = 12;

// Returns a row about pairs that lack a picture for the same reason.
function lackRow(reason, some) {
  const links = some.slice(0, pairsNamed).map((pair) => make('a', {href: linkTo({}, {key: pair.program.key})}, shortName(pair.program.label)));
  const more = some.length - links.length;
  return make('details.lack', {},
    make('summary', {}, make('strong', {}, formatNumber(some.length)), ` ${reason}`),
    make('p.targets', {}, links, more > 0 ? make('span.dim', {}, `and ${formatNumber(more)} more`) : null));
}

// Returns a text about the programs that cannot have a picture.
function unpaired(report) {
  const programs = report.programs.filter((program) => program.status === 'accepted' && program.pairs.length === 0);
  if (programs.length === 0) return null;
  return make('p.dim.unpaired', {},
    make('a', {href: linkTo({}, {status: 'accepted', pair: 'no'})}, plural(programs.length, 'accepted program')),
    ` without a picture, because ${programs.length === 1 ? 'it is not part of a pair' : 'they are not part of a pair'}.`);
}

// Returns a text about the sources of the pictures' constants.
function constantsText(drawn) {
  const counts = new Map(tally(drawn, (pair) => [pictureOf(pair.picture).constants]));
  if (['recorded', 'game', 'instead'].every((name) => !counts.has(name))) return 'with made-up textures and constants; a game may look different.';
  const parts = [
    [counts.get('recorded'), 'as the game drew them in recorded frames'],
    [counts.get('game'), 'with the constants and formats of the first draw of the game'],
    [counts.get('instead'), 'with made-up constants, because those of the game show nothing on these shapes'],
    [counts.get('made-up'), 'with made-up constants, because the game was not captured with them']];
  return `${enumerate(parts.filter(([count]) => count > 0).map(([count, text]) => `${formatNumber(count)} ${text}`))}. ${counts.has('recorded') ? 'Other shapes' : 'Shapes'} and textures are made up.`;
}

// Returns the numbers of pairs without a picture, by reason.
function lacksOfPictures(report, pairs) {
  const byReason = new Map();
  for (const pair of pairs) {
    const reason = lackOfPicture(pair.program, pair, report);
    if (reason !== null) byReason.set(reason, [...(byReason.get(reason) || []), pair]);
  }
  if (byReason.size === 0) return [];
  const lacking = [...byReason.values()].reduce((sum, some) => sum + some.length, 0);
  const rows = [...byReason].sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1));
  return [make('h3.lacks', {}, `${plural(lacking, 'pair')} without a picture`), ...rows.map(([reason, some]) => lackRow(reason, some))];
}

// Returns the gallery. It is empty until the end of the document, which contains the pictures, has been loaded.
function galleryOf(report, pairs) {
  const without = unpaired(report);
  if (pairs.length === 0)
    return without && make('section', {}, make('h2', {}, 'Pairs'), make('p', {}, 'No pictures: no two programs are a pair.'), without);
  const grid = make('div.gallery');
  const section = make('section', {}, make('h2', {}, 'Pairs'), grid);
  wholeDocument.then(() => {
    const drawn = pairsToShow(pairs.filter((pair) => lackOfPicture(pair.program, pair, report) === null));
    grid.append(...spread(drawn, picturesAtOnce).map(pictureTile));
    if (drawn.length > 0)
      section.append(make('p.dim', {}, `Drawn by ${report.about.device} on a square or a sphere, ${constantsText(drawn)}`));
    section.append(...lacksOfPictures(report, pairs), ...(without === null ? [] : [without]));
    if (drawn.length <= picturesAtOnce) return;
    grid.after(moreButton(`all ${formatNumber(drawn.length)} pictures`, () => grid.replaceChildren(...drawn.map(pictureTile))));
  });
  return section;
}

// ----------------------------------------------------------------------------------------------- rejections and warnings

// Returns a row with a rule, the number of its occurrences, a bar, and its explanation.
function ruleRow(report, code, count, most, link, kind = 'error') {
  const rule = Object.hasOwn(report.rules, code) ? report.rules[code] : null;
  const message = rule === null ? '' : rule.message.replace(/\{\d\}/g, '…');
  return make(`details.rule.${kind}`, {},
    make('summary', {},
      make('span.code', {}, code),
      make('span.message', {}, message),
      make('a.count', {href: link, title: 'Show these programs'}, formatNumber(count)),
      shareBar([{value: count, kind}, {value: most - count, kind: 'none'}], percent(count, most))),
    make('pre', {}, rule === null ? 'This version of agalc does not have this rule.' : rule.explanation));
}

function rejectionsOf(report) {
  const refused = report.programs.filter((program) => program.status === 'rejected' || program.status === 'unreadable');
  if (refused.length === 0) return null;
  const rules = tally(refused, (program) => program.rules.filter((rule) => rule.severity === 'error').map((rule) => rule.code));
  return make('section', {}, make('h2', {}, 'Reasons for rejection'),
    rules.map(([code, count]) => ruleRow(report, code, count, refused.length, linkTo({}, {q: `rule:${code.toLowerCase()}`}))),
    make('p.dim', {}, `In ${countOf(refused)}. A program may break several rules. Click a rule for its explanation.`));
}

function warningsOf(report) {
  const codes = (program) => program.rules.filter((rule) => rule.severity === 'warning').map((rule) => rule.code);
  const warned = report.programs.filter((program) => codes(program).length > 0);
  if (warned.length === 0) return null;
  return make('section', {}, make('h2', {}, 'Warnings'),
    tally(warned, codes).map(([code, count]) => ruleRow(report, code, count, warned.length, linkTo({}, {q: `rule:${code.toLowerCase()}`}), 'warning')),
    make('p.dim', {}, `In ${countOf(warned)}. A program counts once for each rule.`));
}

function lacksOf(report) {
  const pairs = tally(report.programs, (program) => program.lacking.flatMap((lack) => lack.codes.map((code) => `${code} ${lack.target}`)));
  if (pairs.length === 0) return null;
  const byCode = new Map();
  for (const [key, count] of pairs) {
    const [code, target] = key.split(' ');
    byCode.set(code, [...(byCode.get(code) || []), [target, count]]);
  }
  return make('section', {}, make('h2', {}, 'Not expressible in targets'),
    [...byCode].map(([code, targets]) => {
      const programs = report.programs.filter((program) => program.lacking.some((lack) => lack.codes.includes(code))).length;
      const row = ruleRow(report, code, programs, report.programs.length, linkTo({}, {q: `rule:${code.toLowerCase()}`}), 'warning');
      row.append(make('p.targets', {}, targets.map(([target, count]) => make('a', {href: linkTo({}, {lacks: target})}, `${target} ${formatNumber(count)}`))));
      return row;
    }));
}

// --------------------------------------------------------------------------------------------------------------- targets

function targetsOf(report) {
  const made = new Map(tally(report.programs, (program) => program.outputs));
  const lacking = new Map(tally(report.programs, (program) => program.lacking.map((lack) => lack.target)));
  const rows = report.targets.map((target) => {
    const good = made.get(target) || 0;
    const bad = lacking.get(target) || 0;
    return [make('code', {}, target), formatNumber(good),
      bad === 0 ? make('span.dim', {}, '0') : make('a', {href: linkTo({}, {lacks: target})}, formatNumber(bad)),
      shareBar([{value: good, kind: 'accepted'}, {value: bad, kind: 'warning'}], `${percent(good, good + bad)} made`)];
  });
  const table = tableOf(['target', 'products', 'not expressible', 'made'], rows, 'numeric');
  return table === null ? null : make('section', {}, make('h2', {}, 'Targets'), table);
}

// Returns the targets that were proved, with the numbers of products by the result of the proof.
function proofsOf(report) {
  const counts = new Map(tally(report.programs, (program) => program.proofs.map((proof) => `${proof.target} ${proof.answer}`)));
  if (counts.size === 0) return null;
  const proofs = report.programs.flatMap((program) => program.proofs);
  const answers = [...new Set(proofs.map((proof) => proof.answer))].sort();
  const proved = report.targets.filter((target) => proofs.some((proof) => proof.target === target));
  const countOfAnswer = (target, answer) => {
    const count = counts.get(`${target} ${answer}`) || 0;
    if (count === 0) return make('span.dim', {}, '0');
    return make('a', {href: linkTo({}, {q: `proof:${answer.replaceAll(' ', '-')}`})}, formatNumber(count));
  };
  return make('section', {}, make('h2', {}, 'Proofs'),
    tableOf(['target', ...answers], proved.map((target) => [make('code', {}, target), ...answers.map((answer) => countOfAnswer(target, answer))]), 'proofs'),
    make('p.dim', {}, 'Whether products compute what their programs compute, for all inputs.'));
}

function stagesOf(report) {
  const readable = report.programs.filter((program) => !program.isFile);
  const versions = [...new Set(readable.map((program) => program.version))].sort((a, b) => a - b);
  const rows = versions.map((version) => {
    const cells = stageNames.map((stage) => {
      const some = readable.filter((program) => program.version === version && program.stage === stage).length;
      return some === 0 ? make('span.dim', {}, '0') : make('a', {href: linkTo({}, {stage, version: String(version)})}, formatNumber(some));
    });
    const all = readable.filter((program) => program.version === version);
    const bad = all.filter((program) => program.status === 'rejected').length;
    return [`AGAL ${version}`, ...cells, shareBar([{value: all.length - bad, kind: 'accepted'}, {value: bad, kind: 'error'}], `${percent(all.length - bad, all.length)} accepted`)];
  });
  const table = tableOf(['version', 'vertex', 'fragment', 'accepted'], rows, 'numeric');
  return table === null ? null : make('section', {}, make('h2', {}, 'Versions'), table);
}

// ---------------------------------------------------------------------------------------------------------------- charts

function opcodeChart(report) {
  const tokens = new Map();
  const users = new Map();
  for (const program of report.programs)
    for (const {name, count} of program.opcodes) {
      const counts = tokens.get(name) || {vertex: 0, fragment: 0};
      if (program.stage in counts) counts[program.stage] += count;
      tokens.set(name, counts);
      users.set(name, (users.get(name) || 0) + 1);
    }
  const sum = (counts) => counts.vertex + counts.fragment;
  const columns = [...tokens].sort((a, b) => sum(b[1]) - sum(a[1]) || (a[0] < b[0] ? -1 : 1)).map(([name, counts]) => ({
    label: name,
    title: `${name}: ${plural(sum(counts), 'token')} in ${plural(users.get(name), 'program')}`,
    link: linkTo({}, {q: `op:${name}`}),
    parts: stageNames.map((stage) => ({value: counts[stage], kind: stage})),
  }));
  if (columns.length === 0) return null;
  return make('section', {}, make('h2', {}, 'Opcodes'), columnChart('Tokens of each opcode', columns),
    legend('Tokens, in '));
}

// Returns a chart of sizes, in ranges of doubling width: 1, 2, 3-4, 5-8, …
function sizeChart(report) {
  const readable = report.programs.filter((program) => !program.isFile && program.stage !== '');
  if (readable.length === 0) return null;
  const binOf = (tokens) => (tokens <= 1 ? 0 : Math.ceil(Math.log2(tokens)));
  const counts = [];
  for (const program of readable) {
    const bin = binOf(program.tokens);
    while (counts.length <= bin) counts.push({vertex: 0, fragment: 0});
    counts[bin][program.stage] += 1;
  }
  const columns = counts.map((count, bin) => {
    const high = 2 ** bin;
    const low = bin === 0 ? 0 : high / 2 + 1;
    const label = low >= high ? String(high) : bin === 0 ? '≤1' : `${low}–${high}`;
    return {
      label,
      title: `${label} tokens: ${plural(count.vertex + count.fragment, 'program')}`,
      link: linkTo({}, {q: `tokens:${low}-${high}`}),
      parts: stageNames.map((stage) => ({value: count[stage], kind: stage})),
    };
  });
  return make('section', {}, make('h2', {}, 'Sizes'), columnChart('Programs by their number of tokens', columns),
    legend('Programs by their number of tokens, in '));
}

const legend = (before) => make('p.legend', {}, before, make('span.key.vertex', {}, 'vertex'), ' and ', make('span.key.fragment', {}, 'fragment'), ' programs');

// Links to the pages of recorded frames.
function framesOf(report) {
  const frames = list(report.about.frames);
  if (frames.length === 0) return null;
  const links = frames.flatMap(({game, page}, i) => [i > 0 ? ', ' : '', make('a', {href: `./${encodeURIComponent(page)}`}, game)]);
  return make('section', {}, make('h2', {}, 'Frames'), make('p', {}, 'Recorded and drawn again, draw by draw: ', ...links, '.'));
}

// Returns the page that is shown if no program is selected.
function overviewPage(report) {
  const pairs = distinctPairs(report);
  const side = [targetsOf(report), stagesOf(report)].filter((part) => part !== null);
  const inFiles = filesTable(report);
  return [
    make('header.overview', {}, make('h1', {}, report.about.title), totals(report, pairs)),
    inFiles,
    framesOf(report),
    galleryOf(report, pairs),
    certaintyTable(report),
    rejectionsOf(report),
    warningsOf(report),
    side.length > 0 ? make('div.columns', {}, side) : null,
    proofsOf(report),
    lacksOf(report),
    opcodeChart(report),
    sizeChart(report),
    make('footer', {}, `Made by ${report.about.version}. This file is self-contained and does not load anything.`),
  ].filter((part) => part !== null);
}
