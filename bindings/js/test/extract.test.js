// Tests the extraction of programs from files.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { agalTest, fragmentText, loadAgal, need, needsWasm, vertexText } from './support.js';
import { deflated, lzma, swf, zip } from './containers.js';
import test from 'node:test';

const programs = (agal) => ({
  Water_vertex: agal.assemble(vertexText).bytecode,
  Water_fragment: agal.assemble(fragmentText).bytecode,
});
const other = (agal) => agal.assemble('mov oc, v0', { stage: 'fragment' }).bytecode;

/** Returns the data that does not depend on the compression of the file. */
const essence = ({ programs: found }) =>
  found.map(({ hash, stage, form, origins, pairs }) => ({ hash, stage, form, origins, pairs }));

agalTest('finds programs in SWF files', async (agal) => {
  const data = programs(agal);
  const result = await agal.extract(swf(data), 'game.swf');
  assert.equal(result.ok, true, result.messages);
  assert.deepEqual(
    result.programs.map(({ stage, tokens }) => [stage, tokens]),
    [
      ['vertex', 2],
      ['fragment', 2],
    ],
  );
  assert.deepEqual(result.programs[0].bytecode, data.Water_vertex);
  assert.deepEqual(result.programs[0].origins[0].name, 'Water_vertex');
  assert.equal(result.programs[0].pairs[0].with, result.programs[1].hash);
});

agalTest('unpacks compressed SWF files', async (agal) => {
  const file = swf(programs(agal));
  const expected = essence(await agal.extract(file, 'game.swf'));
  const packed = await agal.extract(deflated(file), 'game.swf');
  assert.equal(packed.ok, true, packed.messages);
  assert.deepEqual(essence(packed), expected);
  const more = await agal.extract(Buffer.concat([deflated(file), Buffer.from('more')]), 'game.swf');
  assert.deepEqual(essence(more), expected);
  assert.equal(more.ok, true, more.messages);
});

agalTest('unpacks LZMA', async (agal) => {
  const file = swf({ ...programs(agal), noise: Buffer.alloc(5000, 'noise and ') });
  const packed = lzma(file);
  const result = await agal.extract(packed, 'game.swf');
  assert.equal(result.ok, true, result.messages);
  assert.deepEqual(essence(result), essence(await agal.extract(file, 'game.swf')));
  const hostile = Buffer.from(packed);
  hostile.writeUInt32LE(0xffffffff, 4); // the length of the movie
  hostile.writeUInt32LE(0xffffffff, 13); // the size of the dictionary
  assert.equal((await agal.extract(hostile, 'game.swf', { maxUnpacked: 1 << 20 })).ok, false);
  const cut = await agal.extract(packed.subarray(0, packed.length - 20), 'game.swf');
  assert.equal(cut.diagnostics[0].code, 'AGAL1025');
});

agalTest('finds programs in archives, and says where', async (agal) => {
  const { Water_vertex: vertex, Water_fragment: fragment } = programs(agal);
  for (const stored of [false, true]) {
    const files = {
      'a/': Buffer.alloc(0),
      'a/water.vert.bin': vertex,
      'a/water.frag.bin': fragment,
      'note.txt': Buffer.from('text'),
    };
    const { ok, messages, programs: found } = await agal.extract(zip(files, { stored }), 'all.zip');
    assert.equal(ok, true, messages);
    assert.deepEqual(
      found.map(({ origins }) => origins),
      [
        [{ container: 'all.zip!a/water.vert.bin', tag: 0, offset: 0, name: 'a/water.vert.bin' }],
        [{ container: 'all.zip!a/water.frag.bin', tag: 0, offset: 0, name: 'a/water.frag.bin' }],
      ],
    );
    assert.equal(found[0].pairs[0].with, found[1].hash);
  }
});

agalTest('opens containers in containers', async (agal) => {
  const inner = swf(programs(agal));
  const library = zip({ 'catalog.xml': Buffer.from('<swc/>'), 'library.swf': deflated(inner) });
  const swc = await agal.extract(library, 'lib.swc');
  assert.equal(swc.ok, true, swc.messages);
  assert.deepEqual(swc.programs[0].origins[0].container, 'lib.swc!library.swf');
  const plain = { ...programs(agal), Inner: inner, Last: other(agal) };
  const packed = { ...programs(agal), Inner: deflated(inner), Last: other(agal) };
  const expected = await agal.extract(swf(plain), 'game.swf');
  const found = await agal.extract(swf(packed), 'game.swf');
  assert.equal(found.ok, true, found.messages);
  const shift = deflated(inner).length - inner.length;
  const containers = ({ programs: list }) => list.flatMap(({ origins }) => origins.map(({ container }) => container));
  assert.deepEqual(containers(found), containers(expected));
  assert.deepEqual(containers(found), ['game.swf', 'game.swf!Inner', 'game.swf', 'game.swf!Inner', 'game.swf']);
  assert.equal(found.programs[2].origins[0].offset, expected.programs[2].origins[0].offset + shift);
  const deep = swf({ Outer: zip({ 'x.swc': library }) });
  assert.equal((await agal.extract(deep, 'g')).programs[0].origins[0].container, 'g!Outer!x.swc!library.swf');
  const limited = await agal.extract(deep, 'g', { maxNesting: 3 });
  assert.equal(limited.programs.length, 0);
  assert.equal(limited.diagnostics[0].code, 'AGAL1029');
});

