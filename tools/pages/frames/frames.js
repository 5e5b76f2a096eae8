// ------------------------------------------------------------------------------------------------------ frames: the page

const element = (id) => document.getElementById(id);
const busyTime = 12; // milliseconds of work in the background before the page can react

function newContext() {
  const gl = document.createElement('canvas').getContext('webgl2', {antialias: false});
  if (!gl) throw new Error('this browser does not have WebGL 2');
  return gl;
}

// Calls that change a picture: {number, index, call, target, title, draw}. `target` is null for the back buffer, and `draw` is the
// number of a draw in the command.
function findSteps(calls) {
  const steps = [];
  let draws = 0;
  calls.forEach((call, index) => {
    if (call.frame === undefined || !isStep(call.call)) return;
    const draw = isDraw(call.call) ? ++draws : undefined;
    steps.push({number: steps.length, index, call, target: call.state.target, draw, title: draw === undefined ? call.call : `draw ${draw}`});
  });
  return steps;
}

const nameOfTarget = (target) => (target ? `${target.object} ${target.side}` : 'back');

class Page {
  #file;
  #edits = new Edits();
  #originals;               // the programs of the game by key
  #programs;                // the programs that are drawn
  #contexts = {};           // the key is the use: 'step', 'count' or 'all'
  #replayer;
  #counting = null;         // made when it is needed
  #background = null;       // draws all pictures
  #pictures = new Pictures();
  #pass = 0;                // the number of the last pass in the background; earlier passes end
  #shaders = null;          // made after the first picture
  #view = new View(this);
  #tabs = new Tabs(this);
  #list = new DrawList(this);
  #selected = -1;
  #detailsTimer = 0;
  steps;

