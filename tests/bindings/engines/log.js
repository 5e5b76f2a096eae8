// Writes a log like a tapped game (docs/capture.md), for tests.
import { execFileSync } from 'node:child_process';
import { agalc } from './engines.js';

/** The bytecode of lines of assembly. */
export const assembleText = (stage, lines) =>
  execFileSync(agalc, ['as', '-', '-o', '-'], { input: [`//! agal 1 ${stage}`, ...lines, ''].join('\n') });

function adler32(text) {
  let [a, b] = [1, 0];
  for (const byte of Buffer.from(text)) [a, b] = [(a + byte) % 65521, (b + a + byte) % 65521];
  return ((b * 65536 + a) >>> 0).toString(16);
}

// The lines of a record.
const linesOf = (number, record) =>
  record
    .match(/.{1,400}/gs)
    .map((text, i, { length }) => `agalc-tap 1 5eed ${number} ${i + 1}/${length} ${text.length} ${adler32(text)} ${text}\n`);

const base64 = (bytes) => Buffer.from(bytes).toString('base64').replace(/=+$/, '');
const floats = (values) => base64(new Uint8Array(Float32Array.from(values).buffer));

/**
 * The log of pairs, each uploaded and drawn once for each state.
 * @param {{ vertex: Uint8Array, fragment: Uint8Array, constants: { vc: number[], fc: number[] }, states: string[] }[]} pairs
 */
export function captureLog(pairs) {
  const records = ['start;type=PlugIn'];
  for (const [i, { vertex, fragment, constants, states }] of pairs.entries()) {
    const pair = `pair=${i + 1}`;
    records.push(`upload;number=${i + 1};${pair};vertex=${base64(vertex)};fragment=${base64(fragment)}`);
    for (const [draw, state] of states.entries()) {
      const values = draw === 0 ? `;vertex=${floats(constants.vc)};fragment=${floats(constants.fc)}` : '';
      records.push(`draw;${pair};draw=${draw + 1};drawTriangles=createIndexBuffer:36,0,12;${state}${values}`);
    }
  }
  return records.flatMap((record, i) => linesOf(i + 1, record)).join('');
}
