// Opens files that are dropped or chosen, and lists the programs of a file next to the open program.
import { ask } from './client.js';
import { keepFiles } from './kept.js';
import { showMessages, summaryOf } from './messages.js';
import { make } from './shared.js';
import { Thumbnails } from './thumbnails.js';

const rowsAtOnce = 200;
const placesAtOnce = 3; // the maximum number of shown places of one program

const shortName = ({hash}) => hash.slice(0, 12);
const programsOf = ({vertex, fragment}) => [vertex, fragment].filter((program) => program !== undefined);
const hashesOf = (entry) => programsOf(entry).map(({hash}) => hash);
const counted = (count, word) => `${count} ${word}${count === 1 ? '' : 's'}`;
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
      const partners = new Set(known.pairs.map((pair) => pair.with));
      known.files.push(name);
      known.pairs = [...known.pairs, ...program.pairs.filter((pair) => !partners.has(pair.with))];
      known.origins = [...known.origins, ...program.origins];
    }
  return [...byHash.values()];
}

// Returns the pairs of a list of programs, each once, and the programs without a partner: [{vertex, fragment,
// evidence}].
function entriesOf(programs) {
  const byHash = new Map(programs.map((program) => [program.hash, program]));
  const entries = [];
  for (const vertex of programs.filter(({stage}) => stage === 'vertex'))
    for (const {with: partner, evidence} of vertex.pairs)
      if (byHash.has(partner)) entries.push({vertex, fragment: byHash.get(partner), evidence});
  const paired = new Set(entries.flatMap(({vertex, fragment}) => [vertex.hash, fragment.hash]));
  for (const program of programs) if (!paired.has(program.hash)) entries.push({[program.stage]: program, evidence: ''});
  return entries;
}

// Returns the first name that the file gives to the programs, a class or an entry of an archive; '' if there is none.
const nameOf = (entry) => programsOf(entry).flatMap(({origins}) => origins.map(({name}) => name ?? '')).find((name) => name !== '') ?? '';
const titleOf = (entry) => nameOf(entry) || programsOf(entry).map(shortName).join(' · ');

// Returns the certainty of the find, and the choices of the code for a variant: "variant: tinted".
const remarkOf = ({certainty = 'exact', detail = ''}) => (detail === '' ? (certainty === 'exact' ? '' : certainty) : `${certainty}: ${detail}`);