  constructor(file, programs) {
    this.#file = file;
    this.#originals = programs;
    this.#programs = {...programs};
    for (const key of Object.keys(programs)) this.#programs[key] = this.#edits.of(key)?.pair ?? programs[key];
    this.steps = findSteps(file.calls);
    describeSteps(this.steps, programs);
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

  // Shows the head and the picture of the step in the address, or of the last draw.
  show() {
    const {head} = this.#file;
    const draws = this.steps.filter(({draw}) => draw !== undefined).length;
    const frames = head.frames[0] === head.frames[1] ? `frame ${head.frames[0]}` : `frames ${head.frames[0]} to ${head.frames[1]}`;
    document.title = element('title').textContent = head.file || 'Frames';
    element('summary').textContent = `${frames}, ${plural(draws, 'draw')}; recorded in ${head.player === 'another' ? 'another player' : head.player}`;
    element('address').append(copyButton(() => location.href.replace(/#.*/, '') + addressOf(this.#viewNow()), 'the address of this step', 'copy address'));
    this.#listen();
    const last = this.steps.findLastIndex(({draw}) => draw !== undefined);
    const asked = viewOfAddress(location.hash, this.steps);
    if (asked.tab) this.#tabs.chosen = asked.tab;
    this.#showPicture(asked.number ?? (last < 0 ? this.steps.length - 1 : last));
  }

  // Lists the steps, and shows the pixel in the address, after the first picture.
  list() {
    this.#list.arrange();
    const {pixel} = viewOfAddress(location.hash, this.steps);
    if (pixel) this.#view.showHistory(...pixel);
  }

  #viewNow() {
    return {step: this.step, pixel: this.#view.pixel, tab: this.#tabs.chosen};
  }

  // Writes the step, the pixel and the tab that are shown into the address.
  noteAddress() {
    if (this.step) history.replaceState(null, '', addressOf(this.#viewNow()));
  }

  // Shows what the address names, if somebody changes it.
  #follow() {
    const {number, pixel, tab} = viewOfAddress(location.hash, this.steps);
    if (tab) this.#tabs.chosen = tab;
    if (number !== undefined) this.select(number);
    if (pixel) this.#view.showHistory(...pixel);
  }

  #listen() {
    element('back').addEventListener('click', () => this.select(this.#list.numberAt(-1)));
    element('next').addEventListener('click', () => this.select(this.#list.numberAt(1)));
    for (const id of ['opaque', 'show']) element(id).addEventListener('change', () => this.select(this.#selected));
    element('mode').addEventListener('change', () => this.#setMode());
    addEventListener('hashchange', () => this.#follow());
    addEventListener('keydown', (event) => this.#key(event));
  }

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.('select, pre, .editor')) return;
    const search = element('search');
    const isTyping = event.target === search;
    const offset = isTyping && ['Home', 'End'].includes(event.key) ? undefined
      : this.#list.offsetOf(event.key) ?? (isTyping ? undefined : {ArrowLeft: -1, ArrowRight: 1}[event.key]);
    if (offset !== undefined) this.select(this.#list.numberAt(offset));
    else if (event.key === '/' && !isTyping) search.select();
    else if (event.key === 'Escape' && isTyping && search.value !== '') {
      search.value = '';
      this.#list.arrange();
    } else if (event.key === 'Escape' && !isTyping && this.#view.pixel) this.#view.forgetPixel();
    else return;
    event.preventDefault();
  }

  #setMode() {
    for (const each of [this.#replayer, this.#counting, this.#background]) each?.dispose();
    this.#replayer = new Replayer(...this.#source('step'));
    this.#counting = this.#background = null;
    this.#drawAgain();
  }

  // Keeps an edit, and draws with its pair unless the pair is null.
  #replaceProgram(key, pair, edit) {
    this.#edits.keep(key, edit);
    if (pair === null || pair === this.#programs[key]) return;
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
    if (editingParts === undefined) return; // `begin` shows it later
    this.#shaders ??= new Shaders({originals: this.#originals, edits: this.#edits, onChange: (...change) => this.#replaceProgram(...change),
      onErrors: (errors) => this.#tabs.noteErrors(errors)});
    if (this.#replayer.at !== this.step.index) this.#replayer.to(this.step.index, false);
    const {call} = this.step;
    this.#view.follow(this.step);
    this.#tabs.describe({replayer: this.#replayer, call, pair: this.#programs[call.state.program], shaders: this.#shaders});
    element('warnings').replaceChildren(...[...this.#file.warnings, ...this.#replayer.warnings].map((text) => make('li', {}, text)));
  }

  // Shows the picture after a step at once, and its state a moment later.
  select(number) {
    if (!this.steps[number]) return;
    this.#showPicture(number);
    this.noteAddress();
    clearTimeout(this.#detailsTimer);
    this.#detailsTimer = setTimeout(() => this.showDetails());
  }

  #showPicture(number) {
    const step = this.steps[number];
    if (!step) return;
    this.#selected = number;
    this.#view.show(step, this.picture(number));
    this.#view.markChange(this.#pictures.changeOf(number));
    this.#list.mark();
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
      drawThumbnail(thumbnailOf(step), picture, this.#pictures.changeOf(step.number));
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
    const part = ({total, close}, i) => (close < total ? `${((100 * close) / total).toFixed(2)} % of the pixels` : i === 0 ? 'All pixels' : 'all pixels');
    const line = (result, i) => `${part(result, i)} of frame ${result.frame}`;
    element('compared').textContent = results.length === 0 ? 'The file has no picture of the player to compare with.'
      : `${enumerate(results.map(line))} are as in the player, give or take 1 in 255.`;
  }

  // The depths after a step: {width, height, depths}, or null.
  depths({index}) {
    this.#replayer.to(index);
    return this.#replayer.readDepths();
  }

  // The steps that wrote a pixel, for tests: [{number, value}].
  async history(number, x, y) {
    const entries = await this.counting.history(this.steps[number], x, y);
    return entries.filter(({failed}) => failed === null).map(({step, value}) => ({number: step.number, value}));
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
  await loadEditing();
  if (page.step) page.showDetails();
  await page.drawAll();
}

window.ready = begin();
window.ready.catch((error) => noteProblem(String(error?.message ?? error)));
