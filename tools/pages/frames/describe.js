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

const isStencilUsed = ({compare, pass, depthFail}) => compare !== 'always' || pass !== 'keep' || depthFail !== 'keep';

// The settings of a draw that matter, as [name, text].
function stateOf({state}, target) {
  const sides = ['front', 'back'].filter((side) => isStencilUsed(state.stencil[side]));
  return [
    ['target', state.target ? `texture ${state.target.object}` : 'back buffer'],
    ...state.outputs.flatMap((each, i) => (each ? [[`oc${i + 1}`, `texture ${each.object}`]] : [])),
    ...pipelineOf({...state, depth: target?.depth ? state.depth : null}),
    ...(state.scissor ? [['scissor', `${state.scissor.join(', ')} (x, y, width, height)`]] : []),
    ...sides.map((side) => [`stencil, ${side}`, `${stencilText(state.stencil[side])}, reference: ${state.stencil.reference}`]),
  ];
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
  #buttons = tabNames.map((name) => make('button', {type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': 'panel'}, name));
  #contents = {};
  chosen = defaultTab;

  constructor(page) {
    this.#page = page;
    element('tabs').append(...this.#buttons);
    addTabKeys(element('tabs'), ({textContent}) => this.choose(textContent));
  }

  choose(name) {
    this.chosen = name;
    this.#page.noteAddress();
    this.#show();
  }

  // Shows the state of a step: {replayer, call, pair, shaders}.
  describe({replayer, call, pair, shaders}) {
    const state = () => stateTable([{head: '', state: stateOf(replayer, replayer.target())}], 'State of the draw');
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
    for (const button of this.#buttons) button.disabled = !this.#contents[button.textContent];
    markTab(element('tabs'), element(`tab-${shown}`));
    element('panel').setAttribute('aria-labelledby', `tab-${shown}`);
    if (this.#contents[shown]) element('panel').replaceChildren(this.#contents[shown]());
  }
}
