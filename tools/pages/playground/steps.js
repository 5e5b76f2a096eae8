// The panel with the steps of a compilation: the program after each step that changes it.
import { addTabKeys, codeBox, make, markTab, scannerOf } from './shared.js';
import { targetTable } from './targets.js';

const irScanner = /(?<comment>;.*)|(?<temporary>%\w+)|(?<type>\b(?:float|int|uint|bool)\d?\b)|(?<interface>\b(?:va|v|oc|od|op|[vf]s)\d+\b|\boc\b|\bop\b)|(?<number>(?:\b\d|-\d|\.\d)[\w.]*)|(?<keyword>(?<== )[a-z][\w-]*|^\s*[a-z][\w-]*)/g;
const maxCompared = 1500; // lines

// Returns the pattern for the text of a step: of the last one, whose name is the target's.
const languageOf = (name) =>
  name === 'ast' ? scannerOf('agal')
  : name.startsWith('ir') ? irScanner
  : scannerOf(targetTable.find((row) => row.name === name)?.language ?? 'spirv');

// Returns the lines of `after` that are not in the longest common subsequence with `before`.
function newLines(before, after) {
  const rows = Array.from({length: before.length + 1}, () => new Uint16Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; --i)
    for (let j = after.length - 1; j >= 0; --j)
      rows[i][j] = before[i] === after[j] ? rows[i + 1][j + 1] + 1 : Math.max(rows[i + 1][j], rows[i][j + 1]);
  const fresh = new Set();
  for (let i = 0, j = 0; j < after.length;) {
    if (i < before.length && before[i] === after[j]) ++i, ++j;
    else if (i < before.length && rows[i + 1][j] >= rows[i][j + 1]) ++i;
    else fresh.add(j++);
  }
  return fresh;
}

const linesOf = (text) => text.replace(/\n$/, '').split('\n');

export class StepPanel {
  #list;
  #view;
  #steps = [];
  #chosen = 0;

  constructor({list, view}) {
    this.#list = list;
    this.#view = view;
    addTabKeys(list, (tab) => this.#choose(Number(tab.dataset.index)));
  }

  // Shows the steps of one program, [{step, summary, text}].
  show(steps) {
    const chosenName = this.#steps[this.#chosen]?.step;
    const isLast = this.#chosen === this.#steps.length - 1; // the text for another target
    this.#steps = steps;
    this.#list.replaceChildren(...steps.map(({step}, i) =>
      make('button.step', {type: 'button', role: 'tab', id: `step-${i}`, 'data-index': i, 'aria-controls': this.#view.id, tabindex: '-1'}, step)));
    if (steps.length === 0) this.#view.replaceChildren(make('p.dim', {}, 'There is no valid program.'));
    else this.#choose(isLast ? steps.length - 1 : Math.max(0, steps.findIndex(({step}) => step === chosenName)));
  }

  #choose(index) {
    this.#chosen = index;
    markTab(this.#list, this.#list.children[index]);
    const {step, summary, text} = this.#steps[index];
    const before = index > 0 ? linesOf(this.#steps[index - 1].text) : null;
    const after = linesOf(text);
    const sameLanguage = before !== null && languageOf(step) === languageOf(this.#steps[index - 1].step);
    const compared = sameLanguage && before.length <= maxCompared && after.length <= maxCompared;
    const fresh = compared ? newLines(before, after) : new Set();
    const gone = compared ? before.length - (after.length - fresh.size) : 0;
    this.#view.setAttribute('aria-labelledby', `step-${index}`);
    this.#view.replaceChildren(
      make('p.summary', {}, summary),
      ...(compared ? [make('p.dim', {}, `${fresh.size} new or changed lines, ${gone} gone`)] : []),
      codeBox(text, languageOf(step), `After ${step}`, (i) => (fresh.has(i) ? {class: 'line fresh'} : {})));
  }
}
