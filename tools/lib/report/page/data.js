// -------------------------------------------------------------------------------------------- data: what was embedded

const stageNames = ['vertex', 'fragment'];
const statusNames = ['accepted', 'rejected', 'unreadable', 'empty'];
const statusLabels = {unreadable: 'unreadable file', empty: 'file without a program'};

// The whole document has been loaded: details and pictures come after the script.
const wholeDocument = new Promise((resolve) => {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', resolve, {once: true});
  else resolve();
});

// Pairs of values from a flat list.
function couples(list) {
  const result = [];
  for (let i = 0; i + 1 < list.length; i += 2) result.push([list[i], list[i + 1]]);
  return result;
}

// One row of the index, as index.cpp writes it.
function programOf(row, number, names) {
  const [stem, hash, stage, version, tokens, status, opcodes, origins, rules, outputs, lacking, pairs] = row;
  return {
    number, stem, hash, version, tokens, origins,
    key: '',
    stage: stageNames[stage] || '',
    status: statusNames[status],
    isFile: status >= 2,  // it stands for a file rather than for a program
    opcodes: couples(opcodes).map(([opcode, count]) => ({name: names.opcodes[opcode], count})),
    rules: couples(rules).map(([code, severity]) => ({code, severity: severityNames[severity]})),
    outputs: outputs.map((target) => names.targets[target]),
    lacking: couples(lacking).map(([target, codes]) => ({target: names.targets[target], codes})),
    pairs: couples(pairs).map(([partner, picture]) => ({partner, picture})),
  };
}

// The data for the list, the charts and the search.
async function readIndex() {
  const data = JSON.parse(await inflate(document.getElementById('index')));
  const programs = data.programs.map((row, number) => programOf(row, number, data));
  const byKey = new Map();
  for (const program of programs) {
    // Programs are addressed by their hash; the few with the same hash, or without one, by their name.
    program.key = program.hash && !byKey.has(program.hash) ? program.hash : '@' + program.stem;
    byKey.set(program.key, program);
  }
  const targets = [...data.targets].sort((a, b) => (a < b ? -1 : 1));
  return {programs, byKey, targets, families: data.families, rules: data.rules, about: data.about};
}

// ------------------------------------------------------------------------------------------------------------ details

const openBlocks = new Map();  // the most recently used ones, by their first program
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

// The picture of a pair: its address, or the reason why there is none; null if it was not drawn or is not loaded yet.
function pictureOf(number) {
  const node = number < 0 ? null : document.getElementById('picture' + number);
  if (node === null) return null;
  if (node.classList.contains('fault')) return {fault: new TextDecoder().decode(bytesOfBase64(node.textContent))};
  return {address: 'data:image/png;base64,' + node.textContent};
}

// The reason why the pair of a program does not have a picture; null: it has one.
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

// The first picture of a pair with this program.
function firstPicture(program) {
  for (const pair of program.pairs) {
    const picture = pictureOf(pair.picture);
    if (picture !== null && picture.address) return picture;
  }
  return null;
}
