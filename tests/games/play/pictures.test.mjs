// Tests that each recorded frame has its picture, or that the recorder says which picture is missing and why.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import test from 'node:test';
import { runInNewContext } from 'node:vm';
import { finishFrames, Watch } from '../../../bindings/js/src/play/browser/play.js';
import { wantedFrames } from '../../../bindings/js/src/play/frames/options.js';
import { writeFrames } from '../../../bindings/js/src/play/frames/outcome.js';
import { Receiver } from '../../../bindings/js/src/play/frames/receiver.js';
import { amf3, entriesOf } from './archive.mjs';

const address = 'http://localhost/frames/1';
const [context, program, indices] = [1, 2, 3];
const call = (method, ...args) => [method, context, null, ...args];
const begin = [
  ['start', null, null, ';game=0;file=game.swf', 'WIN 32', 'PlugIn'],
  call('configureBackBuffer', 1, 1, 0, true),
  ['createProgram', context, program],
  ['upload', program, null, Buffer.from('vertex'), Buffer.from('fragment')],
  ['createIndexBuffer', context, indices, 3],
  ['uploadFromVector', indices, null, Float64Array.of(0, 1, 2), 0, 3],
  call('setProgram', [program]),
];
const frame = [call('clear'), call('drawTriangles', [indices], 0, 1), call('present')];

/** Posts to a receiver, as the page or the game does. */
const post = (receiver, query, bytes) =>
  receiver.take(Object.assign(Readable.from(bytes.length > 0 ? [bytes] : []), { method: 'POST' }), new URL(`${address}?${new URLSearchParams(query)}`));
const postCalls = (receiver, part, calls) => post(receiver, { run: 'a', part }, Buffer.concat(calls.map(amf3)));
const postPicture = (receiver, number) => post(receiver, { frame: number, width: 1, height: 1 }, Buffer.from([1, 2, 3, 4]));

