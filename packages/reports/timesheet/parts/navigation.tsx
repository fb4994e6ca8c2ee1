import ChevronDoubleLeft from '@atlaskit/icon/core/chevron-double-left';
import ChevronDoubleRight from '@atlaskit/icon/core/chevron-double-right';
import ChevronLeft from '@atlaskit/icon/core/chevron-left';
import ChevronRight from '@atlaskit/icon/core/chevron-right';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Day } from '@tallyboard/core/time/units.ts';
import { Button, IconButton, type IconType } from '@tallyboard/ui/controls/button.tsx';
import { useEffect, useRef, useState } from 'react';
import { endDay, rangeOf, stepped } from '../range.ts';
import type { EndDate, TimesheetSettings } from '../settings.ts';
import type { TimesheetText } from '../text.ts';
import type { TimesheetProps } from '../view-props.ts';

interface Arrow {
  readonly label: string;
  readonly icon: IconType;
  readonly by: 'day' | 'month';
  readonly count: number;
}

const WEEK_BACK: Arrow = { label: 'Previous week', icon: ChevronDoubleLeft, by: 'day', count: -7 };
const DAY_BACK: Arrow = { label: 'Previous day', icon: ChevronLeft, by: 'day', count: -1 };
const DAY_ON: Arrow = { label: 'Next day', icon: ChevronRight, by: 'day', count: 1 };
const WEEK_ON: Arrow = { label: 'Next week', icon: ChevronDoubleRight, by: 'day', count: 7 };
const MONTH_BACK: Arrow = { label: 'Previous month', icon: ChevronLeft, by: 'month', count: -1 };
const MONTH_ON: Arrow = { label: 'Next month', icon: ChevronRight, by: 'month', count: 1 };

/** The shown days and arrows to others. Reloads are debounced. */
export function Navigation(props: TimesheetProps & { readonly text: TimesheetText }) {
  const { settings, context, text, onSettings } = props;
  const { end, day, moving, go } = useEndDate(settings, context, onSettings);
  const { unit, fullWeeks } = settings;
  const arrows = (steps: readonly Arrow[]) =>
    steps.map(({ label, icon, by, count }) => (
      <IconButton
        key={label}
        icon={icon}
        label={label}
        onClick={() => go({ day: stepped(day, by, count) })}
      />
    ));
  // Whole weeks move by weeks only.
  const back = unit === 'month' ? [MONTH_BACK] : fullWeeks ? [WEEK_BACK] : [WEEK_BACK, DAY_BACK];
  const on = unit === 'month' ? [MONTH_ON] : fullWeeks ? [WEEK_ON] : [DAY_ON, WEEK_ON];
  return (
    <div className="tb-timesheet__navigation">
      <span className="tb-timesheet__arrows tb-no-print">{arrows(back)}</span>
      <h3 className={moving ? 'tb-quiet' : undefined} aria-live="polite">
        {text.range(rangeOf({ ...settings, end }, context))}
      </h3>
      <span className="tb-timesheet__arrows tb-no-print">
        {arrows(on)}
        <Button appearance="subtle" disabled={end === 'today'} onClick={() => go('today')}>
          {unit === 'month' ? 'This Month' : 'Today'}
        </Button>
      </span>
    </div>
  );
}

const DEBOUNCE_MS = 500;

interface EndDateState {
  /** The last step of the arrows, also while it loads. */
  readonly end: EndDate;
  readonly day: Day;
  /** True while the last step loads. */
  readonly moving: boolean;
  go(end: EndDate): void;
}

function useEndDate(
  settings: TimesheetSettings,
  context: ReportContext,
  onSettings: (settings: TimesheetSettings) => void,
): EndDateState {
  const [wanted, setWanted] = useState<EndDate | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ settings, onSettings });
  latest.current = { settings, onSettings };
  useEffect(() => () => clearTimeout(timer.current), []);
  // The settings have caught up.
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
