/** Settings that are written as texts: the parameters of an address. */

import type { SettingsSchema, Stored } from './schema.ts';

/** Values of settings, by their names or keys, as JSON has them: a list is written as JSON, or with commas between its names. */
export function settingsOfText(
  // biome-ignore lint/suspicious/noExplicitAny: the settings of any report.
  { list }: SettingsSchema<any>,
  texts: Readonly<Record<string, unknown>>,
): Stored {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      const setting = list.find(each => each.name === name || each.key === name);
      return [
        name,
        typeof text === 'string' && setting ? jsonOf(text, setting.codec.shape.kind) : text,
      ];
    }),
  );
}

function jsonOf(text: string, kind: string): unknown {
  if (kind === 'text' || kind === 'choice') return text;
  if (kind === 'flags' && !text.startsWith('[')) return text.split(',').filter(name => name !== '');
  if (!/^[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
