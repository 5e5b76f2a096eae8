// Tests that frames are extracted from the calls that a tapped game posts, with everything that they need.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { Amf3Reader } from '../../../bindings/js/src/play/frames/amf3.js';
import { fileOf } from '../../../bindings/js/src/play/frames/file.js';
import { wantedFrames } from '../../../bindings/js/src/play/frames/options.js';
import { Receiver } from '../../../bindings/js/src/play/frames/receiver.js';
import { Recorder } from '../../../bindings/js/src/play/frames/recorder.js';
import { writeFrames } from '../../../bindings/js/src/play/frames/outcome.js';
import { unseenIn } from '../../../bindings/js/src/play/frames/unseen.js';
import { png } from '../../../bindings/js/src/play/frames/zip.js';
import { amf3, entriesOf, linesOf } from './archive.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const floats = (...values) => Float64Array.from(values);
const [context, program, vertices, indices, target] = [1, 2, 3, 4, 5];
const call = (method, ...args) => [method, context, null, ...args];
const draw = call('drawTriangles', [indices], 0, 1);
const present = call('present');
const clear = call('clear', 0, 0, 0, 1);

/** What a game does before its first frame. */
const begin = [
  ['start', null, null, ';game=0123456789abcdef0123456789abcdef;file=a%20b.swf', 'WIN 32', 'PlugIn'],
  call('configureBackBuffer', 4, 2, 0, true),
  ['createProgram', context, program],
  ['upload', program, null, Buffer.from('vertex'), Buffer.from('fragment')],
  ['createVertexBuffer', context, vertices, 3, 2],
  ['uploadFromVector', vertices, null, floats(0, 0.5, 1, 1.5, 2, 2.5), 0, 3],
  ['createIndexBuffer', context, indices, 3],
  ['uploadFromVector', indices, null, floats(0, 1, 2), 0, 3],
  ['createTexture', context, target, 8, 8, 'bgra', true, 0],
  call('setProgram', [program]),
  call('setVertexBufferAt', 0, [vertices], 0, 'float2'),
  call('setProgramConstantsFromVector', 'vertex', 0, floats(1, 2, 3, 4, 5, 6, 7, 8), -1),
];

function record(wanted, ...calls) {
  const recorder = new Recorder(wantedFrames(wanted));
  for (const each of [...begin, ...calls]) recorder.add(each);
  return recorder;
}

const shown = ({ method, on, args }) => [method, on, ...args.map((value) => value?.object ?? value?.numbers ?? value)];
const namesOf = (recorder) => recorder.calls().map(({ frame, method }) => `${frame} ${method}`);
const textOf = (frame, ...names) => names.map((name) => `${frame} ${name}`);

test('Frames begin with the objects, contents and settings that they need', () => {
  const recorder = record('2..2', clear, draw, present, clear, draw, present);
  assert.deepEqual(namesOf(recorder), [
    ...textOf(0, 'createIndexBuffer', 'uploadFromVector', 'createProgram', 'upload', 'createVertexBuffer', 'uploadFromVector',
      'configureBackBuffer', 'setProgram', 'setVertexBufferAt', 'setProgramConstantsFromVector'),
    ...textOf(2, 'clear', 'drawTriangles', 'present'),
  ]);
  assert.ok(recorder.done);
});

test('The first frame has the calls before it', () => {
  const recorder = record('1..1', clear, draw, present);
  assert.equal(recorder.calls().length, begin.length - 1 + 3);
  assert.ok(recorder.calls().every(({ frame }) => frame === 1));
});

test('An object that the frame is the first to use is made before it', () => {
  const recorder = record('2..2', clear, present, clear, call('setRenderToTexture', [target], false, 0, 0, 0), present);
  const at = recorder.calls().findIndex(({ method }) => method === 'createTexture');
  assert.equal(recorder.calls()[at].frame, 0);
  assert.ok(at < recorder.calls().findIndex(({ frame }) => frame === 2));
});

