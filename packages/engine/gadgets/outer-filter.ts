import type { Day, ZoneId } from '@tallyboard/core/time/units.ts';
import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';

type Stored = Readonly<Record<string, unknown>>;

/** The filter of a dashboard of ours, for its gadgets. */
export interface OuterFilter {
  /** The query of a gadget, narrowed. */
  narrow(gadget: Gadget, jql: string): string;
  /** Stored settings that replace those of a gadget: its board and its dates, as of a day. */
  settingsOf(gadget: Gadget, stored: Stored, today: Day, zone: ZoneId): Stored;
  /** What narrows a gadget of stored settings, and the parts that do not apply to it, in words. */
  words(
    gadget: Gadget,
    stored: Stored,
  ): { readonly applied: string; readonly ignored: readonly string[] };
}

/** The settings of a gadget with the board and the dates of a dashboard's filter. */
export function filteredSettings(
  { settings: schema }: AnyReport,
  gadget: Gadget,
  outer: OuterFilter | null,
  settings: unknown,
  today: Day,
  zone: ZoneId,
): unknown {
  const stored = schema.serialize(settings);
  const changed = outer?.settingsOf(gadget, stored, today, zone) ?? {};
  if (Object.keys(changed).length === 0) return settings;
  return schema.parse({ ...stored, ...changed }).value;
}

/** Why a gadget of a board has no issues under the filter of a dashboard; null where that is not why. */
export function otherBoard(
  gadget: Gadget,
  outer: OuterFilter | null,
  boards: readonly string[],
): string | null {
  const applied = outer?.words(gadget, {}).applied ?? '';
  return applied === '' || boards.length === 0
    ? null
    : `This gadget is of the ${boards.join(', ')}, the filter of the dashboard is ${applied}.`;
}
