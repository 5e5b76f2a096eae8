// The command lines of agalc play and agalc port.
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { sep } from 'node:path';
import { parseArgs } from 'node:util';
import { framesAddress } from './browser/server.js';
import { wantedFrames } from './frames/options.js';
import { readInput } from './input.js';
import { keyNames } from './keyboard.js';

const playing = `  --seconds N           seconds of the game that are played; the default is 15
  -j, --jobs N          games that are played at a time; the default is the number of processors
  --root FOLDER         a folder above the game, which the game can reach; the default is the folder of the game
  --input FILE          a JSON file with the clicks, keys and text that the game gets; auto: clicks and the usual
                        keys, until the game uploads no new programs
  --size WIDTHxHEIGHT   the size of the picture; the default is the size of the game, or 800x600
  --limit N             ends a game that makes no progress for N seconds; the default is 120
  --memory MB           memory that a game may take; the default is 1024
  --messages FOLDER     everything that the player writes, GAME.txt
  --agalc PATH          the native command; the default is the command of this package
`;

const playUsage = `usage: agalc play GAME.swf -o GAME.capture [OPTION…]
       agalc play FOLDER -o FOLDER [OPTION…]
       agalc play --listen --frames WANTED -o GAME.frames
       agalc play --setup

Plays games in Ruffle without a window, and writes the programs that they upload, for agalc extract, batch and report.
The first run installs the player; --setup does nothing else. docs/capture.md describes all of it.

  -o, --output PATH     the log; for a folder, the folder that gets a log for each SWF file
${playing}  --browser             plays in Chromium, in real time, and draws
  --screenshots FOLDER  a picture of the end of each game, GAME.png; needs --browser
  --frames N            a picture every N seconds as well, GAME-001.png and so on; needs --screenshots
  --frames WANTED       records frames instead of the log, in Chromium: 100..102, last, or click, the first frame after
                        the last step of --input; docs/frame-files.md describes the file
  --overwrite           also replaces logs in the folder that agalc did not write, or that have changed since
  --listen              records the frames of a game that another player plays: agalc tap --frames changes it
  --port N              the port of --listen; the default is 7272
  -h, --help
`;

const portUsage = `usage: agalc port GAME.swf -o FOLDER [OPTION…]
       agalc port FOLDER -o FOLDER [OPTION…]

Converts the shaders of games: plays them, searches their files, and writes what they upload (captures/), the products of
all programs with manifest.jsonl (shaders/), and report.html. The first run installs the player. docs/capture.md describes
all of it.

  -o, --output FOLDER   the folder of all of these
  --emit LIST           the products, as in agalc batch; the default is spv,essl300,wgsl,reflect
  --host HOST           the engine, as in agalc batch: three, pixi, …; writes its shaders, and a module with materials
  --overwrite           also replaces logs in captures/ and disassemblies in shaders/ that agalc did not write, or that
                        have changed since
${playing}  -h, --help
`;

/** An error in the command line. */
export class UsageError extends Error {}
/** A file that cannot be read or written. */
export class FileError extends Error {}

const text = { type: 'string' };
const common = {
  output: { type: 'string', short: 'o' },
  jobs: { type: 'string', short: 'j' },
  help: { type: 'boolean', short: 'h' },
  ...Object.fromEntries(['seconds', 'limit', 'memory', 'root', 'input', 'messages', 'size', 'agalc'].map((name) => [name, text])),
};

/** The two commands, and their specific options. */
export const commands = {
  play: {
    usage: playUsage,
    options: { setup: { type: 'boolean' }, overwrite: { type: 'boolean' }, browser: { type: 'boolean' }, screenshots: text, frames: text, listen: { type: 'boolean' }, port: text },
  },
  port: { usage: portUsage, options: { emit: text, host: text, overwrite: { type: 'boolean' } } },
};

function number(values, name, min, max, otherwise) {
  if (values[name] === undefined) return otherwise;
  const value = Number(values[name]);
  if (values[name].trim() === '' || !(value >= min && value <= max))
    throw new UsageError(`--${name} ${values[name]}: it takes a number from ${min} to ${max}`);
  return value;
}

function readSize(value) {
  if (value === undefined) return undefined;
  const [, width, height] = /^(\d{1,4})x(\d{1,4})$/.exec(value)?.map(Number) ?? [];
  if (!(width >= 1 && height >= 1 && width <= 4096 && height <= 4096))
    throw new UsageError(`--size ${value}: it takes WIDTHxHEIGHT, from 1x1 to 4096x4096`);
  return { width, height };
}

/** Returns the folder of --root after checking that it contains `path`; undefined without --root. */
function readRoot(value, path) {
  if (value === undefined) return undefined;
  if (!statSync(value, { throwIfNoEntry: false })?.isDirectory()) throw new FileError(`--root ${value}: there is no such folder`);
  const root = realpathSync(value);
  if (!(realpathSync(path) + sep).startsWith(root + sep)) throw new UsageError(`--root ${value}: ${path} is not in it`);
  return root;
}

/**
 * Returns the text of the file of --input after checking its steps; undefined without the option or for `auto`.
 * @param {string | undefined} path
 */
