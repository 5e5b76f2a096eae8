// ------------------------------------------------------------------------ shaders: AGAL next to a language, and the editors

let editingParts = null; // the compiler and the editor
const drawnLanguage = {name: 'essl300', title: 'GLSL ES 3.00', language: 'glsl'};
const stageNames = ['vertex', 'fragment'];
const typingPause = 150; // milliseconds
const drawOptions = {clipZ: 'negative-one-to-one', flipY: true};

const codeOf = (text, language, label) => make('pre.code', {tabindex: '0', role: 'group', 'aria-label': label}, highlight(text, language));

// The shaders of one pair. `onChange(pair)` gets each pair that replaces it.
class ShaderPart {
  #original;
  #onChange;
  #language = null;
  #answer = null;      // agalc's result for the edited texts
  #editors = {};
  #boxes = {};         // stage → {program, output, messages}
  #timer = 0;
  #reset = make('button', {type: 'button', hidden: true, onclick: () => this.#bringBack()}, 'Reset');
  #state = make('span.dim', {role: 'status'});
  root = make('div.shaders');

  constructor(pair, id, onChange) {
    this.#original = pair;
    this.#onChange = onChange;
    const sections = stageNames.map((stage) => this.#section(stage, `${id}-${stage}`));
    this.root.append(make('div.toolbar', {}, this.#state, this.#reset), ...sections);
  }

  #section(stage, id) {
    const box = {program: make('div'), output: make('div'), messages: make('div.messages')};
    this.#boxes[stage] = box;
    if (editingParts) {
      box.program.className = 'editor';
      this.#editors[stage] = new editingParts.Editor(box.program, {labelId: id, describedBy: `${id}-state`, stage: () => stage, onInput: () => this.#typed()});
      this.#editors[stage].begin(this.#original[stage].agal);
    } else {
      box.program.append(codeOf(this.#original[stage].agal, 'agal', `${stage} program, AGAL`));
    }
    return make('section', {}, make('h3', {id}, `${stage[0].toUpperCase()}${stage.slice(1)} program`), make('div.side-by-side', {}, box.program, box.output), box.messages);
  }

  // Shows the programs in a language.
  async show(language) {
    if (this.#language === language) return;
    this.#language = language;
    if (this.#answer || language.name !== drawnLanguage.name) return this.#ask();
    for (const stage of stageNames) this.#showOutput(stage, this.#original[stage].glsl);
  }

  #showOutput(stage, text) {
    const {language, title} = this.#language;
    this.#boxes[stage].output.replaceChildren(text === undefined ? make('p.dim', {}, `There is no ${title}.`) : codeOf(text, language, `${stage} program, ${title}`));
  }

  #typed() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(true), typingPause);
  }

  // Compiles the texts, and draws with them if they changed and are valid.
  async #ask(isChanged = false) {
    const texts = Object.fromEntries(stageNames.map((stage) => [stage, this.#editors[stage].text]));
    const language = this.#language.name;
    this.#answer = await editingParts.ask('analyze', {texts, targets: [language], interfaceTarget: 'essl300', drawTarget: 'essl300', options: {}, drawOptions});
    const {checks, pair, products, drawing} = this.#answer;
    const isDrawn = drawing?.texts !== undefined;
    for (const stage of stageNames) {
      const own = [...checks[stage].diagnostics, ...(pair?.diagnostics ?? []).filter((each) => (each.stage ?? 'fragment') === stage)];
      this.#editors[stage].setDiagnostics(own);
      editingParts.showMessages(this.#boxes[stage].messages, isChanged || this.#isEdited(texts) ? own : [], ({line, column}) => this.#editors[stage].goTo(line, column));
      this.#showOutput(stage, language === 'essl300' && isDrawn ? drawing.texts[stage] : products[language]?.[stage]?.code);
    }
    this.#reset.hidden = !this.#isEdited(texts);
    this.#state.textContent = !this.#isEdited(texts) ? '' : isDrawn ? 'Edited: the frame is drawn with these programs.'
      : `Not drawn: ${editingParts.summaryOf([...stageNames.flatMap((stage) => checks[stage].diagnostics), ...(pair?.diagnostics ?? []), ...(drawing?.diagnostics ?? [])])}. The picture is of the programs before.`;
    if (!isChanged || !isDrawn) return;
    const drawn = (stage) => ({...this.#original[stage], agal: texts[stage], glsl: drawing.texts[stage]});
    this.#onChange({vertex: drawn('vertex'), fragment: drawn('fragment'), reflection: drawing.reflection, isEdited: true});
  }

  #isEdited(texts) {
    return stageNames.some((stage) => texts[stage] !== this.#original[stage].agal);
  }

  #bringBack() {
    for (const stage of stageNames) {
      this.#editors[stage].text = this.#original[stage].agal;
      this.#editors[stage].setDiagnostics([]);
      this.#boxes[stage].messages.replaceChildren();
      this.#boxes[stage].messages.messagesKey = undefined;
    }
    this.#answer = null;
    this.#reset.hidden = true;
    this.#state.textContent = '';
    const language = this.#language;
    this.#language = null;
    this.#onChange(this.#original);
    return this.show(language);
  }
}

// A build without AGAL_FRAMES_EDITOR leaves out the compiler and the editor.
function loadEditing() {
  editingParts = globalThis.makeEditing?.() ?? null;
  if (!editingParts) return;
  element('licenses').textContent = editingParts.licenses;
  element('about-editor').hidden = false;
  editingParts.prepare();
}

// The parts of all pairs that were shown. `replace(key, pair)` draws with another pair.
class Shaders {
  #parts = new Map();
  #replace;
  #languages = editingParts?.targetTable.filter(({name}) => name !== 'spv') ?? [drawnLanguage];
  #choice = make('select', {'aria-label': 'Language', onchange: () => this.#shown?.show(this.#language)}, ...this.#languages.map(({name, title}) =>
    make('option', {value: name, selected: name === drawnLanguage.name}, title)));
  #compiler = editingParts ? make('span.dim.compiler', {title: 'The compiler in this page, and the beginning of the SHA-256 of its module'},
    ` ${makeEditing.compiler.version}, ${makeEditing.compiler.hash}`) : '';
  #shown = null;

  constructor(replace) {
    this.#replace = replace;
  }

  get #language() {
    return this.#languages.find(({name}) => name === this.#choice.value);
  }

  // Returns the element of a pair. Without a pair, or if it is rejected, the element says so.
  partOf(key, pair) {
    if (!pair) return make('p', {}, 'No program is set.');
    if (pair.problem !== undefined) return make('p', {}, `The pair is rejected: ${pair.problem}`);
    if (!this.#parts.has(key)) this.#parts.set(key, new ShaderPart(pair, `pair-${this.#parts.size}`, (replacement) => this.#replace(key, replacement)));
    this.#shown = this.#parts.get(key);
    this.#shown.show(this.#language);
    const programs = make('p.dim.programs', {}, stageNames.map((stage) => `${stage} program ${pair[stage].hash}`).join(', '));
    return make('div', {}, make('label.language', {}, 'AGAL beside ', this.#choice), this.#compiler, programs, this.#shown.root);
  }
}
