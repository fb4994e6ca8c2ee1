/** Settings given by a program or a person: names of members are accepted as keys, unknown keys are reported. */

import { hintFor } from './describe.ts';
import type { AnySetting, SettingsProblem, SettingsSchema, Stored } from './schema.ts';

/** Keys that gadget shells and older versions store in the same object. */
const SHELL_KEYS: ReadonlySet<string> = new Set([
  'version',
  'jql',
  'preset',
  'choices',
  'refreshMinutes',
  'type',
  'col',
  'modified',
  'loadedPercentage',
  'tableData',
]);

// biome-ignore lint/suspicious/noExplicitAny: the keys of any settings.
type Schema = SettingsSchema<any>;

export const keysOf = (list: readonly AnySetting[]): string[] =>
  list.flatMap(({ key, beside = [] }) => [key, ...beside.map(each => each.key)]);

/** Replaces names of members, such as `groupBy`, by stored keys, such as `gType`. */
export function byStoredKeys({ list }: Schema, given: Stored): Stored {
  const keys = new Set(keysOf(list));
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => {
      const named = keys.has(key) ? undefined : list.find(({ name }) => name === key);
      return [named && !Object.hasOwn(given, named.key) ? named.key : key, value];
    }),
  );
}

export function unknownKeys({ list, foreignKeys }: Schema, stored: Stored): SettingsProblem[] {
  const known = new Set([...keysOf(list), ...foreignKeys, ...SHELL_KEYS]);
  const names = list.flatMap(({ key, name }) => [key, name]);
  return Object.keys(stored)
    .filter(key => !known.has(key))
    .map(key => {
      const twin = list.find(({ name }) => name === key)?.key;
      const text = twin
        ? `This is the same setting as "${twin}", which is given too. Give one of them.`
        : `There is no such setting.${hintFor(key, names)}`;
      return { path: key, text };
    });
}
