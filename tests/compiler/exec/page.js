// The common part of the pages that run jobs (page_jobs.cpp).
"use strict";

function bytesOf(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  return bytes;
}

// Decodes floats from base64 of their little-endian bytes.
function floatsOf(base64) {
  return new Float32Array(bytesOf(base64).buffer);
}

function base64Of(floats) {
  const bytes = new Uint8Array(floats.buffer, floats.byteOffset, floats.byteLength);
  let text = "";
  for (let i = 0; i < bytes.length; i += 4096) text += String.fromCharCode.apply(null, bytes.subarray(i, i + 4096));
  return btoa(text);
}
