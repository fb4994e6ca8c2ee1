import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import type { BurnChart, BurnResult } from './compute.ts';
import type { BurnSettings } from './settings.ts';

export type BurnProps = ViewProps<BurnSettings, BurnResult>;

/** What the parts of a shown chart get. */
export type ChartProps = BurnProps & { readonly chart: BurnChart };
