// ------------------------------------------------------------------ address: what it names, and edits that a reload keeps

// The parts of the address: "#draw=7&pixel=40,20&tab=textures". Draws have the numbers of the command. Another step is
// "#step=1". Returns {number, pixel, tab}; a part that is missing or wrong is undefined.
function viewOfAddress(address, steps) {
  const parts = new URLSearchParams(address.replace(/^#/, ''));
  const numberOf = (name) => (/^\d{1,9}$/.test(parts.get(name) ?? '') ? Number(parts.get(name)) : undefined);
  const [draw, step] = [numberOf('draw'), numberOf('step')];
  const found = steps.find((each) => (draw === undefined ? each.number + 1 === step : each.draw === draw));
  const pixel = /^(\d{1,5}),(\d{1,5})$/.exec(parts.get('pixel') ?? '');
  return {number: found?.number, pixel: pixel?.slice(1).map(Number), tab: parts.get('tab') ?? undefined};
}

const defaultTab = 'fragment';

function addressOf({step, pixel, tab}) {
  const parts = [step.draw === undefined ? `step=${step.number + 1}` : `draw=${step.draw}`];
  if (pixel) parts.push(`pixel=${pixel.join()}`);
  if (tab !== defaultTab) parts.push(`tab=${tab}`);
  return `#${parts.join('&')}`;
}

// The edits of this page: {texts: {vertex, fragment}, pair} by pair. `pair` is the last valid pair, or missing. Pages of files share
// the store, so its name has the path. A compiled pair is only for the compiler that made it.
class Edits {
  #name = `agalc frames ${location.pathname} ${compilerOfPage}`;
  #edits;

  constructor() {
    try {
      this.#edits = JSON.parse(localStorage.getItem(this.#name)) ?? {};
    } catch {
      this.#edits = {}; // the browser does not allow it
    }
  }

  of(key) {
    return this.#edits[key];
  }

  // Keeps an edit, or forgets it if it is undefined.
  keep(key, edit) {
    if (edit) this.#edits[key] = edit;
    else delete this.#edits[key];
    try {
      if (Object.keys(this.#edits).length > 0) localStorage.setItem(this.#name, JSON.stringify(this.#edits));
      else localStorage.removeItem(this.#name);
    } catch {
      // The edit ends with the page.
    }
  }
}
