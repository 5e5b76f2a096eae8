// ---------------------------------------------------------------------------------------- describe: the state of a draw

function canvasOf({width, height, pixels}, opaque) {
  const canvas = make('canvas', {width, height});
  const words = new Uint32Array(pixels.slice().buffer);
  if (opaque) for (let i = 0; i < words.length; ++i) words[i] |= 0xff000000; // alpha is the high byte: browsers are little-endian
  canvas.getContext('2d').putImageData(new ImageData(new Uint8ClampedArray(words.buffer), width, height), 0, 0);
  return canvas;
}

function table(heads, rows) {
  const cell = (value) => make(typeof value === 'number' ? 'td.number' : 'td', {}, typeof value === 'number' ? shortNumber(value) : value);
  return make('div.table', {}, make('table', {},
    make('thead', {}, make('tr', {}, ...heads.map((head) => make('th', {}, head)))),
    make('tbody', {}, ...rows.map((row) => make('tr', {}, ...row.map(cell))))));
}

const shortNumber = (value) => (Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(6))));

const cullings = {none: 'Front and back faces are drawn.', back: 'Back faces are not drawn.', front: 'Front faces are not drawn.',
  frontAndBack: 'Neither front nor back faces are drawn.'};
const depthTests = {always: 'Every pixel is drawn', never: 'No pixel is drawn', less: 'A pixel is drawn if it is nearer',
  lessEqual: 'A pixel is drawn if it is nearer or equally near', equal: 'A pixel is drawn if it is equally near',
  notEqual: 'A pixel is drawn if its depth differs', greater: 'A pixel is drawn if it is farther',
  greaterEqual: 'A pixel is drawn if it is farther or equally near'};

// The settings of a draw in words, one sentence for each that matters.
function stateInWords(replayer, target) {
  const {state} = replayer;
  const {blend, depth, culling, colorMask, stencil, scissor} = state;
  const words = [state.target ? `It draws into the texture ${state.target.object}.` : 'It draws into the back buffer.'];
  replayer.state.outputs.forEach((each, i) => each && words.push(`Its output oc${i + 1} is drawn into the texture ${each.object}.`));
  const {source, destination} = blend;
  const known = {'one zero': 'It replaces what was there.', 'one oneMinusSourceAlpha': 'It is blended: premultiplied alpha.',
    'sourceAlpha oneMinusSourceAlpha': 'It is blended: alpha that is not premultiplied.', 'one one': 'It is added.'};
  words.push(known[`${source} ${destination}`] ?? `It is blended: the source by ${source}, the destination by ${destination}.`);
  if (!target?.depth) words.push('There is no depth buffer.');
  else words.push(`${depthTests[depth.compare]}${depth.write ? ', and its depth is written.' : '. No depth is written.'}`);
  words.push(cullings[culling] ?? culling);
  if (colorMask !== 'rgba') words.push(`Only these channels are written: ${colorMask || 'none'}.`);
  if (scissor) words.push(`Only the rectangle ${scissor.join(', ')} (x, y, width, height) is drawn.`);
  for (const side of ['front', 'back']) {
    const {compare, pass, depthFail, stencilFail} = stencil[side];
    if (compare !== 'always' || pass !== 'keep' || depthFail !== 'keep')
      words.push(`Stencil, ${side}: ${compare} ${stencil.reference}; pass: ${pass}, depth fails: ${depthFail}, fails: ${stencilFail}.`);
  }
  return make('ul', {}, ...words.map((text) => make('li', {}, text)));
}

const knownLevels = new Map(); // elements with their versions, by sampler and texture

// Each level of a texture, and each face of a cube.
function levelsOf(replayer, name, number) {
  const object = replayer.objects.get(number);
  const key = `${name} ${number}`;
  const known = knownLevels.get(key);
  if (known?.replayer === replayer && known.version === object.version) return known.element;
  const shown = {replayer, version: object.version, element: makeLevels(replayer, object, number)};
  knownLevels.set(key, shown);
  return shown.element;
}

function makeLevels(replayer, object, number) {
  const faces = object.isCube ? ['+x', '-x', '+y', '-y', '+z', '-z'] : [''];
  const figures = faces.flatMap((name, face) => Array.from({length: object.levels}, (_, level) => {
    const {width, height} = sizeOfLevel(object, level);
    const words = [name, object.levels > 1 ? `level ${level}` : '', `${width}×${height}`].filter(Boolean).join(', ');
    return make('figure', {}, canvasOf(replayer.readTexture(number, level, face), false), make('figcaption', {}, words));
  }));
  return make('div.levels', {}, ...figures);
}

function texturesOf(replayer, pair) {
  const samplers = pair?.reflection?.fragment?.agal?.samplers ?? [];
  const shown = samplers.map(({name, index}) => {
    const number = replayer.state.textures[index];
    const object = replayer.objects.get(number);
    if (!object) return make('p', {}, `${name}: no texture`);
    const {wrap, filter, mip} = replayer.samplerOf(index);
    return make('section', {}, make('h3', {}, make('code', {}, name), ` texture ${number}`),
      make('p.dim', {}, [object.isCube ? 'cube' : '', object.format, wrap, filter, mip].filter(Boolean).join(', ')), levelsOf(replayer, name, number));
  });
  replayer.state.outputs.forEach((each, i) => each && shown.push(make('section', {}, make('h3', {}, make('code', {}, `oc${i + 1}`), ` texture ${each.object}`),
    levelsOf(replayer, `oc${i + 1}`, each.object))));
  return shown.length === 0 ? make('p', {}, 'The fragment program does not read textures.') : make('div', {}, ...shown);
}

// A part whose content is made when it is opened. The page remembers which parts are open.
const openParts = new Set(['State', 'Shaders', 'Textures', 'Constants', 'Vertices']);

function part(title, content) {
  const details = make('details', {open: openParts.has(title)}, make('summary', {}, title));
  const fill = () => details.open && details.children.length === 1 && details.append(content());
  details.addEventListener('toggle', () => {
    openParts[details.open ? 'add' : 'delete'](title);
    fill();
  });
  fill();
  return details;
}

// Returns all parts for a draw, and only the state for another call.
function describe(replayer, call, pair, shaders) {
  const state = part('State', () => stateInWords(replayer, replayer.target()));
  if (!isDraw(call.call)) return [state];
  return [
    state,
    part('Shaders', () => shaders.partOf(call.state.program, pair)),
    part('Textures', () => texturesOf(replayer, pair)),
    part('Constants', () => constantsOf(pair, replayer)),
    part('Vertices', () => verticesOf(replayer, pair, call)),
  ];
}
