export { autocompletion, completionKeymap, startCompletion } from '@codemirror/autocomplete';
export { defaultKeymap, history, historyKeymap, invertedEffects, isolateHistory, redo, undo } from '@codemirror/commands';
export { forceLinting, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
export { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search';
export { Annotation, Compartment, EditorSelection, EditorState, StateEffect, Transaction } from '@codemirror/state';
export {
  Decoration, EditorView, MatchDecorator, ViewPlugin, drawSelection, highlightActiveLine, highlightActiveLineGutter, hoverTooltip,
  keymap, lineNumbers, placeholder,
} from '@codemirror/view';
