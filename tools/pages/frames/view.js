// --------------------------------------------------------------------- view: the picture of a step, and the pixel in it

const heightOfPicture = 0.7; // maximum part of the height of the window

class View {
  #page;
  #pixel = null; // [x, y]: the pixel whose history is shown

  // `page` has steps, counting and select(number).
  constructor(page) {
    this.#page = page;
    element('picture-box').addEventListener('click', (event) => this.#choose(event));
    element('pixel-close').addEventListener('click', () => this.#forgetPixel());
  }

  // Shows the picture of a step, or its overdraw.
  show(step, picture) {
    const overdraw = element('show').value === 'overdraw' ? this.#page.counting.overdraw(step) : null;
    const canvas = canvasOf(overdraw ? overdrawPicture(overdraw) : picture, element('opaque').checked);
    canvas.id = 'picture';
    element('picture').replaceWith(canvas);
    this.#fit(canvas);
    element('legend').replaceChildren(...(overdraw ? [overdrawLegend(overdraw)] : []));
    this.#markPixel();
    this.#markEntry();
  }

  // Small pictures are shown larger, by a whole number, and large ones as large as there is room.
  #fit(canvas) {
    const scale = Math.min(element('view').clientWidth / canvas.width, (heightOfPicture * innerHeight) / canvas.height);
    canvas.style.width = `${canvas.width * (scale < 1 ? scale : Math.floor(scale))}px`;
  }

  #choose({clientX, clientY}) {
    const canvas = element('picture');
    const {left, top, width, height} = canvas.getBoundingClientRect();
    const at = [((clientX - left) * canvas.width) / width, ((clientY - top) * canvas.height) / height].map(Math.floor);
    if (at[0] >= 0 && at[1] >= 0 && at[0] < canvas.width && at[1] < canvas.height) this.showHistory(...at);
  }

  // Lists the steps of the frame that wrote a pixel of the picture that is shown.
  showHistory(x, y) {
    const entries = this.#page.counting.history(this.#page.step, x, y);
    this.#pixel = [x, y];
    element('pixel').hidden = false;
    element('pixel-title').textContent = `Pixel ${x}, ${y}`;
    const row = ({step, value}) => make('button.entry', {type: 'button', 'data-number': step.number, onclick: () => this.#page.select(step.number)},
      swatchOf(`rgb(${value.slice(0, 3)})`), make('span', {}, step.title), make('span.value', {}, value.join(' ')));
    element('pixel-entries').replaceChildren(...(entries.length > 0 ? entries.map(row) : [make('p.dim', {}, 'No draw of this frame wrote it.')]));
    this.#markPixel();
    this.#markEntry();
  }

  // Shows the history of the pixel again, because it may have changed.
  refresh() {
    if (this.#pixel) this.showHistory(...this.#pixel);
  }

  #forgetPixel() {
    this.#pixel = null;
    element('pixel').hidden = true;
    this.#markPixel();
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
    cross.hidden = this.#pixel === null || this.#pixel[0] >= width || this.#pixel[1] >= height;
    if (cross.hidden) return;
    cross.style.left = `${(100 * (this.#pixel[0] + 0.5)) / width}%`;
    cross.style.top = `${(100 * (this.#pixel[1] + 0.5)) / height}%`;
  }

  #markEntry() {
    for (const entry of document.querySelectorAll('#pixel-entries .entry'))
      entry.setAttribute('aria-current', String(Number(entry.dataset.number) === this.#page.step.number));
  }
}
