import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import type { OverviewResult } from './compute.ts';
import type { OverviewSettings } from './settings.ts';

export type OverviewProps = ViewProps<OverviewSettings, OverviewResult>;
