// Reads which lines of a program became which lines of its output. agalc names them with the option debug-info: in comments of
// its text, and in SPIR-V by OpLine.

const comment = / {2}\/\/ (?:line|token) (\d+(?:, \d+)*)$/;

// Returns {code, sources}: the text without the comments, and for each of its lines the source lines.
export function splitText(text) {
  const found = text.split('\n').map((line) => comment.exec(line));
  const lines = text.split('\n').map((line) => line.replace(comment, ''));
  const sources = found.map((match) => match?.[1].split(', ').map(Number) ?? []);
  // The comment of a statement on several lines is on its last line.
  for (let i = lines.length - 2; i >= 0; --i)
    if (sources[i].length === 0 && sources[i + 1].length > 0 && /[^;{}]$/.test(lines[i])) sources[i] = sources[i + 1];
  return {code: lines.join('\n'), sources};
}

const headerWords = 5;
const [opLine, opLabel] = [8, 248];
const debugOps = new Set([3, 5, 6, 7, opLine]); // OpSource, OpName, OpMemberName, OpString, OpLine

export const isDebugOp = (op) => debugOps.has(op);

// Returns the source lines of each instruction of a module, except of instructions that only are debug information.
export function sourcesOfWords(words) {
  const sources = [];
  let line = [];
  for (let at = headerWords; at < words.length; at += words[at] >>> 16) {
    const op = words[at] & 0xffff;
    if (op === opLine) line = [words[at + 2]];
    if (op === opLabel) line = []; // an OpLine ends with its block
    if (!isDebugOp(op)) sources.push(line);
  }
  return sources;
}
