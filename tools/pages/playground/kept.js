// Keeps the list of files, the changes of its rows and whether the picture moves for a reload of this tab. A browser does not
// open the files again, so IndexedDB has copies.

const database = 'agalc-playground', store = 'lists';
const tabKey = 'agalc-tab', pageKey = 'agalc-page'; // keys of the session storage
const maxBytes = 64 * 1024 * 1024; // larger files are not kept
const maxAge = 24 * 60 * 60 * 1000; // milliseconds until the files of a closed tab are removed

const resultOf = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

// Calls an action with the store of files.
async function withStore(action) {
  const opening = indexedDB.open(database, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(store, {keyPath: 'tab'});
  const opened = await resultOf(opening);
  try {
    return await action(opened.transaction(store, 'readwrite').objectStore(store));
  } finally {
    opened.close();
  }
}

// Returns the result of an action, or `otherwise` if the browser forbids storage or it is full.
async function tried(action, otherwise) {
  try {
    return await action();
  } catch {
    return otherwise;
  }
}

// Keeps the files of the list.
export const keepFiles = (files) => tried(async () => {
  if (sessionStorage.getItem(tabKey) === null) sessionStorage.setItem(tabKey, `${Date.now()} ${Math.random()}`);
  const tab = sessionStorage.getItem(tabKey);
  const isSmall = files.reduce((sum, {size}) => sum + size, 0) <= maxBytes;
  await withStore(async (lists) => {
    for (const {tab: other, time} of await resultOf(lists.getAll())) if (time < Date.now() - maxAge) lists.delete(other);
    await resultOf(isSmall ? lists.put({tab, time: Date.now(), files}) : lists.delete(tab));
  });
});

// Returns the files that were kept before this tab was reloaded.
export const keptFiles = () => tried(async () => {
  const tab = sessionStorage.getItem(tabKey);
  return tab === null ? [] : ((await withStore((lists) => resultOf(lists.get(tab))))?.files ?? []);
}, []);

const isReload = () => ['reload', 'back_forward'].includes(performance.getEntriesByType('navigation')[0]?.type);

// Keeps a state of the page that is not in its link.
export function keepPage(state) {
  try {
    sessionStorage.setItem(pageKey, JSON.stringify(state));
  } catch {} // it is lost with the page
}

// Returns the state that was kept before this tab was reloaded, or null.
export function keptPage() {
  try {
    return isReload() ? JSON.parse(sessionStorage.getItem(pageKey)) : null;
  } catch {
    return null;
  }
}
