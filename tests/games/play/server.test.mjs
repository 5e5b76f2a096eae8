// Tests that the browser can reach only the server: files outside the folder of a game and other hosts are not
// available.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { Server, framesAddress, own } from '../../../bindings/js/src/play/browser/server.js';

let folder;
let server;
let port;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'agal-test-'));
  for (const name of ['game/assets', 'ruffle']) mkdirSync(join(folder, name), { recursive: true });
  const files = {
    'secret.txt': 'secret',
    'game/a b.swf': 'FWS game',
    'game/assets/level.xml': '<level/>',
    'ruffle/ruffle.js': 'ruffle',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  symlinkSync(join(folder, 'secret.txt'), join(folder, 'game', 'link.txt'));
  server = new Server(join(folder, 'ruffle'));
  server.game = {
    url: '/a%20b.swf',
    folder: join(folder, 'game'),
    change: (file, bytes) => Buffer.concat([bytes, Buffer.from(' tapped')]),
  };
  port = Number((await server.start()).split(':')[1]);
});

after(() => {
  server.stop();
  rmSync(folder, { recursive: true });
});

/** Asks the server as a proxy: the path of the request is the whole URL. @returns {Promise<[number, string]>} */
const ask = (path, method = 'GET') =>
  new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => (text += part));
      response.on('end', () => resolve([response.statusCode, text]));
    });
    asked.on('connect', (response, socket) => (socket.destroy(), resolve([response.statusCode, ''])));
    asked.on('error', reject).end();
  });

test('It has the game, changed, and the files of its folder', async () => {
  assert.deepEqual(await ask('http://localhost/a%20b.swf'), [200, 'FWS game tapped']);
  assert.deepEqual(await ask('http://localhost/assets/level.xml?version=2'), [200, '<level/>']);
});

test('Files are found from the game, and then from the folder above it', async () => {
  const { url } = server.game;
  server.game.url = '/bin/a.swf';
  assert.deepEqual(await ask('http://localhost/assets/level.xml'), [200, '<level/>']);
  assert.deepEqual(await ask('http://localhost/bin/assets/level.xml'), [200, '<level/>']);
  assert.deepEqual(await ask('http://localhost/other/assets/level.xml'), [404, '']);
  server.game.url = url;
});

test('It has the player', async () => {
  assert.deepEqual(await ask(`http://localhost${own}ruffle.js`), [200, 'ruffle']);
  assert.match((await ask(`http://localhost${own}page.html`))[1], /<script type="module" src="page.js">/);
});

test('A receiver gets what its own game posts, and nothing of a game that was played before', async () => {
  const taken = [];
  server.receiver = { address: `${framesAddress}/2`, take: async (request, url) => taken.push(url.search) > 0 };
  assert.deepEqual(await ask(`${framesAddress}/1?run=a&part=0`, 'POST'), [404, '']);
  assert.deepEqual(await ask(`${framesAddress}/2?run=b&part=0`, 'POST'), [200, '']);
  assert.deepEqual(taken, ['?run=b&part=0']);
  server.receiver = undefined;
});

test('It has nothing else', async () => {
  for (const path of ['none.txt', '', 'assets', '../secret.txt', '%2e%2e/secret.txt', '..%2fsecret.txt', 'link.txt', '%zz',
    '%00', `${own.slice(1)}../secret.txt`, `${own.slice(1)}..%2f..%2fsecret.txt`])
    assert.deepEqual(await ask(`http://localhost/${path}`), [404, ''], path);
});

test('It refuses other hosts, and who does not ask it as a proxy', async () => {
  assert.deepEqual(await ask('http://example.com/'), [403, '']);
  assert.deepEqual(await ask(`http://127.0.0.1:${port}/a%20b.swf`), [403, '']);
  assert.deepEqual(await ask('/a%20b.swf'), [403, '']);
  assert.deepEqual(await ask('example.com:443', 'CONNECT'), [403, '']);
});
