import { Pages } from './engines.js';
const pages = new Pages();
await pages.start();
for (const engine of process.argv.slice(3)) {
  await pages.open(`${engine}/frames/${process.argv[2]}/index.html`);
  const r = await pages.evaluate(`await (async () => {
    await window.drawn;
    const canvas = document.createElement('canvas'); document.body.append(canvas);
    const log = [];
    const P = WebGL2RenderingContext.prototype;
    for (const name of ['drawElements', 'clear', 'viewport', 'bindFramebuffer', 'depthMask', 'depthFunc', 'enable', 'disable', 'colorMask', 'stencilFunc', 'stencilOp', 'stencilFuncSeparate','stencilOpSeparate','stencilMask','blendFunc','blendFuncSeparate', 'scissor', 'texParameteri','samplerParameteri']) {
      const f = P[name];
      P[name] = function (...args) { log.push(name + '(' + args.map(a => a instanceof WebGLFramebuffer ? 'fb' : a).join(',') + ')' + (name === 'drawElements' ? ' vp ' + this.getParameter(this.VIEWPORT) + ' depth ' + this.getParameter(this.DEPTH_TEST) + this.getParameter(this.DEPTH_WRITEMASK) + ' fb ' + (this.getParameter(this.FRAMEBUFFER_BINDING) !== null) : '')); return f.apply(this, args); };
    }
    const { draw } = await import('./main.js');
    await draw(canvas);
    return log;
  })()`);
  console.log(engine); console.log(r.join('\n'));
}
await pages.close();
process.exit(0);
