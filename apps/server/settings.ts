import { parseArgs } from 'node:util';
import type { Faults } from '@tallyboard/replica/rest/faults.ts';

export interface StartSettings {
  port: number;
  host: string;
  dataDir: string;
  flavour: 'cloud' | 'data-center';
  /** Null: no demo. */
  demo: { size: number } | null;
  faults: Faults;
}

export const usage = `Usage: npm start -- [settings]

  --port P           port to listen on (8080)
  --host H           address to listen on (localhost; 0.0.0.0 for every network)
  --data DIR         folder that holds the data (./data); DATABASE_URL in the environment names a PostgreSQL instead
  --no-demo          do not fill an empty store with the demo organisation
  --demo-size N      issues of the demo (3000; at most 200000)
  --flavour F        cloud (default) or data-center: which Jira the server answers like
  --latency MS       wait before each answer of the REST API
  --error-rate P     share of calls, 0 to 1, that fail with 503
  --rate-limit N     calls a second; more get 429
  --drop-rate P      share of calls, 0 to 1, whose connection is closed without an answer
  --truncate-rate P  share of answers, 0 to 1, that stop halfway
  --help             this text
`;

/** A mistake of whoever starts the server, told in one sentence. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** Settings of the command line; 'help' where that was asked for. Throws SettingsError. */
export function parseSettings(args: readonly string[]): StartSettings | 'help' {
  const values = readArgs(args);
  if (values.help) return 'help';
  const flavour = values.flavour ?? 'cloud';
  if (flavour !== 'cloud' && flavour !== 'data-center') {
    throw new SettingsError(`--flavour is 'cloud' or 'data-center', not '${flavour}'.`);
  }
  const size = readNumber('--demo-size', values['demo-size'] ?? '3000', 1, 200_000);
  return {
    port: readNumber('--port', values.port ?? '8080', 0, 65_535),
    host: values.host ?? 'localhost',
    dataDir: values.data ?? 'data',
    flavour,
    demo: values['no-demo'] ? null : { size },
    faults: {
      latencyMs: readNumber('--latency', values.latency ?? '0', 0, 600_000),
      errorRate: share('error-rate', values['error-rate']),
      rateLimit: readNumber('--rate-limit', values['rate-limit'] ?? '0', 0, 1_000_000),
      dropRate: share('drop-rate', values['drop-rate']),
      truncateRate: share('truncate-rate', values['truncate-rate']),
    },
  };
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
        help: flag,
      },
    }).values;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SettingsError(`${reason.split('. ')[0]}. --help lists what there is.`, { cause });
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
