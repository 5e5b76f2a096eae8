#!/usr/bin/env node
// Plays ../shared/games, SWF files of real engines, or ends with a message if this folder is missing: shared.mjs [OPTION
// OF agalc play…]
//
// Each game must upload at least the pairs of captures/NAME.txt, and agalc must compile every program that was uploaded
// to every target. The logs are left in build/shared-games. The options go to agalc play: --agalc PATH, --seconds N, -j N.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Log } from '../../../bindings/js/src/play/log.js';
import { figures } from '../../../bindings/js/src/play/outcome.js';
import { agalcOf } from '../../../bindings/js/src/play/command.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const games = join(root, '..', 'shared', 'games');
const out = join(root, 'build', 'shared-games');
const options = process.argv.slice(2);

if (!existsSync(games)) {
  console.error(`shared.mjs: ${games} is not there; tools/capture plays any folder of games`);
  process.exit(3);
}

const textOf = ({ vertex, fragment }) => `${vertex} ${fragment}`;
const linesOf = (path) => readFileSync(path, 'utf8').split('\n').map((line) => line.trim()).filter((line) => line !== '');

function readLog(path) {
  const log = new Log();
  if (existsSync(path)) readFileSync(path, 'utf8').split('\n').forEach((line) => log.add(line));
  return log;
}

/** Compiles the programs of all pairs to all targets. @returns {boolean} whether it succeeded */
function compile(pairs) {
  const named = options.indexOf('--agalc');
  const [agalc, ...first] = agalcOf(named < 0 ? undefined : options[named + 1]);
  const folder = join(out, 'programs');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const programs = new Map(pairs.flatMap(({ vertex, fragment }) => [[vertex, 'vert'], [fragment, 'frag']]));
  const files = [...programs].map(([hex, stage], i) => {
    const file = join(folder, `${i}.${stage}.agal`);
    writeFileSync(file, Buffer.from(hex, 'hex'));
    return file;
  });
  const words = [...first, 'compile', ...files, '--target', 'all', '-o', `${folder}/products/`];
  const { status, stderr } = spawnSync(agalc, words, { encoding: 'utf8' });
  console.log(`${files.length} programs compiled to every target: ${status === 0 ? 'yes' : `no\n${stderr}`}`);
  return status === 0;
}

rmSync(out, { recursive: true, force: true });
const played = spawnSync(join(root, 'tools', 'capture'), [games, '-o', out, ...options], { stdio: 'inherit' });
if (played.status > 1) process.exit(played.status);

let missing = 0;
const pairs = new Map();
for (const file of readdirSync(join(games, 'captures')).sort()) {
  const name = basename(file, '.txt');
  const wanted = linesOf(join(games, 'captures', file));
  const log = readLog(join(out, `${name}.capture`));
  const found = new Set(log.pairs.map(textOf));
  log.pairs.forEach((pair) => pairs.set(textOf(pair), pair));
  const absent = wanted.filter((line) => !found.has(line)).length;
  missing += absent;
  console.log(`${name}: ${wanted.length - absent} of ${wanted.length} known pairs; ${figures(log)}`);
}
const compiled = compile([...pairs.values()]);
process.exit(missing === 0 && compiled ? 0 : 1);
