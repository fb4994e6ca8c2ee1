import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Day } from '@tallyboard/core/time/units.ts';
import { useEffect, useRef, useState } from 'react';
import { endDay } from './range.ts';
import type { EndDate, TimesheetSettings } from './settings.ts';

/** Several steps in a row are one reload: the product waits this long for the next. */
const DEBOUNCE_MS = 500;

export interface EndDateState {
  /** What the arrows start from: the last step, also while its days are still on their way. */
  readonly end: EndDate;
  readonly day: Day;
  /** True while what is shown is not yet where the arrows went. */
  readonly moving: boolean;
  go(end: EndDate): void;
}

/** The last day of a timesheet as the reader moves it. */
export function useEndDate(
  settings: TimesheetSettings,
  context: ReportContext,
  onSettings: (settings: TimesheetSettings) => void,
): EndDateState {
  const [wanted, setWanted] = useState<EndDate | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ settings, onSettings });
  latest.current = { settings, onSettings };
  useEffect(() => () => clearTimeout(timer.current), []);
  // Arrived: from here on the settings count again, whoever changes them.
  if (wanted !== null && sameEnd(wanted, settings.end)) setWanted(null);
  const end = wanted ?? settings.end;
  return {
    end,
    day: endDay(end, context),
    moving: wanted !== null,
    go(next) {
      clearTimeout(timer.current);
      setWanted(next);
      if (sameEnd(next, settings.end)) return;
      timer.current = setTimeout(() => {
        latest.current.onSettings({ ...latest.current.settings, end: next });
      }, DEBOUNCE_MS);
    },
  };
}

const sameEnd = (a: EndDate, b: EndDate): boolean => JSON.stringify(a) === JSON.stringify(b);
