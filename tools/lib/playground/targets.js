// The panel with the output languages.
import { codeBox, fileButtons } from './code.js';
import { showMessages } from './messages.js';
import { copyButton, make, scannerOf } from './shared.js';
import { disassemble } from './spirv.js';

// The languages that the WebAssembly writes, in the order of display. The text does not depend on the version of MSL or
// HLSL.
export const targetTable = [
  {name: 'wgsl', title: 'WGSL', language: 'wgsl', suffix: 'wgsl', shown: true},
  {name: 'essl100', title: 'GLSL ES 1.00', language: 'glsl', suffix: 'glsl', shown: true},
  {name: 'essl300', title: 'GLSL ES 3.00', language: 'glsl', suffix: 'glsl', shown: true},
  {name: 'essl310', title: 'GLSL ES 3.10', language: 'glsl', suffix: 'glsl', shown: false},
  {name: 'glsl330', title: 'GLSL 3.30', language: 'glsl', suffix: 'glsl', shown: false},
  {name: 'glsl450', title: 'GLSL 4.50', language: 'glsl', suffix: 'glsl', shown: false},
  {name: 'vulkan-glsl450', title: 'GLSL 4.50, Vulkan', language: 'glsl', suffix: 'glsl', shown: false},
  {name: 'msl20', title: 'MSL', language: 'msl', suffix: 'metal', shown: false},
  {name: 'hlsl50', title: 'HLSL', language: 'hlsl', suffix: 'hlsl', shown: false},
  {name: 'spv', title: 'SPIR-V', language: 'spirv', suffix: 'spv', shown: true},
];

const stages = ['vertex', 'fragment'];
const extension = {vertex: 'vert', fragment: 'frag'};

function productBox(stage, {code, words}, row) {
  const name = `program.${extension[stage]}.${row.suffix === 'glsl' ? `${row.name}.glsl` : row.suffix}`;
  const label = `${row.title}, ${stage} shader`;
  const assembly = words === undefined ? undefined : disassemble(words);
  return make('div.product', {},
    make('div.file', {}, make(`span.stage.${stage}`, {}, stage), assembly && make('span', {}, assembly.summary),
      make('span.actions', {}, ...(assembly ? [copyButton(assembly.text, 'the assembly')] : []), ...fileButtons(code ?? words, name))),
    codeBox(assembly?.text ?? code, scannerOf(row.language), label));
}

function problemBox(row, diagnostics) {
  const box = make('div.lacking', {});
  showMessages(box, diagnostics);
  return make('div', {}, make('p.lack', {}, `${row.title} cannot express this:`), box);
}

// The cards of the panel. The content of a card is only created again after a change.
export class TargetPanel {
  #cards;
  #choices;
  #onChoice;
  #shown = new Set(targetTable.filter(({shown}) => shown).map(({name}) => name));
  #stage = 'both';
  #keys = new Map();
  #products = {};

  constructor({choices, stageChoice, cards}, onChoice) {
    this.#choices = choices;
    this.#cards = cards;
    this.#onChoice = onChoice;
    for (const {name, title} of targetTable)
      choices.append(make('label.choice', {}, make('input', {type: 'checkbox', value: name, onchange: () => this.#choose()}), title));
    stageChoice.addEventListener('change', () => {
      this.#stage = stageChoice.value;
      this.show(this.#products);
    });
    this.#mark();
  }

  get shown() {
    return targetTable.filter(({name}) => this.#shown.has(name)).map(({name}) => name);
  }

  set shown(names) {
    this.#shown = new Set(names.filter((name) => targetTable.some((row) => row.name === name)));
    this.#mark();
  }

  #mark() {
    for (const box of this.#choices.querySelectorAll('input')) box.checked = this.#shown.has(box.value);
  }

  #choose() {
    this.#shown = new Set([...this.#choices.querySelectorAll('input:checked')].map(({value}) => value));
    this.show(this.#products);
    this.#onChoice();
  }

  // Shows the `products` by target: {vertex, fragment, diagnostics}.
  show(products) {
    this.#products = products;
    const rows = targetTable.filter(({name}) => this.#shown.has(name) && products[name] !== undefined);
    for (const card of [...this.#cards.children]) if (!rows.some(({name}) => name === card.dataset.target)) card.remove();
    rows.forEach((row, i) => {
      const before = this.#cards.children[i];
      if (before?.dataset.target !== row.name) {
        const id = `target-${row.name}`;
        const card = make('section.card', {'data-target': row.name, 'aria-labelledby': id}, make('h3', {id}, row.title), make('div'));
        if (before === undefined) this.#cards.append(card);
        else before.before(card);
        this.#keys.delete(row.name);
      }
      this.#fill(this.#cards.children[i], row, products[row.name]);
    });
  }

  #fill(card, row, product) {
    const texts = stages.map((stage) => product[stage]?.code ?? product[stage]?.words?.join() ?? '');
    const key = JSON.stringify([texts, product.diagnostics, this.#stage]);
    if (this.#keys.get(row.name) === key) return;
    this.#keys.set(row.name, key);
    const wanted = stages.filter((stage) => product[stage] !== undefined && (this.#stage === 'both' || this.#stage === stage));
    const parts = wanted.map((stage) => productBox(stage, product[stage], row));
    if (product.diagnostics?.length > 0) parts.push(problemBox(row, product.diagnostics));
    if (parts.length === 0) parts.push(make('p.dim', {}, 'There is no valid program.'));
    card.lastChild.replaceChildren(...parts);
  }
}
