// agalc port: plays games, searches their files, and converts all programs.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FileError } from './options.js';

/**
 * Converts games and their logs, and makes the report.
 * @param {{path: string, output: string, emit?: string, host?: string, overwrite?: boolean}} options
 * @param {string[]} logs the existing logs @param {string[]} agalc the command: its path, and its first arguments
 * @param {(text: string) => void} say
 * @returns {number} the exit status
 */
export function convert({ path, output, emit, host, overwrite = false }, logs, [command, ...first], say) {
  const report = join(output, 'report.html');
  const words = ['batch', path, ...logs, '-o', join(output, 'shaders'), '--report', report];
  if (host) words.push('--host', host);
  if (emit ?? !host) words.push('--emit', emit ?? 'spv,essl300,wgsl,reflect');
  if (overwrite) words.push('--overwrite');
  const { status, error } = spawnSync(command, [...first, ...words], { stdio: 'inherit' });
  if (error) throw new FileError(error.message);
  if (existsSync(report)) say(`report: ${report}`);
  return status ?? 1;
}
