// A folder for all temporary files of this process, which is removed at its end.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Processes that are ending may still write for a moment.
export const removal = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 };

// Chromium creates sockets in it. Their paths are limited to 107 characters.
const maxLength = 40;
const place = tmpdir().length <= maxLength ? tmpdir() : '/tmp';

let root = '';
let count = 0;

/** Creates a folder, and returns its path. */
export function temporaryFolder() {
  if (root === '') root = mkdtempSync(join(place, 'agalc-capture-'));
  const folder = join(root, String(++count));
  mkdirSync(folder);
  return folder;
}

/** Removes all temporary folders. */
export function removeTemporaryFolders() {
  if (root !== '') rmSync(root, removal);
  root = '';
}
