// The controls of the trace. They send the questions to the worker.
import { latest } from './client.js';
import { TracePanel } from './trace.js';

const pause = 150; // milliseconds without a movement of the knobs

export class Tracing {
  #byId;
  #preview;
  #current;
  #panel;
  #visible = false;
  #timer = 0;
  #asked = 0; // the number of the last question
  #answered = 0; // the number of the question with the displayed answer
  #ask;

  // `current()` returns {texts, drawing, inputs, options} of a pair that can be run, or null.
  constructor(byId, preview, current) {
    this.#byId = byId;
    this.#preview = preview;
    this.#current = current;
    this.#panel = new TracePanel({view: byId('trace'), all: byId('trace-all')});
    this.#ask = {
      fragment: latest('tracePixel', (answer, {number, constants}) => this.#take(number, () => this.#panel.show(answer, 'fragment', constants))),
      vertex: latest('traceVertex', (answer, {number, constants}) => this.#take(number, () => this.#panel.show(answer, 'vertex', constants))),
    };
    for (const id of ['trace-x', 'trace-y', 'trace-vertex', 'trace-instance', 'trace-stage'])
      byId(id).addEventListener('change', () => this.#trace());
    byId('trace-now').addEventListener('click', () => this.#trace());
  }

  setVisible(visible) {
    this.#visible = visible;
    this.refresh();
  }

  // Must be called after a change that the trace depends on.
  refresh() {
    clearTimeout(this.#timer);
    this.#byId('cross').hidden = !this.#visible || this.#byId('trace-stage').value !== 'fragment';
    this.#timer = this.#visible ? setTimeout(() => this.#trace(), pause) : 0;
    this.#showBusy();
  }

  #showBusy() {
    if (this.#timer !== 0 || this.#answered < this.#asked) this.#byId('trace').setAttribute('aria-busy', 'true');
    else this.#byId('trace').removeAttribute('aria-busy');
  }

  // Shows an answer, unless a newer one is displayed. Answers about pixels and vertices may arrive in another order
  // than their questions.
  #take(number, show) {
    if (number < this.#answered) return;
    this.#answered = number;
    show();
    this.#showBusy();
  }

  // Traces the pixel under the mouse.
  choosePixel(event) {
    const box = this.#preview.canvas.getBoundingClientRect();
    const at = (position, start, extent) =>
      Math.min(Math.max(Math.floor(((position - start) / extent) * this.#preview.size), 0), this.#preview.size - 1);
    this.#byId('trace-stage').value = 'fragment';
    this.#byId('trace-x').value = at(event.clientX, box.left, box.width);
    this.#byId('trace-y').value = at(event.clientY, box.top, box.height);
    this.#trace();
  }

  #number(id, max) {
    const field = this.#byId(id);
    const value = Math.min(Math.max(Math.round(field.valueAsNumber) || 0, 0), max);
    field.value = value;
    return value;
  }

  #trace() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const stage = this.#byId('trace-stage').value;
    for (const [kind, of] of [['pixel', 'fragment'], ['vertex', 'vertex']])
      for (const field of this.#byId('panel-trace').querySelectorAll(`.bar .${kind}`)) field.hidden = stage !== of;
    const {size} = this.#preview;
    const x = this.#number('trace-x', size - 1);
    const y = this.#number('trace-y', size - 1);
    const cross = this.#byId('cross');
    cross.style.left = `${(100 * (x + 0.5)) / size}%`;
    cross.style.top = `${(100 * (y + 0.5)) / size}%`;
    cross.hidden = !this.#visible || stage !== 'fragment';
    const current = this.#current();
    const number = ++this.#asked;
    if (current === null) {
      this.#take(number, () => this.#panel.say('A trace needs two valid programs.'));
      return;
    }
    this.#showBusy();
    const {texts, drawing, inputs, options} = current;
    const scene = inputs.forTrace(drawing.reflection, this.#preview.seconds, size);
    const vertex = this.#number('trace-vertex', inputs.mesh.vertexCount - 1);
    const instance = this.#number('trace-instance', (scene.instances ?? 1) - 1);
    const constants = drawing.reflection[stage].agal.registers.filter(({type}) => type === 'constant')
      .map(({name, index}) => [name, [...scene.constants[stage].subarray(4 * index, 4 * index + 4)]]).filter(([, value]) => value.length === 4);
    this.#ask[stage]({number, constants, texts, scene, options, x, y, vertex, instance});
  }
}
