/** Runs the commands of a page in docs/ as somebody would type them, with folders of a test in place of those of a machine. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const root = join(import.meta.dirname, '../../..');
const program = join(root, 'apps/cli/bin/tallyboard.mjs');

/** The command blocks below a heading, up to the next heading of any level. */
export function commandsOf(page: string, heading: string): string[] {
  const text = readFileSync(join(root, 'docs', page), 'utf8');
  const sections = text.split(/^(?=#{1,3} )/m);
  const section = sections.find(each => each.split('\n')[0]?.replace(/^#+ /, '') === heading);
  if (section === undefined) throw new Error(`docs/${page} has no section '${heading}'.`);
  return [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
}

/**
 * Commands of a machine that a test has not: each is either run for what it does here, or written to `calls`. `typed` is
 * what a person types for a command that reads the terminal.
 */
const PRELUDE = `
set -eu
sudo() { "$@"; }
git() { echo "git $*" >> "$HERE/calls"; }
npm() { echo "npm $*" >> "$HERE/calls"; }
systemctl() { echo "systemctl $*" >> "$HERE/calls"; }
npx() { shift; tallyboard "$@"; }
tallyboard() {
  case "$1" in
    serve | mirror)
      case "$2" in status) "$NODE" "$PROGRAM" "$@"; return;; esac
      case "$* " in serve*--port*|mirror*) ;; *) set -- "$@" --port "$PORT";; esac
      "$NODE" "$PROGRAM" "$@" < /dev/null >> "$HERE/out" 2>> "$HERE/err" &
      echo $! >> "$HERE/pids";;
    *) printf '%s\\n' "$TYPED" | "$NODE" "$PROGRAM" "$@";;
  esac
}
localize() {
  local from last
  for from; do [ ! -f "$from" ] || break; done
  for last; do :; done
  [ ! -d "$last" ] || last="$last/$(basename "$from")"
  [ ! -f "$last" ] || sed -i -f "$HERE/names.sed" "$last"
}
install() {
  case " $* " in
    *" /dev/stdin "*) for last; do :; done; cat > "$last"; [ -s "$last" ] || printf '%s\\n' "$TYPED" > "$last"; chmod 0600 "$last";;
    *) command install "$@"; localize "$@";;
  esac
}
`;

/** In place of systemd: runs the command alone. */
const SYSTEMD_RUN = `#!/bin/sh
while [ "\${1#--}" != "$1" ]; do shift; done
printf '%s\\n' "$TYPED" | "$@"
`;

export interface Machine {
  /** A file of it by its path there. */
  path(path: string): string;
  /** What docs name: addresses and folders, replaced in commands, units and settings. */
  readonly names: Map<string, string>;
  run(commands: string, typed?: string): Promise<{ code: number; out: string; err: string }>;
  /** Starts a unit as systemd would: its ExecStart with its environment files and credentials. */
  start(unit: string): ChildProcess;
  read(path: string): string;
  /** Ends what commands have started. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

const FOLDERS = [
  '/etc/tallyboard',
  '/etc/systemd/system',
  '/etc/cron.daily',
  '/usr/local/sbin',
  '/var/lib/tallyboard',
  '/var/backups/tallyboard',
];

/** Servers listen on the port unless a command names another one. */
export function openMachine(port: number): Machine {
  const here = mkdtempSync(join(tmpdir(), 'tallyboard-docs-'));
  const names = new Map([
    ['/opt/tallyboard', root],
    ['8080', String(port)],
  ]);
  const children: ChildProcess[] = [];
  const path = (name: string) => join(here, name);
  for (const folder of FOLDERS) {
    mkdirSync(path(folder), { recursive: true });
    names.set(folder, path(folder));
  }
  mkdirSync(path('/bin'));
  writeFileSync(path('/bin/systemd-run'), SYSTEMD_RUN, { mode: 0o755 });
  const replaced = (text: string) => {
    let own = text;
    for (const [name, other] of names) own = own.replaceAll(name, other);
    return own;
  };
  const environment = {
    PATH: [path('/bin'), path('/usr/local/sbin'), process.env.PATH].join(':'),
    HOME: here,
    TZ: process.env.TZ,
  };
  const start = (
    command: string,
    args: readonly string[],
    env: Record<string, string | undefined>,
  ) => {
    const child = spawn(command, args, {
      cwd: here,
      env: { ...environment, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    return child;
  };
  return {
    path,
    names,
    read: name => readFileSync(path(name), 'utf8'),
    async run(commands, typed = '') {
      const script = path('script');
      const rules = [...names].map(([name, other]) => `s|${name}|${other}|g`);
      writeFileSync(path('names.sed'), rules.join('\n'));
      writeFileSync(script, `${PRELUDE}${replaced(commands)}`);
      const child = start('bash', [script], {
        HERE: here,
        NODE: process.execPath,
        PROGRAM: program,
        TYPED: typed,
        PORT: String(port),
      });
      return ended(child);
    },
    start(unit) {
      const text = replaced(readFileSync(path(`/etc/systemd/system/${unit}.service`), 'utf8'));
      const all = (key: string) =>
        [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);
      const credentials = new Map(
        all('LoadCredential').map(each => each.split(':') as [string, string]),
      );
      const env: Record<string, string> = {};
      for (const file of all('EnvironmentFile'))
        for (const line of readFileSync(file.replace(/^-/, ''), 'utf8').split('\n')) set(line);
      for (const line of all('Environment'))
        set(line.replace(/%d\/(\S+)/, (_, name: string) => credentials.get(name) ?? ''));
      const [command = '', ...args] = (all('ExecStart')[0] ?? '').split(' ');
      return start(
        command,
        args.map(arg => arg.replace(/^\$\{(\w+)\}$/, (_, name: string) => env[name] ?? '')),
        env,
      );

      function set(line: string): void {
        const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
        if (name) env[name] = value ?? '';
      }
    },
    stop,
    async close() {
      await stop();
      rmSync(here, { recursive: true, maxRetries: 5 });
    },
  };

  async function stop(): Promise<void> {
    const file = path('pids');
    if (existsSync(file)) {
      const pids = readFileSync(file, 'utf8').trim().split('\n');
      spawnSync('kill', pids);
      while (spawnSync('kill', ['-0', ...pids]).status === 0) await pause(50);
      rmSync(file);
    }
    const running = children.filter(child => child.exitCode === null && child.signalCode === null);
    await Promise.all(
      running.map(child => {
        const end = ended(child);
        child.kill();
        return end;
      }),
    );
  }
}

async function ended(child: ChildProcess): Promise<{ code: number; out: string; err: string }> {
  const written = { out: '', err: '' };
  child.stdout?.on('data', part => (written.out += part));
  child.stderr?.on('data', part => (written.err += part));
  const code = await new Promise<number>(resolve =>
    child.once('close', status => resolve(status ?? 1)),
  );
  return { code, ...written };
}
