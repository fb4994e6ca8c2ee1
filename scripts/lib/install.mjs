/** Installs the packages. Runs on Node 20 with nothing installed, so it imports Node's modules only. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.tallyboard-installed');

/** Exits with a message: the problem, then what to do. */
export function fail(message) {
  process.stderr.write(`\n${message}\n`);
  process.exit(1);
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

function installState() {
  const own = join(modules, '.package-lock.json');
  if (!existsSync(own)) return 'missing';
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lockHash()) return 'fine';
  return statSync(own).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs
    ? 'fine'
    : 'old';
}

/** The npm of this process, else of the path. */
function npmCommand(args) {
  const npm = process.env.npm_execpath;
  if (npm && /\.c?js$/.test(npm))
    return { command: process.execPath, args: [npm, ...args], shell: false };
  return { command: 'npm', args, shell: process.platform === 'win32' };
}

/** Messages by the output of npm. */
const FAILURES = [
  [
    /ENOSPC|no space left/i,
    'The disk is full. Free about 1 GB where this folder lies, then run the command again.',
  ],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ECONNRESET|network|ERR_SOCKET/i,
    'The packages could not be downloaded: no connection to the npm registry. Check the network or proxy (npm config get registry), then run the command again.',
  ],
  [
    /EACCES|EPERM|EROFS/i,
    'The packages could not be written: this folder is not writable for you. Give yourself the right to write here, then run the command again.',
  ],
  [
    /EBADENGINE[\s\S]*notsup/i,
    'A package does not run on this Node. Install Node 20 or newer, then run the command again.',
  ],
  [/^/, 'The packages could not be installed. See the output of npm above.'],
];

/** A progress line with elapsed time on a terminal; printed once elsewhere. */
export function progressLine(text) {
  if (!process.stderr.isTTY) {
    process.stderr.write(`${text} ...\n`);
    return { done: () => {} };
  }
  const begun = Date.now();
  const draw = () =>
    process.stderr.write(`\r${text} ... ${Math.round((Date.now() - begun) / 1000)} s `);
  draw();
  const timer = setInterval(draw, 1000);
  return {
    done() {
      clearInterval(timer);
      process.stderr.write(`\r${text}: done in ${Math.round((Date.now() - begun) / 1000)} s\n`);
    },
  };
}

/** Runs a command. Resolves to its exit code and output. */
export function run(command, args, settings = {}) {
  return new Promise(resolve => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: settings.show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      shell: settings.shell ?? false,
      env: { ...process.env, ...settings.env },
    });
    let output = '';
    const take = chunk => {
      output = (output + chunk).slice(-200_000);
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    child.on('error', error => resolve({ code: 1, output: `${output}\n${error.message}` }));
    child.on('close', code => resolve({ code: code ?? 1, output }));
  });
}

async function npmInstall(args) {
  const npm = npmCommand([...args, '--no-audit', '--no-fund', '--loglevel=error']);
  return run(npm.command, npm.args, { shell: npm.shell });
}

/** Installs missing packages; exits with a message if that fails. */
export async function ensureInstalled() {
  const [major] = process.versions.node.split('.').map(Number);
  if (major < 20) {
    fail(
      `Tallyboard needs Node 20 or newer; this is Node ${process.versions.node}. Install a newer Node, then run the command again.`,
    );
  }
  const state = installState();
  if (state !== 'fine') {
    const line = progressLine(
      state === 'missing'
        ? 'Installing packages (the first time takes a minute or two)'
        : 'Updating packages',
    );
    const { code, output } = await npmInstall([state === 'missing' ? 'ci' : 'install']);
    if (code !== 0) {
      process.stderr.write(`\n${output.trim().split('\n').slice(-25).join('\n')}\n`);
      fail(FAILURES.find(([pattern]) => pattern.test(output))[1]);
    }
    line.done();
  }
  await ensureNode();
  try {
    writeFileSync(stampFile, lockHash());
  } catch {
    // Optional, for a faster next start.
  }
}

const bundled = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** The Node 24 that npm installed, else the current one. */
export function nodePath() {
  return existsSync(bundled) ? bundled : process.execPath;
}

/** Fetches the bundled Node where npm is configured to run no install scripts. */
async function ensureNode() {
  if (existsSync(bundled) && (await run(bundled, ['--version'])).code === 0) return;
  if (Number(process.versions.node.split('.')[0]) >= 24) return;
  const setup = join(modules, 'node', 'installArchSpecificPackage.js');
  if (existsSync(setup))
    await run(process.execPath, [setup], { env: { npm_config_global: 'false' } });
  if (!existsSync(bundled)) {
    fail(
      'Node 24 could not be fetched from npm, and this machine has an older one. Install Node 24 or newer, or allow npm to run the install script of the package "node".',
    );
  }
}
