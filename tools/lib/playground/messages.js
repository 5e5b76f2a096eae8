// Diagnostics as a list, each with its explanation on demand.
import { ask } from './client.js';
import { diagnosticBox, make } from './shared.js';

const atOnce = 20;
const explanations = new Map(); // promises by code

function explanationOf(code) {
  const text = make('pre', {tabindex: '0'});
  const details = make('details.explanation', {}, make('summary', {}, `agalc explain ${code}`), text);
  details.addEventListener('toggle', async () => {
    if (!details.open || text.textContent !== '') return;
    if (!explanations.has(code)) explanations.set(code, ask('explain', {word: code}));
    text.textContent = (await explanations.get(code)) ?? 'There is no explanation.';
  });
  return details;
}

function boxOf(diagnostic, goTo) {
  const box = diagnosticBox(diagnostic, explanationOf(diagnostic.code));
  if (goTo === undefined || diagnostic.line === undefined) return box;
  const place = box.querySelector('.place');
  place.append(' ', make('button.link', {type: 'button', onclick: () => goTo(diagnostic)}, `Go to line ${diagnostic.line}`));
  return box;
}

const counted = (count, word) => (count === 0 ? '' : `${count} ${word}${count === 1 ? '' : 's'}`);

// "1 error, 2 warnings", or "no errors".
export function summaryOf(diagnostics) {
  const count = (severity) => diagnostics.filter((each) => each.severity === severity).length;
  const parts = [counted(count('error'), 'error'), counted(count('warning'), 'warning'), counted(count('note'), 'note')];
  return parts.filter((part) => part !== '').join(', ') || 'no errors';
}

// Shows diagnostics in an element, unless it shows them already: what is open stays open.
export function showMessages(root, diagnostics, goTo) {
  const key = JSON.stringify(diagnostics);
  if (root.messagesKey === key) return;
  root.messagesKey = key;
  const boxes = diagnostics.slice(0, atOnce).map((diagnostic) => boxOf(diagnostic, goTo));
  const rest = diagnostics.slice(atOnce);
  const more = rest.length > 0 && make('button.more', {type: 'button', onclick: () => {
    more.replaceWith(...rest.map((diagnostic) => boxOf(diagnostic, goTo)));
  }}, `${rest.length} more`);
  root.replaceChildren(...boxes, ...(more ? [more] : []));
}