agalTest('reports damage, and searches the rest', async (agal) => {
  const file = swf({ ...programs(agal), noise: randomBytes(60_000) });
  const packed = deflated(file);
  const cut = await agal.extract(packed.subarray(0, packed.length >> 1), 'game.swf');
  assert.equal(cut.ok, false);
  assert.equal(cut.diagnostics[0].code, 'AGAL1025');
  assert.match(cut.messages, /^game\.swf:0x[0-9a-f]+: error\[AGAL1025\]: the SWF file is damaged: /);
  assert.equal(cut.programs.length, 2);
  const [, fragment] = Object.values(programs(agal));
  const sum = await agal.extract(zip({ a: fragment }, { wrongSum: true }), 'a.zip');
  assert.match(sum.messages, /AGAL1027.*its entry a: its checksum does not match/);
  assert.equal(sum.programs.length, 1);
  const encrypted = await agal.extract(zip({ a: fragment }, { flags: 1 }), 'a.zip');
  assert.match(encrypted.messages, /its entry a: it is encrypted/);
  const method = await agal.extract(zip({ a: fragment }, { method: 12 }), 'a.zip');
  assert.match(method.messages, /compression method 12/);
  const noDirectory = await agal.extract(zip({ a: fragment }, { stored: true }).subarray(0, 100), 'a.zip');
  assert.match(noDirectory.messages, /central directory/);
  assert.equal(noDirectory.programs.length, 1);
  assert.equal(noDirectory.programs[0].origins[0].offset, 31);
});

agalTest('obeys the limits', async (agal) => {
  const bomb = deflated(swf({ zeros: Buffer.alloc(50_000_000) }));
  const limited = await agal.extract(bomb, 'b.swf', { maxUnpacked: 1_000_000 });
  assert.deepEqual(limited.diagnostics[0].code, 'AGAL1028');
  const entries = await agal.extract(zip({ a: Buffer.from('a'), b: Buffer.from('b') }), 'b.zip', { maxEntries: 1 });
  assert.deepEqual(entries.diagnostics[0].code, 'AGAL1030');
  await assert.rejects(agal.extract(bomb, 'b.swf', { maxUnpaked: 1 }), TypeError);
  const wrong = { fill: ['<???>=<2d,linear>', 'usually'] };
  await assert.rejects(agal.extract(bomb, 'b.swf', wrong), /^TypeError: 'usually' is neither HOLE=TEXT nor usual$/);
});

agalTest('takes programs, blobs and anything else', async (agal) => {
  const fragment = other(agal);
  assert.equal((await agal.extract(fragment, 'a.bin')).programs.length, 1);
  assert.equal((await agal.extract(new Blob([swf(programs(agal))]))).programs.length, 2);
  const nothing = await agal.extract(Buffer.from('nothing here'), 'a.bin');
  assert.deepEqual([nothing.ok, nothing.diagnostics[0].code], [false, 'AGAL1034']);
  for (const path of ['game.swf', 'games/game.swf', 'C:\\games\\game.swf']) {
    const { ok, diagnostics, programs } = await agal.extract(path, 'game.swf');
    assert.deepEqual([ok, diagnostics.map(({ code }) => code), programs], [false, ['AGAL1134'], []]);
  }
  for (const wrong of [1, null, undefined])
    await assert.rejects(agal.extract(wrong), { name: 'TypeError', message: /a program is a Uint8Array/ });
  await assert.rejects(agal.extract(fragment, 'a\0.bin'), { name: 'TypeError', message: /zero byte/ });
});

agalTest('survives hostile files', async (agal) => {
  const files = [zip(programs(agal)), deflated(swf(programs(agal))), swf({ a: zip(programs(agal)) })];
  let state = 1;
  const random = (limit) => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) % limit;
  for (let i = 0; i < 300; ++i) {
    const file = Buffer.from(files[i % files.length]);
    for (let change = random(6); change >= 0; --change) file[random(file.length)] = random(256);
    const result = await agal.extract(file.subarray(0, random(3) === 0 ? random(file.length) : file.length), 'x');
    assert.ok(Array.isArray(result.programs));
    assert.equal(
      result.diagnostics.some(({ code }) => code.startsWith('AGAL_')),
      false,
      result.messages,
    );
  }
});

const games = new URL('../../../../shared/games/', import.meta.url);
test(
  'finds the programs of a real game',
  needsWasm.skip ? needsWasm : need('shared', existsSync(games) ? '' : 'there are no games'),
  async () => {
    const agal = await loadAgal();
    const { ok, programs: found } = await agal.extract(
      readFileSync(new URL('book_chapter04.swf', games)),
      'book_chapter04.swf',
    );
    assert.equal(ok, true);
    assert.ok(found.length > 0);
  },
);
