// Plays a list of games, several at a time, and writes their logs.
import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { writeFrames } from './frames/outcome.js';
import { Receiver } from './frames/receiver.js';
import { joined, secondWay } from './again.js';
import { writeWhole } from './files.js';
import { playInNode } from './node_play.js';
import { describe } from './outcome.js';
import { loadBrowserPlayer, packages, ruffleVersion } from './packages.js';
import { tapFile } from './tap.js';
import { temporaryFolder } from './temporary.js';

const urlOf = (path) => ['', ...path.split(sep).map(encodeURIComponent)].join('/');

/** Returns an outcome whose log is the same when the game plays in the same way again. */
function named(outcome) {
  outcome.log.nameRuns();
  return outcome;
}

/** Plays one game without a browser. */
function nodePlayer(options) {
  const own = { ...options, packages: packages() };
  const playOnce = async (game, change) => named(await playInNode(game, { ...own, ...change }));
  return {
    async play(game) {
      const first = await playOnce(game, {});
      const way = secondWay(first, options);
      return way ? joined(first, await playOnce(game, way.change), way) : first;
    },
    close: async () => {},
  };
}

/** Plays one game at a time in a browser. */
async function browserPlayer(options) {
  const { Browser } = await import('./browser/browser.js');
  const { play } = await import('./browser/play.js');
  const { readInput } = await import('./input.js');
  const { keyNames } = await import('./keyboard.js');
  const browser = new Browser(loadBrowserPlayer());
  const steps = options.input === undefined ? [] : readInput(options.input, keyNames);
  return {
    async play({ path, tapped, url, folder, stem, address }) {
      const picture = (at, png) => {
        const number = at < options.seconds ? `-${String(Math.round(at / options.frames)).padStart(3, '0')}` : '';
        writeWhole(join(options.screenshots, `${stem}${number}.png`), png);
      };
      const own = readFileSync(tapped);
      const change = (file, bytes) => (file === path ? own : (tapFile(options.agalc, file, address).bytes ?? bytes));
      const receiver = options.wanted && new Receiver(options.wanted, address);
      const given = { ...options, input: steps, picture: options.screenshots === undefined ? undefined : picture, receiver };
      return named(await play(browser, { url, folder, change }, given));
    },
    close: () => browser.close(),
  };
}

/** Writes the file of frames instead of the log. @returns {{kind: string, line: string}} */
const recorded = (game, { receiver, seconds, kind, reason }, log, result, write) =>
  writeFrames(game.log, receiver, { player: `Ruffle ${ruffleVersion()}`, log, seconds, reason, line: kind === 'played' ? '' : result.line }, write);

let posters = 0; // games that post their calls

/** Plays a game and writes its files. @returns {Promise<{kind: string, line: string}>} */
async function capture(game, options, player) {
  const address = options.address && `${options.address}/${++posters}`;
  const tap = tapFile(options.agalc, game.path, address);
  if (!tap.bytes) {
    rmSync(game.log, { force: true }); // removes the log of an earlier run
    return { kind: 'untapped', line: `not played: ${tap.messages.at(-1)}` };
  }
  const path = realpathSync(game.path);
  const folder = options.root ?? dirname(path);
  const tapped = join(temporaryFolder(), 'game.swf');
  writeFileSync(tapped, tap.bytes);
  const outcome = await player.play({ path, tapped, url: urlOf(relative(folder, path)), folder, stem: game.stem, address });
  const result = describe(outcome, { messages: tap.messages, tapped: !tap.bytes.equals(readFileSync(game.path)) });
  const title = `# ${game.label}, played for ${Math.round(outcome.seconds)} s in Ruffle ${ruffleVersion()}`;
  const text = [title, ...outcome.log.lines, ''].join('\n');
  const { write = writeWhole } = options;
  if (!options.wanted) write(game.log, text);
  if (options.messages !== undefined)
    writeWhole(join(options.messages, `${game.stem}.txt`), [...outcome.messages.all, ''].join('\n'));
  return options.wanted ? recorded(game, outcome, text, result, write) : result;
}

/**
 * Plays all games, and reports the outcome of each in the order of the list.
 * @param {{path: string, label: string, stem: string, log: string}[]} games
 * @param {Record<string, any>} options
 * @param {(line: string) => void} say
 * @returns {Promise<string[]>} the kinds of the outcomes
 */
export async function captureAll(games, options, say) {
  const results = [];
  let next = 0;
  let printed = 0;
  const worker = async () => {
    const player = await (options.browser ? browserPlayer(options) : nodePlayer(options));
    try {
      while (next < games.length) {
        const i = next++;
        results[i] = await capture(games[i], options, player);
        for (; results[printed]; ++printed) say(`${games[printed].label}: ${results[printed].line}`);
      }
    } finally {
      await player.close();
    }
  };
  await Promise.all(Array.from({ length: Math.min(options.jobs, games.length) }, worker));
  return results.map(({ kind }) => kind);
}
