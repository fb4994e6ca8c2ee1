import type { Wall } from '@tallyboard/report-kit/contract.ts';
import type { VelocityResult } from './compute.ts';
import { VelocityBars, VelocityLines } from './parts/charts.tsx';
import type { VelocitySettings } from './settings.ts';

export default {
  picture(result, { type }) {
    if (result.periods.length === 0) return null;
    if (type === 'lines') return VelocityLines;
    return type === 'bars' ? VelocityBars : null;
  },
} satisfies Wall<VelocitySettings, VelocityResult>;
