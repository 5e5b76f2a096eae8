// -------------------------------------------------------------------------------- overdraw: a picture of heat, with a legend

// The lowest number of fragments of each color.
const heats = [[0, '#101018'], [1, '#1f3f8f'], [2, '#1f8f9f'], [3, '#3fa34d'], [4, '#b5b92e'], [6, '#e8892b'], [10, '#d8352a'], [20, '#ffffff']];
const heatOf = (count) => heats.findLastIndex(([least]) => count >= least);
const wordsOfHeat = (i) => {
  const [[least], next] = [heats[i], heats[i + 1]];
  return next === undefined ? `${least} or more` : next[0] === least + 1 ? String(least) : `${least} to ${next[0] - 1}`;
};

function overdrawPicture({width, height, counts}) {
  const colors = heats.map(([, text]) => [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16)));
  const pixels = new Uint8Array(4 * width * height).fill(255);
  counts.forEach((count, i) => pixels.set(colors[heatOf(count)], 4 * i));
  return {width, height, pixels};
}

function swatchOf(color) {
  const box = make('span.swatch');
  box.style.background = color;
  return box;
}

function overdrawLegend({counts}) {
  const pixels = heats.map(() => 0);
  let sum = 0;
  for (const count of counts) {
    ++pixels[heatOf(count)];
    sum += count;
  }
  const items = heats.flatMap(([, color], i) => (pixels[i] === 0 ? [] : [make('li', {}, swatchOf(color), `${wordsOfHeat(i)}: ${percent(pixels[i], counts.length)}`)]));
  return make('div', {}, make('p', {}, `Fragments of a pixel since the frame began: ${shortNumber(Number((sum / counts.length).toFixed(2)))} on average.`),
    make('ul.legend', {}, ...items));
}
