// Tests the files of --input, and the usual input.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Explorer, readInput, usualInput } from '../../../bindings/js/src/play/input.js';

const keys = ['Enter', 'ArrowLeft', 'a'];
const read = (list) => readInput(JSON.stringify(list), keys);

/** A page that writes down what is done to it. */
function recorder() {
  const done = [];
  const note = (name) => async (...values) => void done.push([name, ...values]);
  const page = {
    mouse: { move: note('move'), down: note('down'), up: note('up') },
    keyboard: { down: note('key down'), up: note('key up'), type: note('type') },
  };
  return { done, page };
}

test('Steps are done in the order of their times', async () => {
  const steps = read([
    { at: 3, text: 'abc' },
    { at: 1, click: [10, 20] },
    { at: 1.5, key: 'Enter', hold: 2 },
    { at: 1, move: [1, 2] },
  ]);
  const { done, page } = recorder();
  for (const { act } of steps) await act(page);
  assert.deepEqual(done, [
    ['move', 10, 20], ['down'], ['move', 1, 2], ['up'], ['key down', 'Enter'], ['type', 'abc'], ['key up', 'Enter'],
  ]);
  assert.deepEqual(steps.map(({ at }) => at), [1, 1, 1, 1.1, 1.5, 3, 3.5]);
});

test('A drag is a click that is held, with moves', async () => {
  const { done, page } = recorder();
  for (const { act } of read([{ at: 1, click: [0, 0], hold: 1 }, { at: 1.5, move: [9, 9] }])) await act(page);
  assert.deepEqual(done, [['move', 0, 0], ['down'], ['move', 9, 9], ['up']]);
});

const wrong = [
  [{}, /it is not a list of steps/],
  [[1], /step 1: it is not an object/],
  [[{ at: 1, text: '' }, { at: 1 }], /step 2: it has 0 actions instead of one/],
  [[{ at: 1, text: '', key: 'a' }], /2 actions/],
  [[{ text: 'a' }], /"at" is not a number of seconds/],
  [[{ at: -1, text: 'a' }], /"at" is not/],
  [[{ at: 1, hold: 'long', key: 'a' }], /"hold" is not/],
  [[{ at: 1, click: [1] }], /\[1\], its "click", is not a point \[x, y\]/],
  [[{ at: 1, move: ['1', 2] }], /is not a point/],
  [[{ at: 1, key: 'Return' }], /"Return", its "key", is not the name of a key/],
  [[{ at: 1, text: 5 }], /is not a text/],
  [[{ at: 1, tap: [1, 2] }], /"tap" is not known: it takes at, hold, move, click, key, text/],
];

test('The usual input clicks on the whole picture and presses keys', async () => {
  const { done, page } = recorder();
  const steps = usualInput({ width: 600, height: 300 });
  for (const { act } of steps) await act(page);
  assert.deepEqual(done.slice(0, 5), [['move', 300, 150], ['down'], ['up'], ['key down', 'Enter'], ['key up', 'Enter']]);
  assert.equal(new Set(done.map(String)).size, 2 + 9 + 2 * 9);
  assert.deepEqual(steps.map(({ at }) => at), steps.map(({ at }) => at).sort((a, b) => a - b));
});

test('The explorer goes on as long as a round brings new programs, for two rounds at least', () => {
  const explorer = new Explorer({ width: 600, height: 300 });
  assert.equal(explorer.end, 0);
  assert.equal(explorer.next(0, 1)[0].at, 0.3);
  assert.ok(explorer.end > 7 && explorer.end < 8);
  assert.equal(explorer.next(10, 1)[0].at, 10.3);
  assert.ok(explorer.next(20, 2));
  assert.equal(explorer.next(30, 2), undefined);
});

test('What is wrong is said', () => {
  for (const [list, message] of wrong) assert.throws(() => read(list), message);
  assert.throws(() => readInput('[', keys), /it is not JSON/);
});
