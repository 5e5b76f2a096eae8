// --------------------------------------------------------------------- view: the picture of a step, and the pixel in it

const heightOfPicture = 0.66; // maximum part of the height of the window
const channels = {red: 0, green: 1, blue: 2, alpha: 3};

// One channel of a picture in gray.
function channelOf({width, height, pixels}, channel) {
  const gray = new Uint8Array(pixels.length);
  for (let i = 0; i < pixels.length; i += 4) {
    gray.fill(pixels[i + channel], i, i + 3);
    gray[i + 3] = 255;
  }
  return {width, height, pixels: gray};
}

const rangeOfDepths = (depths) => depths.reduce(([least, most], each) => [Math.min(least, each), Math.max(most, each)], [1, 0]);

// Depths in gray, from the lowest in black to the highest in white.
function depthPicture({width, height, depths}) {
  const [least, most] = rangeOfDepths(depths);
  const pixels = new Uint8Array(4 * depths.length).fill(255);
  depths.forEach((depth, i) => pixels.fill(most > least ? Math.round((255 * (depth - least)) / (most - least)) : 255, 4 * i, 4 * i + 3));
  return {width, height, pixels};
}

class View {
  #page;
  #asked = 0;   // the number of the last history that was asked for
  #asker;       // the step for which it was asked
  pixel = null; // [x, y]: the pixel whose history is shown

  // `page` has steps, counting, depths(step) and select(number).
  constructor(page) {
    this.#page = page;
    element('picture-box').addEventListener('click', (event) => this.#choose(event));
    element('pixel-close').addEventListener('click', () => this.forgetPixel());
    element('zoom').addEventListener('change', () => this.#zoom());
    addEventListener('resize', oncePerFrame(() => this.#fit()));
  }

  // Shows the picture of a step, or what the choice says.
  show(step, picture) {
    const {shown, legend} = this.#chosen(step, picture);
    const canvas = canvasOf(shown, element('opaque').checked);
    canvas.id = 'picture';
    element('picture').replaceWith(canvas);
    element('legend').replaceChildren(...legend);
    this.#fit();
    this.#markPixel();
    this.#markEntry();
  }

  // Returns the picture for the choice, and the elements of its legend.
  #chosen(step, picture) {
    const choice = element('show').value;
    if (choice in channels) return {shown: channelOf(picture, channels[choice]), legend: []};
    if (choice === 'overdraw') {
      const overdraw = this.#page.counting.overdraw(step);
      return overdraw ? {shown: overdrawPicture(overdraw), legend: [overdrawLegend(overdraw)]} : {shown: picture, legend: []};
    }
    if (choice !== 'depth') return {shown: picture, legend: []};
    const depths = this.#page.depths(step);
    if (!depths) return {shown: picture, legend: [make('p', {}, 'The render target does not have a depth buffer.')]};
    const [least, most] = rangeOfDepths(depths.depths);
    return {shown: depthPicture(depths), legend: [make('p', {}, `Depth from ${shortNumber(least)} (black) to ${shortNumber(most)} (white).`)]};
  }

  // Without zoom, the picture is as large as there is room. Enlarged pixels are whole.
  #fit() {
    const canvas = element('picture');
    const zoom = Number(element('zoom').value);
    const room = element('picture-scroll').clientWidth;
    const fitting = Math.min(room / canvas.width, (heightOfPicture * innerHeight) / canvas.height);
    const scale = zoom || (fitting < 2 ? fitting : Math.floor(fitting));
    canvas.style.width = `${canvas.width * scale}px`;
    canvas.classList.toggle('whole', Number.isInteger(scale));
  }

  // Changes the zoom. The pixel, or the middle, stays in view.
  #zoom() {
    this.#fit();
    const {width, height} = element('picture');
    const [x, y] = this.pixel ?? [width / 2, height / 2];
    const box = element('picture-scroll');
    box.scrollTo((x / width) * box.scrollWidth - box.clientWidth / 2, (y / height) * box.scrollHeight - box.clientHeight / 2);
  }

  #choose({clientX, clientY}) {
    const canvas = element('picture');
    const {left, top, width, height} = canvas.getBoundingClientRect();
    const at = [((clientX - left) * canvas.width) / width, ((clientY - top) * canvas.height) / height].map(Math.floor);
    if (at[0] >= 0 && at[1] >= 0 && at[0] < canvas.width && at[1] < canvas.height) this.showHistory(...at);
  }

  // Lists what the steps of the frame did at a pixel of the picture that is shown.
  async showHistory(x, y) {
    this.pixel = [x, y];
    this.#page.noteAddress();
    element('pixel').hidden = false;
    element('pixel-title').textContent = `Pixel ${x}, ${y}`;
    this.#markPixel();
    const asked = ++this.#asked;
    this.#asker = this.#page.step;
    const entries = await this.#page.counting.history(this.#page.step, x, y);
    if (asked !== this.#asked) return;
    element('pixel-entries').replaceChildren(...(entries.length > 0 ? entries.map((entry) => this.#entry(entry)) : [make('p.dim', {}, 'No draw of this frame covers it.')]));
    this.#markEntry();
  }

  #entry({step, failed, value, given}) {
    const words = [given ? `gives ${given.map((each) => shortNumber(Number(each.toPrecision(3)))).join(' ')}` : '', failed ? failures[failed] : ''].filter(Boolean);
    return make(failed ? 'button.entry.failed' : 'button.entry', {type: 'button', 'data-number': step.number, onclick: () => this.#page.select(step.number)},
      failed ? make('span.swatch.none') : swatchOf(`rgb(${value.slice(0, 3)})`),
      make('span', {}, make('span.title', {}, step.title, step.program ? ` ${step.program}` : ''), words.length > 0 ? make('span.dim', {}, words.join(', ')) : null),
      failed ? null : make('span.value', {title: 'The color after it: red, green, blue, alpha'}, value.join(' ')));
  }

  // Shows the history again for a step with another target, or in another frame.
  follow({call, target}) {
    if (call.frame !== this.#asker?.call.frame || !isSameSide(target, this.#asker.target)) this.refresh();
  }

  // Shows the history of the pixel again, because it may have changed.
  refresh() {
    if (this.pixel) this.showHistory(...this.pixel);
  }

  forgetPixel() {
    this.pixel = null;
    ++this.#asked;
    element('pixel').hidden = true;
    this.#markPixel();
    this.#page.noteAddress();
  }

  // Marks the rectangle that the step changed, or removes the mark if `rectangle` is undefined.
  markChange(rectangle) {
    const box = element('change');
    const {width, height} = element('picture');
    box.hidden = !rectangle;
    if (rectangle) ['left', 'top', 'width', 'height'].forEach((side, i) => (box.style[side] = `${(100 * rectangle[i]) / (i % 2 === 0 ? width : height)}%`));
  }

  #markPixel() {
    const cross = element('cross');
    const {width, height} = element('picture');
    cross.hidden = this.pixel === null || this.pixel[0] >= width || this.pixel[1] >= height;
    if (cross.hidden) return;
    cross.style.left = `${(100 * (this.pixel[0] + 0.5)) / width}%`;
    cross.style.top = `${(100 * (this.pixel[1] + 0.5)) / height}%`;
  }

  #markEntry() {
    for (const entry of document.querySelectorAll('#pixel-entries .entry'))
      entry.setAttribute('aria-current', String(Number(entry.dataset.number) === this.#page.step.number));
  }
}
