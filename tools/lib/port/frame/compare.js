// Compares the frame with the picture that the player drew: frame.png, if the recording has it.

// Returns the bytes of what a framebuffer shows, the lowest row first. A 2D context would multiply colors by alpha.
function read(gl, width, height) {
  const bytes = new Uint8Array(4 * width * height);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
  return bytes;
}

// Returns the bytes of the player's picture, the highest row first.
async function readPicture() {
  const response = await fetch(new URL("frame.png", import.meta.url));
  if (!response.ok) return undefined;
  const options = { premultiplyAlpha: "none", colorSpaceConversion: "none" };
  const bitmap = await createImageBitmap(await response.blob(), options);
  const gl = new OffscreenCanvas(1, 1).getContext("webgl2");
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, bitmap);
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
  return { width: bitmap.width, height: bitmap.height, bytes: read(gl, bitmap.width, bitmap.height) };
}

// Resolves to the number of pixels (`total`), of equal pixels, and of pixels that are within one step in 255 (`close`), with a
// sentence (`text`).
export async function compare(canvas) {
  const picture = await readPicture();
  if (!picture) return { text: "The recording does not have the player's picture of this frame." };
  const { width, height, bytes } = picture;
  if (canvas.width !== width || canvas.height !== height) throw new Error("the player's picture has another size");
  const gl = canvas.getContext("webgl2");
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  const drawn = read(gl, width, height);
  const total = width * height;
  let equal = 0;
  let close = 0;
  for (let y = 0; y < height; ++y)
    for (let x = 0; x < width; ++x) {
      const [a, b] = [4 * (y * width + x), 4 * ((height - 1 - y) * width + x)];
      const differences = [0, 1, 2, 3].map((channel) => Math.abs(bytes[a + channel] - drawn[b + channel]));
      const most = Math.max(...differences);
      equal += most === 0;
      close += most <= 1;
    }
  const percent = (count) => `${((100 * count) / total).toFixed(3)} %`;
  const text = `${percent(close)} of the pixels are within one step in 255 of the player's picture, and ${percent(equal)} are equal.`;
  return { total, equal, close, text };
}
