// Encodes the page's state as text for an address: JSON, compressed, in base64 for URLs. Also keeps a state that is not in the
// address yet.

const maxBytes = 4 * 1024 * 1024; // a program of AGAL 4 is far smaller

async function through(stream, bytes) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const {done, value} = await reader.read();
    if (done) break;
    parts.push(value);
    size += value.length;
    if (size > maxBytes) {
      await reader.cancel();
      throw new Error('too large');
    }
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

export async function encode(state) {
  const bytes = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(JSON.stringify(state)));
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

// Decodes a state. Throws if `encode` cannot have written the text.
export async function decode(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
  return JSON.parse(new TextDecoder('utf-8', {fatal: true}).decode(await through(new DecompressionStream('deflate-raw'), bytes)));
}

// ---------------------------------------------------------------------------------------------------------- unsaved states

const storageKey = 'agalc-unsaved';

// Calls an action with the storage of this tab. A browser may forbid storage, or limit its size.
function withStorage(action) {
  try {
    return action(sessionStorage);
  } catch {
    return null;
  }
}

// Keeps the state until this tab shows the address with this link again.
export function keepUnsaved(link, state) {
  withStorage((storage) => storage.setItem(storageKey, JSON.stringify({link, state})));
}

export function forgetUnsaved() {
  withStorage((storage) => storage.removeItem(storageKey));
}

// Returns the state that was kept for this link, or null.
export function unsavedAfter(link) {
  const kept = withStorage((storage) => JSON.parse(storage.getItem(storageKey)));
  return kept?.link === link && typeof kept.state === 'object' ? kept.state : null;
}
