// Where the player is: the packages that ./tools/setup --player installs, and Chromium.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

/** The path of a command; '' if it is not on the PATH. @param {string} name */
export function onPath(name) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? '';
}

// The first has no window to begin with, and starts in a third of the time.
const browsers = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** Chromium, from AGAL_CHROMIUM or the PATH; '' if there is none. */
export function findChromium() {
  const given = process.env.AGAL_CHROMIUM;
  if (given !== undefined) return existsSync(given) ? given : '';
  return browsers.map(onPath).find((path) => path !== '') ?? '';
}

/** The folder of the packages: build/capture, unless AGAL_PLAYER names another. */
const packages = resolve(process.env.AGAL_PLAYER ?? join(root, 'build', 'capture'));
const pathOf = (name) => join(packages, 'node_modules', name);

/** Why games cannot be played here, '' if they can. */
export function whatIsMissing() {
  for (const name of ['@ruffle-rs/ruffle', 'playwright-core'])
    if (!existsSync(join(pathOf(name), 'package.json')))
      return `the npm package ${name} is not in ${packages}: run ./tools/setup --player`;
  return findChromium() === '' ? 'Chromium was not found: run ./tools/setup --player' : '';
}

/** What plays games. Only if nothing is missing. */
export function loadPlayer() {
  const require = createRequire(join(packages, 'package.json'));
  const ruffle = pathOf('@ruffle-rs/ruffle');
  return {
    playwright: require('playwright-core'),
    ruffle,
    version: JSON.parse(readFileSync(join(ruffle, 'package.json'), 'utf8')).version,
    chromium: findChromium(),
  };
}

/** The names of keys that input may have. */
export function keyNames() {
  const require = createRequire(join(packages, 'package.json'));
  // It is not in the exports of the package.
  const { USKeyboardLayout } = require(join(pathOf('playwright-core'), 'lib/server/usKeyboardLayout.js'));
  const keys = Object.entries(USKeyboardLayout).flatMap(([code, { key, shiftKey }]) => [code, key, shiftKey]);
  return [...new Set(keys)].filter((key) => key !== undefined);
}
