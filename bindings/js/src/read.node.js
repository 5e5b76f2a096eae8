// Reads modules in Node, where fetch does not read files.
import { readFile } from 'node:fs/promises';
import { fetchModule } from './load.js';

/** @param {string | URL} source A URL or a path. */
export async function readModule(source) {
  const isUrl = source instanceof URL || /^[a-z][a-z0-9+.-]+:/i.test(source);
  if (!isUrl) return WebAssembly.compile(await readFile(source));
  const url = new URL(source);
  return url.protocol === 'file:' ? WebAssembly.compile(await readFile(url)) : fetchModule(url);
}
