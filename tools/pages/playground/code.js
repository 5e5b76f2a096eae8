// Shows highlighted text of programs in panels.
import { copyButton, highlightLine, make } from './shared.js';

const linesAtOnce = 400;

// Selects the text of the box, and not of the page, when the keys for it are pressed.
function selectAll(event, box) {
  if (event.key.toLowerCase() !== 'a' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  event.preventDefault();
  getSelection().selectAllChildren(box);
}

// Returns a scrollable box with numbered lines. `attributesOf` returns the attributes of a line by its number from 0.
export function codeBox(text, scanner, label, attributesOf = () => ({})) {
  const lines = text.replace(/\n$/, '').split('\n');
  const code = make('code');
  const lineOf = (line, i) => make('span.line', attributesOf(i), ...highlightLine(line, scanner), '\n');
  code.append(...lines.slice(0, linesAtOnce).map(lineOf));
  const box = make('pre.code', {tabindex: '0', role: 'group', 'aria-label': label, onkeydown: (event) => selectAll(event, box)}, code);
  if (lines.length <= linesAtOnce) return box;
  const more = make('button.more', {type: 'button', onclick: () => {
    code.append(...lines.slice(linesAtOnce).map((line, i) => lineOf(line, i + linesAtOnce)));
    more.remove();
    box.focus();
  }}, `Show all ${lines.length} lines`);
  return make('div', {}, box, more);
}

// Returns buttons that copy a text, and that save the text or bytes as a file.
export function fileButtons(content, name) {
  const save = make('button.copy', {type: 'button', title: `Save ${name}`, onclick: () => {
    const address = URL.createObjectURL(new Blob([content]));
    make('a', {href: address, download: name}).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }}, 'save');
  return [typeof content === 'string' ? copyButton(content, name) : null, save];
}
