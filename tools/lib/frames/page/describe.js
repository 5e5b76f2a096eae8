// ---------------------------------------------------------------------------------------- describe: the state of a draw

function canvasOf({width, height, pixels}, opaque) {
  const canvas = make('canvas', {width, height});
  const image = new ImageData(new Uint8ClampedArray(pixels), width, height);
  if (opaque) for (let i = 3; i < image.data.length; i += 4) image.data[i] = 255;
  canvas.getContext('2d').putImageData(image, 0, 0);
  return canvas;
}

function table(heads, rows) {
  const cell = (value) => make(typeof value === 'number' ? 'td.number' : 'td', {}, typeof value === 'number' ? shortNumber(value) : value);
  return make('div.table', {}, make('table', {},
    make('thead', {}, make('tr', {}, ...heads.map((head) => make('th', {}, head)))),
    make('tbody', {}, ...rows.map((row) => make('tr', {}, ...row.map(cell))))));
}

const shortNumber = (value) => (Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(6))));

function part(title, open, ...children) {
  return make('details', {open}, make('summary', {}, title), ...children);
}

const cullings = {none: 'Front and back faces are drawn.', back: 'Back faces are not drawn.', front: 'Front faces are not drawn.',
  frontAndBack: 'Neither front nor back faces are drawn.'};
const depthTests = {always: 'Every pixel is drawn', never: 'No pixel is drawn', less: 'A pixel is drawn if it is nearer',
  lessEqual: 'A pixel is drawn if it is nearer or equally near', equal: 'A pixel is drawn if it is equally near',
  notEqual: 'A pixel is drawn if its depth differs', greater: 'A pixel is drawn if it is farther',
  greaterEqual: 'A pixel is drawn if it is farther or equally near'};

// The settings of a draw in words, one sentence for each that matters.
function stateInWords({state}, target) {
  const {blend, depth, culling, colorMask, stencil, scissor} = state;
  const words = [state.target ? `It draws into the texture ${state.target.object}.` : 'It draws into the back buffer.'];
  const [source, destination] = blend;
  const known = {'one zero': 'It replaces what was there.', 'one oneMinusSourceAlpha': 'It is blended: premultiplied alpha.',
    'sourceAlpha oneMinusSourceAlpha': 'It is blended: alpha that is not premultiplied.', 'one one': 'It is added.'};
  words.push(known[blend.join(' ')] ?? `It is blended: the source by ${source}, the destination by ${destination}.`);
  if (!target?.depth) words.push('There is no depth buffer.');
  else words.push(`${depthTests[depth[1]] ?? depth[1]}${depth[0] ? ', and its depth is written.' : '. No depth is written.'}`);
  words.push(cullings[culling] ?? culling);
  if (!colorMask.every(Boolean)) words.push(`Only these channels are written: ${[...'rgba'].filter((_, i) => colorMask[i]).join('') || 'none'}.`);
  if (scissor) words.push(`Only the rectangle ${numbersOf(scissor).join(', ')} (x, y, width, height) is drawn.`);
  for (const [side, [test, both, depthFail, fail]] of Object.entries(stencil))
    if (test !== 'always' || both !== 'keep' || depthFail !== 'keep')
      words.push(`Stencil, ${side}: ${test} ${state.reference[0]}; pass: ${both}, depth fails: ${depthFail}, fails: ${fail}.`);
  return make('ul', {}, ...words.map((text) => make('li', {}, text)));
}

function shadersOf(pair) {
  if (!pair) return make('p', {}, 'No program is set.');
  if (pair.problem !== undefined) return make('p', {}, `The pair is rejected: ${pair.problem}`);
  const code = (text, language) => make('pre.code', {}, highlight(text, language));
  return make('div', {}, ...['vertex', 'fragment'].map((stage) => make('section', {}, make('h2', {}, `${stage} program`),
    make('div.side-by-side', {}, code(pair[stage].agal, 'agal'), code(pair[stage].glsl, 'glsl')))));
}

