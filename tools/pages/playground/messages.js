// Lists diagnostics, each with its explanation on demand.
import { explanationOf as textOf } from './explanations.js';
import { diagnosticBox, make, moreButton, plural } from './shared.js';

const atOnce = 20;
let pageOptions = new Set();

// Stores the names of the options that the page has.
export function noteOptions(names) {
  pageOptions = new Set(names);
}

// Rewords options of the command line in texts of agalc: "pass --constants=ubo" becomes "set the option constants to
// ubo".
export function forPage(text) {
  const called = (name) => (pageOptions.has(name) ? `the option ${name}` : `the option ${name} of the command agalc`);
  return text
    .replace("'agalc explain opcodes' lists", 'Ctrl+Space lists')
    .replace(' (agalc explain HOST)', '')
    .replace('also pass the SWF files', 'also open the SWF files')
    .replace(/\bpass --([a-z-]+)=([\w-]+), or for (\w+) --\1=([\w-]+)/g, (_, name, value, target, other) =>
      `set ${called(name)} to ${value}, or for ${target} to ${other}`)
    .replace(/\bpass (another |any |a )?--([a-z][a-z-]*)(?:=([\w-]+))?/g, (_, another, name, value) =>
      `set ${called(name)}${value !== undefined ? ` to ${value}` : another ? ' to another value' : ''}`)
    .replace(/\bomit --([a-z][a-z-]*)/g, (_, name) => `leave ${called(name)} at its default`)
    .replace(/--([a-z][a-z-]*)(?:=([\w-]+))?/g, (_, name, value) => (value === undefined ? called(name) : `${called(name)} with the value ${value}`));
}

function explanationOf(code) {
  const text = make('pre', {tabindex: '0'});
  const details = make('details.explanation', {}, make('summary', {'aria-label': `Explain ${code}`}, 'Explain'), text);
  details.addEventListener('toggle', async () => {
    if (!details.open || text.textContent !== '') return;
    text.textContent = forPage((await textOf(code)) ?? 'There is no explanation.');
  });
  return details;
}

function boxOf(diagnostic, goTo) {
  const {message, help} = diagnostic;
  const box = diagnosticBox({...diagnostic, message: forPage(message), help: help && forPage(help)}, explanationOf(diagnostic.code));
  if (goTo === undefined || diagnostic.line === undefined) return box;
  box.querySelector('.place').replaceChildren(make('button.link', {type: 'button', onclick: () => goTo(diagnostic)}, `Go to line ${diagnostic.line}`));
  return box;
}

const counted = (count, word) => (count === 0 ? '' : plural(count, word));

// Returns a summary such as "1 error, 2 warnings", or "no errors".
export function summaryOf(diagnostics) {
  const count = (severity) => diagnostics.filter((each) => each.severity === severity).length;
  const parts = [counted(count('error'), 'error'), counted(count('warning'), 'warning'), counted(count('note'), 'note')];
  return parts.filter((part) => part !== '').join(', ') || 'no errors';
}

const rank = {error: 0, warning: 1, note: 2};

// Shows diagnostics in an element, errors first. If it already shows them, nothing changes, and explanations stay open.
export function showMessages(root, diagnostics, goTo) {
  const key = JSON.stringify(diagnostics);
  if (root.messagesKey === key) return;
  root.messagesKey = key;
  const sorted = [...diagnostics].sort((a, b) => rank[a.severity] - rank[b.severity]);
  const boxes = sorted.slice(0, atOnce).map((diagnostic) => boxOf(diagnostic, goTo));
  const rest = sorted.slice(atOnce);
  const more = rest.length > 0 ? [moreButton(`${rest.length} more`, () => rest.map((diagnostic) => boxOf(diagnostic, goTo)))] : [];
  root.replaceChildren(...boxes, ...more);
}
