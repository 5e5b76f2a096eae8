// Tests the log of a tapped game, and the line about the end of a game.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { Log } from '../../../bindings/js/src/play/log.js';
import { describe, summary } from '../../../bindings/js/src/play/outcome.js';

const start = 'agalc-tap 1 7bc6ddf6 1 1/1 45 4a850df5 start;player=WIN%2032%2C0%2C0%2C0;type=PlugIn';

function adler32(text) {
  let [a, b] = [1, 0];
  for (const c of text) [a, b] = [(a + c.charCodeAt(0)) % 65521, (b + ((a + c.charCodeAt(0)) % 65521)) % 65521];
  return (b * 65536 + a).toString(16);
}

/** The lines of a record, in parts of at most `length` characters. */
function lines(record, text, { run = '1f', length = 400 } = {}) {
  const parts = text.match(new RegExp(`.{1,${length}}`, 'g'));
  return parts.map((part, i) => {
    const place = `${record} ${i + 1}/${parts.length} ${part.length}`;
    return `agalc-tap 1 ${run} ${place} ${adler32(part)} ${part}`;
  });
}

const read = (...messages) => {
  const log = new Log();
  messages.flat().forEach((message) => log.add(message));
  return log;
};
const upload = (number, pair, programs = '') => `upload;number=${number};pair=${pair}${programs}`;
const base64 = (text) => Buffer.from(text).toString('base64').replace(/=+$/, '');
const bytes = (vertex, fragment) => `;vertex=${base64(vertex)};fragment=${base64(fragment)}`;

test('A line of a player has text around it', () => {
  const log = read(`%cINFO%c web/src/log_adapter.rs:18%c ${start} color: whitesmoke`, 'Loading SWF file', 'agalc-tap 2 x');
  assert.deepEqual([log.started, log.lines], [true, [start]]);
});

test('Pairs are counted once, uploads each time', () => {
  const log = read(
    lines(1, upload(1, 1, bytes('ab', 'cde'))),
    lines(2, upload(2, 1)),
    lines(3, upload(3, 2, bytes('ab', 'x'))),
    lines(4, 'draw;pair=1;draw=1'),
    lines(1, upload(1, 1, bytes('ab', 'cde')), { run: '2a' }), // the game starts again
  );
  assert.deepEqual([log.uploads, log.pairs.length, log.programs, log.draws], [4, 2, 3, 1]);
  assert.deepEqual(log.pairs[0], { vertex: '6162', fragment: '636465' });
});

test('Records come in parts, and those that are damaged do not count', () => {
  const parts = lines(1, upload(1, 1, bytes('vertex', 'fragment')), { length: 20 });
  assert.ok(parts.length > 2);
  assert.equal(read(parts).uploads, 1);
  assert.equal(read([...parts].reverse()).uploads, 1);
  assert.equal(read(parts.slice(1)).uploads, 0);
  assert.equal(read(parts.map((part, i) => (i === 1 ? part.slice(0, -1) : part))).uploads, 0);
  assert.equal(read(parts.map((part, i) => (i === 1 ? `${part.slice(0, -1)}!` : part))).uploads, 0);
});

test('Logs are read by the rules of the native reader', () => {
  for (const { what, lines: messages, records } of JSON.parse(readFileSync(new URL('./readers.json', import.meta.url), 'utf8')))
    assert.equal(read(messages).records, records, what);
});

test('A log has a limit', () => {
  const log = new Log();
  const text = 'x'.repeat(400);
  const [line] = lines(1, text);
  for (let i = 1; !log.overflowed; ++i) log.add(line.replace(' 1 1/1', ` ${i} 1/1`));
  assert.ok(log.lines.length > 50000 && log.lines.length < 200000, `${log.lines.length}`);
  const { length } = log.lines;
  log.add(lines(1, upload(1, 1, bytes('v', 'f')))[0]);
  assert.deepEqual([log.lines.length, log.uploads], [length, 0]);
});

test('Runs are named by what they logged', () => {
  const of = (run, other = run, more = []) => {
    const log = read(lines(1, 'start;player=a', { run }), lines(2, upload(1, 1, bytes('v', 'f')), { run, length: 20 }),
      lines(1, 'start;player=a', { run: other }), ...more);
    log.nameRuns();
    return log.lines;
  };
  assert.deepEqual(of('1f'), of('abc'));
  assert.deepEqual(of('1f', '2f'), of('abc', '1f'));
  assert.equal(new Set(of('1f', '2f').map((line) => line.split(' ')[2])).size, 2);
  assert.notDeepEqual(of('1f'), of('1f', '1f', [lines(3, upload(2, 1), { run: '1f' })]).slice(0, of('1f').length));
  assert.equal(read(of('1f')).uploads, 1);
});

/** The outcome of playing. */
const ended = (log, { errors = [], renderer = 'wgpu-webgl', absent = [], blocked = [], ...other } = {}) => ({
  kind: 'played', reason: '', log, seconds: 14.9, messages: { errors, renderer }, absent: new Set(absent),
  blocked: new Set(blocked), ...other,
});

