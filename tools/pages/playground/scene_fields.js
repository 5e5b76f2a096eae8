// The controls of the drawing: mesh, blending, the displayed output, instances, and the graphics interface.
import { blends } from './inputs.js';
import { labeledSelect } from './knobs.js';
import { make } from './shared.js';

const apis = [['auto', 'automatic'], ['webgpu', 'WebGPU'], ['webgl', 'WebGL 2']];

export class SceneFields {
  #root;
  #inputs;
  #preview;
  #onChange;
  #key = '';
  #api = 'auto';

  constructor(root, inputs, preview, onChange) {
    this.#root = root;
    this.#inputs = inputs;
    this.#preview = preview;
    this.#onChange = onChange;
  }

  update() {
    const {scene, meshWord, guess} = this.#inputs;
    const key = JSON.stringify([meshWord, this.#inputs.meshWords.length, scene.blend, scene.output, scene.instances, guess.isInstanced, guess.outputs, guess.mesh]);
    if (key === this.#key) return;
    this.#key = key;
    const set = (name, what) => (value) => {
      this.#inputs.scene[name] = name === 'output' ? Number(value) : value;
      this.#onChange(what);
    };
    const fields = [
      labeledSelect('Mesh', this.#inputs.meshWords, meshWord, set('mesh', 'mesh'), guess.mesh),
      labeledSelect('Blend', blends, scene.blend, set('blend', 'look'), 'none'),
      labeledSelect('Draw with', apis, this.#api, (choice) => {
        this.#api = choice;
        this.#preview.use(choice);
      }, 'auto'),
    ];
    if (guess.outputs.length > 1)
      fields.push(labeledSelect('Show', guess.outputs.map(({name, location}) => [String(location), name]), String(scene.output), set('output', 'look')));
    if (guess.isInstanced) fields.push(this.#instanceField(scene));
    this.#root.replaceChildren(...fields);
  }

  #instanceField(scene) {
    const field = make('input', {type: 'number', min: 1, max: 64, value: scene.instances, onchange: () => {
      const count = Math.min(Math.max(Math.round(field.valueAsNumber) || 1, 1), 64);
      this.#inputs.scene.instances = count;
      field.value = count;
      this.#onChange('constants');
    }});
    return make('label.field', {}, make('span.label', {}, 'Instances'), field);
  }
}
