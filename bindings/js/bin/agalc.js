#!/usr/bin/env node
// The command agalc, for Node.
import { runCommand } from '../src/command.node.js';

const words = process.argv.slice(2);
if (words[0] === 'play' || words[0] === 'port') {
  const { runPlayCommand } = await import('../src/play/command.js');
  await runPlayCommand(words[0], words.slice(1));
} else {
  process.exitCode = runCommand(words);
}
