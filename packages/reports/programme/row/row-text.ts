/** Sentences about one row of a programme. */

import { formatCount, formatCounted, formatPercent } from '@tallyboard/ui/text/numbers.ts';
import type { ProgrammeRow } from '../result.ts';

type Kept = Pick<ProgrammeRow, 'kept50' | 'kept85' | 'keptOf'>;

/** 'Dates like these held: 20 of 24 earlier ones were over by their 85% date, 12 by their 50% date.' */
export function keptText({ kept50, kept85, keptOf }: Kept): string {
  if (kept85 === null || keptOf === null)
    return 'Fewer than 20 earlier ones: how often dates like these hold is not known.';
  const times = (percent: number) => formatCount(Math.round((percent / 100) * keptOf));
  const middle = kept50 === null ? '' : `, ${times(kept50)} by their 50% date`;
  return `Dates like these held: ${times(kept85)} of ${formatCount(keptOf)} earlier ones were over by their 85% date${middle}.`;
}

/** How much of its buffer a row has used, or why that is unknown. */
export function bufferText({ fever, noFever, progress }: ProgrammeRow): string {
  if (!fever) return noFever ?? '';
  const { used, buffer } = fever;
  const done = formatPercent(100 * (progress?.share ?? 0));
  const days = formatCounted(buffer, 'day');
  if (used <= 0)
    return `None of the buffer is used, with ${done} done. The buffer: ${days} from the 50% date at its start to the target.`;
  return `${formatPercent(100 * used)} of the buffer is used, with ${done} done. The buffer: ${days} from the 50% date at its start to the target.`;
}
