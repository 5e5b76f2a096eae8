import { Pages, installed } from './engines.js';
const pages = new Pages();
await pages.start();
for (const engine of process.argv.slice(3)) {
  await pages.open(`${engine}/frames/${process.argv[2]}/index.html`);
  const r = await pages.evaluate(`await (async () => {
    await window.drawn;
    const canvas = document.getElementById('canvas');
    const mine = read(canvas.getContext('webgl2'), canvas.width, canvas.height);
    const other = await pixelsOf('frame.png');
    const out = []; const box = {};
    for (let y = 0; y < canvas.height; ++y) for (let x = 0; x < canvas.width; ++x) {
      const a = 4 * (y * canvas.width + x), b = 4 * ((canvas.height - 1 - y) * canvas.width + x);
      const d = [0,1,2,3].map(c => Math.abs(other.bytes[a+c] - mine.bytes[b+c]));
      if (Math.max(...d) > 1) { out.push([x, y, [...other.bytes.slice(a,a+4)], [...mine.bytes.slice(b,b+4)]]); }
    }
    const step = Math.max(1, Math.floor(out.length / 25));
    return { count: out.length, some: out.filter((_, i) => i % step === 0) };
  })()`);
  console.log(engine, r.count);
  for (const [x, y, a, b] of r.some) console.log(`  ${x},${y} player ${a} drawn ${b}`);
}
await pages.close();
process.exit(0);
