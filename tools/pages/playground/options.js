// The options of agalc that are useful in the page, in groups. Each has a select, with the values and explanations of
// the library.
import { labeledSelect } from './knobs.js';
import { make } from './shared.js';

// Other options are about files, or the page sets them itself.
const groups = [
  ['What AGAL leaves open', ['ifg', 'domain', 'nrm-zero', 'index', 'indirect-offset', 'unwritten', 'clamp', 'nan']],
  ['What is accepted', ['profile', 'validate', 'adobe-order', 'ignore-limits', 'allow-reserved', 'lenient', 'dialect']],
  ['What is written', ['host', 'optimize', 'constants', 'samplers', 'clip-z', 'flip-y', 'precision']],
];

const words = {true: 'yes', false: 'no'};

// Returns the values with their texts. The values of a switch are shown as "yes" and "no".
function choiceTexts(choices) {
  const isSwitch = choices.every((choice) => Object.hasOwn(words, choice));
  return choices.map((choice) => [choice, isSwitch ? words[choice] : choice]);
}

export class OptionFields {
  #root;
  #onChange;
  #values = {};
  #options = [];
  #count;
  #reset = make('button', {type: 'button', onclick: () => {
    this.values = {};
    this.#onChange();
  }}, 'Reset all');

  // `count` shows how many differ from the default.
  constructor(root, count, onChange) {
    this.#root = root;
    this.#count = count;
    this.#onChange = onChange;
  }

  // Returns the options that differ from their defaults.
  get values() {
    return {...this.#values};
  }

  set values(given) {
    this.#values = {};
    for (const {key, choices, default: usual} of this.#options)
      if (choices.includes(given?.[key]) && given[key] !== usual) this.#values[key] = given[key];
    this.#render();
  }

  // Shows the `options` that the worker lists.
  offer(options) {
    const shown = new Set(groups.flatMap(([, names]) => names));
    this.#options = options.filter(({name}) => shown.has(name));
    this.#render();
  }

  // Returns the names of the options that the page has.
  get names() {
    return this.#options.map(({name}) => name);
  }

  #render() {
    const byName = new Map(this.#options.map((option) => [option.name, option]));
    this.#root.replaceChildren(...groups.map(([title, names]) =>
      make('section.options', {}, make('h3', {}, title), names.filter((name) => byName.has(name)).map((name) => this.#field(byName.get(name))))));
    this.#root.lastChild.append(this.#reset);
    this.#showCount();
  }

  #showCount() {
    const changed = Object.keys(this.#values).length;
    this.#count.textContent = changed === 0 ? '' : `, ${changed} set`;
    this.#reset.disabled = changed === 0;
  }

  #field({key, name, summary, choices, default: usual}) {
    const values = usual === undefined ? [['', 'automatic'], ...choiceTexts(choices)] : choiceTexts(choices);
    const field = labeledSelect(name, values, this.#values[key] ?? usual ?? '', (value) => {
      if (value === (usual ?? '')) delete this.#values[key];
      else this.#values[key] = value;
      this.#showCount();
      this.#onChange();
    }, usual ?? '');
    const id = `option-${name}`;
    field.querySelector('select').setAttribute('aria-describedby', id);
    return make('div.option-field', {}, field, make('p.dim', {id}, `${summary}.`));
  }
}
