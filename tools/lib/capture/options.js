// The command line of tools/capture.
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { sep } from 'node:path';
import { parseArgs } from 'node:util';
import { readInput } from './input.js';

export const usage = `usage: tools/capture GAME.swf -o GAME.capture [OPTION…]
       tools/capture FOLDER -o FOLDER [OPTION…]

Plays games in Ruffle without a window, and writes what they upload, for agalc extract, batch and report.
docs/capture.md describes all of it.

  -o, --output PATH     the log; for a folder, the folder that gets a log for each SWF file
  --seconds N           how long a game is played; the default is 15
  --limit N             seconds after which a game is ended in any case; the default is 60 more
  -j, --jobs N          games that are played at a time; the default is half of the processors
  --root FOLDER         a folder above the game, which the game can reach; the default is the folder of the game
  --input FILE          clicks, keys and text, as JSON; auto: clicks and the usual keys, until uploads stop coming
  --screenshots FOLDER  a picture of the end of each game, GAME.png
  --every N             a picture every N seconds as well, GAME-001.png and so on
  --messages FOLDER     all that the player says, GAME.txt
  --size WIDTHxHEIGHT   the size of the picture; the default is that of the game, or 800x600
  --agalc PATH          the command; the default is that on the PATH, else that of a build folder
  -h, --help
`;

/** An error in the command line. */
export class UsageError extends Error {}
/** A file that cannot be read or written. */
export class FileError extends Error {}

const text = { type: 'string' };
const known = {
  output: { type: 'string', short: 'o' },
  jobs: { type: 'string', short: 'j' },
  help: { type: 'boolean', short: 'h' },
  ...Object.fromEntries(
    ['seconds', 'limit', 'root', 'input', 'screenshots', 'every', 'messages', 'size', 'agalc'].map((name) => [name, text]),
  ),
};

function number(values, name, least, most, otherwise) {
  if (values[name] === undefined) return otherwise;
  const value = Number(values[name]);
  if (values[name].trim() === '' || !(value >= least && value <= most))
    throw new UsageError(`--${name} ${values[name]}: it takes a number from ${least} to ${most}`);
  return value;
}

function readSize(value) {
  if (value === undefined) return undefined;
  const [, width, height] = /^(\d{1,4})x(\d{1,4})$/.exec(value)?.map(Number) ?? [];
  if (!(width >= 1 && height >= 1 && width <= 4096 && height <= 4096))
    throw new UsageError(`--size ${value}: it takes WIDTHxHEIGHT, from 1x1 to 4096x4096`);
  return { width, height };
}

/** The folder of --root, which must have the game, or all games, in it; undefined: the folder of each game. */
function readRoot(value, path) {
  if (value === undefined) return undefined;
  if (!statSync(value, { throwIfNoEntry: false })?.isDirectory()) throw new FileError(`--root ${value}: there is no such folder`);
  const root = realpathSync(value);
  if (!(realpathSync(path) + sep).startsWith(root + sep)) throw new UsageError(`--root ${value}: ${path} is not in it`);
  return root;
}

/** Reads the file of --input. @param {string} path @param {() => string[]} keys */
export function inputFrom(path, keys) {
  let content;
  try {
    content = readFileSync(path, 'utf8');
  } catch (error) {
    throw new FileError(`${path}: ${error.message}`);
  }
  try {
    return readInput(content, keys());
  } catch (error) {
    throw new UsageError(`${path}: ${error.message}`);
  }
}

/** The options of a command line; undefined: it asks for help. @param {string[]} words */
export function readOptions(words) {
  let parsed;
  try {
    parsed = parseArgs({ args: words, options: known, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error.message);
  }
  const { values, positionals } = parsed;
  if (values.help) return undefined;
  if (positionals.length !== 1) throw new UsageError('it takes one SWF file, or one folder');
  if (values.output === undefined) throw new UsageError('-o is missing');
  const [path] = positionals;
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new FileError(`${path}: there is no such file or folder`);
  const seconds = number(values, 'seconds', 0.1, 86400, 15);
  const half = Math.max(1, Math.floor((availableParallelism?.() ?? cpus().length) / 2));
  const every = number(values, 'every', 0.1, 86400, 0);
  if (every > 0 && values.screenshots === undefined) throw new UsageError('--every needs --screenshots');
  return {
    path,
    isFolder: found.isDirectory(),
    output: values.output,
    seconds,
    limit: number(values, 'limit', 1, 172800, seconds + 60),
    jobs: Math.floor(number(values, 'jobs', 1, 64, half)),
    root: readRoot(values.root, path),
    input: values.input,
    screenshots: values.screenshots,
    every,
    messages: values.messages,
    size: readSize(values.size),
    agalc: values.agalc,
  };
}
