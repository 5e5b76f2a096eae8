// Tests the package that `npm pack` creates: its files, and its use in Node and in a page without a bundler. tests/bindings/npm
// installs the package, which needs a network.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { Browser } from '../../../tests/web/browser/browser.js';
import { serve } from '../../../tests/web/browser/server.js';
import { findChromium, need, needsTranslate, needsWasm, packageFolder, wasmFolder } from './support.js';

const needsModules = needsWasm.skip ? needsWasm : needsTranslate;
const chromium = findChromium();
const needsBrowser = needsModules.skip ? needsModules : need('chromium', chromium ? '' : 'there is no Chromium');

/** The source of a function that uses a loaded module and returns a string. */
const use = `async (agal) => {
  const zip = new Uint8Array(await (await fetch('data:application/zip;base64,ZIP')).arrayBuffer());
  return [
    agal.compile('mul oc, v0, fc0', { target: 'wgsl' }).code.includes('@fragment'),
    agal.compile('mov fc0, v0', { stage: 'fragment' }).diagnostics[0].code,
    (await agal.extract(zip, 'a.zip')).programs.length,
  ].join();
}`;
const expected = 'true,AGAL3652,1';

/** Returns a ZIP file with one program. */
async function zipText() {
  const { zip } = await import('./containers.js');
  const { load } = await import('../src/index.node.js');
  const agal = await load({ wasm: join(wasmFolder, 'agalc.wasm') });
  return zip({ a: agal.assemble('mov oc, v0', { stage: 'fragment' }).bytecode }).toString('base64');
}

/** All files in the package. */
const files = [
  'LICENSE',
  'README.md',
  'bin/agalc.js',
  'dist/agalc-command.wasm',
  'dist/agalc-translate.wasm',
  'dist/agalc.wasm',
  'index.d.ts',
  'package.json',
  'src/agal.js',
  'src/command.node.js',
  'src/declarations.js',
  'src/diagnostics.js',
  'src/extract_result.js',
  'src/host.node.js',
  'src/index.js',
  'src/index.node.js',
  'src/inputs.js',
  'src/instance.js',
  'src/interface.js',
  'src/load.js',
  'src/locks.node.js',
  'src/memory.js',
  'src/options.js',
  'src/play/again.js',
  'src/play/browser/browser.js',
  'src/play/browser/page.html',
  'src/play/browser/page.js',
  'src/play/browser/play.js',
  'src/play/browser/readback.js',
  'src/play/browser/server.js',
  'src/play/capture.js',
  'src/play/clock.js',
  'src/play/command.js',
  'src/play/files.js',
  'src/play/frames/amf3.js',
  'src/play/frames/calls.js',
  'src/play/frames/file.js',
  'src/play/frames/listen.js',
  'src/play/frames/options.js',
  'src/play/frames/outcome.js',
  'src/play/frames/receiver.js',
  'src/play/frames/recorder.js',
  'src/play/frames/settings.js',
  'src/play/frames/unseen.js',
  'src/play/frames/zip.js',
  'src/play/game_files.js',
  'src/play/input.js',
  'src/play/keyboard.js',
  'src/play/log.js',
  'src/play/messages.js',
  'src/play/node_input.js',
  'src/play/node_page.js',
  'src/play/node_play.js',
  'src/play/options.js',
  'src/play/outcome.js',
  'src/play/outputs.js',
  'src/play/packages.js',
  'src/play/player/lock.json',
  'src/play/player/package.json',
  'src/play/port.js',
  'src/play/record.js',
  'src/play/ruffle_config.js',
  'src/play/tap.js',
  'src/play/temporary.js',
  'src/play/webgl.js',
  'src/play/worker.js',
  'src/read.node.js',
  'src/results.js',
  'src/stdout.node.js',
  'src/translate.js',
  'src/translate.node.js',
  'src/translator.js',
  'src/wasi.js',
  'translate.d.ts',
];

let folder = '';
let archive = '';
let program = '';

before(async () => {
  if (needsModules.skip !== undefined) return;
  folder = mkdtempSync(join(tmpdir(), 'agalc-package-'));
  const env = { ...process.env, AGAL_WASM: wasmFolder };
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: packageFolder,
    env,
    encoding: 'utf8',
  });
  mkdirSync(join(folder, 'node_modules', 'agalc'), { recursive: true });
  archive = join(folder, packed.trim().split('\n').at(-1));
  execFileSync('tar', ['xzf', archive, '--strip-components=1', '-C', join(folder, 'node_modules', 'agalc')]);
  program = use.replace('ZIP', await zipText());
});

after(() => {
  if (folder !== '') rmSync(folder, { recursive: true });
});

test('has these files, and no dependencies', needsModules, () => {
  const paths = execFileSync('tar', ['tzf', archive], { encoding: 'utf8' }).trim().split('\n');
  assert.deepEqual(paths.map((path) => path.replace('package/', '')).sort(), files);
  const { dependencies, peerDependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(folder, 'node_modules', 'agalc', 'package.json'), 'utf8'),
  );
  assert.deepEqual({ ...dependencies, ...peerDependencies, ...optionalDependencies }, {});
});

test('is complete in Node', needsModules, () => {
  const code = `import { load } from 'agalc'; import { load as other } from 'agalc/translate';
const agal = await load();
console.log(await (${program})(agal), typeof (await other()).compile, await load() === agal);`;
  writeFileSync(join(folder, 'main.mjs'), code);
  const { stdout, stderr } = spawnSync(process.execPath, ['main.mjs'], { cwd: folder, encoding: 'utf8' });
  assert.equal(stdout, `${expected} function true\n`, stderr);
});

test('works in a page without a bundler', needsBrowser, async () => {
  const imports = { agalc: '/node_modules/agalc/src/index.js' };
  writeFileSync(
    join(folder, 'plain.html'),
    `<!doctype html><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'">
<script type="importmap">${JSON.stringify({ imports })}</script>`,
  );
  const server = await serve(folder);
  const browser = new Browser(chromium);
  try {
    await browser.open(`${server.url}/plain.html`);
    const result = await browser.evaluate(`import('agalc').then(async ({ load }) => (${program})(await load()))`);
    assert.equal(result, expected);
  } finally {
    await browser.close();
    server.close();
  }
});
