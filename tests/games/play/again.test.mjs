// Tests which games are played a second time, and the combined result.
import assert from 'node:assert/strict';
import test from 'node:test';
import { joined, secondWay } from '../../../bindings/js/src/play/again.js';

const pair = (vertex, fragment) => ({ vertex, fragment });
const logOf = (pairs, lines = []) => ({ pairs: [...pairs], uploads: pairs.length, lines, add: (line) => lines.push(line) });
const outcome = (more = {}) => ({
  kind: 'played', log: logOf([pair('a', 'b')]), messages: { errors: [] }, size: { width: 800, height: 600 }, ...more,
});
const failed = (error) => outcome({ log: logOf([]), messages: { errors: [error] } });

test('A game that needs AIR is played with its runtime', () => {
  for (const error of [
    'ReferenceError: Error #1065: Variable NativeApplication is not defined.',
    'ReferenceError: Error #1069: Property nativeWindow not found on flash.display.Stage and there is no default value.',
    'ReferenceError: Error #1065: Variable flash.filesystem::File is not defined.',
  ])
    assert.deepEqual(secondWay(failed(error), {}), { why: 'air', change: { runtime: 'air' } }, error);
  assert.equal(secondWay(failed('TypeError: Error #1009: Profile is null'), {}), undefined);
});

test('A game whose programs may depend on its size is played at another one', () => {
  const change = { size: { width: 1024, height: 768 } };
  assert.deepEqual(secondWay(outcome({ size: { width: 800, height: 600, assumed: true } }), {}), { why: 'size', change });
  const draws = logOf([], ['agalc-tap 1 1 2 1/1 9 9 draw;pair=1;target=setRenderToTexture,createTexture:512:512']);
  assert.equal(secondWay(outcome({ log: draws }), {})?.why, 'size');
  const small = { messages: { errors: ['ArgumentError: Error #3669: Bad input size.'] }, size: { width: 20, height: 20 } };
  assert.deepEqual(secondWay(outcome(small), {})?.change, { size: { width: 800, height: 600 } });
  assert.equal(secondWay(outcome(), {}), undefined);
  assert.equal(secondWay(outcome({ log: draws }), { size: { width: 5, height: 5 } }), undefined);
});

test('Two sizes give the programs of both', () => {
  const way = { why: 'size', change: { size: { width: 1024, height: 768 } } };
  const second = outcome({ log: logOf([pair('a', 'b'), pair('c', 'd')], ['more']) });
  const both = joined(outcome(), second, way);
  assert.deepEqual(both.log.lines, ['more']);
  assert.deepEqual(joined(outcome(), outcome({ log: logOf([pair('a', 'b')], ['same']) }), way).log.lines, []);
});
