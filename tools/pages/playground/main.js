// The main module of the playground. It connects the editors, the worker that runs agalc, the panels and the picture.
import { ask, latest } from './client.js';
import { ComparePanel } from './compare.js';
import { noteTables } from './completion.js';
import { Editor } from './editor.js';
import { Files, hashesOf } from './files.js';
import { guessScene, partnerOf } from './guesses.js';
import { Inputs, inputsOfDraw, readScene } from './inputs.js';
import { Knobs } from './knobs.js';
import { pairBase, showInterface } from './interface.js';
import { keepPage, keptFiles, keptPage } from './kept.js';
import { decode, encode, forgetUnsaved, keepUnsaved, unsavedAfter } from './link.js';
import { forPage, noteOptions, showMessages, summaryOf } from './messages.js';
import { inputsAfter, isNewProgram } from './new_program.js';
import { OptionFields } from './options.js';
import { Preview } from './preview.js';
import { SceneFields } from './scene_fields.js';
import { make } from './shared.js';
import { SourceMap } from './source_map.js';
import { StepPanel } from './steps.js';
import { Store, openedTexts, noSource, stages } from './store.js';
import { Tabs } from './tabs.js';
import { TargetPanel, targetTable } from './targets.js';
import { Tracing } from './tracing.js';

const typingPause = 50; // milliseconds
const linkPause = 400;
const maxImages = 16; // names of images that a link may mention
const maxSteps = 2; // undo steps of a replacement: the program, and a partner in its place

const byId = (id) => document.getElementById(id);

// Returns a function that calls `action` when it has not been called again for this time.
function debounced(milliseconds, action) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, milliseconds);
  };
}

const inputs = new Inputs();
const store = new Store(() => showPictureState());
const editors = Object.fromEntries(stages.map((stage) => [stage, new Editor(byId(`${stage}-editor`), {
  labelId: `${stage}-title`, describedBy: `${stage}-summary`, stage: () => stage, onInput: (before, isUndo) => typed(stage, before, isUndo),
  onUndone: (name) => takeBack(name), noteOf: (word) => noteOf(word), onLine: () => sourceMap.refresh()})]));
const sourceMap = new SourceMap(editors, byId('cards'));
const textsNow = () => ({vertex: editors.vertex.text, fragment: editors.fragment.text});

const preview = new Preview(byId('canvas-box'), inputs, (text, problem) => store.setPreviewState(text, problem), () => askAnalysis());
const optionFields = new OptionFields(byId('option-fields'), byId('option-count'), () => changed());
const targets = new TargetPanel({choices: byId('target-choices'), stageChoice: byId('target-stage'), cards: byId('cards')}, () => {
  followTargets();
  changed();
}, (stage, {line, column}) => editors[stage].goTo(line, column));
const steps = new StepPanel({list: byId('steps'), view: byId('step-view')});
const tracing = new Tracing(byId, preview, () => (store.analysis?.drawing ? {...store.analysis, inputs, options: optionFields.values} : null));
const knobs = new Knobs(byId('knobs'), inputs, (what) => sceneChanged(what), () => resetKnobs());
const sceneFields = new SceneFields(byId('scene-fields'), inputs, preview, (what) => sceneChanged(what));
const compare = new ComparePanel(byId, (stage) => (store.analysis === null ? null
  : {text: store.analysis.texts[stage], opened: openedTexts(store.original)[stage], options: optionFields.values}), () => linkSoon());
const files = new Files({panel: byId('found'), chooser: byId('chooser'), button: byId('open')}, (...opened) => openFile(...opened),
  (file) => knobs.takeImage(file));
const tabs = new Tabs(byId('tabs'), () => {
  showPanel();
  revealResults();
});

// Shows the interface and the steps for a chosen target.
function followTargets() {
  const [first] = targets.shown;
  for (const id of ['interface-target', 'step-target'])
    if (first !== undefined && !targets.shown.includes(byId(id).value)) byId(id).value = first;
}

// Scrolls to the results where less than a third of the window shows them, or where their beginning is out of sight.
function revealResults() {
  const {top} = byId('results').getBoundingClientRect();
  if (Math.round(top) < 0) scrollBy(0, top);
  else if (top > (innerHeight * 2) / 3) scrollBy(0, top - innerHeight * 0.4);
}

