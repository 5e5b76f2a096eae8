// Creates a fresh folder with an installed package, which `npm pack` makes.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findChromium, packageFolder, root, wasmFolder, wasmUrl } from '../../../bindings/js/test/support.js';

const bundlers = resolve(process.env.AGAL_BUNDLERS ?? join(root, 'build', 'bundlers'));
const unreachable = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|ETIMEDOUT|ENOTCACHED)\b/;

export const chromium = findChromium();

/** A package that ./tools/lab/bundlers installs. @param {string} name */
export async function tool(name) {
  const found = await import(pathToFileURL(createRequire(join(bundlers, 'x.js')).resolve(name)).href);
  // Node 18 finds the file for require, whose functions may only be members of the default.
  return { ...found.default, ...found };
}
export const typescript = join(bundlers, 'node_modules', 'typescript', 'bin', 'tsc');

const hasNpm = () => spawnSync('npm', ['--version']).status === 0;

/** Returns the missing facility and the reason; undefined if nothing is missing. */
export function missing() {
  if (!hasNpm()) return ['bundlers', 'npm is not installed'];
  if (!existsSync(join(bundlers, 'installed.json')))
    return ['bundlers', `${bundlers} does not have them: run ./tools/lab/bundlers`];
  if (wasmUrl('agalc.wasm') === undefined || wasmUrl('agalc-translate.wasm') === undefined)
    return ['wasm', 'the modules are not built: run ./tools/web'];
  if (chromium === '') return ['chromium', 'there is no Chromium'];
  return undefined;
}

/** The error that npm has no network, and that its cache does not have the files that it needs. */
export class Unreachable extends Error {}

export class Folder {
  path = mkdtempSync(join(tmpdir(), 'agalc-npm-'));
  archive = '';

  /** Packs the package, and installs it by the command of its README. @param {string} command */
  install(command) {
    const env = { ...process.env, AGAL_WASM: wasmFolder };
    const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', this.path], {
      cwd: packageFolder,
      env,
      encoding: 'utf8',
    });
    this.archive = packed.trim().split('\n').at(-1) ?? '';
    this.write('package.json', '{ "private": true }');
    // The README names the file of this version.
    assert.equal(command.trim().split(' ').at(-1), `./${this.archive}`);
    const words = command.trim().split(' ');
    const args = [...words.slice(1), '--prefer-offline', '--no-audit', '--no-fund', '--fetch-retries=0'];
    const { status, stderr } = spawnSync(words[0], args, { cwd: this.path, encoding: 'utf8' });
    if (status === 0) return;
    throw unreachable.test(stderr) ? new Unreachable(stderr) : new Error(`${command}: ${stderr}`);
  }

  /** @param {string} name @param {string | Uint8Array} content */
  write(name, content) {
    writeFileSync(join(this.path, name), content);
  }

  /** @param {string} name */
  read(name) {
    return readFileSync(join(this.path, name), 'utf8');
  }

  /** Runs Node here. @param {string[]} args */
  node(...args) {
    return spawnSync(process.execPath, args, { cwd: this.path, encoding: 'utf8' });
  }

  remove() {
    rmSync(this.path, { recursive: true, force: true });
  }
}
