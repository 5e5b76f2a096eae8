// ------------------------------------------------------------------------------------------- archive: the file of frames

const special = {NaN: NaN, Infinity: Infinity, '-Infinity': -Infinity};
const numbersOf = (list) => list.map((value) => (typeof value === 'string' ? special[value] : value));

// The head, the calls, the data and the pictures of the file, which agalc has checked and decoded. A call that uploads has the place
// of its data, {begin, size}, or for a texture {levels: [[side, level, begin]…], isHalf, problem}.
async function readFrames() {
  const [lines, contents, data] = await Promise.all([inflate(element('calls')), inflate(element('contents')), inflated(element('data')).arrayBuffer()]);
  const [head, ...calls] = lines.trim().split('\n').map((line) => JSON.parse(line));
  const {uploads, pictures} = JSON.parse(contents);
  calls.forEach((call, index) => (call.upload = uploads[index + 2])); // the keys are lines; the first line is the head
  const bytes = ({begin, size}) => new Uint8Array(data, begin, size);
  return {head, calls, bytes, picture: (frame) => pictures[frame] && bytes(pictures[frame])};
}
