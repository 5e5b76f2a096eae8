// ----------------------------------------------- tabs, which follow the pattern of the ARIA Authoring Practices

const tabMoves = {
  ArrowRight: (i, count) => (i + 1) % count, ArrowDown: (i, count) => (i + 1) % count,
  ArrowLeft: (i, count) => (i + count - 1) % count, ArrowUp: (i, count) => (i + count - 1) % count,
  Home: () => 0, End: (i, count) => count - 1,
};

// Handles clicks, and the keys that move and select. `select` receives the chosen tab.
function addTabKeys(list, select) {
  list.addEventListener('keydown', (event) => {
    const tabs = [...list.querySelectorAll('[role=tab]:not([hidden], :disabled)')];
    const at = tabs.indexOf(event.target);
    if (at < 0 || tabMoves[event.key] === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const next = tabs[tabMoves[event.key](at, tabs.length)];
    select(next);
    next.focus();
  });
  list.addEventListener('click', (event) => {
    const tab = event.target.closest('[role=tab]');
    if (tab !== null) select(tab);
  });
}

// Marks the chosen tab of a list.
function markTab(list, chosen) {
  for (const tab of list.querySelectorAll('[role=tab]')) {
    tab.setAttribute('aria-selected', String(tab === chosen));
    tab.tabIndex = tab === chosen ? 0 : -1;
  }
}
