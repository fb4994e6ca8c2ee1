import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import type { EstimationResult } from './compute.ts';
import type { EstimationSettings } from './settings.ts';

export type EstimationProps = ViewProps<EstimationSettings, EstimationResult>;
