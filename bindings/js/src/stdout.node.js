// Writes to stdout. A failure is an exception at once, and not an event later, so that the exit status can say it.
import fs from 'node:fs';
import { sleep } from './locks.node.js';

const stdout = 1;

/** @param {string} text */
export function print(text) {
  let bytes = Buffer.from(text);
  while (bytes.length > 0)
    try {
      bytes = bytes.subarray(fs.writeSync(stdout, bytes));
    } catch (error) {
      // The other end of a non-blocking pipe or terminal is not ready.
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EAGAIN') throw error;
      sleep(5);
    }
}
