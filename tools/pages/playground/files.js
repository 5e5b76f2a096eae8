// Opens files that are dropped or chosen, and lists the programs of a file next to the open program.
import { ask } from './client.js';
import { keepFiles } from './kept.js';
import { showMessages, summaryOf } from './messages.js';
import { VirtualList, make, plural } from './shared.js';
import { Thumbnails } from './thumbnails.js';

const placesAtOnce = 3; // the maximum number of shown places of one program

const shortName = ({hash}) => hash.slice(0, 12);
const programsOf = ({vertex, fragment}) => [vertex, fragment].filter((program) => program !== undefined);

// Returns the hashes of the programs of an entry.
export const hashesOf = (entry) => programsOf(entry).map(({hash}) => hash);

const namesOf = (files) => files.map(({name}) => name).join(', ');

// Merges the programs of several files. A program that several files contain is kept once, with all its origins and
// pairs. `answers` are [file, {programs}].
function mergedPrograms(answers) {
  const byHash = new Map();
  for (const [{name}, {programs}] of answers)
    for (const program of programs) {
      const known = byHash.get(program.hash);
      if (known === undefined) {
        byHash.set(program.hash, {...program, files: [name]});
        continue;
      }
      const better = new Map(program.pairs.filter((pair) => pair.isDrawn || !known.pairs.some((other) => other.with === pair.with)).map((pair) => [pair.with, pair]));
      known.files.push(name);
      known.pairs = [...known.pairs.filter((pair) => !better.has(pair.with)), ...better.values()];
      known.origins = [...known.origins, ...program.origins];
    }
  return [...byHash.values()];
}

// Returns the pairs of a list of programs, each once, and the programs without a partner: [{vertex, fragment,
// evidence, isDrawn}]. Pairs that recorded frames draw come first.
function entriesOf(programs) {
  const byHash = new Map(programs.map((program) => [program.hash, program]));
  const entries = [];
  for (const vertex of programs.filter(({stage}) => stage === 'vertex'))
    for (const {with: partner, evidence, isDrawn = false} of vertex.pairs)
      if (byHash.has(partner)) entries.push({vertex, fragment: byHash.get(partner), evidence, isDrawn});
  const paired = new Set(entries.flatMap(({vertex, fragment}) => [vertex.hash, fragment.hash]));
  for (const program of programs) if (!paired.has(program.hash)) entries.push({[program.stage]: program, evidence: '', isDrawn: false});
  return entries.sort((a, b) => Number(b.isDrawn) - Number(a.isDrawn));
}

// Returns the first name that the file gives to the programs, a class or an entry of an archive; '' if there is none.
const nameOf = (entry) => programsOf(entry).flatMap(({origins}) => origins.map(({name}) => name ?? '')).find((name) => name !== '') ?? '';
const titleOf = (entry) => nameOf(entry) || programsOf(entry).map(shortName).join(' · ');

// Returns the certainty of the find, and the choices of the code for a variant: "variant: tinted".
const remarkOf = ({certainty = 'exact', detail = ''}) => (detail === '' ? (certainty === 'exact' ? '' : certainty) : `${certainty}: ${detail}`);

function conditionsOf(program) {
  const all = [...new Set(program.origins.map(remarkOf).filter((text) => text !== ''))];
  const rest = all.length - placesAtOnce;
  return rest > 0 ? [...all.slice(0, placesAtOnce), `and ${plural(rest, 'other')}`] : all;
}

// Groups entries that have the same name and differ only in the options of samplers: [[first, …], …].
export function variantsOf(entries) {
  const rows = new Map();
  for (const entry of entries) {
    const key = JSON.stringify([nameOf(entry), ...programsOf(entry).map(({hash, family = hash}) => family)]);
    if (!rows.has(key)) rows.set(key, []);
    rows.get(key).push(entry);
  }
  return [...rows.values()];
}

// Returns the texts of an entry's row, for tests.
export const rowText = (entry) => ({title: titleOf(entry), conditions: programsOf(entry).flatMap((program) => conditionsOf(program))});

// Returns the line about a program.
const programLine = (program) => make('div.label', {title: [...conditionsOf(program), ...program.samplers].join('\n') || null},
  make(`span.stage.${program.stage}`, {}, program.stage), ` AGAL ${program.version}, ${plural(program.tokens, 'token')} · `, make('code', {}, shortName(program)),
  ...[...conditionsOf(program), ...program.samplers].map((text) => ` · ${text}`));

