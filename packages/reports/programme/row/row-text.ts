/** Sentences about one row of a programme. */

import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { formatCount, formatCounted, formatPercent } from '@tallyboard/ui/text/numbers.ts';
import type { Fever } from '../fever.ts';
import type { ProgrammeResult, ProgrammeRow } from '../result.ts';
import { levelName, type ProgrammeSettings } from '../settings.ts';

type Kept = Pick<ProgrammeRow, 'kept50' | 'kept85' | 'keptOf'>;

/** 'Dates like these held: 20 of 24 earlier ones were over by their 85% date, 12 by their 50% date.' */
export function keptText({ kept50, kept85, keptOf }: Kept): string {
  if (kept85 === null || keptOf === null)
    return 'How often dates like these hold is not known: fewer than 20 earlier forecasts can be checked.';
  const times = (percent: number) => formatCount(Math.round((percent / 100) * keptOf));
  const middle = kept50 === null ? '' : `, ${times(kept50)} by their 50% date`;
  return `Dates like these held: ${times(kept85)} of ${formatCount(keptOf)} earlier ones were over by their 85% date${middle}.`;
}

/** A date by its level; by what it was kept by where that is 10 points less. */
export function dateName(level: 50 | 85, { kept50, kept85, keptOf }: Kept): string {
  const kept = level === 50 ? kept50 : kept85;
  if (kept === null || keptOf === null || kept > level - 10) return `${level}% date`;
  return `Date kept by ${formatPercent(kept)} of ${formatCount(keptOf)}`;
}

/** Whether opening a row can compute its scope over time: neither in a gadget, which stores its settings, nor in a file. */
export const hasGrowth = ({
  compact,
  dataset,
}: Pick<ViewProps<unknown, unknown>, 'compact' | 'dataset'>): boolean =>
  !compact && dataset.statuses !== undefined;

/** Why there are no rows, and what to do. */
export function whyEmpty({ rows }: ProgrammeResult, settings: ProgrammeSettings): string | null {
  if (rows.length > 0) return null;
  const type = levelName(settings.rows);
  const what =
    type === null
      ? 'No issue of the query is one of these rows, or below one.'
      : `No issue of the query is of the type '${settings.rows.slice('level:'.length).trim()}', or below one.`;
  return `${what} Choose other rows, or widen the query.`;
}

/** Without days between the first 50 % date and the target a share of them means nothing. */
const hasBuffer = ({ buffer }: Fever): boolean => buffer > 1;

/** '80%'; null where none is used or there is no buffer. */
export const usedText = (fever: Fever | null | undefined): string | null =>
  fever && hasBuffer(fever) && fever.used > 0 ? formatPercent(100 * fever.used) : null;

/** How much of its buffer a row has used, or why that is unknown. */
export function bufferText({ fever, noFever, progress }: ProgrammeRow): string {
  if (!fever) return noFever ?? '';
  const { used, buffer } = fever;
  if (!hasBuffer(fever))
    return 'There is no buffer: the target is not after the 50% date at its start.';
  const done = formatPercent(100 * (progress?.share ?? 0));
  const days = formatCounted(buffer, 'day');
  if (used <= 0)
    return `None of the buffer is used, with ${done} done. The buffer: ${days} from the 50% date at its start to the target.`;
  return `${formatPercent(100 * used)} of the buffer is used, with ${done} done. The buffer: ${days} from the 50% date at its start to the target.`;
}
