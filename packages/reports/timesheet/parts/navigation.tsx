import ChevronDoubleLeft from '@atlaskit/icon/core/chevron-double-left';
import ChevronDoubleRight from '@atlaskit/icon/core/chevron-double-right';
import ChevronLeft from '@atlaskit/icon/core/chevron-left';
import ChevronRight from '@atlaskit/icon/core/chevron-right';
import { Button, IconButton, type IconType } from '@tallyboard/ui/controls/button.tsx';
import { useEffect, useRef, useState } from 'react';
import { endDay, rangeOf, stepped } from '../range.ts';
import type { EndDate } from '../settings.ts';
import type { TimesheetText } from '../table.ts';
import type { TimesheetProps } from './cells.tsx';

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

const DEBOUNCE_MS = 500;

/** The shown days and arrows to others. Reloads are debounced. */
export function Navigation(props: TimesheetProps & { readonly text: TimesheetText }) {
  const { settings, context, text, onSettings } = props;
  // The last step of the arrows while it loads.
  const [wanted, setWanted] = useState<EndDate | null>(null);
  // What was asked for and has not arrived.
  const [asked, setAsked] = useState<EndDate | null>(null);
  const [shown, setShown] = useState(settings.end);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ settings, onSettings });
  latest.current = { settings, onSettings };
  useEffect(() => () => clearTimeout(timer.current), []);
  if (!sameEnd(shown, settings.end)) {
    setShown(settings.end);
    setAsked(null);
    if (sameEnd(wanted, asked)) setWanted(null);
  } else if (sameEnd(asked, settings.end)) setAsked(null);
  else if (asked === null && sameEnd(wanted, settings.end)) setWanted(null);
  const end = wanted ?? settings.end;
  const go = (next: EndDate) => {
    clearTimeout(timer.current);
    setWanted(next);
    if (sameEnd(next, asked ?? settings.end)) return;
    timer.current = setTimeout(() => {
      setAsked(next);
      latest.current.onSettings({ ...latest.current.settings, end: next });
    }, DEBOUNCE_MS);
  };
  const arrows = (steps: readonly Arrow[]) =>
    steps.map(({ label, icon, by, count }) => (
      <IconButton
        key={label}
        icon={icon}
        label={label}
        onClick={() => go({ day: stepped(endDay(end, context), by, count) })}
      />
    ));
  const months = settings.unit === 'month';
  // Whole weeks move by weeks only.
  const back = settings.fullWeeks ? [WEEK_BACK] : [WEEK_BACK, DAY_BACK];
  const on = settings.fullWeeks ? [WEEK_ON] : [DAY_ON, WEEK_ON];
  return (
    <div className="tb-timesheet__navigation">
      <span className="tb-timesheet__arrows tb-setting tb-no-print">
        {arrows(months ? [MONTH_BACK] : back)}
      </span>
      <h3 className={wanted === null ? undefined : 'tb-quiet'} aria-live="polite">
        {text.range(rangeOf({ ...settings, end }, context))}
      </h3>
      <span className="tb-timesheet__arrows tb-setting tb-no-print">
        {arrows(months ? [MONTH_ON] : on)}
        {/* Not disabled, which would lose the focus of whoever pressed it. */}
        <Button appearance="subtle" aria-disabled={end === 'today'} onClick={() => go('today')}>
          {months ? 'This Month' : 'Today'}
        </Button>
      </span>
    </div>
  );
}

const sameEnd = (a: EndDate | null, b: EndDate | null): boolean =>
  JSON.stringify(a) === JSON.stringify(b);
