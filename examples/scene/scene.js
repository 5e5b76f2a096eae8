// The scene of the examples: a square with a picture of circles, seen from the side.

// The vertices of two triangles: position and texture coordinates, five floats for each vertex.
export const stride = 20;
export const vertices = new Float32Array(
  [[-1, -1], [1, -1], [-1, 1], [-1, 1], [1, -1], [1, 1]].flatMap(([x, y]) => [x, y, 0, x + 1, 1 - y]),
);
export const vertexCount = 6;

// Returns a picture of bright rings on black, RGBA.
export function picture(size = 64) {
  const texels = new Uint8Array(4 * size * size);
  for (let y = 0; y < size; ++y)
    for (let x = 0; x < size; ++x) {
      const distance = Math.hypot(x - size / 2 + 0.5, y - size / 2 + 0.5) / size;
      const light = distance < 0.5 && Math.floor(distance * 8) % 2 === 0 ? 255 : 0;
      texels.set([light, light, light, 255], 4 * (y * size + x));
    }
  return { size, texels };
}

// Returns the rows of the matrix for m44. The clip space is AGAL's, with z from 0 to w. agalc converts the clip space
// if the target has a different one.
export function vertexConstants(angle) {
  const c = Math.cos(angle), s = Math.sin(angle);
  const near = 1, far = 10, distance = 3;
  const scale = far / (far - near);
  // The matrix turns a point (x, y, 0, 1) around the y axis, moves it away, and projects it. w is the point's distance.
  return new Float32Array([
    2 * c, 0, 0, 0,
    0, 2, 0, 0,
    -s * scale, 0, 0, (distance - near) * scale,
    -s, 0, 0, distance,
  ]);
}

// The tint, and the threshold of the cutout: texels below it are discarded.
export const fragmentConstants = new Float32Array([1, 0.6, 0.2, 1, 0.5, 0, 0, 0]);

export const background = [0.1, 0.1, 0.15, 1];
