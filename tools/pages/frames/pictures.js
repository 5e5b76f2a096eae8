// ------------------------------------------------------------------------ pictures: after each step, as changed rectangles

const maxChanges = 32; // the number of rectangles until a whole picture is kept

// Copies a rectangle of pixels into a picture of this width.
function putRectangle(words, width, [x, y, wide, high], pixels) {
  for (let row = 0; row < high; ++row) words.set(pixels.subarray(row * wide, (row + 1) * wide), (y + row) * width + x);
}

// Pictures by step. They are added in the order of steps, until they take too much memory.
class Pictures {
  #kept = new Map();   // step → {size, rectangle, pixels, before, change}
  #newest = new Map(); // target → {step, size, words, changes}
  #bytes = 0;

  // Adds the picture of a step, given the rectangle that changed since the last picture of the target. Returns the whole picture.
  add(step, target, size, rectangle, pixels) {
    const part = new Uint32Array(pixels.buffer);
    const before = this.#newest.get(target);
    const words = part.length === size.width * size.height ? part.slice() : before.words;
    if (words === before?.words) putRectangle(words, size.width, rectangle, part);
    const isWhole = words !== before?.words || before.changes === maxChanges;
    const kept = isWhole ? {size, rectangle: wholeOf(size), pixels: words.slice(), before: null} : {size, rectangle, pixels: part, before: before.step};
    kept.change = rectangle;
    this.#newest.set(target, {step, size, words, changes: isWhole ? 0 : before.changes + 1});
    this.#bytes += kept.pixels.byteLength;
    if (this.#bytes <= limits.pictureBytes) this.#kept.set(step, kept);
    return {...size, pixels: new Uint8Array(words.buffer)};
  }

  // Returns the picture of a step, or undefined if it was not kept.
  get(step) {
    const changes = [];
    let kept = this.#kept.get(step);
    for (; kept && kept.before !== null; kept = this.#kept.get(kept.before)) changes.push(kept);
    if (!kept) return undefined;
    const words = kept.pixels.slice();
    for (const {rectangle, pixels} of changes.reverse()) putRectangle(words, kept.size.width, rectangle, pixels);
    return {...kept.size, pixels: new Uint8Array(words.buffer)};
  }

  // Returns the rectangle that a step changed, or undefined if it is unknown, empty or the whole picture.
  changeOf(step) {
    const {size, change: [x, y, wide, high]} = this.#kept.get(step) ?? {change: []};
    return wide > 0 && high > 0 && wide * high < size.width * size.height ? [x, y, wide, high] : undefined;
  }

  clear() {
    this.#kept.clear();
    this.#newest.clear();
    this.#bytes = 0;
  }
}

const samplesOfSide = 4; // samples across a pixel of a thumbnail
const changeColor = '#ff3df5';

// A small picture without alpha, with a frame around a rectangle.
function drawThumbnail(canvas, {width, height, pixels}, rectangle) {
  const scale = Math.max(width / canvas.width, height / canvas.height);
  const [wide, high] = [Math.max(Math.round(width / scale), 1), Math.max(Math.round(height / scale), 1)];
  const image = new ImageData(wide, high);
  for (let y = 0; y < high; ++y)
    for (let x = 0; x < wide; ++x) {
      const sum = [0, 0, 0];
      for (let i = 0; i < samplesOfSide ** 2; ++i) {
        const column = Math.floor(((x + ((i % samplesOfSide) + 0.5) / samplesOfSide) * width) / wide);
        const row = Math.floor(((y + (Math.floor(i / samplesOfSide) + 0.5) / samplesOfSide) * height) / high);
        for (let c = 0; c < 3; ++c) sum[c] += pixels[4 * (row * width + column) + c];
      }
      image.data.set([...sum.map((each) => each / samplesOfSide ** 2), 255], 4 * (y * wide + x));
    }
  const context = canvas.getContext('2d');
  const [left, top] = [Math.floor((canvas.width - wide) / 2), Math.floor((canvas.height - high) / 2)];
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.putImageData(image, left, top);
  if (!rectangle) return;
  const [x, y, w, h] = rectangle.map((each) => each / scale);
  context.strokeStyle = changeColor;
  context.strokeRect(left + Math.floor(x) - 0.5, top + Math.floor(y) - 0.5, Math.ceil(w) + 1, Math.ceil(h) + 1);
}
