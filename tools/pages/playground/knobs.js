// Controls for the inputs of a pair: constants, textures, attributes.
import { keepImage } from './kept.js';
import { numberText } from './numbers.js';
import { readImage } from './pictures.js';
import { attributeWords, matrixWords, wordsFor } from './scenes.js';
import { make } from './shared.js';

const lanes = ['x', 'y', 'z', 'w'];
const hexOf = (value) => Math.round(255 * Math.min(Math.max(value, 0), 1)).toString(16).padStart(2, '0');
const colorOf = (value) => `#${value.slice(0, 3).map(hexOf).join('')}`;
const colorFrom = (text) => [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16) / 255);

const numbersIn = (text) => (text.match(/(?<![\w.])[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi) ?? []).map(Number);

// Returns a select with a label. `options` are words, or [word, text]. A dot marks the default, which is the word
// `usual`.
export function labeledSelect(label, options, value, onchange, usual) {
  const select = make('select', {onchange: () => onchange(select.value)}, options.map((option) => {
    const [word, text] = Array.isArray(option) ? option : [option, option];
    return make('option', {value: word}, word === usual ? `${text} \u2022` : text);
  }));
  if (usual !== undefined) select.title = '\u2022 marks the default';
  select.value = value;
  return make('label.field', {}, make('span.label', {}, label), select);
}

export class Knobs {
  #root;
  #inputs;
  #onChange;
  #onReset;
  #key = '';
  #textures = new Map(); // {node, open} by the name of a sampler that takes images
  #marked = ''; // the sampler that gets an image which is dropped elsewhere on the page

  // `onChange(what)` receives 'constants', 'mesh' or 'textures'. `onReset()` is called when all inputs should get their defaults.
  constructor(root, inputs, onChange, onReset) {
    this.#root = root;
    this.#inputs = inputs;
    this.#onChange = onChange;
    this.#onReset = onReset;
  }

  // Shows an image in the only texture, or in the marked one. Returns false if no texture takes images.
  takeImage(file) {
    this.#textures.get(this.#marked)?.open(file);
    return this.#textures.size > 0;
  }

  #mark(name) {
    this.#marked = name;
    for (const [each, {node}] of this.#textures) node.classList.toggle('marked', each === name && this.#textures.size > 1);
  }

  // Creates the controls again if the pair needs other inputs, or in any case if `always` is true.
  update(always = false) {
    const {guess} = this.#inputs;
    const key = JSON.stringify([guess, this.#inputs.isRecorded]);
    if (!always && key === this.#key) return;
    this.#key = key;
    this.#textures.clear();
    if (guess === null) {
      this.#root.replaceChildren();
      return;
    }
    const section = (title, parts) => (parts.length === 0 ? [] : [make('section.knobs', {}, make('h3', {}, title), parts)]);
    this.#root.replaceChildren(
      make('button.reset', {type: 'button', onclick: this.#onReset}, 'Reset all'),
      ...section('Constants', guess.constants.flatMap((stage) => this.#stageKnobs(stage))),
      ...section('Textures', guess.textures.map((texture) => this.#textureKnob(texture))),
      ...section('Attributes', Object.keys(guess.attributes).map((name) => this.#attributeKnob(name))));
    this.#mark(this.#textures.has(this.#marked) ? this.#marked : this.#textures.keys().next().value ?? '');
  }

  // -------------------------------------------------------------------------------------------------------------- constants

  #stageKnobs({registers, matrices, ranges}) {
    const knobs = [];
    const byName = new Map(registers.map((register) => [register.name, register]));
    for (const matrix of matrices) knobs.push(this.#matrixKnob(matrix, byName));
    for (const register of registers) if (!register.matrix) knobs.push(this.#registerKnob(register));
    return [...knobs, ...ranges.map(([first, end]) => this.#reachedKnob(first, end))];
  }

  #matrixKnob(matrix, byName) {
    const letters = matrix.name.slice(0, 2);
    const first = Number(matrix.name.slice(2));
    const end = first + matrix.count;
    const fields = []; // the fields of all rows
    const rows = Array.from({length: matrix.rows}, (_, i) => byName.get(`${letters}${first + i}`)).filter((row) => row !== undefined);
    const numbers = make('div.rows', {hidden: this.#inputs.matrixKind(matrix) !== 'numbers'},
      matrix.relative ? this.#reachedKnob(first, end, true) : rows.map((row) => this.#registerKnob(row, fields)));
    const label = make('span', {}, make('code', {}, `${matrix.name} to ${letters}${end - 1}`), matrix.relative ? ' matrices' : ' matrix');
    const select = labeledSelect(label, matrixWords, this.#inputs.matrixKind(matrix), (kind) => {
      this.#inputs.scene.matrices[matrix.name] = kind;
      numbers.hidden = kind !== 'numbers';
      this.#onChange('constants');
    }, matrix.kind);
    return make('div.knob', {}, select, numbers);
  }

  // Appends the fields of the components to `fields`. `takeRest` receives the pasted numbers that are left after the last field.
  #registerKnob(register, fields = [], takeRest = () => {}) {
    const {name, read, note, parts, color} = register;
    const {value, moves} = this.#inputs.constant(name);
    const state = {value: [...value], moves};
    const store = () => {
      this.#inputs.scene.constants[name] = {value: [...state.value], moves: state.moves};
      this.#onChange('constants');
    };
    const components = [...read].map((lane) => this.#component(name, lane, parts[lanes.indexOf(lane)], state, store));
    const picker = color && make('input', {type: 'color', value: colorOf(value), 'aria-label': `${name}, color`, oninput: () => {
      colorFrom(picker.value).forEach((channel, i) => (state.value[i] = channel));
      for (const {refresh} of components) refresh();
      store();
    }});
    fields.push(...components);
    // Several numbers, such as "[0, 0, 1, 1]" or all of a matrix, fill the fields from the one into which they are pasted.
    for (const component of components) component.number.addEventListener('paste', (event) => {
      const numbers = numbersIn(event.clipboardData.getData('text'));
      if (numbers.length < 2) return;
      event.preventDefault();
      const places = fields.slice(fields.indexOf(component));
      numbers.slice(0, places.length).forEach((value, i) => places[i].set(value));
      takeRest(numbers.slice(places.length));
    });
    for (const component of components) component.onStore = () => picker && (picker.value = colorOf(state.value));
    const usual = this.#inputs.usualConstant(name);
    const reset = make('button.link.usual', {type: 'button', title: `Set ${name} to its default`, onclick: () => {
      state.value = [...usual.value];
      state.moves = usual.moves;
      for (const {slider, refresh, onStore} of components) slider.removeAttribute('max'), slider.removeAttribute('min'), refresh(), onStore();
      delete this.#inputs.scene.constants[name];
      this.#onChange('constants');
    }}, `default ${[...read].map((lane) => numberText(usual.value[lanes.indexOf(lane)]) + (usual.moves.includes(lane) ? ' × t' : '')).join(', ')}`);
    return make('fieldset.knob', {},
      make('legend', {}, make('code', {}, name), note !== '' && make('span.note', {}, ` ${note}`)),
      make('div.components', {}, components.map(({node}) => node), picker && make('div.component.color', {}, make('span.label', {}, 'color'), picker)), reset);
  }

  // Returns a number, a slider, and a button that multiplies by the time.
  #component(name, lane, part, state, store) {
    const i = lanes.indexOf(lane);
    const label = `${name}.${lane}${part ? `, ${part}` : ''}`;
    const number = make('input', {type: 'number', step: 'any', 'aria-label': label});
    const slider = make('input', {type: 'range', step: 'any', 'aria-label': `${label}, slider`});
    const [low, high] = [make('span'), make('span')];
    const clock = make('button.clock', {
      type: 'button', 'aria-label': `${label}, times the seconds`, title: 'times the seconds', 'aria-pressed': String(state.moves.includes(lane)),
    }, '× t');
    const component = {number, slider, onStore: () => {}, node: make('div.component', {title: part ?? ''},
      make('span.label', {}, make('span', {}, lane), clock), number, slider, make('span.range', {'aria-hidden': 'true'}, low, high))};
    component.refresh = () => {
      const value = state.value[i];
      const reach = Math.max(2 ** Math.ceil(Math.log2(Math.abs(value) || 1)), Number(slider.max) || 1, 1);
      slider.max = reach;
      slider.min = value < 0 || Number(slider.min) < 0 ? -reach : 0;
      slider.value = value;
      low.textContent = numberText(Number(slider.min));
      high.textContent = numberText(Number(slider.max));
      number.value = numberText(value);
      clock.setAttribute('aria-pressed', String(state.moves.includes(lane)));
    };
    const set = (value) => {
      state.value[i] = value;
      component.refresh();
      component.onStore();
      store();
    };
    component.set = set;
    number.addEventListener('change', () => {
      if (Number.isFinite(number.valueAsNumber)) set(number.valueAsNumber);
      else component.refresh(); // shows the value that stays
    });
    slider.addEventListener('input', () => set(slider.valueAsNumber));
    clock.addEventListener('click', () => {
      const on = !state.moves.includes(lane);
      state.moves = on ? state.moves + lane : state.moves.replace(lane, '');
      clock.setAttribute('aria-pressed', String(on));
      if (on && state.value[i] === 0) set(1);
      else store();
    });
    component.refresh();
    return component;
  }

  // Returns a control for one of the registers that a relative address can reach.
  #reachedKnob(first, end, open = false) {
    const place = make('div');
    const show = (index) => place.replaceChildren(this.#registerKnob(
      {name: `vc${index}`, read: 'xyzw', note: '', parts: [], color: false}, [], (numbers) => this.#setFrom(index + 1, end, numbers)));
    const field = make('input', {type: 'number', min: first, max: end - 1, value: first, onchange: () => {
      const index = Math.min(Math.max(Math.round(field.valueAsNumber) || first, first), end - 1);
      field.value = index;
      show(index);
    }});
    show(first);
    return make('details.knob', {open}, make('summary', {}, `Any of vc${first} to vc${end - 1}: reached by relative addresses`),
      make('label.field', {}, make('span.label', {}, 'Register'), field), place);
  }

  // Sets the vertex constants from `first` on, before `end`, to numbers.
  #setFrom(first, end, numbers) {
    numbers.slice(0, 4 * (end - first)).forEach((number, i) => {
      const name = `vc${first + (i >> 2)}`;
      const {value, moves} = this.#inputs.constant(name);
      this.#inputs.scene.constants[name] = {value: value.with(i & 3, number), moves};
    });
    this.#onChange('constants');
  }

  // --------------------------------------------------------------------------------------------------- textures, attributes

  #textureKnob(texture) {
    const {name, kind} = texture;
    const thumbnail = make('canvas.thumbnail', {width: 40, height: 40, 'aria-hidden': 'true'});
    const draw = () => drawThumbnail(thumbnail, this.#inputs.picture(texture));
    const changed = () => {
      draw();
      this.#onChange('textures');
    };
    const field = labeledSelect(make('span', {}, make('code', {}, name), kind === '2d' ? '' : ` ${kind}`), wordsFor(kind),
      this.#inputs.pictureWord(texture), (word) => {
        this.#inputs.images.delete(name);
        this.#inputs.missingImages.delete(name);
        this.#inputs.scene.textures[name] = word;
        showFile();
        changed();
      }, texture.word);
    const select = field.querySelector('select');
    // An image is one more choice, as long as it is chosen.
    const showFile = () => {
      select.querySelector('[value=file]')?.remove();
      const image = this.#inputs.images.get(name);
      if (image === undefined) return;
      select.append(make('option', {value: 'file'}, image.fileName));
      select.value = 'file';
    };
    const problem = make('p.problem', {role: 'status'});
    const chooser = make('input', {type: 'file', accept: 'image/*', hidden: true, onchange: () => {
      if (chooser.files.length > 0) open(chooser.files[0]);
      chooser.value = ''; // choosing the same file again is a change too
    }});
    const open = async (file) => {
      try {
        const image = await readImage(file, kind);
        keepImage(image);
        this.#inputs.images.set(name, image);
        this.#inputs.missingImages.delete(name);
        problem.textContent = '';
        showFile();
        changed();
      } catch {
        problem.textContent = `${file.name} is not an image that this browser can read.`;
      }
    };
    const takesImages = kind !== '3d';
    const drop = ({dataTransfer}) => takesImages && dataTransfer?.files.length > 0 && open(dataTransfer.files[0]);
    showFile();
    draw();
    const mark = () => takesImages && this.#mark(name);
    const node = make('div.knob.texture', {ondrop: drop, onpointerdown: mark, onfocusin: mark}, thumbnail, field,
      takesImages && make('span.dim.here', {}, 'gets images that you drop on the page'),
      takesImages && make('button', {type: 'button', 'aria-label': `${name}: open an image`, onclick: () => chooser.click()}, 'Image…'), chooser, problem);
    if (takesImages) this.#textures.set(name, {node, open});
    return node;
  }

  #attributeKnob(name) {
    if (this.#inputs.isRecorded) return make('div.knob', {}, make('code', {}, name), make('span.dim', {}, ' recorded'));
    return make('div.knob', {}, labeledSelect(make('code', {}, name), attributeWords, this.#inputs.attributeWord(name), (word) => {
      this.#inputs.scene.attributes[name] = word;
      this.#onChange('mesh');
    }, this.#inputs.guess.attributes[name]));
  }
}

// Draws the first layer of a picture without transparency.
function drawThumbnail(canvas, {levels}) {
  const level = levels.find(({width}) => width <= 64) ?? levels[0];
  const pixels = new Uint8ClampedArray(level.bytes.subarray(0, 4 * level.width * level.height));
  for (let i = 3; i < pixels.length; i += 4) pixels[i] = 255;
  const whole = make('canvas', {width: level.width, height: level.height});
  whole.getContext('2d').putImageData(new ImageData(pixels, level.width, level.height), 0, 0);
  canvas.getContext('2d').drawImage(whole, 0, 0, canvas.width, canvas.height);
}
