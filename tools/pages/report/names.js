// ---------------------------------------------------- names: shortened to the width of a column, without losing the class

// Splits a name into its own part (the class, with the stage) and its place (the file and the package). The class of
// "game.swf/com.example.Water.frag" is "Water.frag", and its place is "game.swf/com.example".
function nameParts(stem) {
  const slash = stem.lastIndexOf('/') + 1;
  const package_ = /^(?:[a-z_$][\w$]*\.)+(?=[A-Z])/.exec(stem.slice(slash));
  const own = slash + (package_ === null ? 0 : package_[0].length);
  return {place: stem.slice(0, Math.max(0, own - 1)), own: stem.slice(own), before: stem.slice(0, own)};
}

// Allows line breaks after slashes and dots of a text.
const breakable = (text) => text.split(/(?<=[/.])/).flatMap((part) => [part, make('wbr')]);

// Returns the length of the common prefix of two texts.
function commonLength(a, b) {
  let length = 0;
  while (length < a.length && a[length] === b[length]) ++length;
  return length;
}

// Splits a text into spans: the part that all `others` share; the part that differs from one of them; the part that
// differs from all; and the last letters. In narrow columns, letters of the first part are omitted first, then letters
// of the second, and so on. The beginnings of all parts, and all of the last one, are always visible.
function cutParts(text, others, endLetters) {
  const whole = (at) => (/[\udc00-\udfff]/.test(text[at] || '') ? at - 1 : at);  // a surrogate pair is not split
  const end = whole(Math.max(0, text.length - endLetters));
  const common = others.map((other) => whole(Math.min(end, commonLength(text, other))));
  const first = Math.min(end, ...common);
  const cuts = [0, first, Math.max(first, ...common), end, text.length];
  return ['shared', 'differing', 'differing', 'end'].map((kind, i) => {
    const part = text.slice(cuts[i], cuts[i + 1]);
    const long = part.length > 8 ? '.long' : '';  // long enough for an ellipsis
    return part !== '' && make(`span.${kind}${long}`, {}, part);
  });
}

// The width of the ellipsis in the font of an element.
const ellipsisWidths = new Map();
function ellipsisWidth(node) {
  const {fontWeight, fontSize, fontFamily} = getComputedStyle(node);
  const font = `${fontWeight} ${fontSize} ${fontFamily}`;
  if (!ellipsisWidths.has(font)) {
    const context = make('canvas').getContext('2d');
    context.font = font;
    ellipsisWidths.set(font, context.measureText('\u2026').width);
  }
  return ellipsisWidths.get(font);
}

// Returns the width of the visible letters of a cut part, with the ellipsis.
function visibleWidth(part) {
  const ellipsis = ellipsisWidth(part);
  const room = part.getBoundingClientRect().width - ellipsis;
  const range = document.createRange();
  range.setStart(part.firstChild, 0);
  const widthOf = (letters) => {
    range.setEnd(part.firstChild, letters);
    return range.getBoundingClientRect().width;
  };
  let [fits, tooMany] = [0, part.firstChild.length + 1];
  while (tooMany - fits > 1) {
    const letters = (fits + tooMany) >> 1;
    if (widthOf(letters) <= room) fits = letters;
    else tooMany = letters;
  }
  return widthOf(fits) + ellipsis;
}

// Names that are new, or whose widths have changed. Cut parts are narrowed to the letters that fit, because the space
// for half a letter would look like a blank.
const changedNames = new Set();
const closeGaps = oncePerFrame(() => {
  const parts = [...changedNames].flatMap((name) => [...name.querySelectorAll('.long')]);
  changedNames.clear();
  for (const part of parts) part.removeAttribute('style');
  const widths = parts.map((part) => (part.scrollWidth > part.clientWidth ? visibleWidth(part) : 0));
  parts.forEach((part, i) => {
    if (widths[i] > 0) Object.assign(part.style, {flex: 'none', minWidth: '0', width: `${Math.ceil(widths[i] * 64) / 64}px`});
  });
});
const nameSizes = new ResizeObserver((entries) => {
  for (const entry of entries) changedNames.add(entry.target);
  closeGaps();
});

const ownEndLetters = 14, placeEndLetters = 9;

// Returns a name on one line that is as wide as its column allows. It must remain distinguishable from the adjacent
// names, `neighbors`. Screen readers and the tooltip have the full name.
function shortName(stem, neighbors = [], endLetters = ownEndLetters) {
  const {own, place} = nameParts(stem);
  const others = neighbors.map(nameParts);
  const namesakes = others.filter((other) => other.own === own);
  const name = make('span.short-name', {title: stem},
    make('span.for-readers', {}, stem),
    make(namesakes.length > 0 ? 'span.own.namesake' : 'span.own', {'aria-hidden': 'true'}, cutParts(own, others.map((other) => other.own), endLetters)),
    place !== '' && make('span.place', {'aria-hidden': 'true'}, cutParts(place, namesakes.map((other) => other.place), placeEndLetters)));
  nameSizes.observe(name);
  return name;
}