test('The line of a game says how it ended', () => {
  const some = read(start, lines(2, upload(1, 1, bytes('v', 'f'))));
  const none = read(start);
  const check = (kind, line, outcome, tap = { messages: [], tapped: true }) =>
    assert.deepEqual(describe(outcome, tap), { kind, line });

  check('uploaded', '1 pair, 2 programs, 1 upload', ended(some));
  check('uploaded', '1 pair, 2 programs, 1 upload; 1 error in its code', ended(some, { errors: ['Error #1009'] }));
  const panicked = { kind: 'failed', reason: 'panicked at x' };
  check('uploaded', '1 pair, 2 programs, 1 upload; the player failed after 15 s: panicked at x', ended(some, panicked));
  check('uploaded', '1 pair, 2 programs, 1 upload; the player failed: its process ended (SIGSEGV)',
    ended(some, { kind: 'failed', reason: 'its process ended (SIGSEGV)', seconds: 0 }));
  check('uploaded', '1 pair, 2 programs, 1 upload; the player failed after 3 s: it needs too much memory',
    ended(some, { kind: 'failed', reason: 'it needs too much memory', seconds: 3, errors: ['Error #1009'] }));
  check('failed', 'the player failed after 15 s: panicked at x', ended(none, panicked));
  const slow = { kind: 'slow', reason: 'the limit of 9 s is over' };
  check('failed', 'nothing uploaded in 15 s: slow, ended after 15 s: the limit of 9 s is over', ended(none, slow));
  check('uploaded', '1 pair, 2 programs, 1 upload; slow, ended after 15 s: the limit of 9 s is over', ended(some, slow));
  check('failed', 'nothing uploaded in 15 s: its code failed in the player: Error #1069: x',
    ended(none, { errors: ['Error #1069: x'] }));
  check('failed', 'nothing uploaded in 15 s: the player did not run its code', ended(read()));
  check('failed', 'nothing uploaded in 15 s: the player does not have Stage3D here: a browser needs WebGL 2',
    ended(none, { renderer: 'canvas' }));
  check('nothing', 'nothing uploaded in 15 s: it ran without an error, and may wait for input (--input auto)', ended(none));
  const why = 'it may be called in a way that a tap does not see';
  check('nothing', `nothing uploaded in 15 s: it creates programs, but no call of upload was seen: ${why}`, ended(read(start, lines(2, 'program'))));
  const drawn = lines(3, 'unseen;method=upload');
  check('nothing', `nothing uploaded in 15 s: it draws with programs, but no call of upload was seen: ${why}`, ended(read(start, drawn)));
  check('hidden', `1 pair, 2 programs, 1 upload; it draws with programs, but no call of upload was seen: ${why}`,
    ended(read(start, lines(2, upload(1, 1, bytes('v', 'f'))), drawn)));
  check('nothing', 'nothing uploaded in 15 s: it is empty (AGAL1093)', ended(read()),
    { messages: ['it is empty (AGAL1093)'], tapped: false });
});

test('Missing files come before other reasons', () => {
  const absent = ['b.xml?v=1', 'a.xml'];
  const tap = { messages: ['it loads other SWF files (AGAL1094)'], tapped: true };
  assert.equal(describe(ended(read(start), { absent, blocked: ['ads.example'] }), tap).line,
    'nothing uploaded in 15 s: missing files: a.xml, b.xml?v=1; there is no network, but it asked ads.example; ' +
    'it loads other SWF files (AGAL1094); it ran without an error, and may wait for input (--input auto)');
  assert.equal(describe(ended(read(start), { absent, errors: ['Error #2044'] }), tap).line,
    'nothing uploaded in 15 s: missing files: a.xml, b.xml?v=1; its code failed in the player: Error #2044');
});

test('The line names --size where the size may be the reason', () => {
  const tap = { messages: [], tapped: true };
  const some = read(start, lines(2, upload(1, 1, bytes('v', 'f'))));
  assert.equal(describe(ended(some, { size: { width: 800, height: 600, assumed: true } }), tap).line,
    '1 pair, 2 programs, 1 upload; its file does not say how large it is: played at 800x600 (--size)');
  const errors = ['ArgumentError: Error #3669: Bad input size.'];
  assert.equal(describe(ended(read(start), { errors, size: { width: 20, height: 10 } }), tap).line,
    `nothing uploaded in 15 s: its code failed in the player: ${errors[0]}; ` +
    'the picture may be too small: 20x10 (--size)');
});

test('The line says which way gave more', () => {
  const tap = { messages: [], tapped: true };
  const some = read(start, lines(2, upload(1, 1, bytes('v', 'f'))));
  const line = (again) => describe(ended(some, { again }), tap).line;
  assert.equal(line({ why: 'air' }), '1 pair, 2 programs, 1 upload; played with the runtime of AIR, which it needs');
  const size = { width: 1024, height: 768 };
  assert.equal(line({ why: 'size', size, more: 1 }), '1 pair, 2 programs, 1 upload; 1 pair of them only at 1024x768');
  assert.equal(line({ why: 'size', size, more: 0 }), '1 pair, 2 programs, 1 upload');
});

test('The summary counts', () => {
  assert.equal(summary(['nothing', 'uploaded', 'uploaded']), '3 games: 2 uploaded programs, 1 uploaded nothing');
});
