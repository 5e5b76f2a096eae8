// ------------------------------------------------------------------------------------------- data: the embedded data

const stageNames = ['vertex', 'fragment'];
const statusLabels = {unreadable: 'unreadable file', incomplete: 'incomplete file', captured: 'captured file', empty: 'file without a program'};

// Splits a flat list into groups of this size.
function groups(list, size) {
  const result = [];
  for (let i = 0; i + size <= list.length; i += size) result.push(list.slice(i, i + size));
  return result;
}
const couples = (list) => groups(list, 2);

// Decodes a row of the index, which index.cpp writes.
function programOf(row, number, names) {
  const [stem, hash, stage, version, tokens, status, opcodes, origins, rules, outputs, lacking, pairs, certainty, use, finds,
    file, family, samplers, templateClass, proofs] = row;
  return {
    number, stem, hash, version, tokens, origins, use, file, family, samplers,
    key: '',
    label: templateClass ? `${templateClass} ${stem.slice(stem.lastIndexOf('/') + 1)}` : stem,
    stage: stageNames[stage] || '',
    status: names.statuses[status],
    isFile: stage < 0,  // the row is about a file rather than a program
    certainty: names.certainties[certainty],
    // One entry for each origin. Manifests of older versions only have the use of the program.
    finds: groups(finds, 4).map(([best, tag, , useHere]) => ({certainty: names.certainties[best], tag, use: useHere === null ? use : useHere})),
    conditions: groups(finds, 4).map(([, , detail]) => detail).filter(Boolean),
    opcodes: couples(opcodes).map(([opcode, count]) => ({name: names.opcodes[opcode], count})),
    rules: couples(rules).map(([code, severity]) => ({code, severity: severityNames[severity]})),
    outputs: outputs.map((target) => names.targets[target]),
    lacking: couples(lacking).map(([target, codes]) => ({target: names.targets[target], codes})),
    proofs: couples(proofs).map(([target, answer]) => ({target: names.targets[target], answer: names.answers[answer]})),
    pairs: groups(pairs, 5).map(([partner, picture, uploads, pairUse, places]) => ({partner, picture, uploads, use: pairUse, places})),
    variants: [],  // this program, and the programs that differ only in the options of their samplers
  };
}

// Returns true if the name of a program is only the number of a captured pair.
const isNumbered = (program) => program.label === program.stem && program.finds.length > 0 && program.finds.every((find) => find.certainty === 'captured');

// Gives the programs that differ only in the options of their samplers a common list. The best name comes first.
function findVariants(programs) {
  const families = new Map();
  for (const program of programs) {
    program.variants = program.family === '' ? [program] : families.get(program.family) || [];
    if (program.family === '') continue;
    program.variants.push(program);
    families.set(program.family, program.variants);
  }
  for (const variants of families.values())
    variants.sort((a, b) => Number(isNumbered(a)) - Number(isNumbered(b)) || a.number - b.number);
}

// Reads the data for the list, the charts and the search.
async function readIndex() {
  const data = JSON.parse(await inflate(document.getElementById('index')));
  const programs = data.programs.map((row, number) => programOf(row, number, data));
  const byKey = new Map();
  for (const program of programs) {
    // Programs are addressed by their hash. The few with a duplicate hash, or without a hash, are addressed by their
    // name.
    program.key = program.hash && !byKey.has(program.hash) ? program.hash : '@' + program.stem;
    byKey.set(program.key, program);
  }
  findVariants(programs);
  const targets = [...data.targets].sort((a, b) => (a < b ? -1 : 1));
  const versions = [...new Set(programs.map((program) => program.version))].filter(Boolean).sort((a, b) => a - b);
  return {programs, byKey, targets, versions, statuses: data.statuses, families: data.families, rules: data.rules, about: data.about, recorded: recordedDraws(data.about)};
}

// Returns the first draws of pairs in recorded frames: {game, address, draw, count} by the hashes of both programs.
function recordedDraws(about) {
  const draws = new Map();
  for (const {game, page, draws: rows = []} of about.frames ?? [])
    for (const [vertex, fragment, draw, count] of rows) {
      const key = `${vertex}+${fragment}`;
      if (!draws.has(key)) draws.set(key, {game, address: `./${encodeURIComponent(page)}#draw=${draw}`, draw, count});
    }
  return draws;
}

