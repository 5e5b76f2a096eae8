// The panel that compares a program of the page with another one, or with its own SPIR-V, for all inputs.
import { latest } from './client.js';
import { Editor } from './editor.js';
import { forPage, showMessages } from './messages.js';
import { numberText, registerText } from './numbers.js';
import { codeBox, make, scannerOf, tableOf } from './shared.js';

const classText = {
  undefined: 'what AGAL or the target leaves open',
  rounding: 'the last bits of results',
  'value-changing': 'what no specification allows',
};
const pixelNames = ['upper left', 'upper right', 'lower left', 'lower right'];

const code = (text) => make('code', {}, text);

// Returns the rows of a register's value: one for each pixel if they differ, otherwise one.
function rowsOf(value) {
  if (!Array.isArray(value[0])) return [value];
  return value.every((each) => String(each) === String(value[0])) ? [value[0]] : value;
}

function headline({verdict, class: proofClass}) {
  if (verdict === 'equal') return proofClass === 'exact' ? 'Equal for all inputs' : `Equal for all inputs, up to ${proofClass}`;
  return verdict === 'different' ? 'Different' : 'Not decided';
}

function sentenceOf({verdict, class: proofClass, reason, counterexample}) {
  if (verdict === 'equal')
    return proofClass === 'exact' ? 'Every bit of every output is the same.' : `They may differ in ${classText[proofClass]}. The proof needs these rules:`;
  if (counterexample === undefined) return `${reason[0].toUpperCase()}${reason.slice(1)}.`;
  const {output, pixel, expected, found, samples, inputs} = counterexample;
  const where = Object.values(inputs.varyings ?? {}).some((value) => rowsOf(value).length > 1) ? ` in the ${pixelNames[pixel]} pixel` : '';
  return `${output} is ${numberText(expected)} by the program and ${numberText(found)} by the other${where}, for these inputs` +
    `${samples ? ' and texels that depend on their coordinates' : ''}:`;
}

const ruleTable = (rules) =>
  tableOf(['Rule', 'Class', 'Applied'], rules.map(({name, class: ruleClass, count}) => [code(name), ruleClass, `${count} ×`]));

function inputRows(inputs) {
  const registers = Object.entries({...inputs.constants, ...inputs.attributes, ...inputs.varyings})
    .sort(([a], [b]) => a.localeCompare(b, 'en', {numeric: true}));
  const rows = registers.flatMap(([name, value]) =>
    rowsOf(value).map((each, i, all) => [code(name), all.length > 1 ? pixelNames[i] : '', registerText(each)]));
  return inputs.instance === undefined ? rows : [...rows, [code('iid'), '', registerText(inputs.instance)]];
}

function termTable({verdict, output, expected, found}) {
  if (verdict === 'equal' || expected === undefined) return null;
  return tableOf([`${output}, where they part`, 'Term'], [['the program', code(expected)], ['the other', code(found)]]);
}

export class ComparePanel {
  #byId;
  #editor;
  #current;
  #messages = make('div.messages');
  #result = make('div.verdict', {role: 'status'});
  #visible = false;
  #shown = '';
  #ask = latest('prove', (answer, {number}) => this.#take(answer, number));
  #number = 0;

  // `current(stage)` returns {text, opened, options} of the page's program, or null: the text now, and the text that an
  // example, a file or a link had, or undefined. `onInput` is called when the panel changes.
  constructor(byId, current, onInput) {
    this.#byId = byId;
    this.#current = current;
    this.#editor = new Editor(byId('other-editor'), {labelId: 'other-title', describedBy: 'compare-result', stage: () => this.#stage, onInput: () => {
      this.refresh();
      onInput();
    }});
    byId('compare-result').append(this.#messages, this.#result);
    for (const id of ['compare-stage', 'compare-with'])
      byId(id).addEventListener('change', () => {
        this.refresh();
        onInput();
      });
    for (const [id, key] of [['compare-copy', 'text'], ['compare-opened', 'opened']])
      byId(id).addEventListener('click', () => {
        this.#editor.text = this.#current(this.#stage)?.[key] ?? '';
        this.#editor.goTo(1, 1);
        this.refresh();
        onInput();
      });
  }

  get #stage() {
    return this.#byId('compare-stage').value;
  }

  // The part of the panel that a link contains.
  get state() {
    return {stage: this.#stage, with: this.#byId('compare-with').value, text: this.#editor.text};
  }

  set state(state) {
    for (const [id, value] of [['compare-stage', state?.stage], ['compare-with', state?.with]]) {
      const select = this.#byId(id);
      if ([...select.options].some((option) => option.value === value)) select.value = value;
    }
    this.#editor.text = typeof state?.text === 'string' ? state.text : '';
  }

  // Replaces the other program by the opened one if it is the one that was opened before. Both are {vertex, fragment}.
  follow(before, opened) {
    const {text} = this.#editor;
    if (text !== '' && text === before[this.#stage] && text !== opened[this.#stage]) this.#editor.text = opened[this.#stage] ?? '';
  }

  // Chooses the program that was changed when the panel opens without another program.
  setVisible(visible) {
    const changed = ['vertex', 'fragment'].filter((stage) => {
      const current = this.#current(stage);
      return current?.opened !== current?.text;
    });
    if (visible && !this.#visible && this.#editor.text === '' && changed.length === 1) [this.#byId('compare-stage').value] = changed;
    this.#visible = visible;
    this.refresh();
  }

  // Must be called after a change that the answer depends on.
  refresh() {
    if (!this.#visible) return;
    const current = this.#current(this.#stage);
    const withOther = this.#byId('compare-with').value === 'program';
    this.#byId('other').hidden = !withOther;
    this.#byId('compare-copy').hidden = !withOther;
    this.#byId('compare-opened').hidden = !withOther || !current?.opened || current.opened === current.text;
    this.#showProgram(current?.text ?? '');
    const question = {text: current?.text ?? '', other: withOther ? this.#editor.text : undefined, stage: this.#stage, options: current?.options ?? {}};
    this.#byId('compare-result').setAttribute('aria-busy', 'true');
    this.#ask({...question, number: ++this.#number});
  }

  #showProgram(text) {
    const key = `${this.#stage} ${text}`;
    if (this.#shown === key) return;
    this.#shown = key;
    this.#byId('compared').replaceChildren(codeBox(text, scannerOf('agal'), `The ${this.#stage} program of the page`));
  }

  // Shows the answer. Errors in the page's program are in the editors, so only errors in the other program are shown
  // here.
  #take({missing, ok, diagnostics = [], proof}, number) {
    if (number === this.#number) this.#byId('compare-result').removeAttribute('aria-busy');
    const shown = diagnostics.filter(({file}) => file !== `${this.#stage} program`);
    this.#editor.setDiagnostics(shown);
    showMessages(this.#messages, shown, ({line, column}) => this.#editor.goTo(line, column));
    this.#result.className = `verdict ${proof?.verdict.replace(' ', '-') ?? ''}`;
    if (missing) this.#result.replaceChildren(make('p.dim', {}, missing));
    else if (!ok) this.#result.replaceChildren(make('p.dim', {}, 'Only valid programs are compared.'));
    else
      this.#result.replaceChildren(make('h3', {}, headline(proof)), make('p', {}, forPage(sentenceOf(proof))),
        ...[ruleTable(proof.rules), proof.counterexample && tableOf(['Input', 'Pixel', 'Value'], inputRows(proof.counterexample.inputs)), termTable(proof)]
          .filter(Boolean));
  }
}
