import type { Figure } from '@tallyboard/core/model/result.ts';
import { indexOfRow } from '@tallyboard/report-kit/figures/figures.ts';

/** What an issue adds to a figure: its part of a sum, or 1 of a count; 0 when it does not count. */
export function contribution({ issues, parts }: Figure, row: number): number {
  const at = indexOfRow(issues, row);
  if (at < 0) return 0;
  return parts ? (parts[at] ?? 0) : 1;
}
