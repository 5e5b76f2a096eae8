// One folder for all temporary files of this process, which does not outlive it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Processes that end may write for a moment.
export const removal = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 };

let root = '';

/** A new folder. @param {string} purpose a part of its name */
export function temporaryFolder(purpose) {
  if (root === '') root = mkdtempSync(join(tmpdir(), 'agalc-capture-'));
  return mkdtempSync(join(root, `${purpose}-`));
}

/** Removes all of them. */
export function removeTemporaryFolders() {
  if (root !== '') rmSync(root, removal);
  root = '';
}
