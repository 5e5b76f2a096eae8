// -------------------------------------------------------------------------- highlight: a small scanner for each language

// The patterns of languages. Each alternative of a pattern is a class, and the rest is plain text. A match does not
// span several lines.
const scanners = {
  agal: /(?<comment>\/\/.*)|(?<directive>^\s*\.\w+)|(?<keyword>^\s*[a-z]\w*\b)|(?<option><[^>]*>?)|(?<constant>\b[vf]c(?:\d+|(?=\[)))|(?<sampler>\b[vf]s\d+)|(?<temporary>\b[vf]t\d+)|(?<interface>\b(?:va|op|vo|oc|fo|v|i|vi|fi|fd|od|iid)\d*\b)|(?<swizzle>\.[xyzwrgba]{1,4}\b)|(?<number>\b\d\w*)/g,
  glsl: /(?<comment>\/\/.*|\/\*.*?(?:\*\/|$))|(?<directive>^\s*#.*)|(?<string>"[^"]*"?)|(?<number>(?:\b\d|\.\d)(?:[eE][+-]|[\w.])*)|(?<word>[A-Za-z_]\w*)/g,
  msl: /(?<comment>\/\/.*|\/\*.*?(?:\*\/|$))|(?<directive>^\s*#.*|\[\[[^\]]*\]\])|(?<number>(?:\b\d|\.\d)(?:[eE][+-]|[\w.])*)|(?<word>[A-Za-z_]\w*)/g,
  wgsl: /(?<comment>\/\/.*)|(?<directive>@\w+)|(?<number>(?:\b\d|\.\d)(?:[eE][+-]|[\w.])*)|(?<word>[A-Za-z_]\w*)/g,
  spirv: /(?<comment>;.*)|(?<string>"(?:[^"\\]|\\.)*"?)|(?<temporary>%\w+)|(?<keyword>\bOp[A-Z]\w*)|(?<number>[-+]?\b\d[\w.]*)|(?<type>\b[A-Z]\w*)/g,
};
scanners.hlsl = scanners.glsl;

const keywords = new Set((
  'attribute break bool case cbuffer centroid class const constant continue default demote device discard do else ' +
  'false flat fn for fragment highp if in inline inout int invariant kernel layout let lowp main mediump namespace ' +
  'noperspective ' +
  'out packoffset precision register return smooth static struct switch template thread threadgroup true typedef uint ' +
  'uniform unsigned using var varying vertex void while').split(' '));
const typeName = /^(?:vec\df|f32|i32|u32|array|texture_\w+|(?:[biu]?vec|mat|float|half|int|uint|bool|ushort|short|double)\d(?:x\d)?|float|half|double|sampler\w*|texture(?:1d|2d|3d|cube)\w*|[iu]?sampler\w*|Texture\w+|SamplerState|[A-Z]\w*_t)$/;
const reservedName = /^(?:gl_|SV_|SPIRV_|spv)\w+|^(?:TEXCOORD|v[ac]|v|oc|od|op|iid|[vf]s|[vf]c|[vf]t)\d*$/;

function classOfWord(word, rest) {
  if (keywords.has(word)) return 'keyword';
  if (typeName.test(word)) return 'type';
  if (/^\s*\(/.test(rest)) return 'call';
  return reservedName.test(word) ? 'interface' : '';
}

// Returns one line, as texts and spans.
function highlightLine(line, scanner) {
  const parts = [];
  let end = 0;
  for (const match of line.matchAll(scanner)) {
    const [kind] = Object.entries(match.groups).find(([, text]) => text !== undefined);
    const next = match.index + match[0].length;
    const name = kind === 'word' ? classOfWord(match[0], line.slice(next, next + 8)) : kind;
    if (name === '') continue;
    if (match.index > end) parts.push(line.slice(end, match.index));
    parts.push(make(`span.${name}`, {}, match[0]));
    end = next;
  }
  if (end < line.length) parts.push(line.slice(end));
  return parts;
}

function scannerOf(language) {
  return Object.hasOwn(scanners, language) ? scanners[language] : /(?!)/g;
}

const linesAtOnce = 400;

// Selects the text of the box, and not of the page, when the keys for it are pressed.
function selectAll(event, box) {
  if (event.key.toLowerCase() !== 'a' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  event.preventDefault();
  getSelection().selectAllChildren(box);
}

// Returns a scrollable box with numbered lines. `attributesOf` returns the attributes of a line by its number from 0.
function codeBox(text, scanner, label, attributesOf = () => ({})) {
  const lines = text.replace(/\n$/, '').split('\n').map((line, i) => () => make('span.line', attributesOf(i), ...highlightLine(line, scanner), '\n'));
  const code = make('code', {}, lines.slice(0, linesAtOnce).map((makeLine) => makeLine()));
  const box = make('pre.code', {tabindex: '0', role: 'group', 'aria-label': label, onkeydown: (event) => selectAll(event, box)}, code);
  if (lines.length <= linesAtOnce) return box;
  return make('div', {}, box, moreButton(`Show all ${formatNumber(lines.length)} lines`, () => {
    code.append(...lines.slice(linesAtOnce).map((makeLine) => makeLine()));
    box.focus();
  }));
}
