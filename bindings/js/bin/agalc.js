#!/usr/bin/env node
// The command agalc, for Node.
import { runCommand } from '../src/command.node.js';

process.exitCode = runCommand(process.argv.slice(2));
