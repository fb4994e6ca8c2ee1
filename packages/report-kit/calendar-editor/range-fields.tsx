import AddIcon from '@atlaskit/icon/core/add';
import CrossIcon from '@atlaskit/icon/core/cross';
import { IconButton } from '@tallyboard/ui/controls/button.tsx';

export interface RangeFieldsProps {
  /** Whose hours: 'Monday'. */
  readonly name: string;
  readonly ranges: readonly string[];
  readonly invalid: boolean;
  readonly describedBy: string | undefined;
  readonly onChange: (ranges: readonly string[]) => void;
}

/** The hours of a day: from and to, as often as there are breaks between. Times are typed, '24:00' ends a day. */
export function RangeFields({ name, ranges, invalid, describedBy, onChange }: RangeFieldsProps) {
  return (
    <div className="tb-calendar__ranges">
      {ranges.map((range, index) => {
        const [start, end] = halves(range);
        const label = `${name}, hours ${index + 1}`;
        const time = (part: 'from' | 'to', value: string, set: (text: string) => string) => (
          <input
            className="tb-input tb-calendar__time"
            aria-label={`${label}, ${part}`}
            aria-invalid={invalid || undefined}
            aria-describedby={describedBy}
            value={value}
            placeholder="hh:mm"
            inputMode="numeric"
            maxLength={5}
            onChange={event => onChange(ranges.with(index, set(event.target.value)))}
          />
        );
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a range is its place; its text changes while it is typed.
          <span key={index} className="tb-calendar__range">
            {time('from', start, text => `${text}-${end}`)}
            <span aria-hidden="true">–</span>
            {time('to', end, text => `${start}-${text}`)}
            <IconButton
              icon={CrossIcon}
              label={`Remove ${label}`}
              onClick={() => onChange(ranges.filter((_, other) => other !== index))}
            />
          </span>
        );
      })}
      {ranges.length === 0 && <span className="tb-quiet">Non-working</span>}
      <IconButton
        icon={AddIcon}
        label={`Add hours to ${name}`}
        onClick={() => onChange([...ranges, nextRange(ranges)])}
      />
    </div>
  );
}

function halves(range: string): readonly [string, string] {
  const at = range.indexOf('-');
  return at < 0 ? [range.trim(), ''] : [range.slice(0, at).trim(), range.slice(at + 1).trim()];
}

/** After the last hours an hour later; of a free day office hours. */
function nextRange(ranges: readonly string[]): string {
  const [, end] = halves(ranges.at(-1) ?? '');
  const hour = Number(/^(\d{1,2}):\d{2}$/.exec(end)?.[1] ?? Number.NaN);
  if (Number.isNaN(hour)) return '09:00-17:00';
  const two = (value: number) => String(Math.min(24, value)).padStart(2, '0');
  return `${two(hour + 1)}:00-${two(hour + 2)}:00`;
}