/** What writeFrames says, and the names of the pictures in the file. */
function written(receiver, played = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'agal-test-'));
  try {
    const path = join(folder, 'game.frames');
    const { kind, line } = writeFrames(path, receiver, { player: 'Ruffle', seconds: 1, ...played });
    return { kind, line, pictures: [...entriesOf(readFileSync(path)).keys()].filter((name) => name.endsWith('.png')) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('The last picture waits for the calls of its frame, however long they take', async (t) => {
  const receiver = new Receiver(wantedFrames('last'), address);
  await postCalls(receiver, 0, [...begin, ...frame]);
  let isSent = () => {};
  const sent = new Promise((resolve) => (isSent = resolve));
  Object.assign(globalThis, { pauseGame: () => {}, endFrames: async () => (await postPicture(receiver, 3), isSent(), 3) });
  t.after(() => ['pauseGame', 'endFrames'].forEach((name) => delete globalThis[name]));
  const finished = finishFrames({ evaluate: async (run) => run() }, receiver, { step: (_, promise) => promise, sleep: async () => {} });
  let isFinished = false;
  finished.then(() => (isFinished = true));
  await sent;
  for (let i = 0; i < 20_000; ++i) await turn(); // more steps than any wait in the code has
  await postCalls(receiver, 2, frame); // out of order
  assert.ok(!isFinished);
  await postCalls(receiver, 1, frame);
  await finished;
  assert.deepEqual(written(receiver), { kind: 'recorded', line: 'frame 3, 3 calls, 1 draw, 2 KB', pictures: ['frame-3.png'] });
});

test('The frame after a click is recorded, however many frames arrive before the page says its number', async () => {
  const receiver = new Receiver(wantedFrames('click'), address);
  await postCalls(receiver, 0, [...begin, ...frame]);
  let say;
  const clicked = receiver.click(new Promise((resolve) => (say = resolve)));
  for (let part = 1; part < 20; ++part) await postCalls(receiver, part, frame);
  say(3);
  await clicked;
  await postPicture(receiver, 3);
  assert.deepEqual(written(receiver), { kind: 'recorded', line: 'frame 3, 3 calls, 1 draw, 2 KB', pictures: ['frame-3.png'] });
});

test('The file without a picture names the frame and the reason, and is not a success', async () => {
  const receiver = new Receiver(wantedFrames('1..3'), address);
  let isDone = false;
  receiver.onDone(() => (isDone = true));
  await postCalls(receiver, 0, [...begin, ...frame, ...frame, ...frame]);
  await postPicture(receiver, 1);
  const lines = (reason) => written(receiver, { reason }).line.replace(/^.*? KB; /, '');
  assert.equal(lines('its page crashed'), 'no picture of frames 2, 3: its page crashed');
  assert.equal(lines(''), 'no picture of frames 2, 3: the player did not send it');
  await post(receiver, { frame: 2, problem: 'the player has not drawn' }, Buffer.alloc(0));
  assert.equal(lines('its page crashed'), 'no picture of frames 2, 3: the player has not drawn');
  assert.ok(!isDone);
  await post(receiver, { frame: 3, width: 2, height: 1 }, Buffer.alloc(4));
  assert.ok(isDone);
  const { kind, pictures } = written(receiver);
  assert.deepEqual([kind, pictures], ['unpictured', ['frame-1.png']]);
});

test('A frame that does not draw, and a frame of another player, need no picture', async () => {
  for (const [receiver, calls] of [[new Receiver(wantedFrames('1..1'), address), [call('clear'), call('present')]], [new Receiver(wantedFrames('1..1')), frame]]) {
    await postCalls(receiver, 0, [...begin, ...calls]);
    const { kind, line } = written(receiver);
    assert.match(line, /; no picture$/);
    assert.equal(kind, 'recorded');
  }
});

/** Replaces setTimeout. Node 18 takes a list, and later versions an object. */
function replaceTimers(t) {
  const apis = ['setTimeout'];
  t.mock.timers.enable(Number.parseInt(process.versions.node, 10) < 20 ? apis : { apis });
}

test('A step goes on while data arrives, and ends after a time without any', async (t) => {
  replaceTimers(t);
  const watch = new Watch(1e6);
  const silence = async () => {
    t.mock.timers.tick(30_000);
    await turn();
    await turn();
  };
  let pieces = 0;
  let ending;
  watch.step('the pictures', new Promise(() => {}), () => pieces).catch((error) => (ending = error.message));
  for (pieces = 1; pieces <= 5; ++pieces) {
    await silence();
    assert.equal(ending, undefined, `${pieces} pieces`);
  }
  await silence();
  await silence();
  assert.equal(ending, 'it did not respond for 30 s (the pictures)');
});

test('A response that arrives while this process is busy with another game is in time', async (t) => {
  replaceTimers(t);
  const watch = new Watch(1e6);
  let respond;
  const step = watch.step('the pictures', new Promise((resolve) => (respond = resolve)));
  t.mock.timers.tick(30_000); // the timer comes first
  respond('response');
  assert.equal(await step, 'response');
  await turn();
  assert.equal(await watch.during(Promise.resolve('next')), 'next');
});

/** A WebGL in which the drawing of a texture can be read back, unless `isBroken`. */
function fakeWebGl() {
  class WebGL2RenderingContext {
    READ_FRAMEBUFFER = 1;
    COLOR_ATTACHMENT0 = 2;
    TEXTURE_2D = 3;
    FRAMEBUFFER_COMPLETE = 4;
    isBroken = false;
    texture = {};
    getParameter() {
      return this.texture;
    }
    checkFramebufferStatus() {
      return this.isBroken ? 0 : this.FRAMEBUFFER_COMPLETE;
    }
  }
  const methods = ['bindFramebuffer', 'framebufferTexture2D', 'framebufferRenderbuffer', 'texStorage2D', 'drawArrays', 'drawElements',
    'drawArraysInstanced', 'drawElementsInstanced', 'blitFramebuffer', 'clearBufferfv', 'createFramebuffer', 'deleteFramebuffer',
    'pixelStorei', 'bindBuffer', 'readPixels'];
  for (const name of methods) WebGL2RenderingContext.prototype[name] = () => {};
  return WebGL2RenderingContext;
}

test('The page sends each wanted picture or the problem with it, and waits until all are sent', async () => {
  const sent = [];
  let answer;
  const answered = new Promise((resolve) => (answer = resolve));
  const window = {};
  const console = { log() {}, info() {} };
  const WebGL2RenderingContext = fakeWebGl();
  const fetch = (url, { body }) => (sent.push([url, body?.length]), answered);
  const code = readFileSync(new URL('../../../bindings/js/src/play/browser/readback.js', import.meta.url), 'utf8');
  runInNewContext(code, { WebGL2RenderingContext, console, fetch, window, URLSearchParams });
  const gl = new WebGL2RenderingContext();
  window.wantFrames({ kind: 'range', first: 2, last: 4, address });
  const present = (number) => console.log(`agalc-frame ${number}`);
  present(1);
  present(2);
  const framebuffer = {};
  gl.bindFramebuffer(0, framebuffer);
  gl.texStorage2D(gl.TEXTURE_2D, 1, 0, 2, 1);
  gl.framebufferTexture2D(0, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, gl.texture);
  gl.drawArrays();
  present(3);
  gl.isBroken = true;
  present(4);
  present(5);
  assert.deepEqual(sent, [
    [`${address}?frame=2&problem=the+player+has+not+drawn`, undefined],
    [`${address}?frame=3&width=2&height=1`, 8],
    [`${address}?frame=4&problem=the+browser+cannot+read+what+the+player+drew`, undefined],
  ]);
  let last;
  window.endFrames().then((number) => (last = number));
  await turn();
  assert.equal(last, undefined);
  answer();
  await turn();
  assert.equal(last, 5);
});
