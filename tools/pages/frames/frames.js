// ------------------------------------------------------------------------------------------------------ frames: the page

const element = (id) => document.getElementById(id);
const thumbnailSide = [64, 48];
const busyTime = 12; // milliseconds of work in the background before the page can react

function newContext() {
  const gl = document.createElement('canvas').getContext('webgl2', {antialias: false});
  if (!gl) throw new Error('this browser does not have WebGL 2');
  return gl;
}

// Calls that change a picture: {number, index, call, target, title}. `target` is null for the back buffer.
function findSteps(calls) {
  const steps = [];
  let draws = 0;
  calls.forEach((call, index) => {
    if (call.frame === undefined || !isStep(call.call)) return;
    steps.push({number: steps.length, index, call, target: call.state.target, title: isDraw(call.call) ? `draw ${++draws}` : call.call});
  });
  return steps;
}

const nameOfTarget = (target) => (target ? `${target.object} ${target.side}` : 'back');

class Page {
  #file;
  #programs;
  #contexts = {};           // the key is the use: 'step', 'count' or 'all'
  #replayer;
  #counting = null;         // made when it is needed
  #background = null;       // draws all pictures
  #pictures = new Pictures();
  #pass = 0;                // the number of the last pass in the background; earlier passes end
  #shaders = null;          // made after the first picture
  #view = new View(this);
  #selected = -1;
  #detailsTimer = 0;
  steps;

  constructor(file, programs) {
    this.#file = file;
    this.#programs = programs;
    this.steps = findSteps(file.calls);
    this.#replayer = new Replayer(...this.#source('step'));
  }

  // The arguments of a replayer, with the context for this use.
  #source(use) {
    this.#contexts[use] ??= newContext();
    return [this.#contexts[use], this.#file, this.#programs, element('mode').value];
  }

  get step() {
    return this.steps[this.#selected];
  }

  get counting() {
    this.#counting ??= new Counting(this.#source('count'), this.steps);
    return this.#counting;
  }

  show() {
    const {head} = this.#file;
    const draws = this.steps.filter(({call}) => isDraw(call.call)).length;
    const frames = head.frames[0] === head.frames[1] ? `frame ${head.frames[0]}` : `frames ${head.frames[0]} to ${head.frames[1]}`;
    document.title = element('title').textContent = head.file || 'Frames';
    element('summary').textContent = `${frames}, ${plural(draws, 'draw')}; recorded in ${head.player === 'another' ? 'another player' : head.player}`;
    this.#listen();
    const last = this.steps.findLastIndex(({call}) => isDraw(call.call));
    this.#showPicture(last < 0 ? this.steps.length - 1 : last);
  }

  // Lists the steps, after the first picture.
  list() {
    let frame = 0;
    for (const step of this.steps) {
      if (step.call.frame !== frame) element('draws').append(make('div.frame', {}, `frame ${(frame = step.call.frame)}`));
      const [width, height] = thumbnailSide;
      step.thumbnail = make('canvas', {width, height, 'aria-hidden': 'true'});
      step.row = make('button.draw', {type: 'button', role: 'option', 'aria-selected': 'false', tabindex: '-1', onclick: () => this.select(step.number)},
        step.thumbnail, make('span', {}, step.title, step.target ? make('span.dim', {}, make('br'), `texture ${step.target.object}`) : null));
      element('draws').append(step.row);
    }
    this.#mark(this.step, true);
  }

  #mark(step, isSelected) {
    step?.row?.setAttribute('aria-selected', String(isSelected));
    if (isSelected) step?.row?.scrollIntoView({block: 'nearest'});
  }

