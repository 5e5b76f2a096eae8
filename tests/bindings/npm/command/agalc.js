// Runs the command of the npm package from the sources.
import { runCommand } from '../../../../bindings/js/src/command.node.js';
import { commandUrl } from '../../../../bindings/js/test/command_module.js';

process.exitCode = runCommand(process.argv.slice(2), commandUrl);
