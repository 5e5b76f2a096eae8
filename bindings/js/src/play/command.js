// agalc play: plays games that agalc has tapped, and writes the programs that they upload.
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { print } from '../stdout.node.js';
import { captureAll } from './capture.js';
import { moviesBelow, stemOf } from './files.js';
import { listen } from './frames/listen.js';
import { killWorkers } from './node_play.js';
import { FileError, UsageError, commands, readOptions } from './options.js';
import { checkFolder, checkOutputs, outputsOf } from './outputs.js';
import { summary } from './outcome.js';
import { installPlayer, onPath, packages, ruffleVersion, whatIsMissing, whatIsMissingForPictures } from './packages.js';
import { convert } from './port.js';
import { LogRecord } from './record.js';
import { removeTemporaryFolders } from './temporary.js';

const status = { success: 0, incomplete: 1, usage: 2, files: 3, internal: 70 };

const successes = ['uploaded', 'recorded'];

/** @param {string} line */
const say = (line) => print(`${line}\n`);

/** Returns the games with the names of their files, [{path, label, stem, log}], in the order of the names. */
export function gamesOf({ path, isFolder, output, wanted }) {
  if (!isFolder) return [{ path, label: basename(path), stem: stemOf(basename(path)), log: output }];
  const stems = new Set();
  const games = moviesBelow(path).map((label) => {
    const stem = stems.has(stemOf(label)) ? label : stemOf(label); // distinguishes game.swf and game.SWF
    stems.add(stem);
    return { path: join(path, label), label, stem, log: join(output, `${stem}.${wanted ? 'frames' : 'capture'}`) };
  });
  if (games.length === 0) throw new FileError(`${path}: there is no SWF file in it`);
  return games;
}

/**
 * Returns the words that run agalc: the named command, otherwise the command of this package, otherwise a native one on
 * the PATH or in a build folder of the source repository.
 * @param {string} [given]
 */
export function agalcOf(given) {
  const pathOf = (...words) => fileURLToPath(new URL(words.join('/'), import.meta.url));
  if (given === undefined && existsSync(pathOf('../../dist/agalc-command.wasm')))
    return [process.execPath, pathOf('../../bin/agalc.js')];
  const builds = ['install', 'release', 'test', 'dev'].map((build) => pathOf('../../../../build', build, 'tools/agalc/agalc'));
  const path = given === undefined ? onPath('agalc') || builds.find(existsSync) : given.includes('/') ? given : onPath(given);
  if (path && existsSync(path)) return [path];
  throw new FileError(given ? `${given}: there is no such command` : 'agalc was not found: build it, or name it with --agalc');
}

/** Installs the player. If AGAL_PLAYER names its folder, only checks that it is there, except with --setup. */
function needPlayer(options) {
  const given = process.env.AGAL_PLAYER !== undefined && !options.setup;
  const missing = given ? whatIsMissing() : installPlayer((text) => console.error(`agalc: ${text}`));
  const pictures = missing === '' && options.browser ? whatIsMissingForPictures() : '';
  if (missing !== '' || pictures !== '') throw new FileError(missing || pictures);
}

/**
 * Returns the record of the folder, after checking that no log of somebody else would be replaced.
 * @param {string} folder @param {{log: string}[]} games @param {boolean} overwrite
 */
function recordOf(folder, games, overwrite) {
  const record = new LogRecord(folder);
  const foreign = record.foreign(games.map(({ log }) => log));
  if (foreign.length > 0 && !overwrite)
    throw new UsageError(
      `these files would be replaced, but this command did not write them, or they have changed since: ${foreign.join(', ')}; pass --overwrite to replace them`,
    );
  for (const path of foreign) console.error(`agalc: note: --overwrite replaces ${path}`);
  return record;
}

/** Checks all files that playing writes. */
function check(games, options) {
  checkFolder('messages', options.messages);
  checkFolder('screenshots', options.screenshots);
  checkOutputs(outputsOf(games, options), [...games.map(({ path }) => path), options.inputFile]);
}

/** Plays games, and writes logs with names that the command chooses. */
async function captureInto(record, games, options) {
  const write = (path, content) => record.write(path, content);
  const kinds = await captureAll(games, { ...options, write }, say);
  record.finish();
  return kinds;
}

async function port(options) {
  const logs = join(options.output, 'captures');
  const output = options.isFolder ? logs : join(logs, `${stemOf(basename(options.path))}.capture`);
  const games = gamesOf({ ...options, output });
  check(games, { ...options, isFolder: true }); // the record decides about the log of a single game too
  const record = recordOf(logs, games, options.overwrite);
  needPlayer(options);
  const agalc = agalcOf(options.agalc);
  const kinds = await captureInto(record, games, { ...options, agalc });
  const written = games.some(({ log }) => existsSync(log)) ? [output] : [];
  const converted = convert(options, written, agalc, say);
  const complete = kinds.every((kind) => successes.includes(kind)) ? status.success : status.incomplete;
  return Math.max(converted, complete);
}

async function play(options) {
  if (options.listen) checkOutputs(outputsOf([], options), []);
  if (options.listen) return (await listen(options, say)) ? status.success : status.incomplete;
  const games = options.setup ? [] : gamesOf(options);
  if (!options.setup) check(games, options);
  const record = options.isFolder ? recordOf(options.output, games, options.overwrite) : undefined;
  needPlayer(options);
  if (options.setup) {
    say(`the player is in ${packages()}: Ruffle ${ruffleVersion()}`);
    return status.success;
  }
  const own = { ...options, agalc: agalcOf(options.agalc) };
  const kinds = record ? await captureInto(record, games, own) : await captureAll(games, own, say);
  if (options.isFolder) say(summary(kinds));
  return kinds.every((kind) => successes.includes(kind)) ? status.success : status.incomplete;
}

/** Ends all processes and removes all temporary files, however this process ends. */
function cleanUp() {
  process.on('exit', () => {
    killWorkers();
    removeTemporaryFolders();
  });
  for (const [signal, number] of [['SIGINT', 2], ['SIGTERM', 15], ['SIGHUP', 1]])
    process.on(signal, () => process.exit(128 + number));
}

/** Runs the command, and ends this process. @param {'play' | 'port'} name @param {string[]} words */
export async function runPlayCommand(name, words) {
  cleanUp();
  try {
    const options = readOptions(name, words);
    if (options.help) {
      print(commands[name].usage);
      process.exit(status.success);
    }
    process.exit(await (name === 'port' ? port(options) : play(options)));
  } catch (error) {
    const isUsage = error instanceof UsageError;
    const isFile = error instanceof FileError || error?.code !== undefined;
    console.error(`agalc: error: ${isUsage || isFile ? error.message : (error?.stack ?? error)}`);
    if (isUsage) console.error(`  help: agalc ${name} --help describes the options`);
    process.exit(isUsage ? status.usage : isFile ? status.files : status.internal);
  }
}