test('Settings that were replaced are left out, register by register', () => {
  const constants = (first, ...values) => call('setProgramConstantsFromVector', 'vertex', first, floats(...values), -1);
  const recorder = record('2..2', constants(1, 0, 0, 0, 0), clear, present, clear, present);
  const both = recorder.calls().filter(({ frame, method }) => frame === 0 && method.startsWith('setProgramConstants'));
  assert.equal(both.length, 2); // register 0 still has the first value
  const one = record('2..2', constants(0, 0, 0, 0, 0, 0, 0, 0, 0), clear, present, clear, present);
  assert.deepEqual(one.calls().filter(({ frame, method }) => frame === 0 && method.startsWith('setProgramConstants')).map(shown), [
    ['setProgramConstantsFromVector', context, 'vertex', 0, [0, 0, 0, 0, 0, 0, 0, 0], -1],
  ]);
});

test('A texture that was drawn in an earlier frame is drawn again, with the contents of that time', () => {
  const recorder = record('3..3',
    call('setRenderToTexture', [target], false, 0, 0, 0), clear, draw, call('setRenderToBackBuffer'),
    ['uploadFromVector', vertices, null, floats(9, 9, 9, 9, 9, 9), 0, 3],
    clear, present, clear, present,
    call('setTextureAt', 0, [target]), clear, draw, present);
  const calls = recorder.calls();
  const at = (name, from = 0) => calls.findIndex(({ method }, i) => i >= from && method === name);
  const drawn = at('drawTriangles');
  const uploads = calls.map((each, i) => [each, i]).filter(([{ method, on }]) => method === 'uploadFromVector' && on === vertices);
  assert.deepEqual(uploads.map(([{ args }]) => args[0].blob.readFloatLE(4)), [0.5, 9]);
  assert.ok(uploads[0][1] < drawn && drawn < uploads[1][1]);
  assert.ok(at('setRenderToTexture') < drawn && at('setRenderToBackBuffer', drawn) > drawn);
  assert.deepEqual(calls.filter(({ frame }) => frame === 3).map(({ method }) => method), ['setTextureAt', 'clear', 'drawTriangles', 'present']);
});

test('A texture that is drawn in the frame before it is used needs nothing earlier', () => {
  const pass = [call('setRenderToTexture', [target], false, 0, 0, 0), clear, draw, call('setRenderToBackBuffer')];
  const use = [call('setTextureAt', 0, [target]), clear, draw, call('setTextureAt', 0, null), present];
  const recorder = record('2..2', ...pass, ...use, ...pass, ...use);
  assert.equal(recorder.calls().filter(({ frame, method }) => frame === 0 && method === 'drawTriangles').length, 0);
});

test('A texture that is drawn with its own last contents has a bounded history', () => {
  const pass = [call('setTextureAt', 0, [target]), call('setRenderToTexture', [target], false, 0, 0, 0), draw,
    call('setRenderToBackBuffer'), clear, present];
  const recorder = record('last', ...Array.from({ length: 200 }, () => pass).flat());
  assert.ok(recorder.shortened.has(target));
  assert.ok(recorder.calls().length < 2000);
});

test('The last frame and the frame after a click are recorded', () => {
  const frame = (red) => [call('clear', red, 0, 0, 1), draw, present];
  const last = record('last', ...frame(1), ...frame(2), ...frame(3), clear);
  assert.equal(last.complete.last, 3);
  last.choose(2); // its picture is the last one
  assert.deepEqual(last.calls().filter(({ frame: at }) => at > 0).map(({ frame: at }) => at), [2, 2, 2]);
  const recorder = record('click', ...frame(1));
  recorder.click(3);
  for (const each of [...frame(2), ...frame(3), ...frame(4)]) recorder.add(each);
  assert.deepEqual(recorder.calls().filter(({ method, frame }) => method === 'clear' && frame > 0).map(shown), [['clear', context, 3, 0, 0, 1]]);
});

