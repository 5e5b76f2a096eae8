// Options of Ruffle, in Node and in a browser.

/** @param {'flashPlayer' | 'air'} playerRuntime */
export const ruffleConfig = (playerRuntime = 'flashPlayer') => ({
  playerRuntime,
  autoplay: 'off', // the game starts when the player has its size
  preferredRenderer: 'wgpu-webgl', // 'webgl' does not have Context3D, and 'webgpu' needs a GPU
  logLevel: 'info', // traces are messages of this level
  allowScriptAccess: false,
  openUrlMode: 'deny',
  unmuteOverlay: 'hidden',
  splashScreen: false,
  contextMenu: 'off',
  warnOnUnsupportedContent: false,
  letterbox: 'off',
});
