// Tests locks between processes that use the command of the package.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { isLocked, lock, unlock } from '../src/locks.node.js';

const folder = mkdtempSync(join(tmpdir(), 'agal-test-'));
const path = join(folder, 'lock');
after(() => rmSync(folder, { recursive: true }));

function release(descriptor) {
  closeSync(descriptor);
  unlock(descriptor);
}

test('a lock is held until its descriptor is closed', () => {
  assert.equal(isLocked(path), false);
  const held = lock(path, false);
  assert.equal(isLocked(path), true);
  assert.throws(() => lock(path, false), { code: 'EEXIST' });
  release(held);
  assert.equal(isLocked(path), false);
  assert.equal(existsSync(path), false);
});

test('a lock of a process that has ended is taken over', () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  for (const wait of [false, true]) {
    writeFileSync(path, String(pid));
    assert.equal(isLocked(path), false);
    release(lock(path, wait));
  }
});

test('a lock of another process that runs is respected', () => {
  writeFileSync(path, String(process.ppid));
  assert.equal(isLocked(path), true);
  assert.throws(() => lock(path, false), { code: 'EEXIST' });
  rmSync(path);
});

test('the number of this process in an old lock does not lock', () => {
  writeFileSync(path, String(process.pid));
  assert.equal(isLocked(path), false);
  release(lock(path, false));
});