test('An asynchronous upload is recorded as an upload of its level', () => {
  const upload = (name, level, text) => [name, target, null, Buffer.from(text), 0, level];
  const recorder = record('2..2', upload('uploadFromByteArray', 1, 'small'), upload('uploadFromByteArrayAsync', 0, 'before'),
    upload('uploadFromByteArrayAsync', 0, 'after'), clear, present, call('setTextureAt', 0, [target]), clear, draw, present);
  const uploads = recorder.calls().filter(({ on, method }) => on === target && method.startsWith('upload'));
  assert.deepEqual(uploads.map(({ method, args }) => [method, String(args[0].blob)]), [['uploadFromByteArray', 'small'], ['uploadFromByteArray', 'after']]);
});

test('Objects that were not seen created, or whose contents were not seen, are found', () => {
  const frame = [clear, draw, present];
  const without = (...gone) => {
    const recorder = new Recorder(wantedFrames('1..1'));
    for (const each of [...begin, ...frame]) if (!gone.includes(each)) recorder.add(each);
    return unseenIn(recorder.calls());
  };
  assert.deepEqual(without(), { missing: '', empty: '' });
  const index = (method, on = context) => begin.find(([name, object]) => name === method && object === on);
  assert.match(without(index('createProgram')).missing, /^frame 1: upload is called on an object whose creation was not seen: /);
  assert.match(without(index('createVertexBuffer')).missing, /^frame 1: uploadFromVector is called on an object /);
  assert.match(without(index('createVertexBuffer'), index('uploadFromVector', vertices)).missing, /^frame 1: setVertexBufferAt uses an object /);
  assert.match(without(index('createProgram'), index('upload', program)).missing, /^frame 1: setProgram uses an object /);
  assert.match(without(index('upload', program)).empty, /^frame 1 draws with a program to which no upload was seen: /);
  assert.match(without(index('uploadFromVector', vertices)).empty, /draws with a vertex buffer to which no upload/);
  assert.match(without(index('uploadFromVector', indices)).empty, /draws with an index buffer to which no upload/);
  const bound = record('1..1', call('setTextureAt', 0, [target]), ...frame);
  assert.match(unseenIn(bound.calls()).empty, /draws with a texture to which no upload/);
  const drawn = record('1..1', call('setRenderToTexture', [target], false, 0, 0, 0), clear, call('setRenderToBackBuffer'),
    call('setTextureAt', 0, [target]), ...frame);
  assert.equal(unseenIn(drawn.calls()).empty, '');
});

test('A file that cannot be replayed is not written', () => {
  const receiver = new Receiver(wantedFrames('1..1'));
  const calls = [...begin, call('setTextureAt', 0, [99]), clear, draw, present];
  receiver.post(new URLSearchParams('run=1&part=0'), Buffer.concat(calls.map(amf3)));
  const { kind, line } = writeFrames(join(tmpdir(), 'agalc-never-written.frames'), receiver, { player: 'x', seconds: 1 });
  assert.equal(kind, 'unrecorded');
  assert.match(line, /^nothing recorded; frame 1: setTextureAt uses an object whose creation was not seen: it may call a method/);
});

