// Tests options and mistakes of callers.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agalTest, fragmentText, packageFolder, vertexText } from './support.js';

agalTest('sets options by their names in camelCase', (agal) => {
  const wgsl = (options) => agal.compile(vertexText, { target: 'wgsl', ...options }).code;
  assert.notEqual(wgsl({ clipZ: 'negative-one-to-one' }), wgsl({}));
  assert.notEqual(wgsl({ flipY: true }), wgsl({}));
  assert.equal(wgsl({ flipY: false }), wgsl({}));
  assert.equal(wgsl({ flipY: undefined }), wgsl({}));
  assert.match(wgsl({ entryPoint: 'shade' }), /fn shade\(/);
  assert.equal(agal.compile(fragmentText, { maxTokens: 1 }).ok, false);
  assert.equal(agal.compile(fragmentText, { maxTokens: 2 }).ok, true);
  assert.equal(agal.compile(vertexText, { target: 'vulkan-glsl450', bind: ['vc=1:5'] }).ok, true);
});

agalTest('takes a host wherever it stands, and other options change what it sets', (agal) => {
  const text = 'tex ft0, v0, fs3 <2d>\nmov oc, ft0';
  assert.match(agal.compile(text, { host: 'openfl' }).code, /^#version 100\n[^]*texture2D\(sampler3, /);
  for (const options of [{ target: 'essl300', host: 'openfl' }, { host: 'openfl', target: 'essl300' }])
    assert.match(agal.compile(text, options).code, /^#version 300 es\n[^]*texture\(sampler3, /);
  assert.throws(() => agal.compile(text, { host: 'flash' }), /host/);
});

agalTest('gives the container of a program that is translated beforehand', (agal) => {
  const text = 'mov oc, v0';
  const { code, container } = agal.compile(text, { host: 'openfl', emit: 'b0' });
  assert.equal(code, agal.compile(text, { host: 'openfl' }).code);
  assert.deepEqual([...container.subarray(0, 3)], [0xb0, code.length & 0xff, code.length >> 8]);
  assert.equal(new TextDecoder().decode(container.subarray(3)), code);
  assert.equal(agal.compile(text, { host: 'openfl' }).container, undefined);
});

agalTest('notices that options were changed', (agal) => {
  const options = { target: 'wgsl' };
  const first = agal.compile(fragmentText, options).code;
  options.target = 'essl300';
  assert.notEqual(agal.compile(fragmentText, options).code, first);
});

agalTest('throws for options that do not exist', (agal) => {
  const call = (options) => () => agal.compile(fragmentText, options);
  assert.throws(call({ clippZ: 'x' }), {
    name: 'TypeError',
    message: "unknown option 'clippZ'; did you mean 'clipZ'?",
  });
  assert.throws(call({ target: 'wgls' }), { name: 'TypeError', message: /wgls.*did you mean 'wgsl'/ });
  assert.throws(call({ flipY: 'perhaps' }), TypeError);
  assert.throws(call({ maxTokens: -1 }), TypeError);
  for (const options of [{ name: 'a\0b' }, { target: ['wgsl\0junk'] }, { 'target\0x': 'wgsl' }])
    assert.throws(call(options), { name: 'TypeError', message: /zero byte/ });
  assert.throws(() => agal.explain('mov\0zzz'), { name: 'TypeError', message: /zero byte/ });
  assert.throws(call('wgsl'), TypeError);
  for (const options of [['wgsl'], new Map([['target', 'wgsl']])]) {
    assert.throws(call(options), { name: 'TypeError', message: /not a plain object/ });
    assert.throws(() => agal.reflect(fragmentText, options), { name: 'TypeError', message: /not a plain object/ });
  }
  assert.throws(() => agal.reflect(fragmentText, 'wgsl'), { name: 'TypeError', message: /not an object/ });
  assert.equal(agal.compile(fragmentText, { target: 'wgsl' }).ok, true);
});

agalTest('keeps a limited number of options', (agal) => {
  for (let i = 0; i < 200; ++i)
    assert.match(
      agal.compile('mov oc, x', { name: `program ${i}`, stage: 'fragment' }).messages,
      new RegExp(`^program ${i}:`),
    );
});

agalTest('has a type for every option, with all its values', (agal) => {
  const types = readFileSync(join(packageFolder, 'index.d.ts'), 'utf8');
  for (const { name, choices = [] } of agal.list('options')) {
    const property = name.replace(/-([a-z])/g, (_, c) => c.toUpperCase());
    const [, type] = new RegExp(`\\n  ${property}\\?:\\s+([^;]+);`).exec(types) ?? [];
    assert.notEqual(type, undefined, `index.d.ts does not have ${property}`);
    const values = type.match(/(?<=')[^']+/g)?.filter((text) => /\w/.test(text));
    if (values !== undefined) assert.deepEqual(values.sort(), [...choices].sort(), `index.d.ts has other values of ${property}`);
  }
});