function inputFrom(path) {
  if (path === undefined || path === 'auto') return undefined;
  let content;
  try {
    content = readFileSync(path, 'utf8');
  } catch (error) {
    throw new FileError(`${path}: ${error.message}`);
  }
  try {
    readInput(content, keyNames);
  } catch (error) {
    throw new UsageError(`${path}: ${error.message}`);
  }
  return content;
}

const isNumber = (value) => Number.isFinite(Number(value));

function pictureOptions(values) {
  if (values.frames !== undefined && values.screenshots === undefined && !isNumber(values.frames)) return recordingOptions(values);
  const frames = number(values, 'frames', 0.1, 86400, 0);
  if (frames > 0 && values.screenshots === undefined) throw new UsageError('--frames needs --screenshots');
  if (values.screenshots !== undefined && !values.browser) throw new UsageError('--screenshots needs --browser');
  return { browser: values.browser ?? false, screenshots: values.screenshots, frames };
}

/** @param {string} frames */
function readFrames(frames) {
  const wanted = wantedFrames(frames);
  if (!wanted) throw new UsageError(`--frames ${frames}: it takes A..B (at most 1000 frames), last or click; with --screenshots, a number`);
  return wanted;
}

/** Returns the options for recording frames, which needs a browser that draws the game. */
function recordingOptions({ frames, input }) {
  const wanted = readFrames(frames);
  if (wanted.kind === 'click' && (input === undefined || input === 'auto')) throw new UsageError('--frames click needs --input FILE');
  return { browser: true, frames: 0, wanted, address: framesAddress };
}

/** Rejects an output that is a folder instead of a file, or the reverse, before the game is played. */
function checkOutput(output, isFolder) {
  if (output === undefined) throw new UsageError('-o is missing');
  const found = statSync(output, { throwIfNoEntry: false });
  if (!isFolder && (output.endsWith('/') || found?.isDirectory()))
    throw new UsageError(`-o ${output}: it is a folder; name the file to write`);
  if (isFolder && found !== undefined && !found.isDirectory()) throw new UsageError(`-o ${output}: it is a file; name a folder`);
}

/** Returns the options for --listen. */
function listeningOptions(values, positionals) {
  if (positionals.length > 0) throw new UsageError('--listen does not take a file: another player plays it');
  checkOutput(values.output, false);
  if (values.frames === undefined) throw new UsageError('--listen needs --frames');
  return {
    listen: true,
    output: values.output,
    wanted: readFrames(values.frames),
    port: number(values, 'port', 0, 65535, 7272),
    limit: number(values, 'limit', 1, 86400, 120),
  };
}

/**
 * Rewords a message of parseArgs, which speaks to programmers.
 * @param {any} error @param {keyof typeof commands} command
 */
function reworded(error, command) {
  const option = /'(-[^' =]*)/.exec(error.message)?.[1];
  if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const other = Object.keys(commands).find((name) => option?.slice(2) in commands[name].options);
    return `unknown option '${option}'${other ? `: it is an option of agalc ${other}` : ''}`;
  }
  if (error.code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE' || option === undefined) return error.message;
  const name = error.message.match(/--[a-z-]+/)?.[0] ?? option;
  const takesValue = { ...common, ...commands[command].options }[name.slice(2)]?.type === 'string';
  return takesValue ? `${name} needs a value` : `${name} does not take a value`;
}

/**
 * Parses a command line.
 * @param {keyof typeof commands} command @param {string[]} words
 * @returns {{help: true} | {setup: true} | {listen: true} | Record<string, any>}
 */
export function readOptions(command, words) {
  let parsed;
  try {
    parsed = parseArgs({ args: words, options: { ...common, ...commands[command].options }, allowPositionals: true });
  } catch (error) {
    throw new UsageError(reworded(error, command));
  }
  const { values, positionals } = parsed;
  if (values.help) return { help: true };
  if (values.setup && positionals.length === 0) return { setup: true };
  if (values.listen) return listeningOptions(values, positionals);
  if (positionals.length !== 1) throw new UsageError('it takes one SWF file, or one folder');
  const [path] = positionals;
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new FileError(`${path}: there is no such file or folder`);
  if (values.agalc !== undefined && values.agalc.includes('/') && !existsSync(values.agalc))
    throw new FileError(`${values.agalc}: there is no such command`);
  checkOutput(values.output, found.isDirectory() || command === 'port');
  return {
    path,
    isFolder: found.isDirectory(),
    output: values.output,
    emit: values.emit,
    host: values.host,
    overwrite: values.overwrite ?? false,
    seconds: number(values, 'seconds', 0.1, 86400, 15),
    limit: number(values, 'limit', 1, 86400, 120),
    memory: number(values, 'memory', 64, 65536, 1024),
    jobs: Math.floor(number(values, 'jobs', 1, 64, availableParallelism?.() ?? cpus().length)),
    root: readRoot(values.root, path),
    input: inputFrom(values.input),
    inputFile: values.input === 'auto' ? undefined : values.input,
    explore: values.input === 'auto',
    messages: values.messages,
    size: readSize(values.size),
    agalc: values.agalc,
    ...pictureOptions(values),
  };
}
