// The panel with tables of everything that an engine must bind.
import { fileButtons } from './file_buttons.js';
import { interfaceOf, make, tableOf } from './shared.js';

const code = (text) => make('code', {}, text);

// Returns a table of the varyings that a pair keeps, drops and adds.
function varyingTable({kept, dropped, added}) {
  const rows = [
    ...kept.map(({name, location, written, read, centroid}) => [code(name), code(written), code(read), String(location), centroid ? 'centroid' : '']),
    ...dropped.map((name) => [code(name), 'yes', 'no', '', 'not stored']),
    ...added.map((name) => [code(name), 'no', 'yes', '', 'stored as zero']),
  ];
  return tableOf(['varying', 'written', 'read', 'location', ''], rows);
}

// Without what only other languages have.
const onlyFor = (target, reflection) => JSON.parse(JSON.stringify(reflection), (key, value) =>
  (['msl', 'hlsl'].includes(key) && !target.startsWith(key) ? undefined : value));

// Returns the beginning of the name of a pair's file: "water", or "sky+fog".
export const pairBase = ({vertex, fragment}) => (vertex === fragment ? vertex : `${vertex}+${fragment}`);

// Shows the tables in `root`, and in `actions` buttons that copy and save the whole reflection. `base` is the beginning of the
// name of its file.
export function showInterface(root, actions, whole, target, base) {
  const isEmpty = Object.keys(whole ?? {}).length === 0;
  actions.hidden = isEmpty;
  actions.replaceChildren('Reflection (JSON)', ...fileButtons(`${JSON.stringify(whole, null, 2)}\n`, `${base}.${target}.reflect.json`));
  const reflection = onlyFor(target, whole);
  const parts = [];
  for (const stage of ['vertex', 'fragment']) {
    if (!reflection?.[stage]) continue;
    const {agal} = reflection[stage];
    parts.push(make('section.stage-interface', {'aria-label': `${stage} program`}, make('h3', {}, make(`span.stage.${stage}`, {}, stage),
      ` AGAL ${agal.version}, ${agal.tokens} tokens, entry point `, code(agal.entryPoint ?? 'main')),
      make('div.bindings', {}, interfaceOf(reflection[stage]))));
  }
  const table = reflection?.varyings ? varyingTable(reflection.varyings) : null;
  if (table !== null) parts.push(make('section.stage-interface', {}, make('h3', {}, 'Varyings of the pair'), table));
  root.replaceChildren(...(parts.length > 0 ? parts : [make('p.dim', {}, 'There is no valid program.')]));
}
