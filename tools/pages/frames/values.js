// ---------------------------------------------------------------------------------- values: the constants of a draw, its vertices

// The constants that m33, m34 and m44 of a program read as the rows of a matrix: {first, rows, columns, name}.
function matricesOf(agal, stage) {
  const found = new Map();
  for (const [, name, register] of agal.matchAll(/^\s*(m33|m34|m44)\s.*,\s*([vf]c\d+)\s*(?:\/\/.*)?$/gm)) {
    const first = Number(register.slice(2));
    if (register[0] === stage[0]) found.set(first, {first, rows: name === 'm44' ? 4 : 3, columns: name === 'm33' ? 3 : 4, name});
  }
  return found;
}

function matrixTable({first, rows, columns, name}, stage, values) {
  const row = (i) => [`${stage[0]}c${first + i}`, ...values.subarray(4 * (first + i), 4 * (first + i) + columns), `→ ${'xyzw'[i]}`];
  return make('figure.matrix', {}, table(['', ...'xyzw'.slice(0, columns), ''], Array.from({length: rows}, (_, i) => row(i))),
    make('figcaption', {}, `A matrix of ${name}: the result is each row times the vector.`));
}

// The constants that the programs read, and their values.
function constantsOf(pair, replayer) {
  const constants = Object.fromEntries(stageNames.map((stage) => [stage, replayer.constantsOf(stage)]));
  const parts = stageNames.flatMap((stage) => {
    const ranges = pair?.reflection?.[stage]?.agal?.uniforms?.before?.ranges ?? [];
    const registers = ranges.flatMap(({first, count}) => Array.from({length: count}, (_, i) => first + i));
    const matrices = pair ? matricesOf(pair[stage].agal, stage) : new Map();
    const inMatrix = new Set([...matrices.values()].flatMap(({first, rows}) => Array.from({length: rows}, (_, i) => first + i)));
    const rest = registers.filter((register) => !inMatrix.has(register));
    const rows = rest.map((register) => [`${stage[0]}c${register}`, ...constants[stage].subarray(4 * register, 4 * register + 4)]);
    return [...[...matrices.values()].map((matrix) => matrixTable(matrix, stage, constants[stage])),
      ...(rows.length > 0 ? [table(['', 'x', 'y', 'z', 'w'], rows)] : [])];
  });
  return parts.length === 0 ? make('p', {}, 'The programs do not read constants.') : make('div.constants', {}, ...parts);
}

// ------------------------------------------------------------------------------------------------------------- vertices

const maxVertices = 300; // rows of the table
const maxTriangles = 20_000; // drawn as lines
const wireSide = 320;

// The value of an attribute at a vertex, as text.
function attributeAt(replayer, name, vertex) {
  const attribute = replayer.state.attributes[Number(name.slice(2))];
  if (!attribute) return '';
  const {isBytes, size} = layoutOf(attribute.format);
  const at = vertex * attribute.stride + attribute.offset;
  const view = new DataView(replayer.objects.get(attribute.object).bytes.buffer);
  if (at + (isBytes ? 4 : 4 * size) > view.byteLength) return 'outside';
  const read = (i) => (isBytes ? view.getUint8(at + i) / 255 : view.getFloat32(at + 4 * i, true));
  return Array.from({length: size}, (_, i) => shortNumber(read(i))).join(', ');
}

// The part of an edge in front of the viewer, in pixels of a target: [[x, y], [x, y]], or null.
function edgeInPixels(from, to, {width, height}) {
  const nearest = 1e-5;
  if (from[3] < nearest && to[3] < nearest) return null;
  const clip = (inside, outside) => inside.map((value, i) => value + ((outside[i] - value) * (inside[3] - nearest)) / (inside[3] - outside[3]));
  const ends = [from[3] < nearest ? clip(to, from) : from, to[3] < nearest ? clip(from, to) : to];
  return ends.map(([x, y, , w]) => [((x / w + 1) * width) / 2, ((y / w + 1) * height) / 2]);
}

// The triangles as lines, in their places in the picture.
function wireOf(replayer, indices, first, last) {
  const target = replayer.target();
  const positions = replayer.positions(first, last - first + 1);
  const vertex = (index) => [...positions.subarray(4 * (index - first), 4 * (index - first) + 4)];
  const scale = (wireSide * devicePixelRatio) / Math.max(target.width, target.height);
  const canvas = make('canvas.wire', {width: Math.ceil(target.width * scale), height: Math.ceil(target.height * scale), role: 'img', 'aria-label': 'The triangles of the draw'});
  const context = canvas.getContext('2d');
  context.scale(scale, scale);
  context.lineWidth = 1 / scale;
  context.strokeStyle = getComputedStyle(document.documentElement).getPropertyValue('--accent');
  context.beginPath();
  for (let i = 0; i + 2 < Math.min(indices.length, 3 * maxTriangles); i += 3) {
    const corners = [0, 1, 2].map((corner) => vertex(indices[i + corner]));
    corners.forEach((corner, k) => {
      const edge = edgeInPixels(corner, corners[(k + 1) % 3], target);
      if (!edge) return;
      context.moveTo(...edge[0]);
      context.lineTo(...edge[1]);
    });
  }
  context.stroke();
  return canvas;
}

// The attributes of the vertices of a draw, in the order of its indices, and its triangles.
function verticesOf(replayer, pair, call) {
  const attributes = pair?.reflection?.vertex?.agal?.attributes ?? [];
  if (!call.indices) return make('p', {}, 'It draws nothing.');
  const indices = indicesOf(call, replayer.objects.get(call.indices));
  const used = [...new Set(indices)];
  const rows = used.slice(0, maxVertices).map((vertex) => [vertex, ...attributes.map(({name}) => attributeAt(replayer, name, vertex))]);
  const words = `${plural(call.count / 3, 'triangle')}, ${plural(used.length, 'vertex', 'vertices')}${used.length > maxVertices ? `, of which ${maxVertices} are listed` : ''}`;
  if (used.length === 0) return make('p', {}, words);
  return make('div', {}, make('p.dim', {}, words), make('div.vertices-of-draw', {}, wireOf(replayer, indices, ...usedVertices(indices)),
    table(['', ...attributes.map(({name}) => name)], rows)));
}
