// ------------------------------------------------------------------------------ state: the settings of draws as tables

// Values come from logs of any origin. Each may have another type than expected.
const object = (value) => (value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {});
const textOf = (value, other = '') => (typeof value === 'string' || typeof value === 'number' ? String(value) : other);
const given = (...parts) => parts.filter((part) => part !== '').join(', ');

const blendWords = {'one zero': 'off', 'one oneMinusSourceAlpha': 'premultiplied alpha', 'sourceAlpha oneMinusSourceAlpha': 'alpha', 'one one': 'added'};

function blendText({source, destination}) {
  const factors = given(textOf(source), textOf(destination));
  const words = blendWords[`${source} ${destination}`];
  return words ? `${words} (${factors})` : factors;
}

const depthText = ({compare, write}) => given(compare === 'always' ? 'no test' : `test ${textOf(compare)}`, write === true ? 'written' : 'not written');
const cullingWords = {back: 'back: only front faces are drawn', front: 'front: only back faces are drawn', frontAndBack: 'front and back: nothing is drawn'};
const stencilText = ({compare, pass, depthFail, stencilFail}) =>
  given(textOf(compare), ...Object.entries({pass, depthFail, stencilFail}).map(([name, action]) => `${name}: ${textOf(action)}`));

// Returns the settings that logs and recorded frames both have, as [name, text].
function pipelineOf({blend, depth, culling, colorMask}) {
  return [
    ['blending', blendText(object(blend))],
    ['depth', depth === null ? 'no depth buffer' : depthText(object(depth))],
    ['culling', Object.hasOwn(cullingWords, culling) ? cullingWords[culling] : textOf(culling)],
    ...(colorMask === 'rgba' || colorMask === undefined ? [] : [['color mask', textOf(colorMask) || 'nothing']]),
  ];
}

// Returns a table with a column for each of these: {head, state: [[name, text]…]}.
function stateTable(columns, label) {
  const texts = columns.map(({state}) => new Map(state));
  const names = [...new Set(texts.flatMap((state) => [...state.keys()]))];
  return make('div.table', {tabindex: '0', role: 'group', 'aria-label': label},
    make('table.state', {},
      make('thead', {}, make('tr', {}, ['state', ...columns.map(({head}) => head)].map((head) => make('th', {scope: 'col'}, head)))),
      make('tbody', {}, names.map((name) => make('tr', {}, make('th', {scope: 'row'}, name), texts.map((state) => make('td', {}, state.get(name) || make('span.dim', {}, 'none'))))))));
}
