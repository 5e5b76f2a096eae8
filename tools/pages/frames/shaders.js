// ------------------------------------------------------------------------ shaders: AGAL next to a language, and the editors

const compilerOfPage = document.documentElement.dataset.compiler; // its version, and the beginning of the hash of its module; or ''
let editingParts; // the compiler and the editor; null if the page does not have them
const drawnLanguage = {name: 'essl300', title: 'GLSL ES 3.00', language: 'glsl'};
const stageNames = ['vertex', 'fragment'];
const typingPause = 150; // milliseconds
const drawOptions = {clipZ: 'negative-one-to-one', flipY: true};

const nameOfStage = (stage) => `${stage} program`;
const severe = (diagnostics) => diagnostics.filter(({severity}) => severity === 'error');

// The shaders of one pair. `onChange(pair, edit)` gets each pair that replaces it, and the edit to keep: {texts, pair} or undefined.
class ShaderPart {
  #original;
  #onChange;
  #language = null;
  #answer = null;      // agalc's result for the edited texts
  #editors = {};
  #boxes = {};         // stage → {program, output, messages, state, reset}
  #drawn;              // the last valid pair of an edit
  #timer = 0;
  errors = {};         // stage → the number of errors
  roots = {};          // stage → element

  constructor(pair, id, edit, onChange) {
    this.#original = pair;
    this.#onChange = onChange;
    this.#drawn = edit?.pair;
    for (const stage of stageNames) this.roots[stage] = this.#section(stage, `${id}-${stage}`, edit?.texts[stage]);
  }

