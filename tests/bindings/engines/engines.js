// Helpers of the tests of engines: the examples as ./tools/lab/engines installs them, a browser that draws their pages, and
// the pictures of `agalc render`.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, relative } from 'node:path';
import { findChromium, root } from '../../../bindings/js/test/support.js';
import { Browser } from '../../web/browser/browser.js';
import { serve } from '../../web/browser/server.js';
import { typescript } from '../npm/folder.js';

export { root };
export const installed = join(root, 'build', 'engines');
export const pictures = join(installed, 'pictures');
export const agalc = process.env.AGALC ?? '';

const examples = join(root, 'examples');
/** The engines in JavaScript: the examples with a renderer. */
export const scriptEngines = readdirSync(examples).filter((name) => existsSync(join(examples, name, 'renderer.js')));

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
      return ['engines', `${join(installed, engine)} does not have the packages: run ./tools/lab/engines`];
  if (findChromium() === '') return ['chromium', 'there is no Chromium'];
  return undefined;
}

/** The same for the compiler of TypeScript. */
export const missingTypeScript = () =>
  existsSync(typescript) ? undefined : ['bundlers', 'TypeScript is not there: run ./tools/lab/bundlers'];

const sources = new Map(); // the parsed files of TypeScript and of the packages of engines, which take seconds

/** Compiles a file and its modules like tsc, strictly. */
export function compileTypeScript(folder, file) {
  const ts = createRequire(typescript)('typescript');
  const common = '--strict --noUnusedLocals --noUnusedParameters --target es2022 --lib es2023,dom,dom.iterable';
  const modules = '--module esnext --moduleResolution bundler --skipLibCheck';
  const { options, errors } = ts.parseCommandLine([...common.split(' '), ...modules.split(' ')]);
  const host = ts.createCompilerHost(options);
  host.getCurrentDirectory = () => folder;
  const parse = host.getSourceFile;
  host.getSourceFile = (path, ...rest) => {
    if (!path.includes('/node_modules/')) return parse(path, ...rest);
    if (!sources.has(path)) sources.set(path, parse(path, ...rest));
    return sources.get(path);
  };
  const program = ts.createProgram([join(folder, file)], options, host);
  const found = [...errors, ...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics];
  if (found.length > 0) throw new Error(ts.formatDiagnostics(found, host));
}

/** Where a page finds the modules of an engine, as in the page of its example. */
export function importMap(engine) {
  const page = readFileSync(join(root, 'examples', engine, 'index.html'), 'utf8');
  const map = page.match(/<script type="importmap">[^]*?<\/script>/)[0];
  return map.replaceAll('./node_modules/', `/${engine}/node_modules/`);
}

/** The same for engines that are crates. `tools/lab/engines` builds each for the first time. */
export function missingCrates(engines) {
  for (const engine of engines)
    if (!existsSync(join(installed, 'target', `${engine}.built`)))
      return ['engine-crates', `build/engines does not have ${engine}: run ./tools/lab/engines`];
  if (findChromium() === '') return ['chromium', 'there is no Chromium, which reads the pictures'];
  return undefined;
}

/** The commands of an example whose shaders are named in the comment of its program. */
export function commandsOf(source) {
  const commands = readFileSync(join(root, 'examples', source), 'utf8').matchAll(/^(?:\/\/!| \*) {5}(agalc compile --link .*)$/gm);
  return [...commands].map(([, command]) => command);
}

/** Whether a page names a version, and not only one that begins or ends in the same way. @param {string} page @param {string} version */
export const namesVersion = (page, version) => page.split(/[^\w.-]+|[.](?!\w)/).includes(version);

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

/**
 * Draws a pair of examples/scene with the interpreter.
 * @param {string} name of the pair @param {string} file with the scene @param {string} picture to write
 * @returns {string} the path of the picture
 */
export function render(name, file = join(root, 'examples', 'scene', `${name}.json`), pictureName = name) {
  const pair = join(root, 'examples', 'scene', name);
  const picture = join(pictures, `${pictureName}.png`);
  mkdirSync(pictures, { recursive: true });
  const options = ['--scene', file, '--backend', 'interp', '-o', picture];
  execFileSync(agalc, ['render', `${pair}.vert.agal`, `${pair}.frag.agal`, ...options]);
  return picture;
}

