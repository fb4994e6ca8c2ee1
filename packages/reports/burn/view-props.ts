import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import type { BurnChart, BurnResult } from './compute.ts';
import type { BurnSettings } from './settings.ts';

export type BurnProps = ViewProps<BurnSettings, BurnResult>;
/** The parts of the view that need a chart. */
export type ChartProps = BurnProps & { readonly chart: BurnChart };
