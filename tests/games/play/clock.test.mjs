// Tests the virtual time of games that are played in Node.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Clock } from '../../../bindings/js/src/play/clock.js';

test('Time passes when it is read', () => {
  const clock = new Clock();
  const before = clock.read();
  for (let i = 0; i < 50000; ++i) clock.read();
  assert.ok(clock.read() - before > 999);
});

test('Timers are called in the order of their times, before the frame', () => {
  const clock = new Clock();
  const calls = [];
  clock.requestFrame((at) => calls.push(['frame', at]));
  clock.addTimer(() => calls.push(['late', clock.now]), 30);
  clock.addTimer((text) => calls.push([text, clock.now]), 10, false, ['early']);
  clock.removeTimer(clock.addTimer(() => calls.push('removed'), 5));
  clock.advance(50);
  assert.deepEqual(calls, [['early', 10], ['late', 30], ['frame', 50]]);
});

test('A timer that repeats is called again, and may end itself', () => {
  const clock = new Clock();
  let calls = 0;
  const number = clock.addTimer(() => ++calls === 3 && clock.removeTimer(number), 10, true);
  clock.advance(100);
  assert.equal(calls, 3);
});

test('A timer without a delay does not stop the time', () => {
  const clock = new Clock();
  const again = () => clock.addTimer(again, 0);
  again();
  clock.advance(20);
  assert.equal(clock.now, 20);
});

test('A request for a frame that is made in a frame is for the next one', () => {
  const clock = new Clock();
  let frames = 0;
  const again = () => (++frames, clock.requestFrame(again));
  again();
  clock.advance(10);
  clock.advance(10);
  assert.equal(frames, 3);
});