  #listen() {
    element('back').addEventListener('click', () => this.select(this.#selected - 1));
    element('next').addEventListener('click', () => this.select(this.#selected + 1));
    for (const id of ['opaque', 'show']) element(id).addEventListener('change', () => this.select(this.#selected));
    element('mode').addEventListener('change', () => this.#setMode());
    addEventListener('keydown', (event) => {
      const step = {ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1}[event.key];
      if (step === undefined || event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.('select, pre, .editor')) return;
      event.preventDefault();
      this.select(this.#selected + step);
    });
  }

  #setMode() {
    for (const each of [this.#replayer, this.#counting, this.#background]) each?.dispose();
    this.#replayer = new Replayer(...this.#source('step'));
    this.#counting = this.#background = null;
    this.#drawAgain();
  }

  #replaceProgram(key, pair) {
    this.#programs[key] = pair;
    for (const each of [this.#replayer, this.#counting, this.#background]) each?.forget(key);
    this.#drawAgain();
  }

  #drawAgain() {
    this.#pictures.clear();
    this.select(this.#selected);
    this.#view.refresh();
    window.ready = this.drawAll();
  }

  // Shows the state of the step whose picture is shown.
  showDetails() {
    this.#shaders ??= new Shaders((key, pair) => this.#replaceProgram(key, pair));
    if (this.#replayer.at !== this.step.index) this.#replayer.to(this.step.index, false);
    element('details').replaceChildren(...describe(this.#replayer, this.step.call, this.#programs[this.step.call.state.program], this.#shaders));
    element('warnings').replaceChildren(...[...this.#file.warnings, ...this.#replayer.warnings].map((text) => make('li', {}, text)));
  }

  // Shows the picture after a step at once, and its state a moment later.
  select(number) {
    if (!this.steps[number]) return;
    this.#showPicture(number);
    clearTimeout(this.#detailsTimer);
    this.#detailsTimer = setTimeout(() => this.showDetails());
  }

  #showPicture(number) {
    const step = this.steps[number];
    if (!step) return;
    this.#mark(this.step, false);
    this.#selected = number;
    this.#mark(step, true);
    const known = this.#pictures.get(number);
    const picture = known ?? this.picture(number);
    this.#view.show(step, picture);
    this.#view.markChange(this.#pictures.changeOf(number));
    if (known === undefined && step.thumbnail) drawThumbnail(step.thumbnail, picture);
    element('where').textContent = `${step.title[0].toUpperCase()}${step.title.slice(1)}, step ${number + 1} of ${this.steps.length}`;
  }

  // Stores the picture of a step, and returns it. If the target is the same back buffer as `before`, only the part that changed is read.
  #addPicture(step, before) {
    const target = this.#background.target();
    const isChange = target && target === this.#background.back && target === before;
    const rectangle = isChange ? this.#background.boundsOf(step.call) : undefined;
    const {width, height, pixels} = this.#background.read(rectangle);
    return this.#pictures.add(step.number, nameOfTarget(step.target), target ?? {width, height}, rectangle ?? [0, 0, width, height], pixels);
  }

  // Draws all pictures in the background with another replayer, and compares each frame with the picture that the player drew.
  async drawAll() {
    const pass = ++this.#pass;
    this.#background ??= new Replayer(...this.#source('all'));
    const results = [];
    let since = performance.now();
    let back = null; // the back buffer of the last step that drew into one
    for (const step of this.steps) {
      this.#background.to(step.index);
      const picture = this.#addPicture(step, back);
      if (this.#background.state.target === null) ({back} = this.#background);
      drawThumbnail(step.thumbnail, picture, this.#pictures.changeOf(step.number));
      if (step === this.step) this.#view.markChange(this.#pictures.changeOf(step.number));
      const bytes = step.call.call === 'present' && this.#file.picture(step.call.frame);
      if (bytes) results.push({frame: step.call.frame, ...comparePictures(picture, await readPng(bytes))});
      if (performance.now() - since < busyTime) continue;
      await new Promise((resolve) => setTimeout(resolve));
      if (pass !== this.#pass) return this.results;
      since = performance.now();
    }
    this.results = results;
    this.#showComparison(results);
    return results;
  }

  #showComparison(results) {
    const line = ({frame, total, close}) => `frame ${frame}: ${((100 * close) / total).toFixed(2)} % of the pixels`;
    element('compared').textContent = results.length === 0 ? 'There is no picture of the player to compare with.'
      : `As the player drew it, within one step in 255: ${results.map(line).join(', ')}.`;
  }

  // The history of a pixel, for tests: [{number, value}].
  history(number, x, y) {
    return this.counting.history(this.steps[number], x, y).map(({step, value}) => ({number: step.number, value}));
  }

  // The picture after a step.
  picture(number) {
    return this.#pictures.get(number) ?? (this.#replayer.to(this.steps[number].index), this.#replayer.read());
  }
}

async function begin() {
  const programs = JSON.parse(await inflate(element('programs')));
  const file = await readFrames();
  const page = new Page(file, programs);
  page.show();
  window.replay = page;
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  performance.mark('picture'); // the first picture is shown
  page.list();
  loadEditing();
  if (page.step) page.showDetails();
  await page.drawAll();
}

window.ready = begin();
window.ready.catch((error) => noteProblem(String(error?.message ?? error)));
