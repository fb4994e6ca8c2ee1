import type { StoreRecord } from '../data/records.ts';
import { DAY } from './clock.ts';
import source from './dashboard.json' with { type: 'json' };
import { mapValues } from './site/catalog.ts';

/** A dashboard with every gadget and the settings that Jira stores for it. */
export function dashboardRecord(asOf: number): StoreRecord {
  const instant = (value: unknown) => {
    const days = (value as { daysFromNow?: number } | null)?.daysFromNow;
    return days === undefined ? value : asOf + days * DAY;
  };
  const gadgets = source.gadgets.map(({ settings, ...gadget }) => ({
    ...gadget,
    moduleKey: `com.tallyboard.reports__${gadget.key}`,
    properties: { settings: mapValues<string, unknown, unknown>({ ...settings }, instant) },
  }));
  return { kind: 'dashboard', value: { id: 1, ...source, at: asOf, gadgets } };
}
