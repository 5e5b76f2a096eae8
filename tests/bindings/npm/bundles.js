// Builds pages with each bundler, and with each way of loading the .wasm file that the bundler supports.
import { join } from 'node:path';
import { tool } from './folder.js';

/** @typedef {import('./folder.js').Folder} Folder */

/** Returns the code of the page. The arguments are the code that differs between bundlers. */
const program = (imports = '', whole = '', translate = '') => `import { load } from 'agalc';
import { load as loadTranslator } from 'agalc/translate';
import { use } from './use.js';
import { files } from './files.js';
${imports}
globalThis.report = (async () =>
  (await use(await load(${whole}), await loadTranslator(${translate}), files)).join())();
globalThis.report.catch(() => {});
`;

const html = (/** @type {string} */ script) => `<!doctype html>
<meta charset="utf-8">
<script>
  const failures = [];
  addEventListener('error', (event) => failures.push(event.message ?? event.target.src), true);
</script>
<script type="module" src="${script}"></script>
`;

const ownFile = program();
const byUrl = program(
  '',
  "{ wasm: new URL('agalc/agalc.wasm', import.meta.url) }",
  "{ wasm: new URL('agalc/agalc-translate.wasm', import.meta.url) }",
);
const byImport = (query = '') =>
  program(
    `import wasm from 'agalc/agalc.wasm${query}'; import translate from 'agalc/agalc-translate.wasm${query}';`,
    '{ wasm }',
    '{ wasm: translate }',
  );

/** @param {string} name @param {string} source @param {(entry: string, out: string) => Promise<unknown>} bundle */
const page = (name, source, bundle) => async (/** @type {Folder} */ folder, /** @type {string} */ url) => {
  folder.write(`${name}.js`, source);
  folder.write(`${name}.html`, html(`./${name}/main.js`));
  await bundle(folder, `${name}.js`, name);
  return { page: `${url}/${name}.html`, close: async () => {} };
};

const esbuild = async (folder, entry, name) => {
  const { build } = await tool('esbuild');
  await build({
    absWorkingDir: folder.path,
    entryPoints: { main: entry },
    bundle: true,
    format: 'esm',
    loader: { '.wasm': 'file' },
    outdir: name,
    publicPath: `/${name}`,
    logLevel: 'silent',
  });
};

const webpack = async (folder, entry, name) => {
  const { default: run } = await tool('webpack');
  const stats = await new Promise((resolve, reject) =>
    run(
      {
        context: folder.path,
        entry: `./${entry}`,
        mode: 'production',
        output: { path: join(folder.path, name), filename: 'main.js' },
        performance: false,
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    ),
  );
  const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true });
  const messages = [...errors, ...warnings].map(({ message }) => message);
  if (messages.length > 0) throw new Error(messages.join('\n'));
};

const viteOptions = (folder) => ({
  root: folder.path,
  configFile: /** @type {const} */ (false),
  logLevel: /** @type {const} */ ('error'),
  cacheDir: join(folder.path, '.vite'),
});

const vite = async (folder, entry, name) => {
  const { build } = await tool('vite');
  await build({
    ...viteOptions(folder),
    base: './',
    build: {
      outDir: name,
      assetsInlineLimit: 0,
      modulePreload: false,
      rollupOptions: { input: join(folder.path, entry), output: { entryFileNames: 'main.js' } },
    },
  });
};

/** Starts Vite's server for development. */
const viteServer = async (folder) => {
  folder.write('vite-server.js', ownFile);
  folder.write('vite-server.html', html('/vite-server.js'));
  const { createServer } = await tool('vite');
  const server = await createServer({
    ...viteOptions(folder),
    optimizeDeps: { exclude: ['agalc'] },
    server: { host: '127.0.0.1', hmr: false },
  });
  await server.listen();
  const { port } = server.httpServer.address();
  return { page: `http://127.0.0.1:${port}/vite-server.html`, close: () => server.close() };
};

/** Build functions by the title of the test; each resolves to the URL of a page, and close(). */
export const build = {
  'with esbuild: an import of the .wasm file': page('esbuild-import', byImport(), esbuild),
  'with Vite: the file that the package names': page('vite-own', ownFile, vite),
  'with Vite: an import of the .wasm file': page('vite-import', byImport('?url'), vite),
  'with Vite: the server': viteServer,
  'with webpack: the file that the package names': page('webpack-own', ownFile, webpack),
  'with webpack: new URL of the .wasm file': page('webpack-url', byUrl, webpack),
};
