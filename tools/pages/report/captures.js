// --------------------------------------------------------------------- captures: the state in which a pair was used

function callText(draw) {
  const parts = [textOf(draw.call, 'a draw')];
  if (draw.triangles !== undefined) parts.push(`${textOf(draw.triangles)} triangles`);
  if (draw.firstIndex > 0) parts.push(`from index ${textOf(draw.firstIndex)}`);
  if (draw.indices !== undefined) parts.push(`${textOf(draw.indices)} indices`);
  if (draw.instances !== undefined) parts.push(`${textOf(draw.instances)} instances`);
  return parts.join(', ');
}

function attributeText(attribute) {
  const place = attribute.stride === undefined ? `at ${textOf(attribute.offset)}` : `at ${textOf(attribute.offset)} of ${textOf(attribute.stride)} words`;
  return given(`${textOf(attribute.format)} ${place}`,
    attribute.vertices === undefined ? '' : `${textOf(attribute.vertices)} vertices`,
    attribute.instances === undefined ? '' : `for ${textOf(attribute.instances)} instances each`);
}

function textureText(texture) {
  const size = texture.width === undefined ? '' : `${textOf(texture.width)} × ${textOf(texture.height)}`;
  return given([textOf(texture.class), size].filter(Boolean).join(' '), textOf(texture.format),
    texture.renderTarget === true ? 'render target' : '', texture.levels > 1 ? `${textOf(texture.levels)} levels` : '');
}

function targetText(draw) {
  if (draw.target !== undefined) return textureText(object(draw.target));
  const buffer = object(draw.backBuffer);
  if (buffer.width === undefined) return 'back buffer';
  return given(`back buffer ${textOf(buffer.width)} × ${textOf(buffer.height)}`, buffer.antiAlias > 1 ? `antialiasing ${textOf(buffer.antiAlias)}` : '',
    buffer.depthAndStencil === false ? 'without depth' : '');
}

// Returns the state of a draw, as [name, text] in a fixed order.
function stateOf(draw) {
  const stencil = object(draw.stencil);
  return [
    ['call', callText(draw)],
    ...list(draw.attributes).map(object).map((attribute) => [`va${textOf(attribute.index)}`, attributeText(attribute)]),
    ...list(draw.textures).map(object).map((texture) => [`texture ${textOf(texture.index)}`, textureText(texture)]),
    ...list(draw.samplers).map(object).map((sampler) =>
      [`sampler ${textOf(sampler.index)}`, given(textOf(sampler.wrap), textOf(sampler.filter), textOf(sampler.mip))]),
    ...pipelineOf(draw),
    ...(draw.stencil === undefined ? [] : [['stencil', given(textOf(stencil.face), stencilText(stencil))]]),
    ['target', targetText(draw)],
  ];
}

// Groups draws by state. Draws with the same state share a column.
function stateColumns(draws) {
  const columns = [];
  for (const draw of draws) {
    const state = stateOf(draw);
    const key = JSON.stringify(state);
    const same = columns.find((column) => column.key === key);
    if (same) same.draws.push(textOf(draw.draw));
    else columns.push({key, draws: [textOf(draw.draw)], state});
  }
  return columns;
}

function stateOfDraws(draws) {
  const columns = stateColumns(draws);
  return stateTable(columns.map(({draws: some, state}) => ({head: some.length === 1 ? `draw ${some[0]}` : `draws ${enumerate(some)}`, state})), 'State of the first draws');
}

// ---------------------------------------------------------------------------------------------------------- constants

function numberText(value) {
  if (typeof value !== 'number') return textOf(value);
  return String(Number(value.toPrecision(6)));
}

const registersAtOnce = 16;

function registerTable(letter, registers) {
  if (registers.length === 0) return null;
  const rowOf = (register, i) => [code(`${letter}c${i}`), ...[0, 1, 2, 3].map((lane) => numberText(list(register)[lane]))];
  const table = tableOf(['register', 'x', 'y', 'z', 'w'], registers.slice(0, registersAtOnce).map(rowOf), 'registers');
  const rest = registers.length - registersAtOnce;
  if (rest <= 0) return table;
  return make('div', {}, table, moreButton(`${formatNumber(rest)} more`, () => table.replaceWith(tableOf(['register', 'x', 'y', 'z', 'w'], registers.map(rowOf), 'registers'))));
}

function constantsOf(draws, stage) {
  const draw = draws.find((other) => other.constants !== undefined);
  if (draw === undefined) return null;
  const constants = object(draw.constants);
  const stages = stage === 'vertex' ? ['vertex', 'fragment'] : ['fragment', 'vertex'];
  const tables = stages.map((name) => registerTable(name[0], list(constants[name]))).filter(Boolean);
  const counts = stages.map((name) => `${plural(list(constants[name]).length, name + ' constant')}`);
  if (tables.length === 0) return make('p.dim', {}, 'The game did not set constants before the first draw.');
  return make('details.constants', {}, make('summary', {}, `${enumerate(counts)} at the first draw`), make('div.columns', {}, tables));
}

// -------------------------------------------------------------------------------------------------------- a captured pair

const uploadsIn = (run) => (run.uploads > 0 ? Math.floor(run.uploads) : 0);
const timesText = (times) => (times === 1 ? 'once' : times === 2 ? 'twice' : `${formatNumber(times)} times`);

function runText(capture, isOnly) {
  const log = textOf(capture.log);
  return [!isOnly && `uploaded ${timesText(uploadsIn(capture))}`, `pair ${textOf(capture.pair)} of the run`,
    `first as upload ${textOf(capture.upload)}`, textOf(capture.player), log && `${log}, run ${textOf(capture.run)}`].filter(Boolean).join(' · ');
}

// Returns a list of elements about one run of the game that uploaded the pair.
function runOf(capture, stage, isOnly) {
  const draws = list(capture.draws).map(object);
  return [
    make('p.dim', {}, runText(capture, isOnly)),
    draws.length === 0 ? make('p.dim', {}, 'The log does not have a draw with it.') : stateOfDraws(draws),
    constantsOf(draws, stage),
  ];
}

// Returns a section about each captured pair of a program: the states of the game's draws with it.
function capturesOf(program, details, report) {
  const captured = details.pairs.filter((pair) => list(pair.captured).length > 0);
  if (captured.length === 0) return null;
  return make('section.captures', {}, make('h2', {}, 'As the game used it'), captured.map((pair, i) => {
    const partner = report.byKey.get(pair.with);
    const runs = pair.captured.map(object);
    const times = runs.reduce((sum, run) => sum + uploadsIn(run), 0);
    return make('details.capture', {open: i === 0},
      make('summary', {}, shortName(partner === undefined ? pair.with : partner.label), make('span.count', {}, `uploaded ${timesText(times)}`)),
      runs.flatMap((run) => runOf(run, program.stage, runs.length === 1)),
      pair.more > 0 && make('p.dim', {}, `and ${plural(pair.more, 'more run')}`));
  }));
}
