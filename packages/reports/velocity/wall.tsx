import type { Figure } from '@tallyboard/core/model/result.ts';
import type { Wall } from '@tallyboard/report-kit/contract.ts';
import { formatNumber } from '@tallyboard/ui/text/numbers.ts';
import type { VelocityResult } from './compute.ts';
import { VelocityBars, VelocityLines } from './parts/charts.tsx';
import { amount } from './parts/series.ts';
import type { VelocitySettings } from './settings.ts';

const UNIT_WORDS = { issues: 'issues', points: 'points', seconds: 'hours' } as const;

export default {
  figures(result) {
    const { average, periods, periodKind, atLeast } = result;
    const bound = atLeast === null ? '' : '≥ ';
    const figure = (label: string, each: Figure | null | undefined, of: string) =>
      each ? [{ label, text: `${bound}${formatNumber(amount(result, each.value))}`, of }] : [];
    const last = periods.findLast(({ running }) => !running);
    const unit = UNIT_WORDS[result.unit];
    return [
      ...figure('Completed', average?.completed, `${unit} per ${periodKind} on average`),
      ...figure('Committed', average?.committed, 'on average'),
      ...(last ? figure(last.name, last.measures.completed, 'completed') : []),
    ];
  },
  picture(result, { type }) {
    if (result.periods.length === 0) return null;
    if (type === 'lines') return VelocityLines;
    return type === 'bars' ? VelocityBars : null;
  },
} satisfies Wall<VelocitySettings, VelocityResult>;
