// tools/capture: plays games that agalc has tapped, and writes what they upload.
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { Browser, killAll } from './browser.js';
import { moviesBelow, stemOf, writeWhole } from './files.js';
import { FileError, UsageError, inputFrom, readOptions, usage } from './options.js';
import { describe, summary } from './outcome.js';
import { keyNames, loadPlayer, onPath, whatIsMissing } from './packages.js';
import { play } from './play.js';
import { findAgalc, tapFile } from './tap.js';
import { removeTemporaryFolders } from './temporary.js';

const status = { success: 0, incomplete: 1, usage: 2, files: 3 };

/** The games, and the names of their files: [{path, label, stem, log}], in the order of the names. */
function gamesOf({ path, isFolder, output }) {
  if (!isFolder) return [{ path, label: basename(path), stem: stemOf(basename(path)), log: output }];
  const stems = new Set();
  return moviesBelow(path).map((label) => {
    const stem = stems.has(stemOf(label)) ? label : stemOf(label); // game.swf and game.SWF
    stems.add(stem);
    return { path: join(path, label), label, stem, log: join(output, `${stem}.capture`) };
  });
}

const urlOf = (path) => ['', ...path.split(sep).map(encodeURIComponent)].join('/');

/** Plays a game and writes its files. @returns {Promise<{kind: string, line: string}>} */
async function capture(game, options, browser, tools) {
  const tap = await tapFile(options.agalc, game.path);
  if (!tap.bytes) {
    rmSync(game.log, { force: true }); // of an earlier run
    return { kind: 'untapped', line: `not played: ${tap.messages.at(-1)}` };
  }
  const own = realpathSync(game.path);
  const folder = options.root ?? dirname(own);
  const change = async (file, bytes) => (file === own ? tap.bytes : ((await tapFile(options.agalc, file)).bytes ?? bytes));
  const picture = (at, png) => {
    const number = at < options.seconds ? `-${String(Math.round(at / options.every)).padStart(3, '0')}` : '';
    writeWhole(join(options.screenshots, `${game.stem}${number}.png`), png);
  };
  const outcome = await play(
    browser,
    { url: urlOf(relative(folder, own)), folder, change },
    { ...options, picture: options.screenshots === undefined ? undefined : picture },
  );
  const tapped = !tap.bytes.equals(readFileSync(game.path));
  const result = describe(outcome, { messages: tap.messages, tapped });
  const title = `# ${game.label}, played for ${Math.round(outcome.seconds)} s in Ruffle ${tools.version}`;
  writeWhole(game.log, [title, ...outcome.log.lines, ''].join('\n'));
  if (options.messages !== undefined)
    writeWhole(join(options.messages, `${game.stem}.txt`), [...outcome.messages.all, ''].join('\n'));
  return result;
}

/** Plays all games, several at a time, and prints the lines in their order. @returns {Promise<string[]>} the kinds */
async function captureAll(games, options, tools) {
  const results = [];
  let next = 0;
  let printed = 0;
  const worker = async () => {
    const browser = new Browser(tools);
    try {
      while (next < games.length) {
        const i = next++;
        results[i] = await capture(games[i], options, browser, tools);
        for (; results[printed]; ++printed) console.log(`${games[printed].label}: ${results[printed].line}`);
      }
    } finally {
      await browser.close();
    }
  };
  await Promise.all(Array.from({ length: Math.min(options.jobs, games.length) }, worker));
  return results.map(({ kind }) => kind);
}

function agalcOf(given) {
  const path = given === undefined ? findAgalc() : given.includes('/') ? given : onPath(given);
  if (path !== '' && existsSync(path)) return path;
  if (given !== undefined) throw new FileError(`${given}: there is no such command`);
  throw new FileError('agalc was not found: build it, or name it with --agalc');
}

async function main(words) {
  const options = readOptions(words);
  if (!options) {
    process.stdout.write(usage);
    return status.success;
  }
  const missing = whatIsMissing();
  if (missing !== '') throw new FileError(missing);
  options.agalc = agalcOf(options.agalc);
  options.explore = options.input === 'auto';
  options.input = options.input === undefined || options.explore ? [] : inputFrom(options.input, keyNames);
  if (!options.isFolder && resolve(options.output) === resolve(options.path))
    throw new UsageError(`the log would overwrite the game ${options.path}`);
  const games = gamesOf(options);
  if (games.length === 0) throw new FileError(`${options.path}: there is no SWF file in it`);
  const kinds = await captureAll(games, options, loadPlayer());
  if (options.isFolder) console.log(summary(kinds));
  return kinds.every((kind) => kind === 'uploaded') ? status.success : status.incomplete;
}

// However this ends, no process and no temporary file is left.
process.on('exit', () => {
  killAll();
  removeTemporaryFolders();
});
for (const [signal, number] of [['SIGINT', 2], ['SIGTERM', 15], ['SIGHUP', 1]])
  process.on(signal, () => process.exit(128 + number));

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const isUsage = error instanceof UsageError;
  const isFile = error instanceof FileError || error?.code !== undefined;
  console.error(`capture: ${isUsage || isFile ? error.message : (error?.stack ?? error)}`);
  if (isUsage) console.error('./tools/capture --help describes the options');
  process.exit(isUsage ? status.usage : status.files);
}
process.exit();
