// The panel with the trace of a pixel or a vertex: each token, and the values that it changed.
import { showMessages } from './messages.js';
import { registerText } from './numbers.js';
import { highlightLine, make, scannerOf, tableOf } from './shared.js';

const scanner = scannerOf('agal');
const places = ['upper left', 'upper right', 'lower left', 'lower right'];

// Parses the text of a trace to [{number, code, remark, values: [{register, invocation, text}]}].
function parse(trace) {
  const tokens = [];
  for (const line of trace.split('\n')) {
    const token = /^\s*(\d+)  (\S.*?)(?:  ; (.*))?$/.exec(line);
    const value = /^\s+(\S+)(?: \[(\d)\])? = (\(.*\)|\S+)(?:  \((.*)\))?$/.exec(line);
    if (value !== null) {
      const [, register, invocation, text, remark] = value;
      tokens.at(-1)?.values.push({register, invocation: Number(invocation ?? 0), text, remark: remark ?? ''});
    } else if (token !== null) {
      tokens.push({number: Number(token[1]), code: token[2], remark: token[3] ?? '', values: []});
    } else if (line.trim() !== '') {
      tokens.at(-1)?.values.push({register: '', invocation: -1, text: line.trim(), remark: ''});
    }
  }
  return tokens;
}

const codeCell = (text) => make('code.line', {}, ...highlightLine(text, scanner));

function valueCell({register, text, remark}) {
  return make('div', {}, register && make('code', {}, `${register} = `), make('code.value', {}, text),
    remark !== '' && make('span.dim', {}, ` ${remark}`));
}

// Returns the table of the tokens. `invocation` is the displayed one; null: all.
function tokenTable(tokens, invocation) {
  const values = (token) => token.values.filter((value) => invocation === null || value.invocation < 0 || value.invocation === invocation);
  const place = (value) => (invocation === null && value.invocation >= 0 ? make('span.dim', {}, `${places[value.invocation]}: `) : null);
  return tableOf(['token', 'instruction', 'result'], tokens.map((token) => [
    String(token.number),
    codeCell(token.code),
    make('div', {}, token.remark !== '' && make('div.dim', {}, token.remark),
      values(token).map((value) => make('div.result', {}, place(value), valueCell(value)))),
  ]), 'trace');
}

function outputText(outputs) {
  return Object.entries(outputs).filter(([name]) => name !== 'killed').map(([name, value]) => `${name} = ${registerText(value)}`)
    .concat(outputs.killed ? ['discarded'] : []).join(', ');
}

// Shows the first color output as a patch of this color.
function swatchOf({oc}) {
  if (oc === undefined) return null;
  const swatch = make('span.swatch', {'aria-hidden': 'true'});
  swatch.style.backgroundColor = `rgb(${oc.slice(0, 3).map((lane) => Math.round(255 * Math.min(Math.max(lane, 0), 1))).join(', ')})`;
  return swatch;
}

export class TracePanel {
  #view;
  #all;
  #answer = null;
  #stage = 'fragment';
  #constants = [];

  constructor({view, all}) {
    this.#view = view;
    this.#all = all;
    all.addEventListener('change', () => this.#render());
  }

  // Shows the answer of the worker. `stage` is the traced stage, `constants` are its [register, value].
  show(answer, stage, constants) {
    this.#constants = constants;
    this.#answer = answer;
    this.#stage = stage;
    this.#render();
  }

  say(text) {
    this.#answer = null;
    this.#view.replaceChildren(make('p.dim', {}, text));
  }

  #render() {
    const answer = this.#answer;
    if (answer === null) return;
    if (!answer.ok) {
      const box = make('div');
      showMessages(box, answer.diagnostics);
      this.#view.replaceChildren(make('p', {}, 'The interpreter does not run this:'), box);
      return;
    }
    if (answer.trace === undefined) {
      this.#view.replaceChildren(make('p.dim', {}, 'No triangle covers this pixel.'));
      return;
    }
    const isPixel = this.#stage === 'fragment';
    const own = answer.pixel ?? 0;
    const inputs = Object.entries(answer.inputs).map(([name, value]) => [make('code', {}, name), make('code', {}, registerText(isPixel ? value[own] : value))]);
    const covering = answer.covering > 1 ? `, the nearest of ${answer.covering} triangles` : '';
    this.#view.replaceChildren(...[
      make('p.summary', {}, isPixel ? `The ${places[own]} pixel of its group of four${covering}: ` : 'The vertex: ', make('code', {}, outputText(answer.outputs[own])), ' ', swatchOf(answer.outputs[own])),
      tableOf([isPixel ? 'varying' : 'attribute', 'value'], inputs),
      this.#constants.length > 0 && make('details', {}, make('summary', {}, 'Constants'),
        tableOf(['constant', 'value'], this.#constants.map(([name, value]) => [make('code', {}, name), make('code', {}, registerText(value))]))),
      tokenTable(parse(answer.trace), isPixel && this.#all.checked ? null : own),
    ].filter((part) => part !== null && part !== false));
  }
}
