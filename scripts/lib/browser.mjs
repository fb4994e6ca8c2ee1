/** Finds or installs a Chromium-based browser for the browser tests. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { fail, nodePath, progressLine, root, run } from './install.mjs';

const NAMES = [
  // Without windows: a page in a new context takes half of the processor time.
  'chromium-headless-shell',
  'google-chrome',
  'google-chrome-stable',
  'chromium',
  'chromium-browser',
  'microsoft-edge',
  'msedge',
];

function candidates() {
  const { CHROME_PATH, PATH = '', ProgramFiles, LOCALAPPDATA } = process.env;
  const programFilesX86 = process.env['ProgramFiles(x86)'];
  const list = [CHROME_PATH];
  if (process.platform === 'darwin') {
    for (const app of ['Google Chrome', 'Chromium', 'Microsoft Edge'])
      list.push(`/Applications/${app}.app/Contents/MacOS/${app}`);
  } else if (process.platform === 'win32') {
    for (const base of [ProgramFiles, programFilesX86, LOCALAPPDATA]) {
      if (!base) continue;
      list.push(
        join(base, 'Google/Chrome/Application/chrome.exe'),
        join(base, 'Microsoft/Edge/Application/msedge.exe'),
        join(base, 'Chromium/Application/chrome.exe'),
      );
    }
  }
  for (const folder of PATH.split(delimiter))
    for (const name of NAMES) list.push(join(folder, name));
  return list;
}

function findBrowser() {
  const found = candidates().find(path => path && existsSync(path));
  if (found) return found;
  const downloaded = createRequire(join(root, 'package.json'))(
    '@playwright/test',
  ).chromium.executablePath();
  return existsSync(downloaded) ? downloaded : null;
}

const isDebianRoot = () =>
  process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/etc/debian_version');

async function installWithApt() {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update'], { env });
  return run(
    'apt-get',
    ['install', '-y', '--no-install-recommends', 'chromium-headless-shell', 'fonts-liberation'],
    { env },
  );
}

function installWithPlaywright() {
  return run(nodePath(), [
    join(root, 'node_modules/@playwright/test/cli.js'),
    'install',
    'chromium',
  ]);
}

/** The path of a browser; exits with a message if none can be installed. */
export async function ensureBrowser() {
  const found = findBrowser();
  if (found) return found;
  const line = progressLine('Installing a browser for the tests');
  const outputs = [];
  for (const install of [installWithApt, installWithPlaywright]) {
    if (install === installWithApt && !isDebianRoot()) continue;
    const { output } = await install();
    outputs.push(output.trim().split('\n').slice(-8).join('\n'));
    const browser = findBrowser();
    if (browser) {
      line.done();
      return browser;
    }
  }
  process.stderr.write(`\n${outputs.join('\n')}\n`);
  return fail(
    'No browser was found and none could be installed. Install Chrome, Chromium or Edge, or set CHROME_PATH to one, then run the command again.',
  );
}
