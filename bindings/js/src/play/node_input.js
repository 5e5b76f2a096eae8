// The mouse and the keyboard of a page in Node: the methods that input.js uses.
import { keyOf } from './keyboard.js';

const leftButton = 1;

/** @param {{window: any, player: any}} page */
export function inputDevices({ window, player }) {
  const canvas = () => player.shadowRoot?.querySelector('canvas') ?? player;
  const send = (target, type, fields) => {
    const event = new window.Event(type, { bubbles: true, cancelable: true, composed: true });
    for (const [name, value] of Object.entries(fields)) Object.defineProperty(event, name, { value });
    target.dispatchEvent(event);
  };
  let place = { x: 0, y: 0 };
  let buttons = 0;
  const pointer = (type, button) => {
    const { x, y } = place;
    const at = { clientX: x, clientY: y, offsetX: x, offsetY: y, pageX: x, pageY: y };
    send(canvas(), type, { ...at, button, buttons, pointerId: 1, pointerType: 'mouse', isPrimary: true });
  };
  const keyboard = (type, name) => {
    const modifiers = { ctrlKey: false, shiftKey: false, altKey: false, metaKey: false };
    send(window, type, { ...keyOf(name), ...modifiers, repeat: false, location: 0, isComposing: false });
  };
  return {
    mouse: {
      move(x, y) {
        place = { x, y };
        pointer('pointermove', -1);
      },
      down() {
        buttons = leftButton;
        pointer('pointerdown', 0);
      },
      up() {
        buttons = 0;
        pointer('pointerup', 0);
      },
    },
    keyboard: {
      down: (name) => keyboard('keydown', name),
      up: (name) => keyboard('keyup', name),
      type(text) {
        for (const each of text) {
          keyboard('keydown', each);
          keyboard('keyup', each);
        }
      },
    },
  };
}
