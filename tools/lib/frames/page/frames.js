// ------------------------------------------------------------------------------------------------------ frames: the page

const element = (id) => document.getElementById(id);
const thumbnailSide = [64, 48];

class Page {
  #file;
  #programs;
  #gl;
  #replayer;
  #steps;       // calls that change a picture: {index, call, title}
  #selected = -1;

  constructor(file, programs) {
    this.#file = file;
    this.#programs = programs;
    const canvas = document.createElement('canvas');
    this.#gl = canvas.getContext('webgl2', {antialias: false});
    if (!this.#gl) throw new Error('this browser does not have WebGL 2');
    this.#replayer = new Replayer(this.#gl, file, programs, 'ruffle');
    this.#steps = this.#findSteps();
  }

  #findSteps() {
    let number = 0;
    return this.#file.calls.flatMap((call, index) => {
      if (call.frame === undefined) return [];
      if (isDraw(call.call)) return [{index, call, title: `draw ${++number}`}];
      return ['clear', 'present'].includes(call.call) ? [{index, call, title: call.call}] : [];
    });
  }

  get steps() {
    return this.#steps;
  }

  show() {
    const {head} = this.#file;
    const draws = this.#steps.filter(({call}) => isDraw(call.call)).length;
    const frames = head.frames[0] === head.frames[1] ? `frame ${head.frames[0]}` : `frames ${head.frames[0]} to ${head.frames[1]}`;
    document.title = element('title').textContent = head.file || 'Frames';
    element('summary').textContent = `${frames}, ${plural(draws, 'draw')}; recorded in ${head.player}`;
    let frame = 0;
    this.#steps.forEach((step, i) => {
      if (step.call.frame !== frame) element('draws').append(make('div.frame', {}, `frame ${(frame = step.call.frame)}`));
      const [width, height] = thumbnailSide;
      step.thumbnail = make('canvas', {width, height, 'aria-hidden': 'true'});
      step.row = make('button.draw', {type: 'button', role: 'option', 'aria-selected': 'false', tabindex: '-1', onclick: () => this.select(i)},
        step.thumbnail, step.title);
      element('draws').append(step.row);
    });
    this.#listen();
    const last = this.#steps.findLastIndex(({call}) => isDraw(call.call));
    this.select(last < 0 ? this.#steps.length - 1 : last);
  }

  #listen() {
    element('back').addEventListener('click', () => this.select(this.#selected - 1));
    element('next').addEventListener('click', () => this.select(this.#selected + 1));
    element('opaque').addEventListener('change', () => this.select(this.#selected));
    element('mode').addEventListener('change', ({target}) => this.#setMode(target.value));
    addEventListener('keydown', (event) => {
      const step = {ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1}[event.key];
      if (step === undefined || event.ctrlKey || event.altKey || event.metaKey || event.target.matches?.('select, pre')) return;
      event.preventDefault();
      this.select(this.#selected + step);
    });
  }

  #setMode(mode) {
    this.#replayer.dispose();
    this.#replayer = new Replayer(this.#gl, this.#file, this.#programs, mode);
    this.select(this.#selected);
  }

  // Shows the picture after a step, and its state.
  select(number) {
    const step = this.#steps[number];
    if (!step) return;
    this.#steps[this.#selected]?.row?.setAttribute('aria-selected', 'false');
    this.#selected = number;
    step.row.setAttribute('aria-selected', 'true');
    step.row.scrollIntoView({block: 'nearest'});
    this.#replayer.to(step.index);
    const picture = this.#replayer.read();
    const canvas = canvasOf(picture, element('opaque').checked);
    canvas.id = 'picture';
    element('picture').replaceWith(canvas);
    this.#drawThumbnail(step, picture);
    const object = this.#replayer.objects.get(this.#replayer.state.program);
    element('details').replaceChildren(...describe(this.#replayer, step.call, this.#programs[object?.key]));
    element('where').textContent = `${step.title}, ${number + 1} of ${this.#steps.length}`;
    element('warnings').replaceChildren(...[...this.#replayer.warnings].map((text) => make('li', {}, text)));
  }

  #drawThumbnail({thumbnail}, picture) {
    const context = thumbnail.getContext('2d');
    const scale = Math.min(thumbnail.width / picture.width, thumbnail.height / picture.height);
    context.clearRect(0, 0, thumbnail.width, thumbnail.height);
    context.drawImage(canvasOf(picture, true), 0, 0, picture.width * scale, picture.height * scale);
  }

  // All thumbnails, by another replayer, some at a time.
  async drawThumbnails() {
    const gl = document.createElement('canvas').getContext('webgl2', {antialias: false});
    const replayer = new Replayer(gl, this.#file, this.#programs, 'ruffle');
    for (const step of this.#steps) {
      replayer.to(step.index);
      this.#drawThumbnail(step, replayer.read());
      await new Promise((resolve) => setTimeout(resolve));
    }
    gl.getExtension('WEBGL_lose_context')?.loseContext();
  }

  // Compares each frame with the picture that the player drew: [{frame, total, equal, close}].
  async compare() {
    const results = [];
    const gl = document.createElement('canvas').getContext('webgl2', {antialias: false});
    const replayer = new Replayer(gl, this.#file, this.#programs, 'ruffle');
    for (const {index, call} of this.#steps) {
      const bytes = call.call === 'present' && this.#file.picture(call.frame);
      if (!bytes) continue;
      replayer.to(index);
      results.push({frame: call.frame, ...comparePictures(replayer.read(), await readPng(bytes))});
    }
    gl.getExtension('WEBGL_lose_context')?.loseContext();
    return results;
  }

  async showComparison() {
    const results = await this.compare();
    const line = ({frame, total, close}) => `frame ${frame}: ${((100 * close) / total).toFixed(2)} % of the pixels`;
    element('compared').textContent = results.length === 0 ? 'There is no picture of the player to compare with.'
      : `As the player drew it, within one step in 255: ${results.map(line).join(', ')}.`;
  }
}

async function begin() {
  const programs = JSON.parse(await inflate(element('programs')));
  const file = await readFrames(bytesOfBase64(element('frames').textContent));
  const page = new Page(file, programs);
  page.show();
  window.replay = page;
  await page.showComparison();
  await page.drawThumbnails();
}

window.ready = begin();
window.ready.catch((error) => noteProblem(String(error?.message ?? error)));
