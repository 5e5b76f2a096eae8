#!/usr/bin/env node
// The command agalc, for Node.
import { runCommand } from '../src/command.node.js';
import { print } from '../src/stdout.node.js';

const filesStatus = 3;

const words = process.argv.slice(2);
if (words[0] === 'play' || words[0] === 'port') {
  const { runPlayCommand } = await import('../src/play/command.js');
  await runPlayCommand(words[0], words.slice(1));
} else {
  process.exitCode = runCommand(words);
  const isHelp = words.length === 1 && ['help', '--help', '-h'].includes(words[0]);
  if (isHelp && process.exitCode === 0)
    try {
      print(`
Games, in this package alone:
  play         Play SWF files without a browser, and write the programs that they upload
  port         Play SWF files, and convert all of their programs
`);
    } catch (error) {
      console.error(`agalc: error: ${/** @type {Error} */ (error).message}`);
      process.exitCode = filesStatus;
    }
}
