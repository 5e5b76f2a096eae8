// ------------------------------------------------------------------------------------------- archive: the file of frames

const lists = ['attributes', 'textures', 'samplers', 'constants']; // settings with a value for each slot

// Completes the state of each call. agalc has written the settings that differ from the last state (src/games/stage/resolved_calls.hpp).
function completeStates(calls) {
  let last = Object.fromEntries(lists.map((name) => [name, []]));
  for (const call of calls) {
    if (!call.state) continue;
    const {...state} = call.state;
    for (const name of lists) if (state[name]) state[name] = Object.assign([...last[name]], Object.fromEntries(state[name]));
    last = call.state = {...last, ...state};
  }
}

// The head of the file, its calls as agalc has resolved them, and the pictures of the player.
async function readFrames() {
  const [contents, data] = await Promise.all([inflate(element('contents')), inflated(element('data')).arrayBuffer()]);
  const {pictures, ...rest} = JSON.parse(contents); // `rest`: head, calls, warnings, and the constants of WebGL by the words of Stage3D
  completeStates(rest.calls);
  const bytes = ({begin, size}) => new Uint8Array(data, begin, size);
  return {bytes, ...rest, picture: (frame) => pictures[frame] && bytes(pictures[frame])};
}