/** The commands of an example. @param {string} folder @returns {Record<string, string>} */
export const scriptsOf = (folder) =>
  JSON.parse(readFileSync(join(root, 'examples', folder, 'package.json'), 'utf8')).scripts;

// Functions that run in the page. 2D contexts premultiply alpha, so WebGL reads the pixels: of a canvas that it has drawn, from the
// bottom row up, or of a picture at a URL.
const helpers = `
  const read = (gl, width, height) => {
    const bytes = new Uint8Array(4 * width * height);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
    return { width, height, bytes };
  };
  const pixelsOf = async (url) => {
    const options = { premultiplyAlpha: 'none', colorSpaceConversion: 'none' };
    const bitmap = await createImageBitmap(await (await fetch(url)).blob(), options);
    const gl = new OffscreenCanvas(1, 1).getContext('webgl2');
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, bitmap);
    gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, gl.getParameter(gl.TEXTURE_BINDING_2D), 0);
    return read(gl, bitmap.width, bitmap.height);
  };
  const differs = (a, i, b, j, channels, tolerance) =>
    channels.some((channel) => Math.abs(a[i + channel] - b[j + channel]) > tolerance);
  // The fraction of the pixels that differ by more than a tolerance, in 255ths, in some channel that the canvas has.
  const compare = async (canvas, url, tolerance) => {
    const gl = canvas.getContext('webgl2');
    const drawn = read(gl, canvas.width, canvas.height);
    const { width, height, bytes } = await pixelsOf(url);
    if (width !== drawn.width || height !== drawn.height) throw new Error('the sizes differ');
    const channels = gl.getContextAttributes().alpha ? [0, 1, 2, 3] : [0, 1, 2];
    let pixels = 0;
    for (let y = 0; y < height; ++y)
      for (let x = 0; x < width; ++x) {
        const [at, below] = [4 * (y * width + x), 4 * ((height - 1 - y) * width + x)];
        if (differs(bytes, at, drawn.bytes, below, channels, tolerance)) ++pixels;
      }
    return pixels / (width * height);
  };
  // The same for two files.
  const compareFiles = async (one, other, tolerance) => {
    const [a, b] = [await pixelsOf(one), await pixelsOf(other)];
    if (a.width !== b.width || a.height !== b.height) throw new Error('the sizes differ');
    let pixels = 0;
    for (let i = 0; i < a.bytes.length; i += 4) if (differs(a.bytes, i, b.bytes, i, [0, 1, 2, 3], tolerance)) ++pixels;
    return pixels / (a.bytes.length / 4);
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

  /** Opens a page that only compares pictures. */
  async openEmpty() {
    writeFileSync(join(installed, 'empty.html'), '<!doctype html>');
    await this.open('empty.html');
  }

  /** The value of an expression; errors of the page are errors. It may use the helpers. */
  evaluate(expression) {
    return this.#browser.evaluate(`(async () => { ${helpers} return ${expression}; })()`);
  }

  /** Writes what is on a canvas. */
  async save(canvas, saveAs) {
    const png = await this.evaluate(`document.getElementById('${canvas}').toDataURL().split(',')[1]`);
    mkdirSync(pictures, { recursive: true });
    writeFileSync(join(pictures, saveAs), png, 'base64');
  }

  /** The fraction of the pixels of a canvas that differ from a picture. Saves what is on the canvas. */
  async difference(canvas, picture, saveAs, tolerance = 6) {
    await this.save(canvas, saveAs);
    return this.evaluate(`await compare(document.getElementById('${canvas}'), '/pictures/${picture}', ${tolerance})`);
  }

  /** The fraction of the pixels of two files in `pictures` that differ. */
  differenceOfFiles(one, other, tolerance = 6) {
    return this.differenceOf(join(pictures, one), join(pictures, other), tolerance);
  }

  /** The same for two files in `installed`. */
  differenceOf(one, other, tolerance) {
    const urls = [one, other].map((path) => JSON.stringify(`/${relative(installed, path)}`));
    return this.evaluate(`await compareFiles(${urls.join(', ')}, ${tolerance})`);
  }

  async close() {
    await this.#browser.close();
    this.#server?.close();
  }
}
