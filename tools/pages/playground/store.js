// The state of the page that its editors, panels and inputs do not have. Only the functions of the store change the state.
import { inputsOfDraw } from './inputs.js';

export const stages = ['vertex', 'fragment'];

const changedEnding = '-changed';
const keyOf = ({vertex, fragment}) => JSON.stringify([vertex, fragment]);

// An example, file or link: the programs, the partner that the page wrote, beginnings of names of files, the names of images
// that a link does not contain by sampler, the text about it in the head of the page, the entry in the list of a file, and the
// value of the list of examples. `recorded` has the inputs that the file has for the pair.
export const noSource = {
  texts: {}, partner: {}, bases: {}, missingImages: new Map(), remark: '', row: null, example: '', recorded: inputsOfDraw(),
};

// Returns the programs of a source without the user's changes, and the partner that the page wrote.
export const openedTexts = ({texts, partner}) => ({...texts, ...partner});

export class Store {
  #changes = 0;
  #analysis = null;
  #hasSteps = true;
  #stateNumber = 0; // the number of changes to the state that a link contains
  #linkedNumber = 0; // the number of changes that the address contains
  #lastLink = '';
  #previewState = {text: '', problem: false};
  #missingPicture = '';
  #original = noSource;
  #isNewScene = true;
  #wantsPartner = false;
  #typed = []; // {stage, before} of the changes since the last replacement, where `before` is the text before changes in one editor
  #inputsOf = new Map(); // {scene, images} by the text of a program that was replaced in its editor
  #replacements = []; // {before, after, done}, where before and after are {texts, scene, images, original}
  // {texts, partner, scene, images, missing, hashes} by the programs of the file; `missing` as `missingImages`.
  #changedRows = new Map();
  #onPicture;

  // `onPicture` is called when the state of the picture has changed.
  constructor(onPicture) {
    this.#onPicture = onPicture;
  }

  // --------------------------------------------------------------------------------------------------------------- analysis

  // The number of changes that affect the analysis.
  get changes() {
    return this.#changes;
  }

  // Counts a change, and returns the new number.
  countChange() {
    return ++this.#changes;
  }

  // The last answer with its question; null before the first one.
  get analysis() {
    return this.#analysis;
  }

  setAnalysis(answer, {texts, interfaceTarget}) {
    this.#analysis = {...answer, texts, interfaceTarget};
  }

  // Returns true if nothing was opened yet.
  get isEmpty() {
    return this.#analysis === null && this.#changes === 0;
  }

  // False if this agalc does not have the steps of a program.
  get hasSteps() {
    return this.#hasSteps;
  }

  setHasSteps(hasSteps) {
    this.#hasSteps = hasSteps;
  }

  // ------------------------------------------------------------------------------------------------------------------- link

  get stateNumber() {
    return this.#stateNumber;
  }

  countState() {
    ++this.#stateNumber;
  }

  // Returns true if the address contains all changes.
  get isLinked() {
    return this.#linkedNumber >= this.#stateNumber;
  }

