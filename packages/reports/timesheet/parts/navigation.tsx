import ChevronDoubleLeft from '@atlaskit/icon/core/chevron-double-left';
import ChevronDoubleRight from '@atlaskit/icon/core/chevron-double-right';
import ChevronLeft from '@atlaskit/icon/core/chevron-left';
import ChevronRight from '@atlaskit/icon/core/chevron-right';
import { Button, IconButton, type IconType } from '@tallyboard/ui/controls/button.tsx';
import { rangeOf, type Step, stepped } from '../range.ts';
import type { TimesheetText } from '../text.ts';
import { useEndDate } from '../use-end-date.ts';
import type { TimesheetProps } from '../view-props.ts';

interface Arrow {
  readonly step: Step;
  readonly label: string;
  readonly icon: IconType;
}

const WEEK_BACK: Arrow = {
  step: 'previous-week',
  label: 'Previous week',
  icon: ChevronDoubleLeft,
};
const DAY_BACK: Arrow = { step: 'previous-day', label: 'Previous day', icon: ChevronLeft };
const DAY_ON: Arrow = { step: 'next-day', label: 'Next day', icon: ChevronRight };
const WEEK_ON: Arrow = { step: 'next-week', label: 'Next week', icon: ChevronDoubleRight };
const MONTH_BACK: Arrow = { step: 'previous', label: 'Previous month', icon: ChevronLeft };
const MONTH_ON: Arrow = { step: 'next', label: 'Next month', icon: ChevronRight };

/** The days that are shown, and the way to others. The reload waits until the reader has arrived. */
export function Navigation(props: TimesheetProps & { readonly text: TimesheetText }) {
  const { settings, context, text, onSettings } = props;
  const { end, day, moving, go } = useEndDate(settings, context, onSettings);
  const { unit, fullWeeks } = settings;
  const arrows = (steps: readonly Arrow[]) =>
    steps.map(({ step, label, icon }) => (
      <IconButton
        key={step}
        icon={icon}
        label={label}
        onClick={() => go({ day: stepped(day, step) })}
      />
    ));
  // Of full weeks a day more or less shows nothing new.
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
