// ----------------------------------------------------------------------- draws: the list of steps, with search and groups

const [stepHeight, headingHeight] = [60, 28];
const hashDigits = 4; // the shortest part of a hash that the search finds
const thumbnailSide = [64, 48];

const wordsOfTarget = (target) => (target ? `texture ${target.object}` : 'back buffer');
const trianglesOf = ({count, instances}) => (count / 3) * instances;

const nameOfPair = ({vertex, fragment} = {}) => [...new Set([fragment?.name, vertex?.name])].filter(Boolean).join(' + ');

// Gives each step the texts of its row: `program`, the name of its pair or undefined, and `facts`; and the hashes of its programs.
function describeSteps(steps, programs) {
  const numbers = new Map();
  for (const step of steps) {
    const {call, target} = step;
    const key = isDraw(call.call) ? call.state.program : null;
    if (key && !numbers.has(key)) numbers.set(key, numbers.size + 1);
    step.program = key ? nameOfPair(programs[key]) || `program ${numbers.get(key)}` : undefined;
    step.facts = [isDraw(call.call) ? plural(trianglesOf(call), 'triangle') : '', wordsOfTarget(target)].filter(Boolean).join(' · ');
    step.hashes = stageNames.map((stage) => programs[key]?.[stage]?.hash).join(' ');
    step.words = `${step.title} ${step.program ?? ''} ${step.facts}`.toLowerCase();
  }
}

// Returns true if a row has a word of the search: a whole number, a part of another word, or of a hash.
function hasWord({words, hashes}, word) {
  if (/^\d+$/.test(word)) return words.split(/\D+/).includes(word);
  return words.includes(word) || (word.length >= hashDigits && hashes.includes(word));
}

// Returns the items of the list: steps, with a heading before each frame or each program.
function itemsOf(steps, isGrouped) {
  const groups = new Map();
  for (const step of steps) {
    const key = !isGrouped ? step.call.frame : step.program ? step.call.state.program : null;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(step);
  }
  const textOf = ([first, ...others]) => (isGrouped ? `${first.program ?? 'clear and present'}: ${plural(others.length + 1, 'step')}` : `frame ${first.call.frame}`);
  return [...groups.values()].flatMap((some) => [{isHeading: true, text: textOf(some)}, ...some]);
}

class DrawList {
  #page;
  #list;
  #items = [];

  constructor(page) {
    this.#page = page;
    this.#list = new VirtualList(element('list'), {heightOf: ({isHeading}) => (isHeading ? headingHeight : stepHeight), makeRow: (item) => this.#row(item),
      choose: ({number}) => page.select(number)});
    element('search').addEventListener('input', () => this.arrange());
    element('grouped').addEventListener('change', () => this.arrange());
    element('browse').addEventListener('click', () => this.browse(!document.body.classList.contains('browsing')));
  }

  // Shows the steps that have all words of the search.
  arrange() {
    const {steps} = this.#page;
    const words = element('search').value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = steps.filter((step) => words.every((word) => hasWord(step, word)));
    this.#items = itemsOf(found, element('grouped').checked);
    element('matches').textContent = found.length === steps.length ? plural(steps.length, 'step') :
      found.length === 0 ? 'No step has these words.' : `${formatNumber(found.length)} of ${plural(steps.length, 'step')}`;
    this.mark();
  }

  // Marks the step that is shown.
  mark() {
    this.#list.show(this.#items, this.#items.indexOf(this.#page.step));
  }

  // Opens or closes the list in a narrow window.
  browse(isOn) {
    document.body.classList.toggle('browsing', isOn);
    element('browse').setAttribute('aria-expanded', String(isOn));
    this.mark();
  }

  // Returns the number of the step that is `offset` rows after the step that is shown.
  numberAt(offset) {
    return this.#list.itemAfter(offset)?.number;
  }

  // Returns the number of rows that a key moves by, or undefined.
  offsetOf(key) {
    return this.#list.offsetOf(key);
  }

  #row(item) {
    if (item.isHeading) return make('div.row.heading', {role: 'presentation'}, item.text);
    return make('div.row', {}, thumbnailOf(item), make('div.words', {}, make('div.name', {}, item.title, item.program ? make('span.program', {}, ` ${item.program}`) : null),
      make('div.label', {}, item.facts)));
  }
}

function thumbnailOf(step) {
  const [width, height] = thumbnailSide;
  return (step.thumbnail ??= make('canvas', {width, height, 'aria-hidden': 'true'}));
}