// Returns the first draw of a pair in recorded frames, or undefined.
const recordedOf = (program, pair, report) =>
  report.recorded.get(program.stage === 'vertex' ? `${program.hash}+${pair.partner}` : `${pair.partner}+${program.hash}`);

// ------------------------------------------------------------------------------------------------------------ details

const openBlocks = new Map();  // the most recently used blocks, by their first program
const mostOpenBlocks = 6;
let blocks = null;

async function blockOf(number) {
  await wholeDocument;
  if (blocks === null)
    blocks = [...document.querySelectorAll('script.details')].map((node) => ({node, first: Number(node.dataset.first)}));
  let low = 0;
  for (let high = blocks.length; high - low > 1;) {
    const middle = (low + high) >> 1;
    if (blocks[middle].first <= number) low = middle;
    else high = middle;
  }
  const block = blocks[low];
  const opened = openBlocks.get(block.first) || inflate(block.node).then(JSON.parse);
  openBlocks.delete(block.first);
  openBlocks.set(block.first, opened);
  if (openBlocks.size > mostOpenBlocks) openBlocks.delete(openBlocks.keys().next().value);
  return {programs: await opened, first: block.first};
}

async function detailsOf(program) {
  const block = await blockOf(program.number);
  return block.programs[program.number - block.first];
}

// ----------------------------------------------------------------------------------------------------------- pictures

// Returns the picture of a pair: its address, or the reason why it is missing; null if it was not drawn or is not
// loaded yet. `isOfVariant`: the picture shows a pair that differs only in the options of samplers. `constants` is the
// source of the inputs: 'recorded' (a draw of recorded frames), 'game' (the constants of a log), 'made-up', or 'instead'
// (made-up constants, because the game's constants give an empty picture).
function pictureOf(number) {
  const node = number < 0 ? null : document.getElementById('picture' + number);
  if (node === null) return null;
  if (node.dataset.same) {
    const picture = pictureOf(Number(node.dataset.same));
    return picture && {...picture, isOfVariant: true};
  }
  if (node.classList.contains('fault')) return {fault: new TextDecoder().decode(bytesOfBase85(node.textContent))};
  return {address: 'data:image/png;base64,' + node.textContent, constants: node.dataset.constants || 'made-up'};
}

// Returns the reason why the pair of a program does not have a picture; null if the pair has one.
function lackOfPicture(program, pair, report) {
  const picture = pictureOf(pair.picture);
  if (picture !== null && picture.address) return null;
  const partner = report.byKey.get(pair.partner);
  if (partner === undefined) return 'the other program is not in the manifest';
  if (program.status !== 'accepted' || partner.status !== 'accepted') return 'one of the two programs was rejected';
  if (picture !== null) return picture.fault;
  const most = report.about.maxPictures;
  return most === 0 ? 'pictures were not requested' : `only ${plural(most, 'picture')} ${most === 1 ? 'was' : 'were'} requested`;
}

// Returns the reason why a program does not have a picture, in brief and in full; null if it has one, or if pictures
// are not loaded yet.
function lackOfProgram(program, report) {
  if (program.isFile || document.readyState === 'loading' || firstPicture(program) !== null) return null;
  if (program.status !== 'accepted') return {brief: 'not drawn', text: 'the program was rejected'};
  if (program.pairs.length === 0) return {brief: 'no pair', text: 'the program is not part of a pair'};
  const text = lackOfPicture(program, program.pairs[0], report);
  if (text.endsWith('not in the manifest')) return {brief: 'pair not here', text};
  return {brief: text.endsWith('an empty picture') ? 'empty picture' : 'not drawn', text};
}

// Returns the first picture of a pair with this program, preferably of a recorded draw, or with the constants of the game;
// otherwise, a picture of a pair with one of its variants.
function firstPicture(program) {
  for (const variant of [program, ...program.variants]) {
    const pictures = variant.pairs.map((pair) => pictureOf(pair.picture)).filter((picture) => picture !== null && picture.address);
    if (pictures.length > 0) return pictures.find(({constants}) => constants === 'recorded') || pictures.find(({constants}) => constants === 'game') || pictures[0];
  }
  return null;
}
