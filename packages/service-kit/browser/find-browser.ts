import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = [
  // Without windows: a PDF takes 2 s in it where one with windows takes 3 s.
  'chromium-headless-shell',
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  ...['microsoft-edge', 'msedge', 'chrome.exe', 'msedge.exe'],
];

const APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** No program that draws pages was found, or it does not start. */
export class BrowserMissingError extends Error {
  override readonly name = 'BrowserMissingError';

  constructor(why: string, cause?: unknown) {
    super(
      `${why} PDF and pictures need Chromium, Chrome or Edge: install one, or set TALLYBOARD_BROWSER to its program.`,
      { cause },
    );
  }
}

/** The program of an installed Chromium, by TALLYBOARD_BROWSER first. Throws a BrowserMissingError. */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string {
  const { TALLYBOARD_BROWSER: own, PATH = '', ProgramFiles, LOCALAPPDATA } = env;
  if (own) {
    if (existsSync(own)) return own;
    throw new BrowserMissingError(`There is no program '${own}' (TALLYBOARD_BROWSER).`);
  }
  const onWindows = [ProgramFiles, env['ProgramFiles(x86)'], LOCALAPPDATA].flatMap(folder =>
    folder
      ? [
          join(folder, 'Google/Chrome/Application/chrome.exe'),
          join(folder, 'Microsoft/Edge/Application/msedge.exe'),
        ]
      : [],
  );
  const onPath = PATH.split(delimiter).flatMap(folder => NAMES.map(name => join(folder, name)));
  const found = [...onPath, ...APPS, ...onWindows].find(path => existsSync(path));
  if (found) return found;
  throw new BrowserMissingError('No browser was found.');
}
