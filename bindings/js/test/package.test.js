// The package as `npm pack` makes it: its files, in Node, and in a page without a bundler. tests/npm installs it, and
// needs a network for that.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import test, { after, before } from 'node:test';
import { findChromium, need, needsTranslate, needsWasm, packageFolder, wasmFolder } from './support.js';

const needsModules = needsWasm.skip ? needsWasm : needsTranslate;
const chromium = findChromium();
const needsBrowser = needsModules.skip ? needsModules : need('chromium', chromium ? '' : 'there is no Chromium');

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--disable-crash-reporter',
  '--disable-gpu',
];
const types = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };

/** What every program here does; the result is a list of texts. */
const use = `
const agal = await load(LOAD);
const zip = new Uint8Array(await (await fetch('data:application/zip;base64,ZIP')).arrayBuffer());
const results = [
  agal.compile('mul oc, v0, fc0', { target: 'wgsl' }).code.includes('@fragment'),
  agal.compile('mov fc0, v0', { stage: 'fragment' }).diagnostics[0].code,
  (await agal.extract(zip, 'a.zip')).programs.length,
].join();
`;
const expected = 'true,AGAL3652,1';

/** A ZIP file with one program. */
async function zipText() {
  const { zip } = await import('./containers.js');
  const { load } = await import('../src/index.node.js');
  const agal = await load({ wasm: join(wasmFolder, 'agalc.wasm') });
  return zip({ a: agal.assemble('mov oc, v0', { stage: 'fragment' }).bytecode }).toString('base64');
}

/** Everything that is in the package. */
const files = [
  'LICENSE',
  'README.md',
  'dist/agalc-translate.wasm',
  'dist/agalc.wasm',
  'index.d.ts',
  'package.json',
  'src/agal.js',
  'src/extract_result.js',
  'src/index.js',
  'src/index.node.js',
  'src/inflate.js',
  'src/inputs.js',
  'src/instance.js',
  'src/load.js',
  'src/lzma.js',
  'src/options.js',
  'src/read.node.js',
  'src/results.js',
  'src/swf.js',
  'src/translate.js',
  'src/translate.node.js',
  'src/translator.js',
  'src/unpack.js',
  'src/wasi.js',
  'src/zip.js',
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

/** Opens a page of the folder, which reports with a request to /result. */
async function resultOf(page) {
  let report = () => {};
  const reported = new Promise((resolve) => (report = resolve));
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    if (pathname === '/result') report(searchParams.get('is'));
    const file = join(folder, pathname);
    const found = existsSync(file) && extname(file) !== '';
    response.writeHead(found ? 200 : 404, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' });
    response.end(found ? readFileSync(file) : '');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const profile = mkdtempSync(join(tmpdir(), 'agalc-chromium-'));
  const url = `http://127.0.0.1:${server.address().port}/${page}`;
  // In a process group of its own: on Debian the command is a shell script that waits for the browser.
  const browser = spawn(chromium, [...flags, `--user-data-dir=${profile}`, url], { stdio: 'ignore', detached: true });
  const ended = new Promise((resolve) => browser.once('exit', resolve));
  const timer = setTimeout(() => report('no result after 60 seconds'), 60_000);
  try {
    return await reported;
  } finally {
    clearTimeout(timer);
    if (browser.exitCode === null && browser.signalCode === null) process.kill(-browser.pid);
    await ended;
    server.closeAllConnections?.();
    server.close();
    // Its other processes may write for a moment.
    await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  }
}

const script = (/** @type {string} */ from) => `${from}
const done = (is) => fetch('/result?is=' + encodeURIComponent(is));
try { ${program} await done(results); } catch (error) { await done(String(error)); }
`;

test('has these files, and one dependency', needsModules, () => {
  const paths = execFileSync('tar', ['tzf', archive], { encoding: 'utf8' }).trim().split('\n');
  assert.deepEqual(paths.map((path) => path.replace('package/', '')).sort(), files);
  const { dependencies, peerDependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(folder, 'node_modules', 'agalc', 'package.json'), 'utf8'),
  );
  assert.deepEqual(Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies }), ['lzma1']);
});

test('is complete in Node', needsModules, () => {
  const code = `import { load } from 'agalc'; import { load as other } from 'agalc/translate';
${program.replace('LOAD', '')}
console.log(results, typeof (await other()).compile, await load() === agal);`;
  writeFileSync(join(folder, 'main.mjs'), code);
  const { stdout, stderr } = spawnSync(process.execPath, ['main.mjs'], { cwd: folder, encoding: 'utf8' });
  assert.equal(stdout, `${expected} function true\n`, stderr);
});

test('works in a page without a bundler', needsBrowser, async () => {
  const imports = { agalc: '/node_modules/agalc/src/index.js', lzma1: '/node_modules/lzma1/lib/index.js' };
  writeFileSync(
    join(folder, 'plain.html'),
    `<!doctype html><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'">
<script type="importmap">${JSON.stringify({ imports })}</script>
<script type="module">${script("import { load } from 'agalc';").replace('LOAD', '')}</script>`,
  );
  assert.equal(await resultOf('plain.html'), expected);
});
