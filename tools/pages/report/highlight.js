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

// Returns a text with numbered lines. Its textContent is the text.
function highlight(text, language) {
  const scanner = scannerOf(language);
  const lines = text.split('\n');
  if (lines[lines.length - 1] === '') lines.pop();
  const code = make(`code.${language || 'plain'}`);
  for (const line of lines) code.append(make('span.line', {}, ...highlightLine(line, scanner), '\n'));
  return code;
}

// Returns the lines of an assembly text that are tokens, in order.
function tokenLines(code) {
  return [...code.children].filter((line) => {
    const text = line.textContent.trim();
    return text !== '' && !text.startsWith('//') && (!text.startsWith('.') || text.startsWith('.token'));
  });
}
