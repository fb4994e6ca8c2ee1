/** Lists of named toggles, as burn and velocity store which lines they draw: `[{ name, checked }]`. */

import { asRecord } from './stored.ts';

/** Reads the toggles by name, in any case, and those without a known name by their place. Undefined for no list. */
export function graphFlags<Id extends string>(
  raw: unknown,
  ids: readonly Id[],
  names: Readonly<Record<Id, string>>,
  defaults: Readonly<Record<Id, boolean>>,
): Readonly<Record<Id, boolean>> | undefined {
  if (!Array.isArray(raw)) return undefined;
  const flags: Record<Id, boolean> = { ...defaults };
  raw.forEach((item: unknown, index) => {
    const stored = asRecord(item);
    const name = typeof stored?.name === 'string' ? stored.name.trim().toLowerCase() : null;
    const id = ids.find(each => names[each].toLowerCase() === name) ?? ids[index];
    const checked = typeof item === 'boolean' ? item : stored?.checked;
    if (id !== undefined && typeof checked === 'boolean') flags[id] = checked;
  });
  return flags;
}

export function storedGraphs<Id extends string>(
  flags: Readonly<Record<Id, boolean>>,
  ids: readonly Id[],
  names: Readonly<Record<Id, string>>,
): { name: string; checked: boolean }[] {
  return ids.map(id => ({ name: names[id], checked: flags[id] }));
}
