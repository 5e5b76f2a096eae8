// An editor for one program: a text area whose letters are transparent, above the same text in color.
import { highlightLine, make, scannerOf, splitAtBytes } from './shared.js';

const scanner = scannerOf('agal');
const tabSize = 4;

// The column on the screen at which a part of a line begins.
function columnsOf(text) {
  let column = 0;
  for (const c of text) column += c === '\t' ? tabSize - (column % tabSize) : 1;
  return column;
}

export class Editor {
  #area;
  #code;
  #gutter;
  #marks;
  #layer;
  #lines = [];
  #diagnostics = [];

  // `root` gets the elements; its label is in `labelId`, and the text with id `describedBy` describes the state.
  constructor(root, {labelId, describedBy, onInput}) {
    this.#code = make('code');
    this.#marks = make('div.marks');
    this.#layer = make('div.layer', {'aria-hidden': 'true'}, make('pre', {}, this.#code), this.#marks);
    this.#gutter = make('div.numbers');
    this.#area = make('textarea', {
      'aria-labelledby': labelId, 'aria-describedby': describedBy, spellcheck: 'false', autocapitalize: 'off',
      autocomplete: 'off', autocorrect: 'off', wrap: 'off', translate: 'no',
    });
    root.append(make('div.gutter', {'aria-hidden': 'true'}, this.#gutter), make('div.sheet', {}, this.#layer, this.#area));
    this.#area.addEventListener('scroll', () => this.#follow());
    this.#area.addEventListener('input', () => {
      this.#paint();
      onInput();
    });
    this.#paint();
  }

  get text() {
    return this.#area.value;
  }

  set text(text) {
    if (text === this.#area.value) return;
    this.#area.value = text;
    this.#paint();
  }

  focus() {
    this.#area.focus();
  }

  #follow() {
    this.#layer.style.transform = `translate(${-this.#area.scrollLeft}px, ${-this.#area.scrollTop}px)`;
    this.#gutter.style.transform = `translateY(${-this.#area.scrollTop}px)`;
  }

  // Only the lines that have changed are made again.
  #paint() {
    const lines = this.#area.value.split('\n');
    const old = this.#lines;
    let head = 0;
    while (head < lines.length && head < old.length && lines[head] === old[head]) ++head;
    let tail = 0;
    while (tail < lines.length - head && tail < old.length - head && lines.at(-1 - tail) === old.at(-1 - tail)) ++tail;
    for (let i = old.length - tail; i > head; --i) this.#code.children[i - 1].remove();
    const fresh = lines.slice(head, lines.length - tail).map((line) => make('span.line', {}, ...highlightLine(line, scanner), '\n'));
    if (head < this.#code.children.length) this.#code.children[head].before(...fresh);
    else this.#code.append(...fresh);
    this.#lines = lines;
    while (this.#gutter.children.length > lines.length) this.#gutter.lastChild.remove();
    while (this.#gutter.children.length < lines.length)
      this.#gutter.append(make('div', {}, String(this.#gutter.children.length + 1)));
    if (fresh.length > 0 || lines.length !== old.length) this.#marks.replaceChildren();
    this.#follow();
  }

  // Underlines what the diagnostics are about, and colors the numbers of their lines.
  setDiagnostics(diagnostics) {
    this.#diagnostics = diagnostics;
    for (const number of this.#gutter.children) number.className = '';
    const marks = [];
    for (const {line, severity, snippet, caret} of diagnostics) {
      if (line === undefined || line > this.#lines.length) continue;
      const number = this.#gutter.children[line - 1];
      if (number.className !== 'error') number.className = severity;
      if (caret === undefined) continue;
      const [before, meant] = splitAtBytes(snippet, caret[0], caret[1]);
      const text = this.#lines[line - 1];
      const from = columnsOf(text.slice(0, before.length));
      const mark = make(`span.${severity}`);
      mark.style.top = `calc(${line - 1} * var(--line-height))`;
      mark.style.left = `${from}ch`;
      mark.style.width = `${Math.max(1, columnsOf(text.slice(0, before.length + meant.length)) - from)}ch`;
      marks.push(mark);
    }
    this.#marks.replaceChildren(...marks);
    this.#area.setAttribute('aria-invalid', diagnostics.some(({severity}) => severity === 'error'));
  }

  // Moves the cursor to where a diagnostic points.
  goTo(line, column) {
    const before = this.#lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    const at = before + Math.min(Math.max((column ?? 1) - 1, 0), this.#lines[line - 1]?.length ?? 0);
    this.#area.focus();
    this.#area.setSelectionRange(at, at);
    const height = Number.parseFloat(getComputedStyle(this.#area).lineHeight);
    this.#area.scrollTop = Math.max(0, (line - 4) * height);
  }
}