  #section(stage, id, text) {
    const box = {program: make('div'), output: make('div.output'), messages: make('div.messages'), state: make('span.dim', {role: 'status', id: `${id}-state`}),
      reset: make('button', {type: 'button', hidden: true, onclick: () => this.#bringBack()}, 'Reset')};
    this.#boxes[stage] = box;
    if (editingParts) {
      box.program.className = 'editor';
      this.#editors[stage] = new editingParts.Editor(box.program, {labelId: id, describedBy: `${id}-state`, stage: () => stage, onInput: () => this.#typed()});
      this.#editors[stage].begin(this.#original[stage].agal);
      if (text !== undefined) this.#editors[stage].text = text;
    } else {
      box.program.append(codeBox(this.#original[stage].agal, scannerOf('agal'), `${nameOfStage(stage)}, AGAL`));
    }
    const title = make('h3.for-readers', {id}, `${stage[0].toUpperCase()}${stage.slice(1)} program`);
    return make('div.shader', {}, title, make('div.toolbar', {}, box.state, box.reset), make('div.source', {}, box.program, box.messages), box.output);
  }

  // Shows the programs in a language.
  async show(language) {
    if (this.#language === language) return;
    this.#language = language;
    const isEdited = editingParts && this.#isEdited(this.#texts);
    if (isEdited || language.name !== drawnLanguage.name) return this.#ask(isEdited && !this.#drawn);
    for (const stage of stageNames) this.#showOutput(stage, this.#original[stage].glsl);
  }

  get #texts() {
    return Object.fromEntries(stageNames.map((stage) => [stage, this.#editors[stage].text]));
  }

  // Shows the text of a stage in the language, or the reasons why there is none.
  #showOutput(stage, text) {
    const {language, title} = this.#language;
    this.#boxes[stage].output.replaceChildren(text === undefined ? this.#lackOf() : codeBox(text, scannerOf(language), `${nameOfStage(stage)}, ${title}`));
  }

  #lackOf() {
    const {name, title} = this.#language;
    const faulty = stageNames.filter((stage) => this.errors[stage] > 0);
    if (faulty.length > 0) return make('p.lack', {}, `Not translated, because of errors in the ${enumerate(faulty.map(nameOfStage))}.`);
    const diagnostics = this.#answer?.products[name]?.diagnostics ?? [];
    return make('div.lack', {}, make('p', {}, `${title} cannot express this pair:`), ...diagnostics.map(({code, message}) => make('p', {}, make('span.code', {}, code), ` ${message}`)));
  }

  #typed() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(true), typingPause);
  }

  // Compiles the texts, and draws with them if they changed and are valid.
  async #ask(isChanged = false) {
    const texts = this.#texts;
    const language = this.#language.name;
    this.#answer = await editingParts.ask('analyze', {texts, targets: [language], interfaceTarget: 'essl300', drawTarget: 'essl300', options: {}, drawOptions});
    const {checks, pair, products, drawing} = this.#answer;
    const isDrawn = drawing?.texts !== undefined;
    const isEdited = this.#isEdited(texts);
    const ofPair = [...(pair?.diagnostics ?? []), ...(drawing?.diagnostics ?? [])];
    const found = Object.fromEntries(stageNames.map((stage) => [stage, [...checks[stage].diagnostics, ...ofPair.filter((each) => (each.stage ?? 'fragment') === stage)]]));
    for (const stage of stageNames) this.errors[stage] = severe(found[stage]).length;
    for (const stage of stageNames) {
      this.#editors[stage].setDiagnostics(found[stage]);
      editingParts.showMessages(this.#boxes[stage].messages, isEdited ? found[stage] : [], ({line, column}) => this.#editors[stage].goTo(line, column));
      this.#showOutput(stage, language === drawnLanguage.name && isDrawn ? drawing.texts[stage] : products[language]?.[stage]?.code);
      this.#boxes[stage].reset.hidden = !isEdited;
      this.#boxes[stage].state.textContent = !isEdited ? '' : isDrawn ? 'Edited: the frame is drawn with these programs.' : this.#notDrawn(found);
    }
    if (!isChanged) return this.#onChange(null);
    if (isDrawn) {
      const drawn = (stage) => ({...this.#original[stage], agal: texts[stage], glsl: drawing.texts[stage]});
      this.#drawn = {...this.#original, vertex: drawn('vertex'), fragment: drawn('fragment'), reflection: drawing.reflection, isEdited: true};
    }
    this.#onChange(!isEdited ? this.#original : isDrawn ? this.#drawn : null, isEdited ? {texts, pair: this.#drawn} : undefined);
  }

  #notDrawn(found) {
    const parts = stageNames.filter((stage) => this.errors[stage] > 0).map((stage) => `${editingParts.summaryOf(severe(found[stage]))} in the ${nameOfStage(stage)}`);
    return `Not drawn: ${enumerate(parts)}. The picture is of the programs before.`;
  }

  #isEdited(texts) {
    return stageNames.some((stage) => texts[stage] !== this.#original[stage].agal);
  }

  #bringBack() {
    for (const stage of stageNames) {
      const {messages, reset, state} = this.#boxes[stage];
      this.#editors[stage].text = this.#original[stage].agal;
      this.#editors[stage].setDiagnostics([]);
      messages.replaceChildren();
      messages.messagesKey = undefined;
      reset.hidden = true;
      state.textContent = '';
    }
    this.errors = {};
    this.#answer = null;
    this.#drawn = undefined;
    const language = this.#language;
    this.#language = null;
    this.#onChange(this.#original);
    return this.show(language);
  }
}

// Loads the editor, which follows the script of the page. A build without AGAL_FRAMES_EDITOR leaves it out.
async function loadEditing() {
  if (compilerOfPage) {
    await wholeDocument;
    document.head.append(make('script', {}, await inflate(element('editor'))));
  }
  editingParts = globalThis.editing ?? null;
  if (!editingParts) return;
  element('licenses').textContent = editingParts.licenses;
  element('about-editor').hidden = false;
  editingParts.prepare();
}

// The parts of all pairs that were shown. `originals` are the programs of the game by key. `onChange(key, pair, edit)`: like ShaderPart.
class Shaders {
  #parts = new Map();
  #originals;
  #edits;
  #onChange;
  #onErrors;
  #languages = editingParts?.targetTable.filter(({name}) => name !== 'spv') ?? [drawnLanguage];
  #choice = make('select', {'aria-label': 'Language', onchange: () => this.#shown?.show(this.#language)}, ...this.#languages.map(({name, title}) =>
    make('option', {value: name, selected: name === drawnLanguage.name}, title)));
  #compiler = editingParts ? make('span.dim.compiler', {title: 'The compiler in this page, and the beginning of the SHA-256 of its module'},
    ` ${compilerOfPage}`) : '';
  #shown = null;

  constructor({originals, edits, onChange, onErrors}) {
    this.#originals = originals;
    this.#edits = edits;
    this.#onChange = onChange;
    this.#onErrors = onErrors;
  }

  get #language() {
    return this.#languages.find(({name}) => name === this.#choice.value);
  }

  // Returns the element of a program of a pair. Without a pair, or if it is rejected, the element says so.
  partOf(key, pair, stage) {
    if (!pair) return make('p', {}, 'No program is set.');
    if (pair.problem !== undefined) return make('p', {}, `The pair is rejected: ${pair.problem}`);
    if (!this.#parts.has(key)) this.#parts.set(key, this.#makePart(key));
    this.#shown = this.#parts.get(key);
    this.#shown.show(this.#language);
    this.#onErrors(this.#shown.errors);
    const {name, link, hash} = pair[stage];
    return make('div.shaders', {}, make('div.language', {}, name ? make('strong', {}, link ? make('a', {href: link}, name) : name) : null,
      make('span.hash', {title: 'The hash of the program, as in manifests and reports'}, hash, copyButton(hash, 'the hash')),
      make('label', {}, 'AGAL and ', this.#choice), this.#compiler), this.#shown.roots[stage]);
  }

  #makePart(key) {
    const part = new ShaderPart(this.#originals[key], `pair-${this.#parts.size}`, this.#edits.of(key), (replacement, edit) => {
      if (part === this.#shown) this.#onErrors(part.errors);
      if (replacement === null && edit === undefined) return;
      this.#onChange(key, replacement, edit);
    });
    return part;
  }
}
