import { join } from 'node:path';
import { SettingsError, type StartSettings } from './settings.ts';
import messages from './start-errors.json' with { type: 'json' };
import { DATABASE_FILE } from './store-place.ts';

/** A message that says what to do; null for an unexpected error. */
export function startError(
  error: unknown,
  { port, host, dataDir }: Pick<StartSettings, 'port' | 'host' | 'dataDir'>,
): string | null {
  if (error instanceof SettingsError) return error.message;
  const {
    code = '',
    message,
    hostname,
  } = error as {
    code?: string;
    message?: string;
    hostname?: string;
  };
  const isFolder = !process.env.DATABASE_URL;
  const store = isFolder ? `'${join(dataDir, DATABASE_FILE)}'` : 'The database of DATABASE_URL';
  const data = isFolder ? ` --data ${dataDir}` : '';
  const values = { code, message, port, nextPort: port + 1, host, dataDir, hostname, store, data };
  return findMessage(messages, `${code} ${message}`, values);
}

/** The message of the first row whose pattern matches, with `{word}` replaced by its value. */
export function findMessage(
  rows: typeof messages,
  error: string,
  values: Readonly<Record<string, unknown>>,
): string | null {
  const match = rows.find(row => new RegExp(row.error, 'i').test(error));
  return match?.message.replace(/\{(\w+)\}/g, (_, name) => String(values[name])) ?? null;
}
