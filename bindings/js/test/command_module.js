// The path of the command's module; undefined if it is not built. It is separate from support.js, which loads the
// library.
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const places = [process.env.AGAL_WASM, join(here, '..', '..', '..', 'build', 'web'), join(here, '..', 'dist')];
const file = places
  .map((each) => each && join(resolve(each), 'agalc-command.wasm'))
  .find((each) => each && existsSync(each));

export const commandUrl = file === undefined ? undefined : pathToFileURL(file);
