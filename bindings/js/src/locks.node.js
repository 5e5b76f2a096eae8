// Locks between processes, which Node does not have. A lock is a file that contains the process ID of its owner.
import fs from 'node:fs';

const held = new Map(); // paths by descriptor
const maxEmpty = 1000; // milliseconds; a process that has created the file has written its ID by then
const maxHeld = 30000; // milliseconds; after that, the owner is assumed to be dead, and its ID to be another process's

/** @param {number} milliseconds */
export function sleep(milliseconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** @param {number} number */
function isRunning(number) {
  try {
    process.kill(number, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** Returns the state of the lock's owner. @param {string} path @returns {'none' | 'unknown' | 'running' | 'ended'} */
function ownerOf(path) {
  let text = '';
  try {
    text = fs.readFileSync(path, 'utf8');
  } catch {
    return 'none';
  }
  const number = Number(text);
  if (!Number.isInteger(number) || number <= 0) return 'unknown';
  // An earlier process with this ID may have left the file. This process knows its own locks.
  if (number === process.pid) return [...held.values()].includes(path) ? 'running' : 'ended';
  return isRunning(number) ? 'running' : 'ended';
}

/** Creates the file. Returns undefined if it exists. @param {string} path */
function create(path) {
  try {
    const descriptor = fs.openSync(path, 'wx');
    fs.writeSync(descriptor, String(process.pid));
    held.set(descriptor, path);
    return descriptor;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return undefined;
    throw error;
  }
}

/**
 * Locks a path, and returns the descriptor. Without `wait`, throws EEXIST if a running process has the lock.
 * @param {string} path @param {boolean} wait
 */
export function lock(path, wait) {
  for (let waited = 0; ; ++waited) {
    const descriptor = create(path);
    if (descriptor !== undefined) return descriptor;
    const owner = ownerOf(path);
    if (owner === 'running' && !wait) throw Object.assign(new Error(path), { code: 'EEXIST' });
    const max = owner === 'unknown' ? maxEmpty : owner === 'running' ? maxHeld : 0;
    if (owner !== 'none' && waited >= max) fs.rmSync(path, { force: true });
    else sleep(1);
  }
}

/** Returns true if a running process has the lock. @param {string} path */
export const isLocked = (path) => ownerOf(path) === 'running';

/** Releases the lock of this descriptor, if there is one. @param {number} descriptor */
export function unlock(descriptor) {
  const path = held.get(descriptor);
  if (path === undefined) return;
  held.delete(descriptor);
  fs.rmSync(path, { force: true });
}
