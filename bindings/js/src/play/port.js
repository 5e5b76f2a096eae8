// agalc port: plays games, searches their files, and converts all programs.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { FileError } from './options.js';

/** Runs agalc with the streams of this process. @param {string[]} agalc @param {string[]} words */
function run([command, ...first], words) {
  const { status, error } = spawnSync(command, [...first, ...words], { stdio: 'inherit' });
  if (error) throw new FileError(error.message);
  return status ?? 1;
}

/** Whether the command has batch: the command of the npm package does not. @param {string[]} agalc */
export const hasBatch = ([command, ...first]) => spawnSync(command, [...first, 'batch', '--help'], { stdio: 'ignore' }).status === 0;

/**
 * Converts games and their logs: with a report, if the command has batch; else with `extract` and `compile`.
 * @param {{path: string, output: string, emit: string}} options
 * @param {string[]} logs that exist @param {string[]} agalc the command @param {(text: string) => void} say
 * @returns {number} the exit status
 */
export function convert({ path, output, emit }, logs, agalc, say) {
  if (hasBatch(agalc)) {
    const report = join(output, 'report.html');
    const status = run(agalc, ['batch', path, ...logs, '-o', join(output, 'shaders'), '--emit', emit, '--report', report]);
    if (existsSync(report)) say(`report: ${report}`);
    return status;
  }
  const programs = join(output, 'programs');
  const found = run(agalc, ['extract', path, ...logs, '-o', programs]);
  const files = existsSync(programs) ? readdirSync(programs, { recursive: true }).filter((name) => /\.agal$/.test(name)) : [];
  if (found > 1 || files.length === 0) return found;
  const targets = emit.split(',').filter((each) => each !== 'reflect' && each !== 'dis');
  const reflect = emit.split(',').includes('reflect') ? ['--reflect'] : [];
  const paths = files.map((name) => join(programs, name)).sort();
  const status = Math.max(...targets.map((target) => run(agalc, ['compile', ...paths, '--target', target, ...reflect, '-o', `${join(output, 'shaders')}/`])));
  say('there is no report: it needs the native command, which --agalc names');
  return Math.max(found, status);
}