// The beginning of the names of files that are saved: "QuadBatch-d935fd18bafa".
function baseOf(entry, program) {
  const name = nameOf(entry).split(/[.:/]/).at(-1).replace(/[^\w-]+/g, '_');
  return name === '' ? shortName(program) : `${name}-${shortName(program)}`;
}
const withoutEnding = (fileName) => fileName.replace(/\.[^.]*$/, '');

// Returns the words of an entry that the search compares.
const wordsOf = (entry) => programsOf(entry).flatMap(({hash, stage, samplers, origins}) =>
  [hash, stage, ...samplers, ...origins.flatMap(({container, name, certainty, detail}) => [container, name, certainty, detail])])
  .join(' ').toLowerCase();

export class Files {
  #panel;
  #onPrograms;
  #takeImage;
  #thumbnails = new Thumbnails();
  #rows = []; // {variants, words}
  #list = null; // shows items: {row, entry}
  #open = null; // the open entry
  #asked = null; // the entry that is being opened
  #rowHeight = 0;
  #changed = new Set(); // entries with changes of the user
  #request = 0; // the number of the last request to open files or an entry; answers to earlier requests are ignored

  // `onPrograms({vertex, fragment}, name, bases, row, draw)` receives the texts, the beginnings of names of files by stage, the
  // entry, and the recorded draw of the pair, if there is one. For a file with one program, the other text is missing, and the
  // entry is null; for an entry of the list, the other text is empty.
  // `takeImage(file)` shows a dropped image in a texture; it returns false if there is no texture.
  constructor({panel, chooser, button}, onPrograms, takeImage) {
    this.#panel = panel;
    this.#onPrograms = onPrograms;
    this.#takeImage = takeImage;
    button.addEventListener('click', () => chooser.click());
    chooser.addEventListener('change', () => {
      if (chooser.files.length > 0) this.open([...chooser.files]);
      chooser.value = '';
    });
    for (const name of ['dragenter', 'dragover', 'dragleave', 'drop'])
      addEventListener(name, (event) => this.#drag(event));
    addEventListener('resize', () => this.#list !== null && this.#rowHeight !== this.#heightNow && this.#show());
  }

  #drag(event) {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    const leaves = event.type === 'drop' || (event.type === 'dragleave' && event.relatedTarget === null);
    document.body.classList.toggle('dropping', !leaves);
    const takesImage = event.target instanceof Element && event.target.closest('.texture') !== null;
    if (event.type !== 'drop' || takesImage) return;
    const files = [...event.dataTransfer.files];
    if (files.length !== 1 || !files[0].type.startsWith('image/') || !this.#takeImage(files[0])) this.open(files);
  }

  // Opens files. The programs of containers are listed together. If there are none, the first program of each stage is
  // opened, so that a vertex and a fragment program can be dropped at once.
  async open(files) {
    const read = await this.#read(files);
    if (read === null) return;
    const {single, listed} = read;
    const hasList = listed.some(([, {programs}]) => programs.length > 0);
    if (!hasList && single.length > 0) this.#openSingle(single);
    if (listed.length === 0) return;
    this.#showList(listed, hasList ? single.map(([file]) => file) : []);
    if (!hasList) return;
    keepFiles(files);
    this.#use(this.#rows[0].variants[0]);
  }

  // Reads files: {single, listed}, both [file, answer]. Returns null if other files have been opened meanwhile.
  async #read(files) {
    const request = ++this.#request;
    const single = [], listed = [];
    for (const file of files) {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const answer = await ask('open', {bytes, name: file.name}, [bytes.buffer]);
      if (request !== this.#request) return null;
      if (answer.program === undefined) listed.push([file, {programs: [], ...answer}]);
      else single.push([file, answer]);
    }
    return {single, listed};
  }

  // Lists the programs of files again, after a reload, and does not open one.
  async restore(files) {
    const read = await this.#read(files);
    if (read === null || read.listed.length === 0) return;
    const focused = document.activeElement;
    this.#showList(read.listed, read.single.map(([file]) => file));
    focused.focus();
  }

  #openSingle(answers) {
    const texts = {};
    const bases = {};
    const opened = [], left = []; // files
    for (const [file, {program: {stage, text}}] of answers) {
      (stage in texts ? left : opened).push(file);
      texts[stage] ??= text;
      bases[stage] ??= withoutEnding(file.name);
    }
    if (this.#rows.length === 0) this.#panel.hidden = true; // it says that an earlier file does not have programs
    this.#panel.querySelector('.notice')?.remove();
    this.#onPrograms(texts, `${namesOf(opened)}${left.length === 0 ? '' : ` (not opened: ${namesOf(left)})`}`, bases, null);
  }

  // Returns the entry with these programs, or null.
  entryOf(hashes) {
    const key = JSON.stringify(hashes);
    return this.#rows.flatMap(({variants}) => variants).find((entry) => JSON.stringify(hashesOf(entry)) === key) ?? null;
  }

  // Marks the open entry, or no entry.
  mark(entry) {
    this.#open = entry;
    this.#asked = null;
    this.#show();
  }

  // Marks an entry with changes of the user, or not.
  markChanged(entry, isChanged) {
    if (this.#changed.has(entry) === isChanged) return;
    if (isChanged) this.#changed.add(entry);
    else this.#changed.delete(entry);
    this.#list?.refresh();
  }

  // Opens an entry.
  async #use(entry) {
    const request = ++this.#request;
    this.#asked = entry;
    const texts = {vertex: '', fragment: ''};
    const bases = {vertex: 'partner', fragment: 'partner'};
    for (const program of programsOf(entry)) {
      texts[program.stage] = (await ask('take', {hash: program.hash}))?.text;
      bases[program.stage] = baseOf(entry, program);
    }
    const names = new Set(programsOf(entry).flatMap(({files}) => files));
    const hashes = Object.fromEntries(programsOf(entry).map(({stage, hash}) => [stage, hash]));
    const draw = await ask('recorded', {hashes});
    if (request !== this.#request) return;
    this.#onPrograms(texts, [...names].join(', '), bases, entry, draw);
  }

  #pictureOf(entry) {
    if (entry.vertex !== undefined && entry.fragment !== undefined) return (entry.thumbnail ??= this.#thumbnails.of(entry));
    const [{stage}] = programsOf(entry);
    return make(`span.thumbnail.glyph.${stage}`, {'aria-hidden': 'true'}, stage[0].toUpperCase());
  }

  // Returns the row of an entry. The first variant has the name, the others have the options of their samplers.
  #rowOf({row: {variants}, entry}) {
    const isFirst = entry === variants[0];
    const [, place = '', own] = /^((?:[a-z_$][\w$]*\.)+(?=[A-Z]))?(.*)$/s.exec(titleOf(entry)); // the package and the class
    const name = isFirst ? own : programsOf(entry).flatMap(({samplers}) => samplers).join(', ') || shortName(programsOf(entry)[0]);
    const remarks = [isFirst ? titleOf(entry) : '', entry.evidence && `A pair: ${entry.evidence}`].filter(Boolean);
    return make(isFirst ? 'div.row' : 'div.row.variant', {title: remarks.join('\n')}, isFirst ? this.#pictureOf(entry) : make('span.thumbnail'),
      make('div.name', {}, name, isFirst && variants.length > 1 && make('span.dim', {title: 'They differ in the options of samplers.'}, ` ${variants.length} variants`),
        entry.isDrawn && make('span.drawn', {}, 'drawn'), this.#changed.has(entry) && make('span.changed', {}, 'changed'),
        isFirst && place !== '' && make('span.dim', {}, ` ${place.slice(0, -1)}`)),
      programsOf(entry).map((program) => programLine(program)));
  }

  // The height of a row, which depends on the size of the window.
  get #heightNow() {
    return parseFloat(getComputedStyle(this.#list.container).getPropertyValue('--row'));
  }

  // Shows the rows that match the search, and the variants of the open entry below its row.
  #show() {
    if (this.#list === null) return;
    const search = this.#panel.querySelector('header input');
    const words = search.value.toLowerCase().split(/\s+/).filter((word) => word !== '');
    const fitting = this.#rows.filter((row) => words.every((word) => row.words.includes(word)));
    const items = fitting.flatMap((row) => (row.variants.includes(this.#open) ? row.variants : row.variants.slice(0, 1)).map((entry) => ({row, entry})));
    this.#rowHeight = this.#heightNow;
    const {container} = this.#list;
    const {scrollTop} = container;
    this.#list.show(items, -1);
    container.scrollTop = scrollTop;
    this.#list.show(items, items.findIndex(({entry}) => entry === this.#open));
    this.#panel.querySelector('.count').textContent = words.length === 0 ? '' : `${fitting.length} of ${this.#rows.length} rows`;
  }

  // The keys of the search and of the list.
  #pressed(event, search) {
    const isSearch = event.target === search;
    const offset = isSearch ? (['ArrowDown', 'Enter'].includes(event.key) ? 0 : undefined) : this.#list.offsetOf(event.key);
    const from = this.#list.items.find(({entry}) => entry === (this.#asked ?? this.#open));
    const item = offset === undefined ? undefined : this.#list.itemAfter(offset, from);
    if (item === undefined) return;
    event.preventDefault();
    this.#list.container.focus();
    this.#use(item.entry);
  }

  // Hides the list, but not its head; or shows the list with the open entry.
  #fold(button) {
    const folded = this.#panel.classList.toggle('folded');
    button.textContent = folded ? 'Show list' : 'Hide list';
    button.setAttribute('aria-expanded', String(!folded));
    if (!folded) this.#list.reveal();
  }

  #remarks(diagnostics, isOnly) {
    const messages = make('div.messages');
    showMessages(messages, diagnostics);
    const isOpen = isOnly || diagnostics.some(({severity}) => severity === 'error');
    return diagnostics.length > 0 && make('details.remarks', {open: isOpen}, make('summary', {}, summaryOf(diagnostics)), messages);
  }

  // Explains a list without programs; an error explains itself.
  #reason(files, diagnostics) {
    if (files.some(({type}) => type.startsWith('image/'))) return 'The open programs do not have a texture that could show an image.';
    return diagnostics.some(({severity}) => severity === 'error') ? '' : 'Programs that a game builds while it runs are not in its file.';
  }

  // Says above the list of an earlier file that these files do not have programs.
  #notice(files, diagnostics) {
    const title = make('h3', {tabindex: '-1'}, `No programs in ${namesOf(files)}`);
    const reason = this.#reason(files, diagnostics);
    const notice = make('section.notice', {'aria-label': 'Files without programs'},
      make('header', {}, title, make('button', {type: 'button', onclick: () => {
        notice.remove();
        this.#panel.querySelector('#found-title')?.focus();
      }}, 'Close')),
      reason !== '' && make('p.dim', {}, reason), this.#remarks(diagnostics, true));
    this.#panel.querySelector('.notice')?.remove();
    this.#panel.prepend(notice);
    this.#panel.scrollTop = 0;
    title.focus();
  }

  // Lists the programs of files: `answers` are [file, {programs, diagnostics}]. `left` are the files that are not opened.
  // Files without programs do not replace the list of an earlier file.
  #showList(answers, left) {
    const files = answers.map(([file]) => file);
    const programs = mergedPrograms(answers);
    const diagnostics = answers.flatMap(([, {diagnostics: found}]) => found);
    if (programs.length === 0 && this.#rows.length > 0) {
      this.#notice(files, diagnostics);
      return;
    }
    this.#rows = variantsOf(entriesOf(programs)).map((variants) => ({variants, words: variants.map(wordsOf).join(' ')}));
    this.#changed.clear();
    this.#panel.classList.remove('folded');
    const isEmpty = programs.length === 0;
    const title = make('h2', {id: 'found-title', tabindex: '-1'}, `${isEmpty ? 'No programs' : plural(programs.length, 'program')} in ${namesOf(files)}`);
    const search = make('input', {type: 'search', placeholder: 'class, condition, hash', oninput: () => this.#show()});
    const field = make('label.field', {}, make('span.label', {}, 'Find'), search, make('span.dim.count', {role: 'status'}));
    const button = make('button', {type: 'button', 'aria-expanded': isEmpty ? null : 'true', onclick: () => {
      if (isEmpty) this.#panel.hidden = true;
      else this.#fold(button);
    }}, isEmpty ? 'Close' : 'Hide list');
    const lines = [isEmpty ? this.#reason(files, diagnostics) : '', left.length === 0 ? '' : `Not opened: ${namesOf(left)}.`];
    const list = make('div.list', {role: 'listbox', tabindex: '0', 'aria-labelledby': 'found-title', hidden: isEmpty});
    list.style.setProperty('--rows', this.#rows.reduce((sum, {variants}) => sum + variants.length, 0));
    this.#panel.replaceChildren(
      make('header', {}, title, ...(isEmpty ? [] : [field]), button),
      ...lines.filter((text) => text !== '').map((text) => make('p.dim', {}, text)),
      ...[this.#remarks(diagnostics, isEmpty)].filter(Boolean), list);
    for (const each of [search, list]) each.addEventListener('keydown', (event) => this.#pressed(event, search));
    this.#panel.hidden = false;
    // The second click of a double click would reset the programs, which may have changes.
    this.#list = isEmpty ? null : new VirtualList(list, {heightOf: () => this.#rowHeight, makeRow: (item) => this.#rowOf(item),
      choose: ({entry}, {detail}) => detail < 2 && this.#use(entry)});
    this.#show();
    this.#panel.scrollTop = 0;
    title.focus();
  }
}
