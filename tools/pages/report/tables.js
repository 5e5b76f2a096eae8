// -------------------------------------------------------------------- tables: the interface, from a program's reflection

// Returns a table of texts and elements, or null if it would be empty. Empty columns are omitted, unless the table has
// a name: its style may count the columns.
function tableOf(allHeads, allRows, name = '') {
  if (allRows.length === 0) return null;
  const isUsed = allHeads.map((head, i) => name !== '' || allRows.some((row) => row[i] !== ''));
  const heads = allHeads.filter((head, i) => isUsed[i]);
  const rows = allRows.map((row) => row.filter((cell, i) => isUsed[i]));
  return make('div.table', {},
    make(name ? `table.${name}` : 'table', {},
      make('thead', {}, make('tr', {}, heads.map((head) => make('th', {scope: 'col'}, head)))),
      make('tbody', {}, rows.map((row) => make('tr', {}, row.map((cell) => make('td', {}, cell)))))));
}

const code = (text) => make('code', {}, String(text));
const list = (value) => (Array.isArray(value) ? value : []);
const known = (value) => (value === undefined || value === null ? '' : String(value));

// Returns a text such as "set 0, binding 1 · MSL buffer 0 · HLSL b1".
function placeOf(thing) {
  const parts = [];
  const inSet = (set, binding) => (set === undefined ? '' : `set ${set}, `) + `binding ${binding}`;
  if (thing.binding !== undefined) parts.push(inSet(thing.set, thing.binding));
  const samplerSet = thing.samplerSet === thing.set ? undefined : thing.samplerSet;
  if (thing.samplerBinding !== undefined) parts.push(`sampler ${inSet(samplerSet, thing.samplerBinding)}`);
  if (thing.location !== undefined) parts.push(`location ${thing.location}`);
  if (thing.offset > 0) parts.push(`offset ${thing.offset}`);
  for (const [language, names] of [['MSL', thing.msl], ['HLSL', thing.hlsl]])
    if (names) parts.push(`${language} ` + Object.entries(names).filter(([key]) => !/space/i.test(key)).map(([key, value]) =>
      typeof value === 'number' ? `${key} ${value}` : value).join(' '));
  return parts.join(' · ');
}

function samplerRows(agal) {
  return list(agal.samplers).flatMap((sampler) =>
    (list(sampler.states).length > 0 ? sampler.states : [{}]).map((state) => [
      code(sampler.name),
      known(state.dim),
      known(state.filter),
      known(state.mip),
      known(state.wrap),
      known(state.format),
      state.bias ? known(state.bias) : '',
      list(state.special).join(', '),
      list(state.tokens).join(', '),
      sampler.active === false ? make('span.dim', {}, 'not needed') : make('span.bound', {}, placeOf(sampler)),
    ]));
}

const within = (ranges, index) => list(ranges).some((range) => index >= range.first && index < range.first + range.count);

function constantRows(agal) {
  const uniforms = agal.uniforms || {};
  const after = uniforms.after || {};
  const rows = list(agal.registers).filter((register) => register.type === 'constant').map((register) => [
    code(register.name),
    code(register.read),
    within(after.ranges, register.index) || after.indirect ? 'from the application' : make('span.dim', {}, 'not needed'),
  ]);
  for (const indirect of list(agal.indirect)) {
    const reach = indirect.reach || {};
    const last = reach.first + reach.count - 1;
    rows.push([
      make('span', {}, code(`${uniforms.name}${reach.first}`), ' to ', code(`${uniforms.name}${last}`)),
      make('span', {}, 'by ', code(`${indirect.index}${indirect.offset > 0 ? `+${indirect.offset}` : ''}`), `, token ${indirect.token}`),
      'from the application',
    ]);
  }
  return rows;
}

function constantNote(agal) {
  const layout = (agal.uniforms || {}).layout;
  if (!layout) return null;
  const block = layout.block ? `block ${layout.block}, ` : '';
  return make('p.dim', {}, `${block}${plural(layout.count, 'vec4')} (${layout.mode}) · ${placeOf(layout)}`);
}

function registerRows(registers, more = () => []) {
  return list(registers).map((register) => [
    code(register.name), code(register.components || 'xyzw'), known(register.location), ...more(register)]);
}

function outputRows(agal) {
  const outputs = agal.outputs || {};
  const rows = [];
  if (outputs.position) rows.push([code('op'), 'position', '']);
  for (const color of list(outputs.colors)) rows.push([code(color.name), 'color', known(color.location)]);
  if (outputs.depth) rows.push([code('fd'), 'depth', '']);
  if (outputs.kills) rows.push([code('kil'), 'discards fragments', '']);
  return rows;
}

// Returns everything that an engine must bind.
function interfaceOf(reflection) {
  const agal = reflection.agal || {};
  const registerHeads = ['register', 'components', 'location'];
  const parts = [
    ['Samplers', tableOf(['register', 'kind', 'filter', 'mip', 'wrap', 'format', 'bias', 'flags', 'tokens', 'bound at'], samplerRows(agal))],
    ['Constants', tableOf(['register', 'read', 'value'], constantRows(agal)), constantNote(agal)],
    ['Attributes', tableOf(registerHeads, registerRows(agal.attributes))],
    ['Varyings', tableOf([...registerHeads, 'interpolation'], registerRows(agal.varyings, (varying) => [varying.centroid ? 'centroid' : '']))],
    ['Outputs', tableOf(['register', 'kind', 'location'], outputRows(agal))],
  ];
  return parts.filter(([, table]) => table !== null).map(([title, table, note]) =>
    make('section', {}, make('h3', {}, title), table, note || null));
}
