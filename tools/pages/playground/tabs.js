// Tabs that follow the pattern of the ARIA Authoring Practices: arrow keys, Home and End move and select.

const moves = {
  ArrowRight: (i, count) => (i + 1) % count, ArrowDown: (i, count) => (i + 1) % count,
  ArrowLeft: (i, count) => (i + count - 1) % count, ArrowUp: (i, count) => (i + count - 1) % count,
  Home: () => 0, End: (i, count) => count - 1,
};

// Handles the keys of a list of tabs. `select` receives the chosen tab.
export function addTabKeys(list, select) {
  list.addEventListener('keydown', (event) => {
    const tabs = [...list.querySelectorAll('[role=tab]:not([hidden])')];
    const at = tabs.indexOf(event.target);
    if (at < 0 || moves[event.key] === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const next = tabs[moves[event.key](at, tabs.length)];
    select(next);
    next.focus();
  });
  list.addEventListener('click', (event) => {
    const tab = event.target.closest('[role=tab]');
    if (tab !== null) select(tab);
  });
}

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
    for (const tab of this.#list.querySelectorAll('[role=tab]')) {
      const chosen = tab.dataset.name === name;
      tab.setAttribute('aria-selected', chosen);
      tab.tabIndex = chosen ? 0 : -1;
      document.getElementById(tab.getAttribute('aria-controls')).hidden = !chosen;
    }
    this.#onSelect(name);
  }

  // Hides or shows a tab. A tab without content is hidden.
  setAvailable(name, available) {
    const tab = this.#list.querySelector(`[data-name=${name}]`);
    tab.hidden = !available;
    if (!available && this.selected === name) this.select(this.#list.querySelector('[role=tab]:not([hidden])').dataset.name);
  }
}
