// An editor for one program: CodeMirror with the colors, words and diagnostics of AGAL.
import {
  Annotation, Decoration, EditorState, EditorView, MatchDecorator, StateEffect, ViewPlugin, autocompletion, completionKeymap, defaultKeymap,
  drawSelection, highlightActiveLine, highlightActiveLineGutter, highlightSelectionMatches, history, historyKeymap, hoverTooltip,
  invertedEffects, isolateHistory, keymap, lineNumbers, lintGutter, lintKeymap, redo, search, searchKeymap, setDiagnostics, Transaction, undo,
} from './codemirror/codemirror.js';
import { completionsFor } from './completion.js';
import { explanationOf, forVersion, versionOf } from './explanations.js';
import { make, scannerOf, splitAtBytes } from './shared.js';

// The nonce of style elements that the page allows: see index.html.
const nonce = 'codemirror';

// Marks a change that the page makes. Typing and undoing are changes of the user.
const byPage = Annotation.define();

// Marks a change that the page makes in several editors. `name` is the same in each, so that undo in one editor reverts
// all of them.
const replacement = StateEffect.define();

const colors = ViewPlugin.define((view) => {
  const matcher = new MatchDecorator({
    regexp: scannerOf('agal'),
    decoration: (match) => Decoration.mark({class: Object.entries(match.groups).find(([, text]) => text !== undefined)[0]}),
  });
  return {
    decorations: matcher.createDeco(view),
    update(update) {
      this.decorations = matcher.updateDeco(update, this.decorations);
    },
  };
}, {decorations: ({decorations}) => decorations});

// The Tab key also takes the offered completion. Without an offer, it moves the focus.
const acceptWithTab = completionKeymap.filter(({key}) => key === 'Enter').map(({run}) => ({key: 'Tab', run}));

const wordPattern = /[A-Za-z][\w]*/g;

// Returns the word at a position: an opcode, a register, or an option of a sampler.
function wordAt(state, position) {
  const line = state.doc.lineAt(position);
  const comment = line.text.indexOf('//');
  for (const match of line.text.matchAll(wordPattern)) {
    const from = line.from + match.index;
    if (comment >= 0 && match.index >= comment) return null;
    if (position >= from && position <= from + match[0].length) return {from, to: from + match[0].length, word: match[0]};
  }
  return null;
}

// `noteOf(word)` is a line before the explanation, or ''.
const explanations = (noteOf) => hoverTooltip(async (view, position) => {
  const found = wordAt(view.state, position);
  const explanation = found && (await explanationOf(found.word));
  const text = explanation && [noteOf(found.word), forVersion(explanation, versionOf(view.state.doc.toString()))].filter((part) => part !== '').join('\n\n');
  return text ? {pos: found.from, end: found.to, above: true, create: () => ({dom: make('pre.hover', {}, text)})} : null;
});

// Returns the range that a diagnostic is about: its caret, or the whole line.
function rangeOf(doc, {line, snippet, caret}) {
  const {from, to, text} = doc.line(line);
  if (caret === undefined) return {from: from + (text.length - text.trimStart().length), to};
  const [before, meant] = splitAtBytes(snippet, caret[0], caret[1]);
  const start = Math.min(from + before.length, to);
  return {from: start, to: Math.min(start + meant.length, to)};
}

// Marks lines, by their numbers from 1.
const setMarks = StateEffect.define();
const mark = Decoration.line({class: 'same'});
const marks = ViewPlugin.define(() => ({
  decorations: Decoration.none,
  update({changes, state, transactions}) {
    this.decorations = this.decorations.map(changes);
    for (const {value} of transactions.flatMap(({effects}) => effects).filter((effect) => effect.is(setMarks)))
      this.decorations = Decoration.set(value.filter((line) => line <= state.doc.lines).map((line) => mark.range(state.doc.line(line).from)));
  },
}), {decorations: ({decorations}) => decorations});

const lintSeverity = {error: 'error', warning: 'warning', note: 'info'};

export class Editor {
  #view;
  #onInput;
  #onUndone;
  #onLine;
  #marks = '';
  hoveredLine = null; // the number of the line under the mouse

