import type { SeriesColor } from './palette.ts';

export interface LineSeries {
  readonly id: string;
  readonly label: string;
  /** One a point of `x`; null leaves a gap. */
  readonly values: readonly (number | null)[];
  readonly color?: SeriesColor;
  /** Solid for what happened; dashed for committed, ideal and average. */
  readonly style?: 'solid' | 'dashed' | 'dotted';
  /** Holds each value until the next point. */
  readonly step?: boolean;
  /** Small marks on the line, each with a text for its point: scope changes. */
  readonly marks?: readonly { readonly index: number; readonly text: string }[];
}

export interface BarSeries {
  readonly id: string;
  readonly label: string;
  /** One a category; null has no bar. */
  readonly values: readonly (number | null)[];
  readonly color?: SeriesColor;
}
