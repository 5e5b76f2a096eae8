// Keeps the list of files, images, the changes of rows and whether the picture moves for a reload of this tab. A browser does not
// open files again, so IndexedDB has copies: for each tab {tab, time, files, images}, where images are pixels by the name of the file.

const database = 'agalc-playground', store = 'lists';
const tabKey = 'agalc-tab', pageKey = 'agalc-page'; // keys of the session storage
const maxBytes = 64 * 1024 * 1024; // more is not kept
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

const nothing = {files: [], images: new Map()};

// Changes what is kept: `change({files, images})` returns the new files and images.
const keep = (change) => tried(async () => {
  if (sessionStorage.getItem(tabKey) === null) sessionStorage.setItem(tabKey, `${Date.now()} ${Math.random()}`);
  const tab = sessionStorage.getItem(tabKey);
  await withStore(async (lists) => {
    for (const {tab: other, time} of await resultOf(lists.getAll())) if (time < Date.now() - maxAge) lists.delete(other);
    const {files, images} = change((await resultOf(lists.get(tab))) ?? nothing);
    const sizes = [...files.map(({size}) => size), ...[...images.values()].map(({data}) => data.length)];
    const isSmall = sizes.reduce((sum, size) => sum + size, 0) <= maxBytes;
    await resultOf(isSmall ? lists.put({tab, time: Date.now(), files, images}) : lists.delete(tab));
  });
});

// Keeps the files of the list.
export const keepFiles = (files) => keep(({images}) => ({files, images}));

// Keeps an image of `readImage`.
export const keepImage = (image) => keep(({files, images}) => ({files, images: new Map(images).set(image.fileName, image)}));

// Returns the files and images that were kept before this tab was reloaded.
export const keptFiles = () => tried(async () => {
  const tab = sessionStorage.getItem(tabKey);
  const {files, images} = (tab !== null && (await withStore((lists) => resultOf(lists.get(tab))))) || nothing;
  return {files, images: new Map([...images].map(([fileName, pixels]) => [fileName, Object.assign(pixels, {fileName})]))};
}, nothing);

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
