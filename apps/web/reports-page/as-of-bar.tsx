import './as-of-bar.css';
import ChevronLeftIcon from '@atlaskit/icon/core/chevron-left';
import ChevronRightIcon from '@atlaskit/icon/core/chevron-right';
import { AS_OF_RULES } from '@tallyboard/core/time/as-of.ts';
import { dayText, parseDay } from '@tallyboard/core/time/day.ts';
import { formatDay } from '@tallyboard/core/time/format.ts';
import type { Day } from '@tallyboard/core/time/units.ts';
import { Button, IconButton } from '@tallyboard/ui/controls/button.tsx';
import { DateField } from '@tallyboard/ui/controls/text-field.tsx';
import { useEffect, useState } from 'react';

/** Days without issues to choose from, before there are any. */
const DEFAULT_DAYS = 365;

/** Chooses the day that reports are as of: by slider, day by day, or by date. */
export default function AsOfBar(props: {
  readonly day: Day;
  /** The rule that has chosen the day. */
  readonly rule: string | null;
  readonly today: Day;
  /** The first day with issues; null while they load. */
  readonly since: Day | null;
  readonly dateFormat: string;
  /** A report of another day is loading: the next choice waits, so that only the last one is computed. */
  readonly busy: boolean;
  readonly onChange: (day: Day) => void;
  readonly onRule: (rule: string) => void;
}) {
  const { day, rule, today, since, dateFormat, busy, onChange, onRule } = props;
  const [chosen, setChosen] = useState<Day | null>(null);
  useEffect(() => {
    if (chosen === null || busy) return;
    setChosen(null);
    if (chosen !== day) onChange(chosen);
  }, [chosen, busy, day, onChange]);
  const first = Math.min(since ?? today - DEFAULT_DAYS, day);
  const value = chosen ?? day;
  const choose = (next: Day) => setChosen(Math.max(first, Math.min(next, today)));
  return (
    <fieldset className="tb-as-of">
      <legend className="tb-hidden">As of a past day</legend>
      <div className="tb-as-of__days">
        <IconButton
          icon={ChevronLeftIcon}
          label="Previous day"
          disabled={value <= first}
          onClick={() => choose(value - 1)}
        />
        <input
          type="range"
          className="tb-as-of__slider"
          aria-label="As of"
          aria-valuetext={formatDay(value, dateFormat)}
          min={first}
          max={today}
          value={value}
          onChange={({ target }) => choose(target.valueAsNumber)}
        />
        <IconButton
          icon={ChevronRightIcon}
          label="Next day"
          disabled={value >= today}
          onClick={() => choose(value + 1)}
        />
      </div>
      <DateField
        label="Day"
        hideLabel
        value={dayText(value)}
        max={dayText(today)}
        onChange={text => {
          const typed = parseDay(text);
          if (typed !== null && typed <= today) setChosen(typed);
        }}
      />
      <Button disabled={value >= today} onClick={() => setChosen(today)}>
        Today
      </Button>
      {AS_OF_RULES.map(({ value: id, label }) => (
        <Button key={id} aria-pressed={rule === id} onClick={() => onRule(id)}>
          {label}
        </Button>
      ))}
    </fieldset>
  );
}