// Names of ranges of constants in the programs, and their values: four to a row.
function constantsOf(pair, {constants}) {
  const rows = ['vertex', 'fragment'].flatMap((stage) => {
    const ranges = pair?.reflection?.[stage]?.agal?.uniforms?.before?.ranges ?? [];
    return ranges.flatMap(({first, count}) => Array.from({length: count}, (_, i) => {
      const at = 4 * (first + i);
      return [`${stage[0]}c${first + i}`, ...constants[stage].subarray(at, at + 4)];
    }));
  });
  return rows.length === 0 ? make('p', {}, 'The programs do not read constants.') : table(['', 'x', 'y', 'z', 'w'], rows);
}

function texturesOf(replayer, pair) {
  const samplers = pair?.reflection?.fragment?.agal?.samplers ?? [];
  const shown = samplers.map(({name, index}) => {
    const number = replayer.state.textures[index];
    const object = replayer.objects.get(number);
    if (!object) return make('p', {}, `${name}: no texture`);
    const {wrap, filter, mip} = replayer.state.samplers[index] ?? {};
    const levels = object.levels > 1 ? `, ${object.levels} levels` : '';
    return make('div.texture', {}, canvasOf(replayer.readTexture(number), false),
      `${name}: texture ${number}, ${object.width}×${object.height} ${object.format}${levels}`, make('br'), `${wrap}, ${filter}, ${mip}`);
  });
  return shown.length === 0 ? make('p', {}, 'The fragment program does not read textures.') : make('div', {}, ...shown);
}

const maxVertices = 300; // in the table

// The attributes of the vertices of a draw, in the order of its indices.
function verticesOf(replayer, pair, {args}) {
  const indices = replayer.objects.get(args[0]?.object);
  const attributes = pair?.reflection?.vertex?.agal?.attributes ?? [];
  if (!indices) return make('p', {}, 'There are no indices.');
  const numbers = new Uint16Array(indices.bytes.buffer);
  const first = args.length > 2 ? args[args.length - 2] : (args[1] ?? 0);
  const triangles = args.length > 2 ? args[args.length - 1] : -1;
  const used = [...new Set(numbers.subarray(first, triangles < 0 ? undefined : first + 3 * triangles))];
  const value = ({name}, vertex) => {
    const binding = replayer.state.buffers[Number(name.slice(2))];
    const object = binding && replayer.objects.get(binding.object);
    if (!object) return '';
    const at = 4 * (vertex * object.args[1] + binding.offset);
    const view = new DataView(object.bytes.buffer);
    const size = binding.format === 'bytes4' ? 4 : Number(binding.format.slice(-1));
    if (at + (binding.format === 'bytes4' ? 4 : 4 * size) > view.byteLength) return 'outside';
    const read = (i) => (binding.format === 'bytes4' ? view.getUint8(at + i) / 255 : view.getFloat32(at + 4 * i, true));
    return Array.from({length: size}, (_, i) => shortNumber(read(i))).join(', ');
  };
  const rows = used.slice(0, maxVertices).map((vertex) => [vertex, ...attributes.map((each) => value(each, vertex))]);
  const more = used.length > maxVertices ? make('p.dim', {}, `${used.length - maxVertices} more vertices`) : '';
  return make('div', {}, table(['', ...attributes.map(({name}) => name)], rows), more);
}

// All about a draw, or about another call.
function describe(replayer, call, pair) {
  if (!isDraw(call.call)) return [part('State', true, stateInWords(replayer, replayer.target()))];
  return [
    part('State', true, stateInWords(replayer, replayer.target())),
    part('Shaders', true, shadersOf(pair)),
    part('Textures', true, texturesOf(replayer, pair)),
    part('Constants', true, constantsOf(pair, replayer.state)),
    part('Vertices', false, verticesOf(replayer, pair, call)),
  ];
}
