// Files: dropped on the page or chosen, and the list of the programs in one.
import { ask } from './client.js';
import { showMessages } from './messages.js';
import { make } from './shared.js';

const rowsAtOnce = 200;

const originOf = ({origins: [origin]}) => (origin === undefined ? '' : `${origin.container}${origin.name ? ` · ${origin.name}` : ''}`);
const shortName = ({hash}) => hash.slice(0, 12);

// The pairs of a list of programs, each once, and the programs without one: [{vertex, fragment, evidence}].
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

function rowOf(entry, use) {
  const programs = [entry.vertex, entry.fragment].filter((program) => program !== undefined);
  const describe = (program) => make('div', {}, make(`span.stage.${program.stage}`, {}, program.stage), ' ', make('code', {}, shortName(program)),
    make('span.dim', {}, ` AGAL ${program.version}, ${program.tokens} tokens`));
  const label = programs.map((program) => `${program.stage} ${shortName(program)}`).join(' and ');
  return make('li', {}, make('div.found', {}, programs.map(describe), make('div.dim.origin', {}, originOf(programs[0])),
    entry.evidence && make('div.dim', {}, entry.evidence)),
    make('button', {type: 'button', 'aria-label': `Open ${label}`, onclick: () => use(entry)}, 'Open'));
}

export class Files {
  #dialog;
  #onPrograms;

  // `onPrograms({vertex, fragment}, name)` gets the texts; one may be missing.
  constructor({dialog, chooser, button}, onPrograms) {
    this.#dialog = dialog;
    this.#onPrograms = onPrograms;
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
    if (event.type === 'drop') this.open([...event.dataTransfer.files]);
  }

  // Several files: their programs together, so that a vertex and a fragment program can be dropped at once.
  async open(files) {
    const texts = {};
    const diagnostics = [];
    for (const file of files) {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const answer = await ask('open', {bytes, name: file.name}, [bytes.buffer]);
      if (answer.programs !== undefined) {
        this.#list(file.name, answer);
        return;
      }
      if (answer.program !== undefined) texts[answer.program.stage] = answer.program.text;
      diagnostics.push(...answer.diagnostics.filter(({severity}) => severity === 'error'));
    }
    if (diagnostics.length > 0) this.#list(files[0].name, {programs: [], diagnostics});
    else this.#onPrograms(texts, files.map(({name}) => name).join(', '));
  }

  async #use(entry, name) {
    const texts = {};
    for (const stage of ['vertex', 'fragment'])
      if (entry[stage] !== undefined) texts[stage] = (await ask('take', {hash: entry[stage].hash}))?.text;
    this.#dialog.close();
    this.#onPrograms(texts, name);
  }

  #list(name, {programs, diagnostics}) {
    const entries = entriesOf(programs);
    const list = make('ul.entries');
    const show = (some) => list.append(...some.map((entry) => rowOf(entry, (chosen) => this.#use(chosen, name))));
    show(entries.slice(0, rowsAtOnce));
    const rest = entries.slice(rowsAtOnce);
    const more = rest.length > 0 && make('button.more', {type: 'button', onclick: () => {
      show(rest);
      more.remove();
    }}, `Show all ${entries.length}`);
    const messages = make('div.messages');
    showMessages(messages, diagnostics);
    const count = programs.length === 1 ? '1 program' : `${programs.length} programs`;
    this.#dialog.replaceChildren(
      make('header', {}, make('h2', {id: 'found-title'}, `${count} in ${name}`),
        make('button', {type: 'button', onclick: () => this.#dialog.close()}, 'Close')),
      programs.length === 0 ? make('p.dim', {}, 'Programs that a game builds while it runs are not in its file.') : list,
      more || '', messages);
    this.#dialog.showModal();
  }
}
