// The folder of the player: npm packages that are installed when a game is first played. Compiling does not need them.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('./player', import.meta.url));
const wanted = ['@ruffle-rs/ruffle', 'jsdom'];

/** The path of a command; '' if it is not on the PATH. @param {string} name */
export function onPath(name) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  const paths = folders.flatMap((folder) => endings.map((ending) => join(folder, name + ending)));
  return paths.find((path) => existsSync(path)) ?? '';
}

// The first one never opens a window, and starts in a third of the time.
const browsers = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** Chromium, from AGAL_CHROMIUM or the PATH; '' if there is none. */
export function findChromium() {
  const given = process.env.AGAL_CHROMIUM;
  if (given !== undefined) return existsSync(given) ? given : '';
  return browsers.map(onPath).find((path) => path !== '') ?? '';
}

function cacheFolder() {
  if (process.env.XDG_CACHE_HOME) return process.env.XDG_CACHE_HOME;
  if (process.platform === 'win32') return process.env.LOCALAPPDATA ?? homedir();
  return join(homedir(), process.platform === 'darwin' ? join('Library', 'Caches') : '.cache');
}

/** Returns the folder of the packages: in the user's cache, unless AGAL_PLAYER names another folder. */
export const packages = () => resolve(process.env.AGAL_PLAYER ?? join(cacheFolder(), 'agalc', 'player'));

/** @param {string} name */
const pathOf = (name) => join(packages(), 'node_modules', name);
const isInstalled = (name) => existsSync(join(pathOf(name), 'package.json'));
const lock = join(source, 'lock.json');

/** Returns true if the packages exist in the versions of the lock file. */
function isCurrent() {
  const installed = join(packages(), 'installed.json');
  return existsSync(installed) && readFileSync(installed).equals(readFileSync(lock)) && wanted.every(isInstalled);
}

/**
 * Installs the player, unless it is there. @param {(text: string) => void} say
 * @returns {string} the reason why it could not be installed; '' if it is there
 */
export function installPlayer(say) {
  if (isCurrent()) return '';
  const folder = packages();
  const { dependencies } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  const named = Object.entries(dependencies).map(([name, version]) => `${name} ${version}`).join(', ');
  say(`installing the player into ${folder}, once, with npm: ${named}`);
  mkdirSync(folder, { recursive: true });
  rmSync(join(folder, 'installed.json'), { force: true });
  copyFileSync(join(source, 'package.json'), join(folder, 'package.json'));
  copyFileSync(lock, join(folder, 'package-lock.json'));
  // The packages do not need their scripts after installation. The lock file does not name a registry, so that the
  // machine's registry is used.
  const words = ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--fetch-retries=1', '--loglevel=error'];
  const { status, stderr, error } = spawnSync('npm', words, { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' });
  if (status !== 0) {
    const reason = (stderr ?? '').trim().split('\n')[0] || String(error?.message ?? `npm ended with ${status}`);
    return `npm could not install the player: ${reason}`;
  }
  copyFileSync(lock, join(folder, 'installed.json'));
  return '';
}

/** The version of Ruffle. */
export const ruffleVersion = () => JSON.parse(readFileSync(join(pathOf('@ruffle-rs/ruffle'), 'package.json'), 'utf8')).version;

/** Returns the reason why games cannot be played here; '' if they can. */
export function whatIsMissing() {
  const name = wanted.find((each) => !isInstalled(each));
  return name === undefined ? '' : `the npm package ${name} is not in ${packages()}: run agalc play --setup`;
}

/** Returns the reason why games cannot be played in a browser; '' if they can. */
export function whatIsMissingForPictures() {
  if (!isInstalled('playwright-core')) return `the npm package playwright-core is not in ${packages()}: run agalc play --setup`;
  return findChromium() === '' ? 'Chromium was not found: install it, or name it in AGAL_CHROMIUM' : '';
}

/** Loads the packages that play games in a browser. Call it only if nothing is missing. */
export function loadBrowserPlayer() {
  const require = createRequire(join(packages(), 'package.json'));
  return { playwright: require('playwright-core'), ruffle: pathOf('@ruffle-rs/ruffle'), chromium: findChromium() };
}
