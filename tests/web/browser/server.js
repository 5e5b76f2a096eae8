// Serves files for pages during a test.
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

const types = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };

/** Serves a folder; the result has its URL, and close(). @param {string} folder */
export async function serve(folder) {
  const server = createServer((request, response) => {
    const file = join(folder, new URL(request.url, 'http://localhost').pathname);
    const found = statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
    response.writeHead(found ? 200 : 404, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' });
    if (found) createReadStream(file).pipe(response);
    else response.end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections?.();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}`, close };
}