  // Creates the editor in `root`. The element `labelId` is its label, and the element `describedBy` describes its
  // state. `stage()` returns the stage of the program. `onInput(before, isUndo)` receives the text before a change of the user.
  // If the change undoes or redoes the replacement with a name, `onUndone(name)` is called instead. The text of `noteOf(word)` is
  // shown with the explanation of a word. `onLine()` is called when another line is hovered or active.
  constructor(root, {labelId, describedBy, stage, onInput, onUndone = () => {}, noteOf = () => '', onLine = () => {}}) {
    this.#onInput = onInput;
    this.#onUndone = onUndone;
    this.#onLine = onLine;
    this.#view = new EditorView({parent: root, state: EditorState.create({extensions: [
      lineNumbers(), highlightActiveLineGutter(), highlightActiveLine(), history(), drawSelection(), colors, marks,
      highlightSelectionMatches(), search({top: true}), explanations(noteOf), lintGutter(),
      autocompletion({override: [(context) => completionsFor(context, stage())], icons: false}),
      keymap.of([...acceptWithTab, ...completionKeymap, ...searchKeymap, ...historyKeymap, ...lintKeymap, ...defaultKeymap]),
      EditorState.tabSize.of(4),
      EditorState.languageData.of(() => [{commentTokens: {line: '//'}}]),
      EditorView.cspNonce.of(nonce),
      EditorView.contentAttributes.of({
        'aria-labelledby': labelId, 'aria-describedby': describedBy, spellcheck: 'false', autocapitalize: 'off', autocorrect: 'off', translate: 'no',
      }),
      EditorView.updateListener.of((update) => this.#updated(update)),
      EditorView.domEventHandlers({
        mousemove: ({clientY}) => this.#hover(this.#lineAt(clientY)),
        mouseleave: () => this.#hover(null),
      }),
      invertedEffects.of(({effects}) => effects.filter((effect) => effect.is(replacement))),
    ]})});
  }

  get text() {
    return this.#view.state.doc.toString();
  }

  // Replaces the text. Undo restores the text before.
  set text(text) {
    this.replace(text);
  }

  // Sets the initial text of the page, which undo does not remove.
  begin(text) {
    this.replace(text, [], [Transaction.addToHistory.of(false)]);
  }

  // Replaces the text as a part of the replacement with this name, which may change several editors.
  replaceAs(name, text) {
    this.replace(text, [replacement.of(name)]);
  }

  replace(text, effects = [], annotations = [isolateHistory.of('full')]) {
    const before = this.text;
    if (text === before) return;
    // Only the lines that differ are replaced, so that the cursor keeps its position.
    let start = 0;
    while (start < before.length && start < text.length && before[start] === text[start]) ++start;
    let end = 0;
    while (end < before.length - start && end < text.length - start && before.at(-1 - end) === text.at(-1 - end)) ++end;
    this.#view.dispatch({
      changes: {from: start, to: before.length - end, insert: text.slice(start, text.length - end)},
      effects,
      annotations: [byPage.of(true), ...annotations],
    });
  }

  // Returns false if there is nothing to undo.
  undo() {
    return undo(this.#view);
  }

  redo() {
    redo(this.#view);
  }

  focus() {
    this.#view.focus();
  }

  // The number of the line with the cursor; null without the focus.
  get activeLine() {
    const {state, hasFocus} = this.#view;
    return hasFocus ? state.doc.lineAt(state.selection.main.head).number : null;
  }

  // Returns the number of the line at a height in the window, or null below the last line.
  #lineAt(clientY) {
    const height = clientY - this.#view.documentTop;
    const {from, bottom} = this.#view.lineBlockAtHeight(height);
    return height < bottom ? this.#view.state.doc.lineAt(from).number : null;
  }

  #hover(line) {
    if (line === this.hoveredLine) return;
    this.hoveredLine = line;
    this.#onLine();
  }

  // Marks lines. If `reveals` is true, scrolls to the first one.
  mark(lines, reveals) {
    const key = lines.join();
    if (key === this.#marks) return;
    this.#marks = key;
    const {state, scrollDOM} = this.#view;
    this.#view.dispatch({effects: setMarks.of(lines)});
    if (!reveals || !(lines[0] <= state.doc.lines)) return;
    const {top, bottom} = this.#view.lineBlockAt(state.doc.line(lines[0]).from);
    if (top < scrollDOM.scrollTop) scrollDOM.scrollTop = top;
    else if (bottom > scrollDOM.scrollTop + scrollDOM.clientHeight) scrollDOM.scrollTop = bottom - scrollDOM.clientHeight;
  }

  #updated({docChanged, selectionSet, focusChanged, startState, transactions}) {
    if (docChanged || selectionSet || focusChanged) this.#onLine();
    if (!docChanged) return;
    const byUser = transactions.filter((transaction) => transaction.docChanged && !transaction.annotation(byPage));
    if (byUser.length === 0) return;
    const before = startState.doc.toString();
    const isUndo = byUser.some((transaction) => transaction.isUserEvent('undo') || transaction.isUserEvent('redo'));
    const [name] = transactions.flatMap(({effects}) => effects).filter((effect) => effect.is(replacement)).map(({value}) => value);
    if (name !== undefined) this.#onUndone(name);
    else this.#onInput(before, isUndo);
  }

  // Underlines the ranges of the diagnostics, and marks their lines.
  setDiagnostics(diagnostics) {
    const {doc} = this.#view.state;
    const shown = diagnostics.filter(({line}) => line !== undefined && line <= doc.lines).map((diagnostic) => ({
      ...rangeOf(doc, diagnostic),
      severity: lintSeverity[diagnostic.severity],
      message: [diagnostic.message, diagnostic.help].filter(Boolean).join('\n'),
      source: diagnostic.code,
    }));
    this.#view.dispatch(setDiagnostics(this.#view.state, shown));
    this.#view.contentDOM.setAttribute('aria-invalid', diagnostics.some(({severity}) => severity === 'error'));
  }

  // Moves the cursor to the position of a diagnostic.
  goTo(line, column) {
    const {from, to} = this.#view.state.doc.line(Math.min(line, this.#view.state.doc.lines));
    const anchor = Math.min(from + Math.max((column ?? 1) - 1, 0), to);
    // 'center' would also scroll the page, away from the message that was clicked.
    this.#view.dispatch({selection: {anchor}, effects: EditorView.scrollIntoView(anchor, {y: 'nearest', yMargin: 40})});
    this.#view.focus();
  }
}