// Adds the content of a register in the picture to its explanation.
function noteOf(word) {
  const text = inputs.describe(word);
  return text === '' ? '' : `In the picture: ${text}`;
}

const isBase = (name) => typeof name === 'string' && /^[^/\\:*?"<>|\0-\x1f]{1,255}$/.test(name);

// --------------------------------------------------------------------------------------------------------------- analysis

const analyze = latest('analyze', (answer, question) => {
  store.setAnalysis(answer, question);
  for (const stage of stages) showChecks(stage, answer);
  targets.show(answer.products, store.basesOf(question.texts));
  sourceMap.refresh();
  if (answer.drawing?.reflection) {
    inputs.guess = guessScene(question.texts, answer.drawing);
    const isNewScene = store.takeNewScene();
    knobs.update(isNewScene);
    sceneFields.update();
    preview.setDrawing(answer.drawing, isNewScene);
  }
  showWhetherDrawn(answer);
  showPanel();
  document.documentElement.dataset.analyzed = question.change;
  if (question.change !== store.changes) return;
  if (store.wantsPartner && !byId('partner').hidden) {
    const missing = writePartner();
    store.setPartner(missing, editors[missing].text);
  }
  store.setWantsPartner(false);
});

const askSteps = latest('steps', (answer, question) => {
  store.setHasSteps(answer !== undefined);
  tabs.setAvailable('steps', store.hasSteps);
  if (store.hasSteps) steps.show(answer);
});

// Counts a change. The page shows the newest state when data-analyzed equals data-changes.
function noteChange() {
  document.documentElement.dataset.changes = store.countChange();
}

function askAnalysis() {
  noteChange();
  analyze({
    change: store.changes, texts: textsNow(), targets: targets.shown, interfaceTarget: byId('interface-target').value, drawTarget: preview.target,
    options: optionFields.values,
  });
}

const analyzeSoon = debounced(typingPause, askAnalysis);
const updateLinkSoon = debounced(linkPause, updateLink);

function linkSoon() {
  store.countState();
  updateLinkSoon();
}

function changed() {
  noteChange();
  analyzeSoon();
  linkSoon();
}

const showUndo = () => (byId('back').disabled = !store.canUndo);

// Follows a change of the user in an editor.
function typed(stage, before, isUndo) {
  if (isUndo) store.noteUndone(textsNow());
  else store.noteTyped(stage, before);
  showUndo();
  adaptKnobs(stage, before, isUndo);
  changed();
}

// Resets the inputs that a new program does not share with the one before. Undo brings them back.
function adaptKnobs(stage, before, isUndo) {
  const after = editors[stage].text;
  if (isUndo && store.inputsOf(after) === undefined) return;
  if (!isUndo && !isNewProgram(before, after)) return;
  const {scene, images} = inputs;
  const next = isUndo ? store.inputsOf(after) : inputsAfter(inputs, stage, before, after);
  store.keepInputs(before, {scene, images});
  if (JSON.stringify([next.scene, [...next.images.keys()]]) === JSON.stringify([scene, [...images.keys()]])) return;
  inputs.scene = next.scene;
  inputs.images = next.images;
  store.noteNewScene();
  byId('state').textContent = isUndo ? 'The knobs before are back.' : 'Knobs of the program before are at their defaults.';
}

function sceneChanged(what) {
  if (what === 'mesh') knobs.update();
  preview.refresh(what);
  tracing.refresh();
  linkSoon();
}

// Shows the diagnostics of a program. Diagnostics of a pair belong to the program that they name.
function showChecks(stage, {checks, pair}) {
  const {given, diagnostics} = checks[stage];
  const ofPair = (pair?.diagnostics ?? []).filter((each) => (each.stage ?? 'fragment') === stage);
  const all = [...diagnostics, ...ofPair];
  editors[stage].setDiagnostics(all);
  byId(`${stage}-summary`).textContent = given ? summaryOf(all) : 'empty';
  showMessages(byId(`${stage}-messages`), all, ({line, column}) => editors[stage].goTo(line, column));
}

function showPictureState() {
  const state = byId('preview-state');
  const {text, problem} = store.picture;
  if (state.textContent !== text) state.textContent = text; // screen readers read each change aloud
  state.classList.toggle('problem', problem);
}

// Shows whether the picture is of these programs. If it is not, the last picture stays visible.
function showWhetherDrawn({checks, pair, drawing}) {
  const current = Boolean(drawing?.reflection);
  byId('canvas-box').classList.toggle('stale', !current);
  const missing = stages.find((stage) => !checks[stage].given);
  const partner = byId('partner');
  partner.hidden = missing === undefined || stages.every((stage) => !checks[stage].given) || !checks[stages.find((stage) => stage !== missing)].ok;
  partner.textContent = missing === undefined ? '' : `Write a ${missing} program for it`;
  store.setMissingPicture(current ? ''
    : drawing?.diagnostics?.length > 0 ? `This cannot be drawn here: ${forPage(drawing.diagnostics[0].message)}.`
    : missing !== undefined ? `A picture needs a ${missing} program too.`
    : pair === null ? 'A picture needs two valid programs.' : `The two programs do not fit together: ${forPage(pair.diagnostics[0].message)}.`);
}

// Updates the visible panel. Other panels are updated when they become visible.
function showPanel() {
  const {analysis} = store;
  if (analysis === null) return;
  const panel = tabs.selected;
  tracing.setVisible(panel === 'trace');
  compare.setVisible(panel === 'compare');
  const {reflection, interfaceTarget, texts} = analysis;
  if (panel === 'interface') showInterface(byId('interface'), byId('interface-actions'), reflection, interfaceTarget, pairBase(store.basesOf(texts)));
  // The first answer says whether this agalc has the steps at all.
  if (store.hasSteps && (panel === 'steps' || byId('steps').childElementCount === 0)) {
    const stage = byId('step-stage').value;
    askSteps({text: analysis.texts[stage], stage, target: byId('step-target').value, options: optionFields.values});
  }
}

function writePartner() {
  const {analysis} = store;
  const missing = stages.find((stage) => !analysis.checks[stage].given);
  const other = missing === 'vertex' ? 'fragment' : 'vertex';
  editors[missing].text = partnerOf(other, analysis.reflection, analysis.texts[other]);
  changed();
  return missing;
}

// ------------------------------------------------------------------------------------------------------------------- link

// Returns the names of opened and of missing images by sampler.
const imageNames = (images, missing) => Object.fromEntries([...missing, ...[...images].map(([sampler, {fileName}]) => [sampler, fileName])]);

const stateNow = () => ({
  version: 1, ...textsNow(), names: store.basesOf(textsNow()), scene: inputs.scene, images: imageNames(inputs.images, inputs.missingImages), options: optionFields.values,
  targets: targets.shown, compare: compare.state,
});

async function updateLink() {
  markRow();
  const number = store.stateNumber;
  const link = `#p=${await encode(stateNow())}`;
  if (!store.setLink(link, number)) return; // a later call was faster
  history.replaceState(null, '', link);
  if (store.isLinked) forgetUnsaved();
}

// Keeps the changes that are not in the address yet. A page that ends cannot wait until they are encoded.
function saveChanges() {
  if (!store.isLinked) keepUnsaved(location.hash, stateNow());
  keepRow();
  const {texts, partner, bases, row} = store.original;
  keepPage({
    playing: preview.playing, rows: store.changedRows.map(([key, {images, missing, ...state}]) => [key, {...state, images: imageNames(images, missing)}]),
    open: row === null ? null : {hashes: hashesOf(row), texts, partner, bases},
  });
}

// Lists the files again that were listed before a reload, with the changes of their rows.
async function restoreList(page, list) {
  if (list.length === 0 || store.original.row !== null) return;
  for (const [key, state] of page.rows) store.restoreRow(key, {...state, scene: readScene(state.scene), ...findImages(namesOfImages(state.images), keptImage)});
  const before = store.original;
  await files.restore(list);
  for (const [, {hashes}] of store.changedRows) {
    const entry = files.entryOf(hashes);
    if (entry !== null) files.markChanged(entry, true);
  }
  const row = page.open === null ? null : files.entryOf(page.open.hashes);
  if (row === null || store.original !== before) return;
  const [vertex, fragment] = page.open.hashes;
  const recorded = inputsOfDraw(await ask('recorded', {hashes: {vertex, fragment}}));
  if (store.original !== before) return;
  store.setRow(page.open, row, recorded);
  files.mark(row);
  inputs.draw = recorded.draw;
  const {images, missing} = findImages(inputs.missingImages, imageOf(recorded));
  inputs.images = new Map([...inputs.images, ...images]);
  inputs.missingImages = missing;
  askAnalysis();
  markRow();
}

// Shows the changes that the page has kept when it ended, if it had the same address then.
function readUnsaved() {
  const state = unsavedAfter(location.hash);
  if (state === null) return false;
  try {
    showState(state, 'The programs are as you left them.');
  } catch {
    return false;
  }
  linkSoon();
  return true;
}

// Returns the names of the images that a link does not contain, by sampler. Older links have a list of names.
const namesOfImages = (images) => new Map(Object.entries(images ?? {}).filter(([, name]) => isBase(name)).slice(0, maxImages));

let keptImages = new Map(); // the images before a reload, by name
const keptImage = (sampler, name) => keptImages.get(name);

// Returns a function that finds an image of a recorded draw by the sampler and the name.
const imageOf = (recorded) => (sampler, name) => (recorded.images.get(sampler)?.fileName === name ? recorded.images.get(sampler) : undefined);

// Finds images by sampler and name: returns {images, missing}, with the names that `find` does not know.
function findImages(names, find) {
  const images = new Map(), missing = new Map();
  for (const [sampler, name] of names) {
    const image = find(sampler, name);
    if (image === undefined) missing.set(sampler, name);
    else images.set(sampler, image);
  }
  return {images, missing};
}

const withImages = (remark, missing) => (missing.size === 0 ? remark : `${remark.slice(0, -1)}, without ${[...new Set(missing.values())].join(', ')}.`);

// Shows the state of a link. Throws if it does not contain programs.
function showState({vertex, fragment, names, scene, images: given, options, targets: shown, compare: compared}, remark) {
  if (typeof vertex !== 'string' || typeof fragment !== 'string') throw new Error('no programs');
  if (Array.isArray(shown)) targets.shown = shown;
  followTargets();
  optionFields.values = options;
  const bases = Object.fromEntries(stages.map((stage) => [stage, names?.[stage]]).filter(([, name]) => isBase(name)));
  const {images, missing} = findImages(namesOfImages(given), keptImage);
  setPrograms({vertex, fragment}, readScene(scene), images, {remark: withImages(remark, missing), bases, missingImages: missing});
  compare.state = compared;
}

async function copyLink() {
  await updateLink();
  const button = byId('share');
  button.style.minWidth = `${button.getBoundingClientRect().width}px`; // the buttons next to it stay in place
  try {
    await navigator.clipboard.writeText(location.href);
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'The link is in the address';
  }
  setTimeout(() => (button.textContent = 'Copy link'), 2000);
}

// Returns true if the user changed the programs or the knobs of the open row.
function isRowChanged() {
  const texts = textsNow();
  const opened = openedTexts(store.original);
  const {scene, images} = store.original.recorded;
  return stages.some((stage) => texts[stage] !== opened[stage]) || JSON.stringify(inputs.scene) !== JSON.stringify(scene) ||
    inputs.images.size !== images.size || [...inputs.images].some(([sampler, image]) => images.get(sampler) !== image);
}

function markRow() {
  if (store.original.row !== null) files.markChanged(store.original.row, isRowChanged());
}

// Keeps the programs of the open row, if the user changed them.
function keepRow() {
  const {row} = store.original;
  if (row === null) return;
  markRow();
  const {images, missingImages: missing, scene} = inputs;
  store.keepRow(isRowChanged() ? {texts: textsNow(), scene, images, missing, hashes: hashesOf(row)} : null);
}

// Replaces everything by an example, a file or a link. Undo in one editor reverts both editors and the scene.
// `source` has the keys of the store's `original` that differ from `noSource`; its programs may be older than these texts.
function setPrograms({vertex = '', fragment = ''}, scene, images = new Map(), source = {}) {
  keepRow();
  const before = {texts: textsNow(), scene: inputs.scene, images: inputs.images, original: store.original};
  const after = {texts: {vertex, fragment}, scene, images, original: {...noSource, texts: {vertex, fragment}, ...source}};
  store.setWantsPartner(false);
  const isFirst = store.isEmpty;
  const number = isFirst ? null : store.addReplacement(before, after);
  showUndo();
  for (const stage of stages)
    if (isFirst) editors[stage].begin(after.texts[stage]);
    else editors[stage].replaceAs(number, after.texts[stage]);
  setScene(after);
  preview.setSeconds(0);
  askAnalysis();
}

// Opens the programs of a file. A single program replaces the program of its stage. A program from a list gets a partner.
// A row that the user changed before shows the changes, unless it is the open row.
function openFile(texts, name, bases, row, draw) {
  const before = textsNow();
  const both = texts.vertex !== undefined && texts.fragment !== undefined;
  const recorded = inputsOfDraw(draw);
  const source = {
    bases: {...(both ? {} : store.basesOf(before)), ...bases}, row, recorded, missingImages: recorded.missing,
    remark: withImages(`From ${name}${draw === undefined ? '' : ', with the inputs of its largest draw'}.`, recorded.missing),
  };
  const kept = row === null || store.isOpen(texts) ? undefined : store.changedRow(texts);
  if (kept === undefined) {
    const [stage] = Object.keys(texts);
    const {scene, images} = both ? copyOf(recorded) : inputsAfter(inputs, stage, before[stage], texts[stage]);
    setPrograms({...before, ...texts}, scene, images, source);
  }
  else {
    const {images, missing} = findImages(kept.missing, imageOf(recorded));
    setPrograms(kept.texts, kept.scene, new Map([...kept.images, ...images]),
      {...source, texts, partner: kept.partner, missingImages: missing, remark: withImages(`From ${name}, with your changes.`, missing)});
  }
  store.setWantsPartner(kept === undefined && both && (texts.vertex === '' || texts.fragment === ''));
  const given = stages.filter((stage) => (texts[stage] ?? '') !== '');
  if (given.length === 1) for (const id of ['step-stage', 'compare-stage']) byId(id).value = given[0];
  linkSoon();
}

const copyOf = ({scene, images}) => ({scene: structuredClone(scene), images: new Map(images)});

// Sets all inputs to their defaults, or as they were recorded.
function resetKnobs() {
  const {scene, images} = copyOf(store.original.recorded);
  setPrograms(textsNow(), scene, images, {...store.original, remark: 'All knobs are reset.'});
  linkSoon();
}

// Undoes the last change of an editor. Else reverts the last replacement, or makes it again if an editor has undone it.
function goBack() {
  const stage = store.lastTyped;
  if (stage !== undefined && editors[stage].undo()) return;
  store.forgetTyped();
  showUndo();
  if (store.lastReplacement === undefined) return;
  const {before, after, done} = store.lastReplacement;
  const state = done ? before : after;
  setPrograms(state.texts, state.scene, state.images, state.original);
  byId('state').textContent = done ? 'The programs before are back.' : 'The undone programs are back.';
  linkSoon();
}

function setScene(state) {
  const {scene, images, original} = state;
  compare.follow(openedTexts(store.original), openedTexts(original));
  store.setOriginal(original);
  byId('state').textContent = original.remark;
  byId('examples').value = original.example;
  files.mark(original.row);
  inputs.scene = scene;
  inputs.images = images;
  inputs.missingImages = original.missingImages;
  inputs.draw = original.recorded.draw;
}

// Follows an editor that has undone or redone a replacement. The other editor does the same, unless its text has
// changed since.
function takeBack(number) {
  store.turn(number, (from, to, done) => {
    for (const stage of stages)
      if (editors[stage].text === from.texts[stage])
        for (let steps = 0; steps < maxSteps && editors[stage].text !== to.texts[stage]; ++steps) editors[stage][done ? 'redo' : 'undo']();
    // A mixture with the text of a changed editor does not belong to a row.
    const isWhole = stages.every((stage) => editors[stage].text === to.texts[stage]);
    setScene(isWhole ? to : {...to, original: {...to.original, row: null}});
  });
  changed();
}

// Loads the programs in the fragment of the address. Returns true if there were any.
async function readLink(link) {
  if (!link.startsWith('#p=')) return false;
  if (store.isLastLink(link)) return true;
  try {
    showState(await decode(link.slice(3)), 'The program is from the link.');
  } catch {
    byId('state').textContent = 'The link in the address is damaged.';
    return false;
  }
  return true;
}

// --------------------------------------------------------------------------------------------------------------- examples

async function loadExamples() {
  const list = await (await fetch(new URL('./examples.json', import.meta.url))).json();
  const select = byId('examples');
  select.append(make('option', {value: ''}, 'choose one'), ...list.map(({title}, i) => make('option', {value: String(i)}, title)));
  const show = (index) => {
    const base = list[index].title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
    setPrograms(list[index], readScene(list[index].scene), new Map(), {bases: {vertex: base, fragment: base}, example: String(index)});
  };
  select.addEventListener('change', () => {
    if (select.value === '') return;
    show(Number(select.value));
    linkSoon();
  });
  return () => show(0);
}

// ------------------------------------------------------------------------------------------------------------------- time

const narrow = matchMedia('(max-width: 1365px)');
const stillness = matchMedia('(prefers-reduced-motion: reduce)');

function play(on) {
  preview.play(on);
  byId('play').textContent = on ? 'Pause' : 'Play';
  byId('play').setAttribute('aria-pressed', String(on));
}

// Closes the menu on Escape or on a click elsewhere.
function connectMenu(menu) {
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    menu.open = false;
    menu.querySelector('summary').focus();
  });
  addEventListener('pointerdown', (event) => {
    if (!menu.contains(event.target)) menu.open = false;
  });
}

