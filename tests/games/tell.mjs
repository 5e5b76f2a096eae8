#!/usr/bin/env node
// Checks tests/games/expected against a player: tell.mjs NODE_MODULES AGALC [GAME…]
//
// Compiles each game so that it traces what it uploads (-D tell), plays it in Ruffle in headless Chromium, disassembles
// the pairs, and compares them with the file in `expected`. Needs haxe, Chromium, and a folder of node modules with
// @ruffle-rs/ruffle 0.6.0 and puppeteer-core. With SCREENSHOTS=FOLDER in the environment, it also saves what is drawn.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const [modules, agalc, ...names] = process.argv.slice(2);
if (!agalc) {
  console.error('tell.mjs NODE_MODULES AGALC [GAME…]');
  process.exit(2);
}
const games = names.length ? names : readdirSync(join(here, 'expected')).map((file) => basename(file, '.txt')).sort();
const puppeteer = createRequire(join(resolve(modules), 'any.js'))('puppeteer-core');
const maxSeconds = 60;

const page = `<!DOCTYPE html><script src="/ruffle/ruffle.js"></script><body><script>
window.RufflePlayer.config = {
  preferredRenderer: 'wgpu-webgl', // 'webgl' does not have Context3D, and 'webgpu' fails on SwiftShader
  logLevel: 'info', // traces are messages of this level
  autoplay: 'on',
  unmuteOverlay: 'hidden',
  splashScreen: false,
};
window.addEventListener('load', () => {
  const player = window.RufflePlayer.newest().createPlayer();
  player.style.width = '320px';
  player.style.height = '80px';
  document.body.append(player);
  player.load(location.hash.slice(1));
});
</script>`;

// Chromium fetches WebAssembly over HTTP only.
function serve(folder) {
  const server = createServer((request, response) => {
    const path = new URL(request.url, 'http://x').pathname;
    const types = { '.wasm': 'application/wasm', '.js': 'text/javascript' };
    const type = types[path.slice(path.lastIndexOf('.'))] ?? 'application/octet-stream';
    try {
      const file = path.startsWith('/ruffle/') ? join(modules, '@ruffle-rs', path) : join(folder, path);
      const body = path === '/' ? page : readFileSync(file);
      response.writeHead(200, { 'Content-Type': path === '/' ? 'text/html' : type }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}

function compile(game, folder) {
  execFileSync('haxe', ['--class-path', join(here, 'source'), '--class-path', folder, '--main', game,
    '--swf', join(folder, game + '.swf'), '--swf-version', '17',
    '--swf-header', '320:80:30', '-D', 'loop-unroll-max-cost=0', '-D', 'tell'],
    { stdio: 'inherit' });
}

// The pairs in hexadecimal, in order: [[vertex, fragment], …]. Rejects if the game does not come to its end.
async function play(browser, base, game) {
  const tab = await browser.newPage();
  const log = [];
  try {
    await tab.setViewport({ width: 340, height: 100 });
    const ended = new Promise((done, fail) => {
      const timer = setTimeout(() => fail(new Error(`no end after ${maxSeconds} s:\n${log.join('\n')}`)),
        maxSeconds * 1000);
      tab.on('console', (message) => {
        log.push(message.text());
        if (!message.text().includes('end of pairs')) return;
        clearTimeout(timer);
        done();
      });
    });
    await tab.goto(`${base}/#/${game}.swf`);
    await ended;
    if (process.env.SCREENSHOTS) {
      await new Promise((done) => setTimeout(done, 2000));
      await tab.screenshot({ path: join(process.env.SCREENSHOTS, game + '.png') });
    }
  } finally {
    await tab.close();
  }
  return [...log.join('\n').matchAll(/\bpair ([0-9a-f]+) ([0-9a-f]+)/g)].map((match) => [match[1], match[2]]);
}

const disassemble = (hex) => execFileSync(agalc, ['dis', '-'], { input: Buffer.from(hex, 'hex'), encoding: 'utf8' });

const folder = mkdtempSync(join(tmpdir(), 'tell-'));
const server = await serve(folder);
const browser = await puppeteer.launch({
  executablePath: process.env.AGAL_CHROMIUM ?? '/usr/bin/chromium',
  headless: true,
  args: ['--no-sandbox', '--enable-unsafe-swiftshader', '--use-angle=swiftshader', '--use-gl=angle',
    '--ignore-gpu-blocklist'],
});
let failures = 0;
try {
  compile('Inner', folder); // Loading.swf contains it
  for (const game of games) {
    try {
      compile(game, folder);
      const pairs = await play(browser, `http://127.0.0.1:${server.address().port}`, game);
      const told = pairs.flat().map(disassemble).join('');
      const same = told === readFileSync(join(here, 'expected', game + '.txt'), 'utf8');
      console.log(`${game}: ${same ? 'as expected' : 'not as expected:\n' + told}`);
      if (!same) ++failures;
    } catch (error) {
      console.log(`${game}: ${error.message}`);
      ++failures;
    }
  }
} finally {
  await browser.close();
  server.close();
  rmSync(folder, { recursive: true });
}
process.exit(failures ? 1 : 0);
