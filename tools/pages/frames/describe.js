// ---------------------------------------------------------------------------------------- describe: the state of a draw

function canvasOf({width, height, pixels}, opaque) {
  const canvas = make('canvas', {width, height});
  const words = new Uint32Array(pixels.slice().buffer);
  if (opaque) for (let i = 0; i < words.length; ++i) words[i] |= 0xff000000; // alpha is the high byte: browsers are little-endian
  canvas.getContext('2d').putImageData(new ImageData(new Uint8ClampedArray(words.buffer), width, height), 0, 0);
  return canvas;
}

const table = (heads, rows) =>
  tableOf(heads, rows.map((row) => row.map((value) => (typeof value === 'number' ? make('span.number', {}, shortNumber(value)) : value))), 'values');

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

// The tabs of a draw, in order. Steps that do not draw have only the state.
const tabNames = [defaultTab, 'vertex', 'textures', 'constants', 'vertices', 'state'];

// The tabs next to the picture. A tab is filled when it is shown.
class Tabs {
  #page;
  #buttons = tabNames.map((name) => make('button', {type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': 'panel', onclick: () => this.choose(name)}, name));
  #contents = {};
  chosen = defaultTab;

  constructor(page) {
    this.#page = page;
    element('tabs').append(...this.#buttons);
    element('tabs').addEventListener('keydown', (event) => {
      const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
      const enabled = this.#buttons.filter(({disabled}) => !disabled);
      const next = step && enabled[enabled.indexOf(event.target) + step];
      if (step) event.stopPropagation();
      next?.focus();
      next?.click();
    });
  }

  choose(name) {
    this.chosen = name;
    this.#page.noteAddress();
    this.#show();
  }

  // Shows the state of a step: {replayer, call, pair, shaders}.
  describe({replayer, call, pair, shaders}) {
    const state = () => stateInWords(replayer, replayer.target());
    const stage = (name) => () => shaders.partOf(call.state.program, pair, name);
    this.#contents = !isDraw(call.call) ? {state} : {fragment: stage('fragment'), vertex: stage('vertex'), textures: () => texturesOf(replayer, pair),
      constants: () => constantsOf(pair, replayer), vertices: () => verticesOf(replayer, pair, call), state};
    this.noteErrors({});
    this.#show();
  }

  // Notes the number of errors of each stage at its tab.
  noteErrors(errors) {
    for (const button of this.#buttons) {
      const count = errors[button.textContent] ?? 0;
      button.classList.toggle('faulty', count > 0);
      button.title = count > 0 ? plural(count, 'error') : '';
    }
  }

  #show() {
    const shown = this.#contents[this.chosen] ? this.chosen : 'state';
    for (const button of this.#buttons) {
      const name = button.textContent;
      button.disabled = !this.#contents[name];
      button.setAttribute('aria-selected', String(name === shown));
      button.tabIndex = name === shown ? 0 : -1;
    }
    element('panel').setAttribute('aria-labelledby', `tab-${shown}`);
    element('panel').className = shown;
    if (this.#contents[shown]) element('panel').replaceChildren(this.#contents[shown]());
  }
}
