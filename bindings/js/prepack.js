// Completes the package before `npm pack` and `npm publish`: copies the modules to dist/, and the license to the folder
// of the README. ./tools/web builds the modules. The environment variable AGAL_WASM may name another folder with
// modules.
import { copyFileSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '..', '..');
const built = process.env.AGAL_WASM ?? join(root, 'build', 'web');
const modules = ['agalc.wasm', 'agalc-translate.wasm', 'agalc-command.wasm'];

const missing = modules.filter((name) => !existsSync(join(built, name)));
if (missing.length > 0) {
  console.error(`${missing.join(', ')} not found in ${built}: run ./tools/web in the root of the repository first`);
  process.exit(1);
}
mkdirSync(join(here, 'dist'), { recursive: true });
for (const name of modules) {
  // A module in dist/ is always complete, even if this process is interrupted.
  const file = join(here, 'dist', name);
  copyFileSync(join(built, name), `${file}.new`);
  renameSync(`${file}.new`, file);
}
copyFileSync(join(root, 'LICENSE'), join(here, 'LICENSE'));
