// Calls the functions of the worker that runs agalc. They return promises.

const worker = new Worker(new URL('./worker.js', import.meta.url), {type: 'module'});
const waiting = new Map();
let lastId = 0;

worker.addEventListener('message', ({data: {id, value, error}}) => {
  const {resolve, reject} = waiting.get(id);
  waiting.delete(id);
  if (error === undefined) resolve(value);
  else reject(new Error(error));
});
worker.addEventListener('error', (event) => {
  const reason = new Error(event.message || 'agalc cannot be loaded');
  for (const {reject} of waiting.values()) reject(reason);
  waiting.clear();
});

// Calls one of the functions of worker.js.
export function ask(kind, argument = {}, transfer = []) {
  return new Promise((resolve, reject) => {
    const id = ++lastId;
    waiting.set(id, {resolve, reject});
    worker.postMessage({id, kind, argument}, transfer);
  });
}

// Returns a function that asks the worker, with at most one question in progress. Of the questions that arrive
// meanwhile, only the last one is asked. `take` receives each answer with its question.
export function latest(kind, take) {
  let busy = false;
  let next = null;
  const run = async (argument) => {
    if (busy) {
      next = {argument};
      return;
    }
    busy = true;
    try {
      take(await ask(kind, argument), argument);
    } finally {
      busy = false;
      if (next !== null) {
        const {argument: newer} = next;
        next = null;
        run(newer);
      }
    }
  };
  return run;
}