// Places the knobs. On a narrow screen, the results of agalc come before them.
function placeKnobs() {
  const knobs = byId('knobs');
  if (narrow.matches) byId('results').after(knobs);
  else byId('preview').append(knobs);
}

function connectControls() {
  placeKnobs();
  narrow.addEventListener('change', placeKnobs);
  byId('play').addEventListener('click', () => {
    play(!preview.playing);
    tracing.refresh();
  });
  byId('restart').addEventListener('click', () => {
    preview.setSeconds(0);
    tracing.refresh();
  });
  stillness.addEventListener('change', () => stillness.matches && play(false));
  byId('share').addEventListener('click', copyLink);
  byId('back').addEventListener('click', goBack);
  byId('partner').addEventListener('click', () => editors[writePartner()].focus());
  byId('skip').addEventListener('click', (event) => {
    event.preventDefault();
    editors.vertex.focus();
  });
  byId('skip-knobs').addEventListener('click', (event) => {
    event.preventDefault();
    byId(`tab-${tabs.selected}`).focus();
  });
  byId('canvas-box').addEventListener('click', (event) => {
    tracing.choosePixel(event); // before the page scrolls
    tabs.select('trace');
  });
  for (const id of ['step-stage', 'step-target']) byId(id).addEventListener('change', () => showPanel());
  byId('interface-target').addEventListener('change', askAnalysis);
  connectMenu(byId('options'));
  addEventListener('pagehide', saveChanges);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return;
    saveChanges(); // a hidden page may end without a further event
    if (!store.isLinked) updateLink();
  });
  // Uses the URL of the event, because by now a later change may have replaced the page's address.
  addEventListener('hashchange', ({newURL}) => readLink(new URL(newURL).hash));
  const titled = targetTable.map(({name, title}) => make('option', {value: name}, title));
  byId('interface-target').append(...titled.map((option) => option.cloneNode(true)));
  byId('step-target').append(...titled);
}

async function main() {
  connectControls();
  const showFirst = await loadExamples();
  const {version, options, tables} = await ask('about');
  noteTables(tables);
  byId('version').textContent = `${version}.`;
  byId('state').textContent = '';
  optionFields.offer(options);
  noteOptions(optionFields.names);
  const page = keptPage();
  const kept = page === null ? null : await keptFiles();
  keptImages = kept?.images ?? keptImages;
  if (!readUnsaved() && !(await readLink(location.hash))) {
    const {textContent} = byId('state'); // says that the link is damaged
    showFirst();
    byId('state').textContent = textContent;
  }
  play(!stillness.matches && page?.playing !== false);
  if (Array.isArray(page?.rows)) restoreList(page, kept.files);
  await preview.use('auto');
}

main();
