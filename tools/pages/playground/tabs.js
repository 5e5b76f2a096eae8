// The tabs of the results.
import { addTabKeys, markTab } from './shared.js';

// The tabs of index.html, each with a panel. `onSelect` receives the name of the panel.
export class Tabs {
  #list;
  #onSelect;

  constructor(list, onSelect) {
    this.#list = list;
    this.#onSelect = onSelect;
    addTabKeys(list, (tab) => this.select(tab.dataset.name));
  }

  get selected() {
    return this.#list.querySelector('[aria-selected=true]').dataset.name;
  }

  select(name) {
    markTab(this.#list, this.#tab(name));
    for (const tab of this.#list.querySelectorAll('[role=tab]')) document.getElementById(tab.getAttribute('aria-controls')).hidden = tab.dataset.name !== name;
    this.#onSelect(name);
  }

  #tab(name) {
    return this.#list.querySelector(`[data-name=${name}]`);
  }

  // Hides or shows a tab. A tab without content is hidden.
  setAvailable(name, available) {
    this.#tab(name).hidden = !available;
    if (!available && this.selected === name) this.select(this.#list.querySelector('[role=tab]:not([hidden])').dataset.name);
  }
}
