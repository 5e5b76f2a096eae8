// ------------------------------------------------------------------------------------------- archive: the file of frames

const lists = ['attributes', 'textures', 'samplers', 'constants']; // settings with a value for each slot

// Completes the state of each step, and gives it to the calls after the step. agalc has written the settings that differ from the last
// state (src/games/stage/resolved_calls.hpp).
function completeStates(calls) {
  let state = null;
  for (const call of calls) {
    const changed = {...call.state};
    for (const name of lists) if (changed[name]) changed[name] = Object.assign([...(state?.[name] ?? [])], Object.fromEntries(changed[name]));
    if (call.state) state = {...state, ...changed};
    call.state = state;
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
