import type { Day, ZoneId } from '@tallyboard/core/time/units.ts';
import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import { createContext } from 'react';

type Stored = Readonly<Record<string, unknown>>;

/** The filter of a dashboard of ours, for its gadgets; null elsewhere, and where none is set. */
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

export const FilterContext = createContext<OuterFilter | null>(null);
