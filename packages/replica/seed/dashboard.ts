import type { StoreRecord } from '../data/records.ts';
import { DAY } from './clock.ts';
import source from './dashboard.json' with { type: 'json' };

/** A dashboard with every gadget and the settings that Jira stores for it. */
export function dashboardRecord(asOf: number): StoreRecord {
  const instant = (value: unknown) => {
    const days = (value as { daysFromNow?: number } | null)?.daysFromNow;
    return days === undefined ? value : asOf + days * DAY;
  };
  const gadgets = source.gadgets.map(({ key, title, color, row, column, settings }) => ({
    key,
    moduleKey: `com.tallyboard.reports__${key}`,
    title,
    color,
    row,
    column,
    properties: {
      settings: Object.fromEntries(
        Object.entries(settings).map(([name, value]) => [name, instant(value)]),
      ),
    },
  }));
  const { name, description, layout } = source;
  return { kind: 'dashboard', value: { id: 1, name, description, layout, at: asOf, gadgets } };
}
