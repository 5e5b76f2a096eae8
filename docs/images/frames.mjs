// Remakes docs/images/frames-page.png and frames-edited.png, the pictures of docs/frames.md: frames.mjs AGALC. They show the
// handmade file of tests/games/real_games, drawn by Chromium.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { loadBrowserPlayer } from '../../bindings/js/src/play/packages.js';
import { writeHandmade } from '../../tests/games/real_games/handmade.mjs';

const [agalc] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'agal-images-'));
const { playwright, chromium } = loadBrowserPlayer();
const flags = ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];
const browser = await playwright.chromium.launch({ executablePath: chromium, args: flags });

/** Shows a step, and saves the picture of the page. */
async function shoot(name, step, colorScheme, act = async () => {}) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 700 }, colorScheme });
  await page.goto(pathToFileURL(join(folder, 'page.html')).href);
  await page.evaluate(() => window.ready);
  await page.evaluate((number) => window.replay.select(number), step);
  await page.locator('.shaders .cm-content').first().waitFor();
  await act(page);
  await page.evaluate(() => window.ready);
  await page.screenshot({ path: join(here, name), animations: 'disabled', caret: 'hide' });
  await page.close();
}

try {
  writeHandmade(join(folder, 'page.frames'), agalc, 0);
  execFileSync(agalc, ['replay', join(folder, 'page.frames'), '--page', join(folder, 'page.html')]);
  await shoot('frames-page.png', 20, 'light');
  await shoot('frames-edited.png', 17, 'dark', async (page) => {
    await page.locator('.shaders .cm-content').first().focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText('sub ft0, fc0, v0\nmov oc, ft0.zyxw\n');
    await page.getByText('Edited: the frame is drawn').waitFor();
    const box = await page.locator('#picture').boundingBox();
    await page.mouse.click(box.x + (box.width * 40.5) / 96, box.y + (box.height * 24.5) / 64);
    await page.locator('#pixel').waitFor();
  });
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