test('The file has each blob once, and numbers in their shortest form', () => {
  const numbers = floats(0.1, 1 / 3, NaN, -Infinity);
  const again = ['uploadFromVector', indices, null, floats(0, 1, 2), 0, 3];
  const recorder = record('1..1', again, call('setProgramConstantsFromVector', 'vertex', 0, numbers, 1), clear, draw, present);
  const pictures = new Map([[1, png(1, 1, Buffer.from([1, 2, 3, 4]))], [2, Buffer.from('of another frame')]]);
  const { bytes, draws } = fileOf(recorder, { player: 'Ruffle', pictures, log: 'agalc-tap' });
  const entries = entriesOf(bytes);
  const [head, ...lines] = linesOf(entries);
  assert.deepEqual(head, { format: 'agalc-frames', version: 1, game: '0123456789abcdef0123456789abcdef', file: 'a b.swf',
    player: 'Ruffle', playerVersion: 'WIN 32', playerType: 'PlugIn', frames: [1, 1] });
  const constants = lines.filter(({ call: name }) => name.startsWith('setProgramConstants')).at(-1);
  assert.deepEqual(constants.args, ['vertex', 0, { numbers: [0.1, 0.33333334, 'NaN', '-Infinity'] }, 1]);
  const blobs = [...entries.keys()].filter((name) => name.startsWith('blobs/'));
  assert.equal(blobs.length, 4); // two programs, vertices, indices
  assert.deepEqual(entries.get(`blobs/${lines.find(({ on, call: name }) => on === indices && name === 'uploadFromVector').args[0].blob}`),
    Buffer.from([0, 0, 1, 0, 2, 0]));
  assert.deepEqual([...entries.keys()].filter((name) => !name.startsWith('blobs/')), ['calls.jsonl', 'frame-1.png', 'game.capture']);
  assert.equal(draws, 1);
  assert.deepEqual(fileOf(recorder, { player: 'Ruffle', pictures, log: 'agalc-tap' }).bytes, bytes);
});

test('Values are read as ActionScript writes them', () => {
  const values = ['present', 0, 1000000, -1.5, null, true, false, [1, ['a']], Buffer.from('bytes'), floats(1, 2), 'present'];
  const reader = new Amf3Reader(Buffer.concat([amf3(values), amf3('next')]));
  assert.deepEqual(reader.read(), values);
  assert.equal(reader.read(), 'next');
  assert.ok(reader.done);
});

test('Damaged calls end the recording with a reason', () => {
  for (const bytes of [Buffer.from([9, 255]), Buffer.from([12, 255, 255, 255, 255, 1]), Buffer.from([10, 1]), amf3(7), amf3([['x']])]) {
    const receiver = new Receiver(wantedFrames('1..1'));
    receiver.post(new URLSearchParams('run=1&part=0'), bytes);
    assert.match(receiver.problem, /^its calls cannot be read: /, bytes.toString('hex'));
  }
});

const post = (port, path, bytes) =>
  new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method: bytes ? 'POST' : 'GET' }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    asked.on('error', reject).end(bytes);
  });

test('--listen records what another player posts, in any order', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'agal-test-'));
  try {
    const words = ['--listen', '--port', '0', '--frames', '2..2', '-o', 'game.frames'];
    const child = spawn(join(root, 'tools', 'capture'), words, { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
    let said = '';
    const port = await new Promise((resolve) =>
      child.stdout.setEncoding('utf8').on('data', (text) => {
        said += text;
        resolve(/http:\/\/127\.0\.0\.1:(\d+)\//.exec(said)?.[1]);
      }),
    );
    const parts = [[...begin, clear, draw, present], [clear, draw, present]].map((calls) => Buffer.concat(calls.map(amf3)));
    assert.equal(await post(port, '/crossdomain.xml'), 200);
    assert.equal(await post(port, '/other'), 404);
    assert.equal(await post(port, '/?run=a&part=1', parts[1]), 200);
    assert.equal(await post(port, '/?run=b&part=0', parts[1]), 200); // another game
    const ended = new Promise((resolve) => child.on('close', resolve));
    await post(port, '/?run=a&part=0', parts[0]).catch(() => {}); // it may have ended before it answers
    assert.equal(await ended, 0);
    assert.match(said, /\nframe 2, 3 calls, 1 draw, 2 KB; no picture\n$/);
    const [head] = linesOf(entriesOf(readFileSync(join(folder, 'game.frames'))));
    assert.deepEqual([head.player, head.frames], ['another', [2, 2]]);
    assert.deepEqual(readdirSync(folder), ['game.frames']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
