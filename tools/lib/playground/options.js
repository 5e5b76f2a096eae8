// The options of agalc that make sense here: a select for each, with the values that the library names.
import { labeledSelect } from './knobs.js';

export class OptionFields {
  #root;
  #onChange;
  #values = {};
  #options = [];

  constructor(root, onChange) {
    this.#root = root;
    this.#onChange = onChange;
  }

  // Those that differ from the default.
  get values() {
    return {...this.#values};
  }

  set values(given) {
    this.#values = {};
    for (const {key, choices, default: usual} of this.#options)
      if (choices.includes(given?.[key]) && given[key] !== usual) this.#values[key] = given[key];
    this.#render();
  }

  // `options` as the worker lists them.
  offer(options) {
    this.#options = options;
    this.#render();
  }

  #render() {
    this.#root.replaceChildren(...this.#options.map(({key, name, summary, choices, default: usual}) => {
      const others = choices.filter((choice) => choice !== usual);
      const first = ['', usual === undefined ? 'automatic' : `${usual} (default)`];
      const field = labeledSelect(name, [first, ...others], this.#values[key] ?? '', (value) => {
        if (value === '') delete this.#values[key];
        else this.#values[key] = value;
        this.#onChange();
      });
      field.title = summary;
      return field;
    }));
  }
}
