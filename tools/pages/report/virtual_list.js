// ------------------------------------------ virtual list: thousands of rows; only the visible ones exist as elements

const spareRows = 6;  // rows above and below the visible ones

// A list box in `container`. `heightOf(item)` is the height of the row of an item, and `makeRow(item, position)` makes the
// row. An item with `isHeading` cannot be chosen. `choose(item, event)` is called for a row that was clicked.
class VirtualList {
  constructor(container, {heightOf, makeRow, choose}) {
    Object.assign(this, {container, heightOf, makeRow});
    this.items = [];
    this.tops = [0];         // the top of each row, and the height of the list
    this.chosen = -1;        // a position
    this.rows = new Map();   // keys are positions
    this.space = make('div.space', {role: 'presentation'});
    container.append(this.space);
    this.draw = this.draw.bind(this);
    container.addEventListener('scroll', oncePerFrame(this.draw), {passive: true});
    new ResizeObserver(oncePerFrame(this.draw)).observe(container); // it may be opened, too
    container.addEventListener('click', (event) => {
      const row = event.target.closest('[role=option]');
      if (row !== null) choose(this.items[Number(row.dataset.position)], event);
    });
  }

  // Shows items, with the chosen position or -1.
  show(items, chosen) {
    const changed = items !== this.items;
    this.items = items;
    this.chosen = chosen;
    if (changed) {
      let height = 0;
      this.tops = [0, ...items.map((item) => (height += this.heightOf(item)))];
      this.space.style.height = `${height}px`;
      this.forget();
      this.container.scrollTop = 0;
    }
    this.reveal();
    this.draw();
    for (const [position, row] of this.rows) this.mark(row, position);
  }

  // Makes the rows again, because they have changed.
  refresh() {
    this.forget();
    this.draw();
  }

  forget() {
    for (const row of this.rows.values()) row.remove();
    this.rows.clear();
  }

  // Scrolls just enough to show the chosen row.
  reveal() {
    if (this.chosen < 0) return;
    const [top, bottom] = [this.tops[this.chosen], this.tops[this.chosen + 1]];
    const height = this.container.clientHeight;
    if (top < this.container.scrollTop) this.container.scrollTop = top;
    else if (bottom > this.container.scrollTop + height) this.container.scrollTop = bottom - height;
  }

  // Returns the position of the row at a height.
  positionAt(height) {
    let [low, high] = [0, this.items.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.tops[middle] <= height) low = middle;
      else high = middle;
    }
    return low;
  }

  // Returns the number of rows that fit, less one so that a page overlaps the page before.
  get rowsOfPage() {
    const {scrollTop, clientHeight} = this.container;
    return Math.max(1, this.positionAt(scrollTop + clientHeight) - this.positionAt(scrollTop) - 1);
  }

  // Returns the number of rows that a key moves by, or undefined.
  offsetOf(key) {
    const page = this.rowsOfPage;
    return {ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page, Home: -Infinity, End: Infinity}[key];
  }

  // Returns the item that is this number of rows after another item, which is the chosen one by default. Without it, rows are
  // counted from outside of the list.
  itemAfter(offset, before = this.items[this.chosen]) {
    const items = this.items.filter(({isHeading}) => !isHeading);
    const at = items.indexOf(before);
    const from = at >= 0 ? at : offset < 0 ? items.length : -1;
    return items[Math.min(Math.max(from + offset, 0), items.length - 1)];
  }

  draw() {
    const {scrollTop, clientHeight} = this.container;
    const first = Math.max(0, this.positionAt(scrollTop) - spareRows);
    const last = Math.min(this.items.length, this.positionAt(scrollTop + clientHeight) + 1 + spareRows);
    for (const [position, row] of this.rows) {
      if (position >= first && position < last) continue;
      row.remove();
      this.rows.delete(position);
    }
    let before = null; // elements are in the order of their positions
    for (let position = first; position < last; ++position) {
      if (!this.rows.has(position)) {
        const row = this.make(position);
        this.rows.set(position, row);
        if (before) before.after(row);
        else this.space.prepend(row);
      }
      before = this.rows.get(position);
    }
  }

  make(position) {
    const item = this.items[position];
    const row = this.makeRow(item, position);
    row.style.top = `${this.tops[position]}px`;
    if (item.isHeading) return row;
    const attributes = {role: 'option', id: `row${position}`, 'data-position': position, 'aria-posinset': position + 1, 'aria-setsize': this.items.length};
    for (const [name, value] of Object.entries(attributes)) row.setAttribute(name, value);
    this.mark(row, position);
    return row;
  }

  mark(row, position) {
    if (this.items[position].isHeading) return;
    const chosen = position === this.chosen;
    row.setAttribute('aria-selected', String(chosen));
    if (chosen) this.container.setAttribute('aria-activedescendant', row.id);
  }
}
globalThis.VirtualList = VirtualList; // for modules
