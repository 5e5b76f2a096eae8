'use strict';

// ------------------------------------------------------------------------------- base: functions that all scripts use

// Shows an error of the page itself. Tests check for such errors.
function noteProblem(text) {
  const box = document.getElementById('problems');
  box.hidden = false;
  box.append(make('p', {}, text));
}
addEventListener('error', (event) => noteProblem(event.message));
addEventListener('unhandledrejection', (event) => noteProblem(String(event.reason)));

// Waits until the whole document is loaded, because data may come after the script.
const wholeDocument = new Promise((resolve) => {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', resolve, {once: true});
  else resolve();
});

// Creates an element. Children are elements or texts, which are never parsed as HTML. `name` is "tag.class.class".
function make(name, attributes = {}, ...children) {
  return fill(document.createElement(name.split('.', 1)[0]), name, attributes, children);
}

function makeSvg(name, attributes = {}, ...children) {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', name.split('.', 1)[0]), name, attributes, children);
}

function fill(node, name, attributes, children) {
  const classes = name.split('.').slice(1).join(' ');
  if (classes) node.setAttribute('class', classes);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else if (value === true) node.setAttribute(key, '');
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(key, value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

const numbers = new Intl.NumberFormat('en');
const formatNumber = (value) => numbers.format(value);
function plural(value, one, many = one + 's') {
  return `${formatNumber(value)} ${value === 1 ? one : many}`;
}

const percent = (part, whole) => (whole === 0 ? '' : part === whole ? '100 %' : `${((100 * part) / whole).toFixed(1)} %`);

// Returns the numbers of programs, and of files that do not have programs or cannot be read, as text.
function countOf(entries) {
  const files = entries.filter((entry) => entry.isFile).length;
  const parts = [plural(entries.length - files, 'program'), plural(files, 'other file')];
  return files === 0 ? parts[0] : parts.join(' and ');
}

// Returns a text such as "a, b and c".
function enumerate(parts) {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts[parts.length - 1]}`;
}

// Returns the bytes of a text in base 85, which report/encodings.hpp describes.
function bytesOfBase85(text) {
  const view = new DataView(new ArrayBuffer(4 * Math.ceil(text.length / 5)));
  const digitAt = (i) => {
    if (i >= text.length) return 84;
    const code = text.charCodeAt(i);
    return code === 125 ? 20 : code - 40;
  };
  for (let i = 0, at = 0; i < text.length; i += 5, at += 4) {
    let number = 0;
    for (let k = i; k < i + 5; ++k) number = 85 * number + digitAt(k);
    view.setUint32(at, number);
  }
  return new Uint8Array(view.buffer, 0, Math.floor((4 * text.length) / 5));
}

// Unpacks data in the zlib format. Returns a response.
const unzipped = (bytes) => new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate')));

// Returns the data of a data element as a response. The element contains it in the zlib format, in base 85.
function inflated(node) {
  return unzipped(bytesOfBase85(node.textContent));
}

// Returns the text of a data element.
const inflate = (node) => inflated(node).text();

// Splits a text into the part before a range, the range, and the part after it. The range is in bytes of UTF-8.
function splitAtBytes(text, start, length) {
  const bytes = new TextEncoder().encode(text);
  const decode = (from, to) => new TextDecoder().decode(bytes.subarray(from, to));
  return [decode(0, start), decode(start, start + length), decode(start + length)];
}

// Returns a function that calls `action` once for all events before the next frame.
function oncePerFrame(action) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      action();
    });
  };
}

// Returns a button that is replaced by the elements that `rest` returns, if it returns any.
function moreButton(label, rest) {
  const button = make('button.more', {type: 'button', onclick: () => button.replaceWith(...(rest() ?? []))}, label);
  return button;
}

// Returns a button that copies a text, or the text that a function returns, if the browser allows it.
function copyButton(text, what, label = 'copy') {
  const button = make('button.copy', {type: 'button', title: `Copy ${what}`}, label);
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'function' ? text() : text);
      button.textContent = 'copied';
    } catch {
      button.textContent = 'not allowed';
    }
    setTimeout(() => (button.textContent = label), 1500);
  });
  return button;
}