  // Notes the link of a state. Returns false if the address already has the link of a later state.
  setLink(link, number) {
    if (number < this.#linkedNumber) return false;
    this.#lastLink = link;
    this.#linkedNumber = number;
    return true;
  }

  isLastLink(link) {
    return link === this.#lastLink;
  }

  // ---------------------------------------------------------------------------------------------------------------- picture

  // The text about the picture: why these programs do not have one, or what the preview reports.
  get picture() {
    return this.#missingPicture === '' ? this.#previewState : {text: this.#missingPicture, problem: false};
  }

  setPreviewState(text, problem) {
    this.#previewState = {text, problem};
    this.#onPicture();
  }

  // Sets the reason why these programs do not have a picture; '' if they have one.
  setMissingPicture(reason) {
    this.#missingPicture = reason;
    this.#onPicture();
  }

  // Returns true once after programs were opened: the knobs do not show their scene yet.
  takeNewScene() {
    const isNew = this.#isNewScene;
    this.#isNewScene = false;
    return isNew;
  }

  // ----------------------------------------------------------------------------------------------------------------- source

  // The source of the programs, such as `noSource`.
  get original() {
    return this.#original;
  }

  setOriginal(original) {
    this.#original = original;
    this.#isNewScene = true;
  }

  // Notes that the knobs do not show the scene.
  noteNewScene() {
    this.#isNewScene = true;
  }

  // Keeps the inputs of a program that another one replaces in its editor, until the change is undone.
  keepInputs(text, inputs) {
    this.#inputsOf.set(text, inputs);
  }

  // Returns the inputs that were kept with a program, or undefined.
  inputsOf(text) {
    return this.#inputsOf.get(text);
  }

  // Sets the row of the open programs, after the list of files was shown again, and the inputs that the file has for them.
  setRow({texts, partner, bases}, row, recorded) {
    this.#original = {...this.#original, texts, partner, bases, row, recorded};
    this.#isNewScene = true;
  }

  // Returns the beginnings of the names of files: a program that was changed has another one.
  basesOf(texts) {
    return Object.fromEntries(stages.map((stage) => {
      const base = this.#original.bases[stage] ?? 'program';
      const isNamed = base === 'program' || base.endsWith(changedEnding) || this.#original.texts[stage] === '';
      return [stage, isNamed || texts[stage] === this.#original.texts[stage] ? base : base + changedEnding];
    }));
  }

  // True until a program without a partner is analyzed and gets one.
  get wantsPartner() {
    return this.#wantsPartner;
  }

  setWantsPartner(wants) {
    this.#wantsPartner = wants;
  }

  // Adds the partner that the page wrote to the last replacement, with which undo reverts it.
  setPartner(stage, text) {
    const {after} = this.#replacements.at(-1);
    after.texts[stage] = text;
    after.original.partner = {[stage]: text};
  }

  // ------------------------------------------------------------------------------------------------------ rows with changes

  isOpen(texts) {
    return this.#original.row !== null && keyOf(this.#original.texts) === keyOf(texts);
  }

  // Returns the changed programs of a row; undefined if it has none.
  changedRow(texts) {
    return this.#changedRows.get(keyOf(texts));
  }

  // The changed programs of all rows: [key, programs].
  get changedRows() {
    return [...this.#changedRows];
  }

  // Keeps the changed programs of the open row; null if the user did not change them.
  keepRow(state) {
    const key = keyOf(this.#original.texts);
    if (state === null) this.#changedRows.delete(key);
    else this.#changedRows.set(key, {...state, partner: this.#original.partner});
  }

  restoreRow(key, state) {
    this.#changedRows.set(key, state);
  }

  // ------------------------------------------------------------------------------------------------------------ replacements

  // Notes that the user has changed the program of a stage. `before` is its text before the change.
  noteTyped(stage, before) {
    if (this.#typed.at(-1)?.stage !== stage) this.#typed.push({stage, before});
  }

  // Forgets the changes that the editors have undone.
  noteUndone(texts) {
    while (this.#typed.length > 0 && texts[this.#typed.at(-1).stage] === this.#typed.at(-1).before) this.#typed.pop();
  }

  forgetTyped() {
    this.#typed = [];
  }

  // The stage of the program that the user changed last since the last replacement; undefined if there is none.
  get lastTyped() {
    return this.#typed.at(-1)?.stage;
  }

  // True if anything can be undone.
  get canUndo() {
    return this.#typed.length > 0 || this.#replacements.length > 0;
  }

  // Returns the number of the replacement.
  addReplacement(before, after) {
    this.#typed = [];
    return this.#replacements.push({before, after, done: true}) - 1;
  }

  // Returns the last replacement.
  get lastReplacement() {
    return this.#replacements.at(-1);
  }

  // Follows an editor that has undone or redone a replacement: `move(from, to, done)` does the same with the rest of the page. This
  // function does nothing if it is called by the other editor while that one follows.
  turn(number, move) {
    const replacement = this.#replacements[number];
    if (replacement.isMoving) return;
    replacement.isMoving = true;
    replacement.done = !replacement.done;
    const {before, after, done} = replacement;
    if (done) move(before, after, done);
    else move(after, before, done);
    this.#wantsPartner = false;
    replacement.isMoving = false;
  }
}
