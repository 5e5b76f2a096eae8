// Finds objects in the calls of frames that the recorder did not see created, or whose contents it did not see. A game may
// call a method by a name that it computes, and such calls are not recorded.
import { inputsOf, isCreation, isDraw, isTarget, isUpload, objectsOf, settingsOf } from './calls.js';

const why = 'it may call a method by a name that it computes, and such calls cannot be recorded';

const words = { program: 'a program', attributes: 'a vertex buffer', textures: 'a texture' };

/** Returns the objects that a draw reads, with what they are. @param {Map<string, import('./calls.js').Call>} settings */
function readBy({ on, args }, settings) {
  const bound = inputsOf(on, settings).map(([name, call]) => [words[name], call?.args.find((value) => value?.object)?.object]);
  return [['an index buffer', args[0]?.object], ...bound].filter(([, id]) => id !== undefined);
}

/**
 * Checks the calls of a file.
 * @param {import('./calls.js').Call[]} calls in the order in which they are replayed
 * @returns {{missing: string, empty: string}} `missing`: the reason why the calls cannot be replayed · `empty`: the first
 *   object without contents that a frame draws; '' if there is none
 */
export function unseenIn(calls) {
  const created = new Map(); // the method that created each object
  const contexts = new Set();
  const filled = new Set(); // objects with contents
  const settings = new Map();
  let empty = '';
  for (const call of calls) {
    const { method, on, args, result } = call;
    const at = call.frame > 0 ? `frame ${call.frame}` : 'calls before the frames';
    if (isUpload(call) && !created.has(on))
      return { missing: `${at}: ${method} is called on an object whose creation was not seen: ${why}`, empty };
    if (!created.has(on)) contexts.add(on);
    const unknown = objectsOf(call).slice(1).some((id) => !created.has(id));
    if (unknown) return { missing: `${at}: ${method} uses an object whose creation was not seen: ${why}`, empty };
    if (isCreation(call)) created.set(result, method);
    if (isUpload(call) || method === 'createVideoTexture') filled.add(isUpload(call) ? on : result);
    if (isTarget(call) && args[0]?.object !== undefined) filled.add(args[0].object);
    for (const key of settingsOf(call) ?? []) settings.set(key, call);
    if (!isDraw(call) || call.frame === 0 || empty !== '') continue;
    const [what] = readBy(call, settings).find(([, id]) => !filled.has(id)) ?? [];
    if (what !== undefined) empty = `${at} draws with ${what} to which no upload was seen: ${why}`;
  }
  return { missing: '', empty };
}
