// Buttons for the texts and files of panels.
import { copyButton, make } from './shared.js';

// Returns buttons that copy a text, and that save the text or bytes as a file.
export function fileButtons(content, name) {
  const save = make('button.copy', {type: 'button', title: `Save ${name}`, onclick: () => {
    const address = URL.createObjectURL(new Blob([content]));
    make('a', {href: address, download: name}).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }}, 'save');
  return [typeof content === 'string' ? copyButton(content, name) : null, save];
}
