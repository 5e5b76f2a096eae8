// The keys that input may name, by their code or by their character on a US keyboard.

const named = {
  Enter: 'Enter',
  Escape: 'Escape',
  Backspace: 'Backspace',
  Tab: 'Tab',
  Delete: 'Delete',
  Insert: 'Insert',
  Home: 'Home',
  End: 'End',
  PageUp: 'PageUp',
  PageDown: 'PageDown',
  ArrowLeft: 'ArrowLeft',
  ArrowRight: 'ArrowRight',
  ArrowUp: 'ArrowUp',
  ArrowDown: 'ArrowDown',
  CapsLock: 'CapsLock',
  ShiftLeft: 'Shift',
  ShiftRight: 'Shift',
  ControlLeft: 'Control',
  ControlRight: 'Control',
  AltLeft: 'Alt',
  AltRight: 'Alt',
};

/** Two characters for each key: without and with the shift key. */
const characters = {
  Space: '  ',
  Backquote: '`~',
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
  Backslash: '\\|',
  Semicolon: ';:',
  Quote: '\'"',
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
  ...Object.fromEntries([...')!@#$%^&*('].map((shifted, digit) => [`Digit${digit}`, `${digit}${shifted}`])),
  ...Object.fromEntries([...'abcdefghijklmnopqrstuvwxyz'].map((c) => [`Key${c.toUpperCase()}`, c + c.toUpperCase()])),
};

/** The key of each name: {code, key}. @type {Map<string, {code: string, key: string}>} */
const keys = new Map();
const add = (name, code, key) => keys.has(name) || keys.set(name, { code, key });
for (const [code, key] of Object.entries(named)) {
  add(code, code, key);
  add(key, code, key);
}
for (let i = 1; i <= 12; ++i) add(`F${i}`, `F${i}`, `F${i}`);
for (const [code, [plain, shifted]] of Object.entries(characters)) {
  add(code, code, plain);
  add(plain, code, plain);
  add(shifted, code, shifted);
}

export const keyNames = [...keys.keys()];

/** @param {string} name of a key, or a character without a key */
export const keyOf = (name) => keys.get(name) ?? { code: '', key: name };
