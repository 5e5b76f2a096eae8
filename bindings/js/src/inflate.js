// Deflate, by what the browser and Node have: DecompressionStream.

const sliceBytes = 64 * 1024; // so that data which unpacks to very much is noticed in time

/** @param {Uint8Array[]} parts */
function* slicesOf(parts) {
  for (const part of parts)
    for (let at = 0; at < part.length; at += sliceBytes) yield part.subarray(at, at + sliceBytes);
}

/** @param {Uint8Array[]} parts */
function streamOf(parts) {
  const slices = slicesOf(parts);
  return new ReadableStream({
    pull(controller) {
      const { value, done } = slices.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

/**
 * Unpacks the parts, taken as one. `problem`: what the stream complains about; then `bytes` is what it gave before
 * that. `full`: there is more than `limit` bytes, which are not in `bytes`.
 * @param {Uint8Array[]} parts
 * @param {'deflate' | 'gzip'} format
 * @param {number} limit
 */
export async function inflate(parts, format, limit) {
  const reader = streamOf(parts).pipeThrough(new DecompressionStream(format)).getReader();
  /** @type {Uint8Array[]} */
  const chunks = [];
  let size = 0;
  let problem = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      chunks.push(value);
      size += value.length;
      if (size > limit) break;
    }
  } catch (error) {
    problem = error instanceof Error && error.message !== '' ? error.message : 'it is not valid';
  }
  if (size > limit) await reader.cancel().catch(() => {});
  const bytes = new Uint8Array(Math.min(size, limit));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk.subarray(0, bytes.length - at), at);
    at += chunk.length;
    if (at >= bytes.length) break;
  }
  return { bytes, problem, full: size > limit };
}

/**
 * Unpacks deflated data without a frame. It is given one, that of gzip: this checks the sum, and not every
 * DecompressionStream knows 'deflate-raw' (Node 18 does not).
 * @param {Uint8Array} packed
 * @param {{ crc: number, size: number }} content
 * @param {number} limit
 */
export function inflateRaw(packed, content, limit) {
  const head = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);
  const tail = new Uint8Array(8);
  const view = new DataView(tail.buffer);
  view.setUint32(0, content.crc, true);
  view.setUint32(4, content.size, true);
  return inflate([head, packed, tail], 'gzip', limit);
}
