// Marks the lines that belong together: a line of a program, and the lines that it became in each language.
import { stages } from './store.js';

const isInSight = (line, box) => line.top >= box.top && line.bottom <= box.bottom;

export class SourceMap {
  #editors;
  #cards;
  #hovered = null; // {stage, lines, box} of the output under the mouse
  #marked = []; // lines of outputs

  // `cards` contains the boxes of the outputs, which targets.js makes.
  constructor(editors, cards) {
    this.#editors = editors;
    this.#cards = cards;
    cards.addEventListener('pointerover', ({target}) => this.#hover(target.closest('.line[data-source]')));
    cards.addEventListener('pointerleave', () => this.#hover(null));
  }

  #hover(line) {
    if (line === null && this.#hovered === null) return;
    this.#hovered = line && {stage: line.closest('.product').dataset.stage, lines: line.dataset.source.split(' ').map(Number), box: line.closest('pre')};
    this.refresh();
  }

  // The line of an editor: the one under the mouse, else the one with the cursor.
  #ofEditors() {
    const lineOf = (stage) => this.#editors[stage].hoveredLine ?? this.#editors[stage].activeLine;
    const stage = stages.find((each) => this.#editors[each].hoveredLine !== null) ?? stages.find((each) => lineOf(each) !== null);
    return stage === undefined ? null : {stage, lines: [lineOf(stage)], box: null};
  }

  // Must be called when the outputs or the lines of the editors have changed.
  refresh() {
    for (const line of this.#marked.splice(0)) line.classList.remove('same');
    const current = this.#hovered ?? this.#ofEditors();
    for (const stage of stages) this.#editors[stage].mark(current?.stage === stage ? current.lines : [], current?.box !== null);
    if (current === null) return;
    const pattern = current.lines.map((line) => `.line[data-source~="${line}"]`).join();
    for (const box of this.#cards.querySelectorAll(`.product[data-stage=${current.stage}] pre.code`)) {
      const lines = [...box.querySelectorAll(pattern)];
      this.#marked.push(...lines);
      if (lines.length > 0 && box !== current.box) this.#reveal(box, lines);
    }
    for (const line of this.#marked) line.classList.add('same');
  }

  // Scrolls a box, but not the page, until one of its lines is in sight.
  #reveal(box, lines) {
    const place = box.getBoundingClientRect();
    const places = lines.map((line) => line.getBoundingClientRect());
    if (!places.some((line) => isInSight(line, place))) box.scrollTop += places[0].top - place.top - place.height / 3;
  }
}
