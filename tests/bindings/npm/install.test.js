// Tests the npm package like its users: it is packed, installed into a fresh folder, and used like in its README, with
// Node and in pages with and without a bundler.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before, describe } from 'node:test';
import { deflated, lzma, swf, zip } from '../../../bindings/js/test/containers.js';
import { packageFolder } from '../../../bindings/js/test/support.js';
import { Browser } from '../../web/browser/browser.js';
import { serve } from '../../web/browser/server.js';
import { build } from './bundles.js';
import { Folder, Unreachable, chromium, missing, typescript } from './folder.js';
import { expected, use } from './page.js';
import { blocks, hasPrinted, programOf, promisesOf } from './samples.js';

const readme = readFileSync(join(packageFolder, 'README.md'), 'utf8');
const folder = new Folder();
after(() => folder.remove());

/** Installs the package, or returns the missing facility and the reason. */
function prepare() {
  const lacking = missing();
  if (lacking) return lacking;
  const commands = blocks(readme, 'sh');
  assert.equal(commands.length, 1);
  try {
    folder.install(commands[0]);
  } catch (error) {
    if (error instanceof Unreachable) return ['bundlers', 'npm has no network'];
    throw error;
  }
  return undefined;
}

const lacking = prepare();
if (lacking) {
  folder.remove();
  // A test that was not built has the same message and the same exit status (tests/support/facility_main.cpp).
  const program = process.env.AGAL_MISSING_FACILITY;
  if (!program) throw new Error(lacking.join(' is missing: '));
  process.exit(spawnSync(program, lacking, { stdio: 'inherit' }).status ?? 1);
}

/** Files in which a page finds programs. */
async function files() {
  const { load } = await import(join(folder.path, 'node_modules/agalc/src/index.node.js'));
  const { bytecode } = (await load()).assemble('mov oc, v0', { stage: 'fragment' });
  const movie = swf({ Water: bytecode });
  return { 'a.swf': deflated(movie), 'b.swf': lzma(movie), 'c.zip': zip({ a: bytecode }) };
}

describe('the installed package', () => {
  test('is the only package', () => {
    const installed = readdirSync(join(folder.path, 'node_modules')).filter((name) => !name.startsWith('.'));
    assert.deepEqual(installed, ['agalc']);
  });

  test('has types for the samples of the README', () => {
    const samples = blocks(readme, 'ts');
    assert.ok(samples.length > 0);
    samples.forEach((sample, i) => folder.write(`sample-${i}.mts`, sample));
    const names = samples.map((_, i) => `sample-${i}.mts`);
    const common = ['--noEmit', '--strict', '--skipDefaultLibCheck', '--target', 'es2022', '--lib', 'es2023,dom,dom.iterable'];
    for (const modules of [
      ['--module', 'nodenext'],
      ['--module', 'esnext', '--moduleResolution', 'bundler'],
    ]) {
      const { status, stdout } = folder.node(typescript, ...common, ...modules, ...names);
      assert.equal(status, 0, stdout);
    }
  });
});

describe('the samples of the README run under Node', () => {
  const samples = blocks(readme, 'js');

  before(async () => {
    const { 'a.swf': movie } = await files();
    folder.write('game.swf', movie);
  });

  test('there are samples', () => assert.ok(samples.length > 8));

  samples.forEach((sample, i) =>
    test(sample.trim().split('\n').at(-1) ?? '', () => {
      folder.write(`sample-${i}.mjs`, programOf(sample));
      const { status, stdout, stderr } = folder.node(`sample-${i}.mjs`);
      const { error, printed } = promisesOf(sample);
      if (error) return assert.ok(status !== 0 && stderr.includes(error), stderr);
      assert.equal(status, 0, stderr);
      assert.equal(stderr, '');
      if (sample.includes('console.log')) assert.notEqual(stdout, '');
      if (printed) assert.ok(hasPrinted(stdout, printed), stdout);
    }),
  );
});

describe('the package in a page', () => {
  /** @type {Browser} */ let browser;
  /** @type {Awaited<ReturnType<typeof serve>>} */ let server;

  before(async () => {
    folder.write('use.js', `${use}`.replace('async function use', 'export async function use'));
    const texts = Object.entries(await files()).map(([name, file]) => [name, file.toString('base64')]);
    folder.write(
      'files.js',
      `const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
export const files = Object.fromEntries(${JSON.stringify(texts)}.map(([name, text]) => [name, bytes(text)]));`,
    );
    browser = new Browser(chromium);
    server = await serve(folder.path);
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });

  test('without a bundler, as the README writes it', async () => {
    const pages = blocks(readme, 'html');
    assert.equal(pages.length, 1);
    folder.write('plain.html', `<!doctype html><meta charset="utf-8"><body>${pages[0]}`);
    await browser.open(`${server.url}/plain.html`);
    const program = `Promise.all(['agalc', 'agalc/translate', '/use.js', '/files.js'].map((each) => import(each)))
      .then(async ([a, t, { use }, { files }]) => (await use(await a.load(), await t.load(), files)).join())`;
    assert.equal(await browser.evaluate(program), expected);
    const version = JSON.parse(folder.read('node_modules/agalc/package.json')).version;
    assert.equal(await browser.evaluate('document.body.innerText.trim()'), `agalc ${version}`);
    const names = await browser.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)");
    const own = ['/node_modules/agalc/', '/use.js', '/files.js', '/favicon.ico'];
    const isOwn = (/** @type {string} */ name) => own.some((each) => name.startsWith(server.url + each));
    assert.deepEqual(names.filter((/** @type {string} */ name) => !isOwn(name)), []);
  });

  for (const [title, bundle] of Object.entries(build))
    test(title, async () => {
      const { page, close } = await bundle(folder, server.url);
      try {
        await browser.open(page);
        // A page that could not be loaded does not have a report. `failures` has the reason.
        const report = await browser.evaluate('(async () => String((await globalThis.report) ?? failures.join()))()');
        assert.equal(report, expected);
      } finally {
        await close();
      }
    });
});
