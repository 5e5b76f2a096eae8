// The parts of the playground that the page of frames has: its editor, its diagnostics, its languages.
import { noteTables } from '../playground/completion.js';
import { noteOptions } from '../playground/messages.js';
import { ask } from './client.js';

export { Editor } from '../playground/editor.js';
export { showMessages, summaryOf } from '../playground/messages.js';
export { targetTable } from '../playground/targets.js';
export { ask };
export { default as licenses } from 'licenses.txt';

// Loads agalc, so that the first change of a program does not wait for it.
export async function prepare() {
  noteOptions([]);
  noteTables((await ask('about')).tables);
}
