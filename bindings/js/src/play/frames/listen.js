// Waits on the loopback for the calls of a tapped game that another player plays: agalc play --listen.
import { createServer } from 'node:http';
import { FileError } from '../options.js';
import { writeFrames } from './outcome.js';
import { Receiver } from './receiver.js';

/** Flash requests this policy before it posts to a host other than the game's. */
const policy =
  '<?xml version="1.0"?><cross-domain-policy><allow-access-from domain="*" secure="false"/>' +
  '<allow-http-request-headers-from domain="*" headers="*" secure="false"/></cross-domain-policy>\n';

async function answer(receiver, request, response) {
  const url = new URL(request.url, 'http://127.0.0.1');
  if (request.method === 'GET' && url.pathname === '/crossdomain.xml')
    return response.writeHead(200, { 'Content-Type': 'text/x-cross-domain-policy' }).end(policy);
  const taken = await receiver.take(request, url);
  return response.writeHead(taken ? 200 : 404).end();
}

/**
 * Records the frames of one game.
 * @param {{port: number, wanted: import('./options.js').Wanted, output: string, limit: number}} options after the first
 *   call, `limit` seconds without a call end the recording
 * @param {(line: string) => void} say
 * @returns {Promise<boolean>} true if the file was written
 */
export async function listen({ port, wanted, output, limit }, say) {
  const receiver = new Receiver(wanted);
  let end = () => {};
  const ended = new Promise((resolve) => (end = () => resolve(undefined)));
  let silence;
  const server = createServer((request, response) => {
    clearTimeout(silence);
    silence = setTimeout(end, limit * 1000);
    answer(receiver, request, response).catch((error) => response.writeHead(500).end(String(error.message)));
  });
  try {
    await new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', () => resolve(undefined)));
  } catch (error) {
    throw new FileError(`--port ${port}: ${error.message}`);
  }
  const address = server.address();
  const began = performance.now();
  receiver.onDone(end);
  say(`waiting at http://127.0.0.1:${typeof address === 'object' ? address?.port : port}/ for a game that agalc tap --frames has changed`);
  if (wanted.kind !== 'range') say('Enter records the frame');
  process.stdin.on('data', () => (wanted.kind === 'click' ? receiver.click(receiver.recorder.frame + 2) : end()));
  await ended;
  clearTimeout(silence);
  process.stdin.destroy();
  server.close();
  server.closeAllConnections?.();
  const { kind, line } = writeFrames(output, receiver, { player: 'another', seconds: (performance.now() - began) / 1000 });
  say(line);
  return kind === 'recorded';
}
