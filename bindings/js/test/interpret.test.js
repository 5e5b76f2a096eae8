// Tests the interpreter.
import assert from 'node:assert/strict';
import { agalTest, fragmentText, vertexText } from './support.js';

agalTest('runs vertex programs', (agal) => {
  const identity = [
    [1, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 1, 0],
    [0, 0, 0, 1],
  ];
  const inputs = { constants: { vc0: identity }, attributes: { va0: [1, 2, 3], va1: [5, 6, 7, 8] } };
  const result = agal.interpret(vertexText, inputs);
  assert.equal(result.ok, true, result.messages);
  assert.equal(result.stage, 'vertex');
  assert.deepEqual(result.outputs, [{ op: [1, 2, 3, 1], v0: [5, 6, 7, 8] }]);
  assert.equal(result.trace, undefined);
  assert.deepEqual(agal.interpret(vertexText, { ...inputs, constants: { vc0: identity.flat() } }).outputs, result.outputs);
});

agalTest('runs four pixels', (agal) => {
  const varyings = {
    v0: [
      [1, 0],
      [2, 0],
      [3, 0],
      [4, 0],
    ],
  };
  const { outputs, stage } = agal.interpret(fragmentText, { constants: { fc0: [10, 1, 1, 1] }, varyings });
  assert.equal(stage, 'fragment');
  assert.deepEqual(
    outputs.map(({ oc }) => oc[0]),
    [10, 20, 30, 40],
  );
  assert.deepEqual(
    outputs.map(({ killed }) => killed),
    [false, false, false, false],
  );
  const same = agal.interpret(fragmentText, {
    constants: { fc0: new Float32Array([2, 2, 2, 2]) },
    varyings: { v0: [1, 2, 3, 4] },
  });
  assert.deepEqual(same.outputs[3].oc, [2, 4, 6, 8]);
});

agalTest('gives numbers that JSON does not have', (agal) => {
  const { outputs } = agal.interpret('rcp ft0, v0\nmov oc, ft0\n', { varyings: { v0: [0, 1, 'nan', '-inf'] } });
  const { oc } = outputs[0];
  assert.equal(oc[0], Infinity);
  assert.equal(oc[1], 1);
  assert.ok(Number.isNaN(oc[2]));
  assert.equal(oc[3], -0);
});

agalTest('samples textures', (agal) => {
  const text = 'tex ft0, v0, fs0 <2d, nearest, clamp, mipnone>\nmov oc, ft0\n';
  const varyings = {
    v0: [
      [0.25, 0.5],
      [0.75, 0.5],
      [0.25, 0.5],
      [0.75, 0.5],
    ],
  };
  const level = [1, 0, 0, 1, 0, 1, 0, 1];
  const run = (levels) => agal.interpret(text, { varyings, textures: { fs0: { size: [2, 1], levels: [levels] } } });
  const { outputs, ok, messages } = run(level);
  assert.equal(ok, true, messages);
  assert.deepEqual(
    outputs.map(({ oc }) => oc),
    [
      [1, 0, 0, 1],
      [0, 1, 0, 1],
      [1, 0, 0, 1],
      [0, 1, 0, 1],
    ],
  );
  assert.deepEqual(run(Uint8ClampedArray.from(level, (each) => 255 * each)).outputs, outputs);
  assert.equal(agal.interpret(text, { varyings }).diagnostics[0].code, 'AGAL1011');
});

agalTest('traces', (agal) => {
  const { trace } = agal.interpret(fragmentText, {}, { trace: true });
  assert.match(trace, /1 {2}mul ft0/);
});

agalTest('throws for inputs that cannot be', (agal) => {
  const wrong = [
    { constants: { fc0: 1 } },
    { constants: { fc0: [] } },
    { constants: { fc0: ['x'] } },
    { constants: { fc5000: [1] } },
    { constants: { x: [1] } },
    { constants: null },
    { varyings: { v0: [[1], [2]] } },
    { others: {} },
    { textures: { fs0: { size: [2, 1], levels: [[1]] } } },
    { textures: { fs0: { size: [1, 1], levels: [] } } },
    { textures: { fs0: { size: [1, 1], levels: [[1, 1, 1, 1]], state: ['linear'] } } },
    { textures: { fs0: { size: [1, 1], levels: [[1, 1, 1, 1]], dimension: '4d' } } },
    { textures: { fs0: { size: [-1, -1], levels: [[1, 1, 1, 1]] } } },
    { textures: { fs0: { size: [1.5, 2], levels: [new Array(12).fill(1)] } } },
    { attributes: { va0: [1] } },
    { constants: { vc0: [1] } },
    { instance: 1 },
  ];
  for (const inputs of wrong) assert.throws(() => agal.interpret(fragmentText, inputs), TypeError, JSON.stringify(inputs));
  assert.equal(agal.interpret(fragmentText).ok, true);
  // In UTF-8, this dimension is longer than the buffer for dimensions.
  const fs0 = { size: [1, 1], levels: [[1, 1, 1, 1]], dimension: '€€€€€€€€' };
  assert.throws(() => agal.interpret(fragmentText, { textures: { fs0 } }), /fs0: the dimension is one of 2d, cube, 3d/);
});

agalTest('says what is wrong with inputs of other types', (agal) => {
  const wrong = [
    [null, 'the inputs are not an object'],
    [5, 'the inputs are not an object'],
    [[], 'the inputs are not an object'],
    [{ constants: [] }, 'constants: expected an object'],
    [{ constants: { fc0: [1n] } }, 'fc0: 1 is not a number'],
    [{ textures: { fs0: null } }, 'fs0: expected an object with size and levels'],
    [{ textures: { fs0: { levels: [[1, 1, 1, 1]] } } }, /^fs0: the size is a list of positive integers/],
    [{ textures: { fs0: { size: [0, 0], levels: [[]] } } }, /^fs0: the size is a list of positive integers/],
  ];
  for (const [inputs, message] of wrong)
    assert.throws(() => agal.interpret(fragmentText, inputs), { name: 'TypeError', message });
});

agalTest('takes the numbers of instances that there are', (agal) => {
  const run = (instance) => agal.interpret('//! agal 3 vertex\nmov op, iid.xxxx', { instance });
  assert.deepEqual(run(5).outputs, [{ op: [5, 5, 5, 5] }]);
  assert.equal(Math.fround(run(2 ** 32 - 1).outputs[0].op[0]), 2 ** 32);
  for (const instance of [-1, 0.5, 2 ** 32, 2 ** 32 + 5])
    assert.throws(() => run(instance), { name: 'TypeError', message: /instance: .* from 0 to 4294967295/ });
});
