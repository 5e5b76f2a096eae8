// The panel with the output languages.
import { fileButtons } from './file_buttons.js';
import { showMessages, summaryOf } from './messages.js';
import { codeBox, copyButton, make, scannerOf } from './shared.js';
import { disassemble } from './spirv.js';

// The languages that the WebAssembly writes. All versions of MSL have the same text, as do all versions of HLSL.
// ./tools/lab/bless writes the rows.
const languages = [
  {name: 'spv', title: 'SPIR-V', language: 'spirv', suffix: '.spv'},
  {name: 'glsl120', title: 'GLSL 1.20', language: 'glsl', suffix: '.glsl120.glsl'},
  {name: 'glsl330', title: 'GLSL 3.30', language: 'glsl', suffix: '.glsl330.glsl'},
  {name: 'glsl450', title: 'GLSL 4.50', language: 'glsl', suffix: '.glsl450.glsl'},
  {name: 'vulkan-glsl450', title: 'GLSL 4.50, Vulkan', language: 'glsl', suffix: '.vulkan.glsl'},
  {name: 'essl100', title: 'GLSL ES 1.00', language: 'glsl', suffix: '.essl100.glsl'},
  {name: 'essl300', title: 'GLSL ES 3.00', language: 'glsl', suffix: '.essl300.glsl'},
  {name: 'essl310', title: 'GLSL ES 3.10', language: 'glsl', suffix: '.essl310.glsl'},
  {name: 'msl20', title: 'MSL', language: 'msl', suffix: '.msl20.metal'},
  {name: 'hlsl50', title: 'HLSL', language: 'hlsl', suffix: '.hlsl50.hlsl'},
  {name: 'wgsl', title: 'WGSL', language: 'wgsl', suffix: '.wgsl'},
];

// The languages that a page shows at first; they are also the first in its order.
const usual = ['wgsl', 'essl300', 'essl100', 'spv'];
const rank = ({name}) => (usual.includes(name) ? usual.indexOf(name) : usual.length);
export const targetTable = [...languages].sort((a, b) => rank(a) - rank(b));

const stages = ['vertex', 'fragment'];
const extension = {vertex: 'vert', fragment: 'frag'};

const sourceOf = (sources, i) => (sources[i]?.length > 0 ? sources[i].join(' ') : null);

// Returns the box of a product. `base` is the beginning of the name of a file. `lines.sources` becomes the source lines of each line.
function productBox(stage, {code, words, sources}, row, base, lines) {
  const name = `${base}.${extension[stage]}${row.suffix}`;
  const label = `${row.title}, ${stage} shader`;
  const assembly = words === undefined ? undefined : disassemble(words, sources);
  lines.sources = assembly?.sources ?? sources;
  const isMapped = lines.sources.some((each) => each.length > 0);
  return make('div.product', {'data-stage': stage},
    make('div.file', {}, make(`span.stage.${stage}`, {}, stage), assembly && make('span', {}, assembly.summary), !isMapped && make('span', {}, 'no mapping'),
      make('span.actions', {}, ...(assembly ? [copyButton(assembly.text, 'the assembly')] : []), ...fileButtons(code ?? words, name))),
    codeBox(assembly?.text ?? code, scannerOf(row.language), label, (i) => ({'data-source': sourceOf(lines.sources, i)})));
}

// Returns the box of a program that has errors.
function failedBox(stage, {errors}, goTo) {
  const box = make('div.messages');
  showMessages(box, errors, (diagnostic) => goTo(stage, diagnostic));
  return make('div.product.failed', {}, make('div.file', {}, make(`span.stage.${stage}`, {}, stage), make('span', {}, `not compiled: ${summaryOf(errors)}`)), box);
}

function problemBox(row, diagnostics, what) {
  const box = make('div.lacking', {});
  const keyOf = (diagnostic) => (diagnostic.line === undefined ? JSON.stringify({...diagnostic, file: '', stage: ''}) : diagnostic);
  const byText = new Map(diagnostics.map((diagnostic) => [keyOf(diagnostic), diagnostic]));
  showMessages(box, [...byText.values()]); // a message about both programs once
  return make('div', {}, make('p.lack', {}, `${row.title} cannot express ${what}:`), box);
}

// The cards of the panel. The content of a card is only created again after a change.
export class TargetPanel {
  #cards;
  #choices;
  #onChoice;
  #goTo;
  #lines = new Map(); // {sources} of each product by target and stage
  #shown = new Set(usual);
  #stage = 'both';
  #keys = new Map();
  #products = {};
  #bases = {vertex: 'program', fragment: 'program'};

  // `goTo(stage, diagnostic)` shows the place of a diagnostic.
  constructor({choices, stageChoice, cards}, onChoice, goTo) {
    this.#goTo = goTo;
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

  // Shows the `products` by target: {vertex, fragment, diagnostics}. `bases` are beginnings of names of files, by stage.
  show(products, bases = this.#bases) {
    this.#products = products;
    this.#bases = bases;
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
    const texts = stages.map((stage) => product[stage]?.errors ?? product[stage]?.code ?? product[stage]?.words?.join() ?? '');
    const key = JSON.stringify([texts, product.diagnostics, this.#stage, this.#bases]);
    if (this.#keys.get(row.name) === key) {
      this.#updateSources(card, row, product);
      return;
    }
    this.#keys.set(row.name, key);
    const wanted = stages.filter((stage) => product[stage] !== undefined && (this.#stage === 'both' || this.#stage === stage));
    const parts = wanted.map((stage) => this.#box(stage, row, product[stage]));
    const missing = stages.filter((stage) => product[stage] === undefined);
    if (product.diagnostics?.length > 0) parts.push(problemBox(row, product.diagnostics, missing.length === 1 ? `the ${missing[0]} program` : 'this'));
    if (parts.length === 0) parts.push(make('p.dim', {}, 'There is no valid program.'));
    const tops = [...card.querySelectorAll('pre.code')].map(({scrollTop}) => scrollTop);
    card.lastChild.replaceChildren(...parts);
    card.querySelectorAll('pre.code').forEach((box, i) => (box.scrollTop = tops[i] ?? 0));
  }

  #box(stage, row, product) {
    if (product.errors !== undefined) return failedBox(stage, product, this.#goTo);
    const lines = {};
    this.#lines.set(`${row.name} ${stage}`, lines);
    return productBox(stage, product, row, this.#bases[stage], lines);
  }

  // Follows a change of the programs that only moves their lines.
  #updateSources(card, row, product) {
    for (const box of card.querySelectorAll('.product[data-stage]')) {
      const {stage} = box.dataset;
      const {words, sources} = product[stage];
      const lines = this.#lines.get(`${row.name} ${stage}`);
      lines.sources = words === undefined ? sources : disassemble(words, sources).sources;
      box.querySelectorAll('.line').forEach((line, i) => {
        const source = sourceOf(lines.sources, i);
        if (source === null) line.removeAttribute('data-source');
        else line.setAttribute('data-source', source);
      });
    }
  }
}
