// Measures the cost of recording frames: recording.mjs AGALC GAME.swf… prints a table with the time of a frame with and without
// the tap, and the bytes that a frame adds to the file.
//
// The time of a frame is measured as the work of the page for each draw of WebGL, because each frame of a game has the same
// number of draws. Frames cannot be timed alone: Ruffle makes several frames at once if it is late, and a game without the tap
// does not say when it presents one.
import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { Browser, sleep } from '../../../bindings/js/src/play/browser/browser.js';
import { framesAddress, own } from '../../../bindings/js/src/play/browser/server.js';
import { fileOf } from '../../../bindings/js/src/play/frames/file.js';
import { Receiver } from '../../../bindings/js/src/play/frames/receiver.js';
import { loadBrowserPlayer, whatIsMissing, whatIsMissingForPictures } from '../../../bindings/js/src/play/packages.js';
import { tapFile } from '../../../bindings/js/src/play/tap.js';
import { removeTemporaryFolders } from '../../../bindings/js/src/play/temporary.js';

const [agalc, ...games] = process.argv.slice(2);
const missing = whatIsMissing() || whatIsMissingForPictures();
if (missing !== '' || games.length === 0) {
  console.error(`bench: ${missing || 'name games'}`);
  process.exit(missing === '' ? 2 : 3);
}
const rounds = 3;
const [warmSeconds, seconds, maxSeconds] = [4, 12, 120];
const framesOfFile = 10;
const wanted = { kind: 'range', first: 5, last: 4 + framesOfFile }; // later frames are posted too
const middle = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

// Runs in the page before the player: counts draws.
function countDraws() {
  window.draws = 0;
  for (const name of ['drawElements', 'drawElementsInstanced', 'drawArrays', 'drawArraysInstanced']) {
    const real = WebGL2RenderingContext.prototype[name];
    WebGL2RenderingContext.prototype[name] = function (...args) {
      ++window.draws;
      return real.apply(this, args);
    };
  }
}

/** Plays a game. @returns {Promise<{perDraw: number, draws: number}>} milliseconds of work for each draw */
async function timeGame(browser, path, receiver) {
  const tapped = receiver && tapFile([agalc], path, framesAddress).bytes;
  const game = { url: `/${encodeURIComponent(basename(path))}`, folder: dirname(path), change: (file, bytes) => (file === path && tapped) || bytes };
  const { page, context } = await browser.open(game, receiver);
  await page.addInitScript(countDraws);
  await page.goto(`http://localhost${own}page.html`, { timeout: 0 });
  if (receiver) await page.evaluate((wanted) => wantFrames(wanted), receiver.wanted);
  const size = await page.evaluate((url) => loadGame(url), game.url);
  await page.evaluate(({ width, height }) => beginGame(width, height), size);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const look = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return { work: metrics.find(({ name }) => name === 'TaskDuration').value, draws: await page.evaluate(() => window.draws) };
  };
  for (let waited = 0; (await look()).draws === 0 && waited < maxSeconds; ++waited) await sleep(1);
  await sleep(warmSeconds);
  const before = await look();
  await sleep(seconds);
  const after = await look();
  await context.close();
  const draws = after.draws - before.draws;
  return { perDraw: (1000 * (after.work - before.work)) / draws, draws };
}

/** Returns the sizes of the deflated data and of the rest of a file that contains the frames without pictures. */
function bytesOf(recorder) {
  const data = new Map();
  for (const { blob } of recorder.calls().flatMap(({ args }) => args.filter((each) => each?.blob)))
    data.set(createHash('sha256').update(blob).digest('hex'), blob);
  const deflated = [...data.values()].reduce((sum, each) => sum + deflateRawSync(each, { level: 9 }).length, 0);
  return { deflated, rest: fileOf(recorder, { player: '', pictures: new Map() }).bytes.length - deflated };
}

console.log('| Game | ms for each draw | recorded | ratio | file, and for each frame |\n|---|---:|---:|---:|---|');
const browser = new Browser(loadBrowserPlayer());
try {
  for (const path of games.map((each) => realpathSync(each))) {
    const times = { alone: [], recorded: [] };
    let receiver;
    for (let i = 0; i < rounds; ++i) {
      times.alone.push((await timeGame(browser, path)).perDraw);
      receiver = new Receiver(wanted);
      times.recorded.push((await timeGame(browser, path, receiver)).perDraw);
    }
    const ratio = middle(times.recorded) / middle(times.alone);
    const sizes = receiver.recorder.complete && bytesOf(receiver.recorder);
    const size = sizes ? `${(sizes.deflated / 1024).toFixed(0)} KB of data and ${(sizes.rest / framesOfFile / 1024).toFixed(1)} KB` : 'unknown';
    console.log(`| ${basename(path, '.swf')} | ${middle(times.alone).toFixed(3)} | ${middle(times.recorded).toFixed(3)} | ${ratio.toFixed(2)} | ${size} |`);
  }
} finally {
  await browser.close();
  removeTemporaryFolders();
}
