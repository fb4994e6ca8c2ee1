import { SettingsError, type StartSettings } from './settings.ts';
import messages from './start-errors.json' with { type: 'json' };

/** A message that says what to do; null for an unexpected error. Of the list the first match by code and text counts. */
export function startError(
  error: unknown,
  { port, host, dataDir }: Pick<StartSettings, 'port' | 'host' | 'dataDir'>,
): string | null {
  if (error instanceof SettingsError) return error.message;
  const { code = '', message } = error as { code?: string; message?: string };
  const match = messages.find(each => new RegExp(each.error, 'i').test(`${code} ${message}`));
  const values: Record<string, unknown> = { port, nextPort: port + 1, host, dataDir };
  return match?.message.replace(/\{(\w+)\}/g, (_, name) => String(values[name])) ?? null;
}
