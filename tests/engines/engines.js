// What the tests of engines share: the examples as ./tools/dev/engines installs them, a browser that draws their pages, and
// the pictures of `agalc render`.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { findChromium, root } from '../../bindings/js/test/support.js';
import { Browser } from '../clients/browser.js';
import { serve } from '../clients/server.js';

export { root };
export const installed = join(root, 'build', 'engines');
export const pictures = join(installed, 'pictures');
const agalc = process.env.AGALC ?? '';

/** Ends the program as a test that was not built does (tests/support/facility_main.cpp). @param {[string, string]} facility */
export function endWithout(facility) {
  const program = process.env.AGAL_MISSING_FACILITY;
  if (!program) throw new Error(facility.join(' is missing: '));
  process.exit(spawnSync(program, facility, { stdio: 'inherit' }).status ?? 1);
}

/** The facility that is missing to draw with these engines in a browser, and why; undefined: everything is there. */
export function missingInBrowser(engines) {
  for (const engine of engines)
    if (!existsSync(join(installed, engine, 'installed.json')))
      return ['engines', `${join(installed, engine)} does not have the packages: run ./tools/dev/engines`];
  if (findChromium() === '') return ['chromium', 'there is no Chromium'];
  return undefined;
}

/** Runs a command in a folder, with agalc in the path. It must not print a warning. */
export function run(command, folder) {
  const env = { ...process.env, PATH: `${dirname(agalc)}${delimiter}${process.env.PATH}` };
  const { status, stderr, stdout } = spawnSync('sh', ['-c', command], { cwd: folder, env, encoding: 'utf8' });
  if (status !== 0 || stderr !== '') throw new Error(`${command}: ${status}\n${stdout}${stderr}`);
  return stdout;
}

/** Copies what changed since the packages were installed. */
export function refresh(folder) {
  cpSync(join(root, 'examples', folder), join(installed, folder), { recursive: true });
}

/** Draws a scene of examples/scene with the interpreter. @returns {string} the path of the picture */
export function render(name) {
  const scene = join(root, 'examples', 'scene', name);
  const picture = join(pictures, `${name}.png`);
  mkdirSync(pictures, { recursive: true });
  const scenes = ['--scene', `${scene}.json`, '--backend', 'interp', '-o', picture];
  execFileSync(agalc, ['render', `${scene}.vert.agal`, `${scene}.frag.agal`, ...scenes]);
  return picture;
}

/** The commands of an example. @param {string} folder @returns {Record<string, string>} */
export const scriptsOf = (folder) =>
  JSON.parse(readFileSync(join(root, 'examples', folder, 'package.json'), 'utf8')).scripts;

// Run in the page. The pixels of a picture, which is a canvas or a URL.
const helpers = `
  const pixelsOf = async (picture) => {
    const source = typeof picture === 'string'
      ? await createImageBitmap(await (await fetch(picture)).blob(), { premultiplyAlpha: 'none' }) : picture;
    const { width, height } = source;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context.drawImage(source, 0, 0);
    return context.getImageData(0, 0, width, height);
  };
  // How many pixels differ by more than a tolerance, in 255ths, in some channel.
  const compare = async (a, b, tolerance) => {
    const [one, other] = [await pixelsOf(a), await pixelsOf(b)];
    if (one.width !== other.width || one.height !== other.height) throw new Error('the sizes differ');
    let pixels = 0;
    for (let i = 0; i < one.data.length; i += 4)
      if ([0, 1, 2, 3].some((j) => Math.abs(one.data[i + j] - other.data[i + j]) > tolerance)) ++pixels;
    return pixels / (one.data.length / 4);
  };`;

/** A browser, and a server of the installed examples. */
export class Pages {
  #browser = new Browser(findChromium());
  #server;

  async start() {
    this.#server = await serve(installed);
  }

  async open(path) {
    await this.#browser.open(`${this.#server.url}/${path}`);
  }

  /** The value of an expression; errors of the page are errors. It may use `pixelsOf` and `compare`. */
  evaluate(expression) {
    return this.#browser.evaluate(`(async () => { ${helpers} return ${expression}; })()`);
  }

  /** The fraction of the pixels of a canvas that differ from a picture. Saves what is on the canvas. */
  async difference(canvas, picture, saveAs, tolerance = 6) {
    const element = `document.getElementById('${canvas}')`;
    const png = await this.evaluate(`${element}.toDataURL().split(',')[1]`);
    writeFileSync(join(pictures, saveAs), png, 'base64');
    return this.evaluate(`await compare(${element}, '/pictures/${picture}', ${tolerance})`);
  }

  async close() {
    await this.#browser.close();
    this.#server?.close();
  }
}
