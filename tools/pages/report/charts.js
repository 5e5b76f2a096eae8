// --------------------------------------------------------------------------------------------------- charts: drawn as SVG

// Returns the lowest of 1, 2, 5, 10, 20, … that is not below the value.
function niceStep(value) {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= value) || 10 * power;
}

// Returns a short form of a number on an axis.
function shortNumber(value) {
  if (value >= 1e6) return `${value / 1e6}M`;
  return value >= 10000 ? `${value / 1000}k` : formatNumber(value);
}

const chartHeight = 200;
const chartMargin = {left: 44, right: 4, top: 16, bottom: 22};

// Draws stacked columns: {label, title, link, parts: [{value, kind}]}.
function drawColumns(columns, width) {
  const max = Math.max(1, ...columns.map((column) => column.parts.reduce((sum, part) => sum + part.value, 0)));
  const step = niceStep(max / 4);
  const top = Math.ceil(max / step) * step;
  const pitch = Math.max((width - chartMargin.left - chartMargin.right) / columns.length, 22);
  const whole = chartMargin.left + chartMargin.right + pitch * columns.length;
  const inner = chartHeight - chartMargin.top - chartMargin.bottom;
  const y = (value) => chartMargin.top + inner * (1 - value / top);
  const chart = makeSvg('svg.chart', {width: whole, height: chartHeight, viewBox: `0 0 ${whole} ${chartHeight}`, role: 'img'});
  for (let value = 0; value <= top; value += step)
    chart.append(
      makeSvg('line.grid', {x1: chartMargin.left, x2: whole - chartMargin.right, y1: y(value), y2: y(value)}),
      makeSvg('text.axis', {x: chartMargin.left - 8, y: y(value) + 3.5, 'text-anchor': 'end'}, shortNumber(value)));
  columns.forEach((column, i) => chart.append(drawColumn(column, chartMargin.left + i * pitch, pitch, y)));
  return chart;
}

function drawColumn(column, x, pitch, y) {
  const width = Math.min(pitch - 4, 40);
  const left = x + (pitch - width) / 2;
  const group = makeSvg('a.column', {href: column.link}, makeSvg('title', {}, column.title));
  group.append(makeSvg('rect.back', {x, y: y(0) - (chartHeight - chartMargin.top - chartMargin.bottom), width: pitch,
    height: chartHeight - chartMargin.top}));
  let below = 0;
  for (const part of column.parts) {
    const height = y(below) - y(below + part.value);
    if (height > 0)
      group.append(makeSvg(`rect.bar.${part.kind}`, {x: left, y: y(below + part.value), width, height: Math.max(height, 1), rx: 1}));
    below += part.value;
  }
  if (pitch >= 30 || below >= 0)
    group.append(makeSvg('text.axis', {x: x + pitch / 2, y: chartHeight - 6, 'text-anchor': 'middle'}, column.label));
  return group;
}

// Returns a chart that is redrawn when the width of its container changes. The drawing must not change the size of the
// container, because redrawing might then never end. The style sheet ensures that, and scroll bars belong to an inner
// element.
function columnChart(label, columns) {
  const scrolled = make('div.chart-scrolled');
  const place = make('div.chart-place', {role: 'group', 'aria-label': label}, scrolled);
  let drawn = 0;
  const watcher = new ResizeObserver(() => {
    const width = Math.floor(place.clientWidth);
    if (width === drawn || width === 0) return;
    drawn = width;
    scrolled.replaceChildren(drawColumns(columns, width));
  });
  watcher.observe(place);
  return place;
}

// Returns a bar of shares [{value, kind}], as wide as its container.
function shareBar(shares, label) {
  const whole = shares.reduce((sum, share) => sum + share.value, 0) || 1;
  const bar = makeSvg('svg.shares', {viewBox: '0 0 100 1', preserveAspectRatio: 'none', role: 'img', 'aria-label': label});
  let x = 0;
  for (const share of shares) {
    const width = (100 * share.value) / whole;
    if (width > 0) bar.append(makeSvg(`rect.bar.${share.kind}`, {x, y: 0, width, height: 1}));
    x += width;
  }
  return bar;
}
