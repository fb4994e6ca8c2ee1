import { SettingsError } from './settings.ts';

interface StartOptions {
  port: number;
  host: string;
  dataDir: string;
}

/** Messages by error code, or by code and text; the first match counts. */
const MESSAGES: readonly (readonly [RegExp, (options: StartOptions) => string])[] = [
  [
    /^EADDRINUSE/,
    ({ port }) =>
      `Port ${port} is taken by another program. Stop it, or choose another port: npm start -- --port ${port + 1}`,
  ],
  [
    /^EACCES.*listen/,
    ({ port }) =>
      `You have no permission to use port ${port}. Choose one above 1023: npm start -- --port 8080`,
  ],
  [
    /^(EADDRNOTAVAIL|ENOTFOUND)/,
    ({ host }) =>
      `This machine has no address '${host}'. Leave --host out, or give one of its own addresses.`,
  ],
  [
    /^SQLITE_FULL|ENOSPC|disk is full/i,
    ({ dataDir }) =>
      `The disk is full: '${dataDir}' cannot be written to. Free some space, or give another folder with --data.`,
  ],
  [
    /^(EACCES|EPERM|EROFS|SQLITE_READONLY|SQLITE_CANTOPEN)/,
    ({ dataDir }) =>
      `The folder '${dataDir}' cannot be written to. Change its permissions, or give another folder with --data.`,
  ],
  [
    /^(ENOTDIR|EEXIST)/,
    ({ dataDir }) => `'${dataDir}' is not a folder. Give another one with --data.`,
  ],
  [
    /^ENOENT/,
    ({ dataDir }) => `The folder '${dataDir}' cannot be created. Give another one with --data.`,
  ],
  [
    /^SQLITE_(NOTADB|CORRUPT)/,
    ({ dataDir }) =>
      `The data in '${dataDir}' is damaged or not Tallyboard's. Give another folder with --data.`,
  ],
  [/^ECONNREFUSED/, () => 'The database of DATABASE_URL does not answer.'],
];

/** A message that says what to do; null for an unexpected error. */
export function startError(error: unknown, options: StartOptions): string | null {
  if (error instanceof SettingsError) return error.message;
  const { code = '', message } = error as { code?: string; message?: string };
  const match = MESSAGES.find(([pattern]) => pattern.test(`${code} ${message}`));
  return match ? match[1](options) : null;
}