function conditionsOf(program) {
  const all = [...new Set(program.origins.map(remarkOf).filter((text) => text !== ''))];
  const rest = all.length - placesAtOnce;
  return rest > 0 ? [...all.slice(0, placesAtOnce), `and ${counted(rest, 'other')}`] : all;
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

// Allows a line break after each dot of a name.
const breakable = (name) => name.split(/(?<=\.)/).flatMap((part, i) => (i === 0 ? [part] : [make('wbr'), part]));

// Returns the texts of an entry's row, for tests.
export const rowText = (entry) => ({title: titleOf(entry), conditions: programsOf(entry).flatMap((program) => conditionsOf(program))});

// Returns the line about a program. If `whole` is true, it contains the properties that may differ between variants.
function programLine(program, whole) {
  const title = whole ? [...conditionsOf(program), ...program.samplers].join('\n') : '';
  return make('div', {title: title || null}, make(`span.stage.${program.stage}`, {}, program.stage), make('span.dim', {}, ` AGAL ${program.version}, ${counted(program.tokens, 'token')} · `),
    make('code.dim', {}, shortName(program)), whole && conditionsOf(program).map((text) => make('div.condition', {}, text)),
    whole && program.samplers.map((text) => make('div.condition', {}, make('code', {}, text))));
}

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
  #rows = []; // {variants, node, words}
  #shown = rowsAtOnce;
  #hashes = new WeakMap(); // the hashes of the programs of opened entries, by node
  #request = 0; // the number of the last request to open files or an entry; answers to earlier requests are ignored

  // `onPrograms({vertex, fragment}, name, bases, row, draw)` receives the texts, the beginnings of names of files by stage, the
  // node of an entry for `mark`, and the recorded draw of the pair, if there is one. For a file with one program, the other text is missing, and the row is null; for an entry
  // of the list, the other text is empty.
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
    this.#list(listed, hasList ? single.map(([file]) => file) : []);
    if (!hasList) return;
    keepFiles(files);
    this.#use(this.#rows[0].variants[0], this.#rows[0].node);
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
    this.#list(read.listed, read.single.map(([file]) => file));
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

  // Returns the hashes of the programs of an opened entry.
  hashesOf(node) {
    return this.#hashes.get(node);
  }

  // Returns the node of the entry with these programs: its row, or the button of a variant; or null.
  nodeOf(hashes) {
    const key = JSON.stringify(hashes);
    const at = ({variants}) => variants.findIndex((entry) => JSON.stringify(hashesOf(entry)) === key);
    const row = this.#rows.find((each) => at(each) >= 0);
    if (row === undefined) return null;
    row.node ??= this.#rowOf(row.variants);
    const node = at(row) === 0 ? row.node : row.node.querySelectorAll('.variants button')[at(row)];
    this.#hashes.set(node, hashes);
    return node;
  }

  // Marks the node of the open entry, or no node.
  mark(node) {
    for (const marked of this.#panel.querySelectorAll('[aria-current]')) marked.removeAttribute('aria-current');
    node?.setAttribute('aria-current', 'true');
    node?.closest('li')?.setAttribute('aria-current', 'true');
  }

  // Marks the node of an entry with changes of the user, or not.
  markChanged(node, isChanged) {
    const mark = node.querySelector(':scope > .changed, :scope > .found > .changed');
    if (!isChanged) mark?.remove();
    else if (mark === null && node.matches('button')) node.append(make('span.changed', {}, 'changed'));
    else if (mark === null) node.querySelector('.open').after(make('span.changed', {}, 'changed'));
  }

  // Opens an entry.
  async #use(entry, node) {
    const request = ++this.#request;
    const texts = {vertex: '', fragment: ''};
    const bases = {vertex: 'partner', fragment: 'partner'};
    for (const program of programsOf(entry)) {
      texts[program.stage] = (await ask('take', {hash: program.hash}))?.text;
      bases[program.stage] = baseOf(entry, program);
    }
    this.#hashes.set(node, hashesOf(entry));
    const names = new Set(programsOf(entry).flatMap(({files}) => files));
    const hashes = Object.fromEntries(programsOf(entry).map(({stage, hash}) => [stage, hash]));
    const draw = await ask('recorded', {hashes});
    if (request !== this.#request) return;
    this.#onPrograms(texts, [...names].join(', '), bases, node, draw);
  }

  // Opens an entry, but not twice for a double click: that would reset the programs, which may have changes.
  #clicked({detail}, entry, node) {
    if (detail < 2) this.#use(entry, node);
  }

  // Returns the row of one or more variants. A click on the row opens the first variant. Each variant has a button.
  #rowOf(variants) {
    const [entry] = variants;
    const title = titleOf(entry);
    const isPair = entry.vertex !== undefined && entry.fragment !== undefined;
    const picture = isPair ? this.#thumbnails.of(entry)
      : make(`span.thumbnail.glyph.${programsOf(entry)[0].stage}`, {'aria-hidden': 'true'}, programsOf(entry)[0].stage[0].toUpperCase());
    const label = `${title}: ${programsOf(entry).map((program) => `${program.stage} ${shortName(program)}`).join(' and ')}`;
    // The button covers the whole row.
    const open = make('button.open', {type: 'button', 'aria-label': `Open ${label}`, onclick: (event) => this.#clicked(event, entry, row)}, breakable(title));
    const row = make('li', {}, picture, make('div.found', {title: entry.evidence ? `A pair: ${entry.evidence}` : null},
      open, programsOf(entry).map((program) => programLine(program, variants.length === 1)), variants.length > 1 && this.#variantList(variants)));
    return row;
  }

  #variantList(variants) {
    const textOf = (entry) => programsOf(entry).flatMap(({samplers}) => samplers).join(', ');
    return make('details.variants', {}, make('summary', {title: 'They differ in the options of samplers.'}, `${variants.length} variants`), variants.map((entry) => {
      const title = programsOf(entry).flatMap((program) => conditionsOf(program)).join('; ');
      const label = textOf(entry) || shortName(programsOf(entry)[0]);
      const button = make('button.link', {type: 'button', title: title || null, onclick: (event) => this.#clicked(event, entry, button)}, label);
      return button;
    }));
  }

  // Shows the rows that match the text. Rows are created when they are shown first.
  #search(text) {
    const words = text.toLowerCase().split(/\s+/).filter((word) => word !== '');
    const fitting = this.#rows.filter((row) => words.every((word) => row.words.includes(word)));
    const list = this.#panel.querySelector('.entries');
    // While rows are hidden, the list keeps its height, so that the page below stays in place.
    if (words.length === 0) this.#panel.style.minHeight = '';
    else if (this.#panel.style.minHeight === '') this.#panel.style.minHeight = `${this.#panel.offsetHeight}px`;
    list.replaceChildren(...fitting.slice(0, this.#shown).map((row) => (row.node ??= this.#rowOf(row.variants))));
    const count = this.#panel.querySelector('.count'); // null if the list is too short for a search
    if (count !== null) count.textContent = words.length === 0 ? '' : `${fitting.length} of ${this.#rows.length} rows`;
    const more = this.#panel.querySelector('.more');
    more.hidden = fitting.length <= this.#shown;
    more.textContent = `Show all ${fitting.length}`;
  }

  // Enter opens the first entry of those that fit; the arrow keys move between the search and the entries.
  #pressed(event, search) {
    const buttons = [...this.#panel.querySelectorAll('.entries .open')];
    const at = buttons.indexOf(event.target);
    const isSearch = event.target === search;
    if (!isSearch && at < 0) return;
    if (event.key === 'Enter' && isSearch) buttons[0]?.click();
    else if (event.key === 'ArrowDown') buttons[at + 1]?.focus();
    else if (event.key === 'ArrowUp' && !isSearch) (buttons[at - 1] ?? search).focus();
    else return;
    event.preventDefault();
  }

  // Hides the list, but not its head; or shows the list with the open entry.
  #fold(button) {
    const folded = this.#panel.classList.toggle('folded');
    button.textContent = folded ? 'Show list' : 'Hide list';
    button.setAttribute('aria-expanded', String(!folded));
    if (!folded) this.#panel.querySelector('li[aria-current]')?.scrollIntoView({block: 'nearest'});
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
  #list(answers, left) {
    const files = answers.map(([file]) => file);
    const programs = mergedPrograms(answers);
    const diagnostics = answers.flatMap(([, {diagnostics: found}]) => found);
    if (programs.length === 0 && this.#rows.length > 0) {
      this.#notice(files, diagnostics);
      return;
    }
    this.#shown = rowsAtOnce;
    this.#rows = variantsOf(entriesOf(programs)).map((variants) => ({variants, words: variants.map(wordsOf).join(' ')}));
    this.#panel.classList.remove('folded');
    const title = make('h2', {id: 'found-title', tabindex: '-1'}, `${programs.length === 0 ? 'No programs' : counted(programs.length, 'program')} in ${namesOf(files)}`);
    const search = make('input', {type: 'search', placeholder: 'class, condition, hash', oninput: () => this.#search(search.value)});
    const field = make('label.field', {}, make('span.label', {}, 'Find'), search, make('span.dim.count', {role: 'status'}));
    const button = make('button', {type: 'button', 'aria-expanded': programs.length === 0 ? null : 'true', onclick: () => {
      if (programs.length === 0) this.#panel.hidden = true;
      else this.#fold(button);
    }}, programs.length === 0 ? 'Close' : 'Hide list');
    const lines = [programs.length === 0 ? this.#reason(files, diagnostics) : '', left.length === 0 ? '' : `Not opened: ${namesOf(left)}.`];
    this.#panel.replaceChildren(
      make('header', {}, title, ...(programs.length === 0 ? [] : [field]), button),
      ...lines.filter((text) => text !== '').map((text) => make('p.dim', {}, text)),
      ...[this.#remarks(diagnostics, this.#rows.length === 0)].filter(Boolean),
      make('ul.entries', {onkeydown: (event) => this.#pressed(event, search)}),
      make('button.more', {type: 'button', hidden: true, onclick: () => {
        this.#shown = Infinity;
        this.#search(search.value);
      }}));
    search.addEventListener('keydown', (event) => this.#pressed(event, search));
    this.#search('');
    this.#panel.hidden = false;
    this.#panel.scrollTop = 0;
    title.focus();
  }
}
