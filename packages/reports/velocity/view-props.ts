import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import type { VelocityResult } from './compute.ts';
import type { VelocitySettings } from './settings.ts';

export type VelocityProps = ViewProps<VelocitySettings, VelocityResult>;
