// ------------------------------------------------------------------------------------------- archive: the file of frames

const special = {NaN: NaN, Infinity: Infinity, '-Infinity': -Infinity};
const numbersOf = (list) => list.map((value) => (typeof value === 'string' ? special[value] : value));

// The head, the calls, the data and the pictures of the file, which agalc has checked and decoded. `made` of a call is what agalc says
// about it. A creation: {} for a program, {size} in bytes for a buffer, {width, height, isCube, format, levels, isHalf} for a texture. An
// upload: {at, begin, size} for a buffer, {levels: [[side, level, begin]…], isHalf} for a texture. A malformed call does not have `made`.
async function readFrames() {
  const [lines, contents, data] = await Promise.all([inflate(element('calls')), inflate(element('contents')), inflated(element('data')).arrayBuffer()]);
  const [head, ...calls] = lines.trim().split('\n').map((line) => JSON.parse(line));
  const {made, pictures, ...rest} = JSON.parse(contents); // `rest`: the warnings, and the constants of WebGL by the words of Stage3D
  calls.forEach((call, index) => (call.made = made[index + 2])); // the keys are lines; the first line is the head
  const bytes = ({begin, size}) => new Uint8Array(data, begin, size);
  return {head, calls, bytes, ...rest, picture: (frame) => pictures[frame] && bytes(pictures[frame])};
}
