// Measures the page of `agalc replay`: frames.mjs AGALC FILE.frames… For each file, it prints the size of the page, the time from
// opening the page to the first picture, the tasks of more than 50 ms until all pictures are drawn, the times of steps forward and backward before and after all pictures are known, and the time of a replay
// of the last frame, compared with the time of only its calls of WebGL.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findChromium } from '../../../bindings/js/src/play/packages.js';
import { Browser } from '../../web/browser/browser.js';

const [agalc, ...files] = process.argv.slice(2);
const chromium = findChromium();
if (chromium === '' || files.length === 0) {
  console.error(`bench: ${chromium === '' ? 'there is no Chromium' : 'name files of frames'}`);
  process.exit(chromium === '' ? 3 : 2);
}
const repetitions = 5;
const middle = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
const milliseconds = (times) => `${Math.round(middle(times))} ms (at most ${Math.round(Math.max(...times))})`;

// Runs in the page: returns the times of steps until the picture is shown, and until the state of the step is shown
// too.
function timeSteps({ count }) {
  const times = { picture: [], all: [] };
  for (let i = 0; i < count; ++i)
    for (const key of i % 2 === 0 ? ['ArrowLeft', 'ArrowLeft', 'ArrowLeft'] : ['ArrowRight', 'ArrowRight', 'ArrowRight']) {
      const begin = performance.now();
      window.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }));
      document.body.getBoundingClientRect();
      times.picture.push(performance.now() - begin);
      window.replay.showDetails();
      document.body.getBoundingClientRect();
      times.all.push(performance.now() - begin);
    }
  return times;
}

// Runs in the page: returns the times of replays of the last frame, and of only its calls of WebGL. A time ends when the pixels
// can be read.
async function timeReplay({ count }) {
  const file = await readFrames();
  const programs = JSON.parse(await inflate(document.getElementById('programs')));
  const gl = newContext();
  let calls = null;
  const recorder = new Proxy(gl, {
    get(_, name) {
      const value = gl[name];
      if (typeof value !== 'function') return value;
      return (...args) => {
        calls?.push([value, args]);
        return value.apply(gl, args);
      };
    },
  });
  const steps = window.replay.steps.filter(({ call }) => call.frame === file.head.frames[1]);
  const [first, last] = [steps[0].index - 1, steps.at(-1).index];
  const replayer = new Replayer(recorder, file, programs, 'ruffle');
  const time = (action) => {
    gl.finish();
    if (replayer.state) replayer.read([0, 0, 1, 1]); // before the first frame, there is no target
    const begin = performance.now();
    action();
    replayer.read([0, 0, 1, 1]);
    return performance.now() - begin;
  };
  replayer.to(last); // compiles the programs
  const results = { replay: [], bare: [], calls: 0 };
  for (let i = 0; i < count; ++i) {
    replayer.to(first, false);
    calls = null;
    results.replay.push(time(() => replayer.to(last)));
    replayer.to(first, false);
    calls = [];
    replayer.to(last);
    const made = calls;
    calls = null;
    results.calls = made.length;
    results.bare.push(time(() => made.forEach(([value, args]) => value.apply(gl, args))));
  }
  return results;
}

// Before the scripts of a page: notes the times of tasks that browsers call long.
function noteLongTasks() {
  window.longTasks = [];
  new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask', buffered: true });
}

const folder = mkdtempSync(join(tmpdir(), 'agal-bench-'));
const page = new Browser(chromium, { width: 1600, height: 1000 });
try {
  await page.prepare(`(${noteLongTasks})()`);
  for (const file of files) {
    const html = join(folder, 'page.html');
    execFileSync(agalc, ['replay', file, '--page', html]);
    const pictures = [];
    for (let i = 0; i < repetitions; ++i) {
      await page.open(pathToFileURL(html).href);
      await page.waitFor("performance.getEntriesByName('picture').length > 0");
      pictures.push(await page.evaluate("performance.getEntriesByName('picture')[0].startTime"));
    }
    const early = await page.evaluate(timeSteps, { count: 2 });
    await page.evaluate('window.ready');
    await page.open(pathToFileURL(html).href);
    await page.waitFor('window.ready');
    await page.evaluate('window.ready');
    const long = await page.evaluate('window.longTasks');
    await page.evaluate(timeSteps, { count: 2 }); // creates the parts of the page
    const steps = await page.evaluate(timeSteps, { count: 8 });
    const { replay, bare, calls } = await page.evaluate(timeReplay, { count: repetitions });
    const draws = await page.evaluate('window.replay.steps.filter(({ call }) => isDraw(call.call)).length');
    console.log(`${basename(file)}: ${draws} draws`);
    console.log(`  ${statSync(html).size} bytes`);
    console.log(`  first picture ${milliseconds(pictures)}`);
    console.log(`  ${long.length} long tasks, of ${long.map(Math.round).join(', ')} ms`);
    console.log(`  step ${milliseconds(steps.picture)}, with its state ${milliseconds(steps.all)}`);
    console.log(`  step while pictures are drawn in the background ${milliseconds(early.picture)}, with its state ${milliseconds(early.all)}`);
    console.log(`  replay of the last frame ${milliseconds(replay)}, its ${calls} calls of WebGL alone ${milliseconds(bare)}: ${(middle(replay) / middle(bare)).toFixed(2)} times`);
  }
} finally {
  await page.close();
  rmSync(folder, { recursive: true });
}
