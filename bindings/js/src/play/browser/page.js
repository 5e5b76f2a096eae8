// The page with the player. play.js calls its functions.
import { ruffleConfig } from './ruffle_config.js';

const player = window.RufflePlayer.newest().createPlayer();
document.body.append(player);

// Dialogs that would cover the game, for example about a missing GPU.
const covers = '#hardware-acceleration-modal, #clipboard-modal, #video-modal';
player.shadowRoot.querySelectorAll(covers).forEach((each) => each.remove());

// A frame may take long without a GPU. play.js has the limits.
const maxExecutionDuration = 86400;

// Ruffle shows its failures in place of the game.
let failed = false;
setInterval(() => {
  const panic = player.shadowRoot.querySelector('#panic');
  if (!panic || failed) return;
  failed = true;
  const details = panic.querySelector('textarea')?.value ?? panic.textContent;
  console.error(`agalc-capture: ${/^Error message: (.*)/m.exec(details)?.[1] ?? 'the player failed'}`);
}, 100);

/** Resolves to the size of the game when it is loaded. */
window.loadGame = (url, runtime) =>
  new Promise((resolve) => {
    player.addEventListener('loadedmetadata', () => {
      const { width, height } = player.ruffle().metadata;
      resolve({ width, height });
    });
    player.ruffle().load({ ...ruffleConfig(runtime), maxExecutionDuration, url, base: new URL('.', new URL(url, location.href)).href });
  });

/** Stops the game, so that it presents no more frames. */
window.pauseGame = () => player.ruffle().suspend();

window.beginGame = (width, height) => {
  Object.assign(player.style, { display: 'block', width: `${width}px`, height: `${height}px` });
  player.ruffle().resume();
  player.focus();
};
