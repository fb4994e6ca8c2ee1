import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { argumentProblem } from './argument-problem.ts';

export const usage = readFileSync(new URL('./usage.txt', import.meta.url), 'utf8');

/** An invalid setting. The message is for the operator. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

export type StartSettings = Exclude<ReturnType<typeof parseSettings>, 'help' | 'version'>;

/** Settings of the command line; 'help' for --help, 'version' for --version. Throws SettingsError. */
export function parseSettings(args: readonly string[]) {
  const values = readArgs(args);
  if (values.help) return 'help' as const;
  if (values.version) return 'version' as const;
  const site = values.site === undefined ? null : readSite(values.site);
  // An unset variable of a shell: else the data would be in the working directory, and the API without a token.
  for (const name of ['data', 'require-token'] as const)
    if (values[name] === '') throw new SettingsError(`--${name} is empty.`);
  for (const name of ['new-credential', 'resume'] as const)
    if (values[name] && site === null) throw new SettingsError(`--${name} needs --site.`);
  const size = readNumber('--demo-size', values['demo-size'] ?? '3000', 1, 200_000);
  return {
    port: readNumber('--port', values.port ?? '8080', 0, 65_535),
    host: values.host ?? 'localhost',
    // Beside a demo, the dashboards of a real Jira would be lost among those of the demo.
    dataDir: values.data ?? dataFolderOf(site),
    flavour: readFlavour(values.flavour),
    /** Null: no demo. */
    demo: values['no-demo'] || site !== null ? null : { size },
    faults: {
      latencyMs: readNumber('--latency', values.latency ?? '0', 0, 600_000),
      errorRate: share('error-rate', values['error-rate']),
      rateLimit: readNumber('--rate-limit', values['rate-limit'] ?? '0', 0, 1_000_000),
      dropRate: share('drop-rate', values['drop-rate']),
      truncateRate: share('truncate-rate', values['truncate-rate']),
    },
    /** Address of a real Jira, without a trailing slash; null: the replica. */
    site,
    /** Address for browsers; null: this machine only. */
    publicUrl: readPublicUrl(values['public-url'] ?? process.env.TALLYBOARD_PUBLIC_URL),
    /** Passwords and tokens may be sent over http to other machines. */
    insecure: values.insecure === true || process.env.TALLYBOARD_INSECURE === '1',
    /** Forget the stored credential of the real Jira. */
    newCredential: values['new-credential'] ?? false,
    /** Forget the pause that the real Jira has asked for. */
    resume: values.resume ?? false,
    /** The replica's API asks for this token. */
    requireToken: values['require-token'] ?? null,
    connect: values.connect ?? false,
    /** Jira is below this path; '' for the root. */
    contextPath: readContextPath(values['context-path']),
  };
}

type LogLevel = 'debug' | 'info' | 'warn';

/** What TALLYBOARD_LOG asks for; null where it is not set. Throws SettingsError. */
export function readLogLevel(asked = process.env.TALLYBOARD_LOG): LogLevel | null {
  if (!asked) return null;
  if (asked === 'debug' || asked === 'info' || asked === 'warn') return asked;
  throw new SettingsError(`TALLYBOARD_LOG is debug, info or warn, not '${asked}'.`);
}

/** The default data folder: each real Jira has its own, below that of the replica. */
export function dataFolderOf(site: string | null): string {
  if (site === null) return 'data';
  const { host, pathname } = new URL(site);
  return join('data', `${host}${pathname}`.replace(/[^\w.-]+/g, '-').replace(/-$/, ''));
}

/** The address of a Jira, with its context path and without a slash at the end. Throws SettingsError. */
export function readSite(text: string, name = '--site'): string {
  const url = URL.parse(text);
  const plain = url && !url.username && !url.password && !url.search && !url.hash;
  // Only characters that need no escape: paths are appended to the address.
  if (plain && /^https?:$/.test(url.protocol) && /^[\w./-]*$/.test(url.pathname)) {
    return (url.origin + url.pathname).replace(/\/+$/, '');
  }
  throw new SettingsError(
    `${name} is an address such as https://example.atlassian.net, not '${text}'.`,
  );
}

function readFlavour(text = 'cloud'): 'cloud' | 'data-center' {
  if (text === 'cloud' || text === 'data-center') return text;
  throw new SettingsError(`--flavour is 'cloud' or 'data-center', not '${text}'.`);
}

function readContextPath(text = ''): string {
  if (text === '' || /^(\/[\w-]+)+$/.test(text)) return text;
  throw new SettingsError(`--context-path is a path such as /jira, not '${text}'.`);
}

function readPublicUrl(text: string | undefined): URL | null {
  if (!text) return null;
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url;
  throw new SettingsError(
    `--public-url is an address without a path such as https://reports.example.com, not '${text}'.`,
  );
}

function readArgs(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: text,
        host: text,
        data: text,
        'no-demo': flag,
        'demo-size': text,
        flavour: text,
        latency: text,
        'error-rate': text,
        'rate-limit': text,
        'drop-rate': text,
        'truncate-rate': text,
        site: text,
        'public-url': text,
        insecure: flag,
        // No effect: nothing is changed in Jira anyway. Accepted for existing start scripts.
        'read-only': flag,
        'new-credential': flag,
        resume: flag,
        'require-token': text,
        connect: flag,
        'context-path': text,
        version: flag,
        help: flag,
      },
    }).values;
  } catch (cause) {
    throw new SettingsError(`${argumentProblem(cause)} --help lists what there is.`, { cause });
  }
}

const share = (name: string, text = '0'): number => readNumber(`--${name}`, text, 0, 1, false);

function readNumber(name: string, text: string, least: number, most: number, whole = true): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  const fits = value >= least && value <= most && (!whole || Number.isInteger(value));
  if (fits) return value;
  throw new SettingsError(
    `${name} is a ${whole ? 'whole ' : ''}number from ${least} to ${most}, not '${text}'.`,
  );
}
