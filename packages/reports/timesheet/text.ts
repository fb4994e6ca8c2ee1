import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { formatDays, formatDuration } from '@tallyboard/core/time/format.ts';
import type { Seconds } from '@tallyboard/core/time/units.ts';
import type { DayRange } from './range.ts';
import type { TimesheetCell, TimesheetResult } from './result.ts';
import type { TimesheetSettings } from './settings.ts';

export interface TimesheetText {
  /** '7h 30m'; '0' for nothing. */
  time(seconds: Seconds): string;
  /** Of a mean: rounded to minutes; '-' for null. */
  mean(seconds: Seconds | null): string;
  /** 'Mar 2, 2026 – Mar 8, 2026'. */
  range(range: DayRange): string;
}

export function timesheetText(
  { style, dateFormat }: Pick<TimesheetSettings, 'style' | 'dateFormat'>,
  context: ReportContext,
): TimesheetText {
  const pattern = dateFormat ?? context.dateFormat;
  const time = (seconds: Seconds) => formatDuration(seconds, { ...context, style, zero: '0' });
  return {
    time,
    mean: seconds =>
      seconds === null
        ? '-'
        : time(style === 'seconds' ? Math.round(seconds) : Math.round(seconds / 60) * 60),
    range: ({ first, last }) => formatDays(first, last, pattern),
  };
}

/** The tooltip of a cell; undefined without descriptions. */
export function descriptionsText({ descriptions, logs }: TimesheetCell): string | undefined {
  if (descriptions.length === 0) return undefined;
  const more = logs - descriptions.length;
  return [...descriptions, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}

export function unknownAuthorsText({
  unknownAuthors,
}: Pick<TimesheetResult, 'unknownAuthors'>): readonly string[] {
  return unknownAuthors.length === 0 ? [] : [`No work logged by ${unknownAuthors.join(', ')}.`];
}
