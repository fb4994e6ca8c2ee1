import type { Figure } from '@tallyboard/core/model/result.ts';
import type { RowFact } from '@tallyboard/core/model/rows.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { formatNumber } from '@tallyboard/ui/text/numbers.ts';

/** A request to open the issues behind a figure. */
export interface Drill {
  /** 'Resolved · Ana Roy' */
  readonly title: string;
  /** Why each of these issues counts. */
  readonly reason: string;
  readonly figure: Figure;
  /** The figure is that of a board of a set, out of one for all of it. */
  readonly byBoard?: { readonly board: string; readonly whole: Figure };
  /** The value that makes them count: a column of the list, and its order, the most urgent or newest first. */
  readonly shows?: RowFact | undefined;
  /** A query for exactly these issues; by default their keys. */
  readonly jql?: string;
  /** Opens with the changes since that time, which the reader has seen compared. */
  readonly since?: Instant;
  /** Head and format of the contribution column, if the figure has parts. */
  readonly part?: DrillPart;
}

interface DrillPart {
  readonly label: string;
  readonly format: (value: number) => string;
  /** Divides the value for the unit that is shown; 1 by default. */
  readonly scale?: number;
  /** For times: hours of the unit that is shown, and of a day where days are written too. */
  readonly time?: { readonly hours: number; readonly day: number | null };
}

/** The contribution column by the unit of the figure. */
export function partOf(unit: 'issues' | 'points' | 'seconds'): Drill['part'] {
  if (unit === 'points') return { label: 'Points', format: value => formatNumber(value, 2) };
  if (unit === 'seconds') {
    // A day of logged work has as many hours as the site says: days are not read.
    const time = { hours: 1, day: null };
    return { label: 'Hours', format: value => formatNumber(value / 3600, 2), scale: 3600, time };
  }
  return undefined;
}

/** The number of a figure, in the unit of the result, as its list shows it; times with their unit. */
export function figureText({ part }: Pick<Drill, 'part'>, value: number): string {
  if (!part) return formatNumber(value, 2);
  const text = part.format(value);
  return part.time ? `${text} ${part.label.toLowerCase()}` : text;
}
