import type { Figure } from '@tallyboard/core/model/result.ts';
import { formatNumber } from '@tallyboard/ui/text/numbers.ts';

/** A request to open the issues behind a figure. */
export interface Drill {
  /** What the figure is, in the reader's words: 'Resolved · Ana Roy'. */
  readonly title: string;
  /** Why each of these issues counts. */
  readonly reason: string;
  readonly figure: Figure;
  /** The query of exactly these issues where the report has a better one than their keys. */
  readonly jql?: string;
  /** Head of the contribution column when the figure has parts, and how to write one. */
  readonly part?: { readonly label: string; readonly format: (value: number) => string };
}

/** How the drawer writes what an issue contributes to a sum, by the unit of the figure. */
export function partOf(unit: 'issues' | 'points' | 'seconds'): Drill['part'] {
  if (unit === 'points') return { label: 'Points', format: value => formatNumber(value, 2) };
  if (unit === 'seconds') return { label: 'Hours', format: value => formatNumber(value / 3600, 2) };
  return undefined;
}
