import type { Wall } from '@tallyboard/report-kit/contract.ts';
import type { BreakdownTable } from '@tallyboard/report-kit/families/status/breakdown-rows.ts';
import { formatCount, formatNumber, formatPercent } from '@tallyboard/ui/text/numbers.ts';
import type { BreakdownSettings } from './settings.ts';

const FIRST = ['percentResolved', 'resolved', 'created', 'overdue'];

export default {
  figures({ total, estimation }) {
    const unit = estimation === 'points' ? 'points' : 'issues';
    const of = `${formatNumber(total.resolved.value)} of ${formatNumber(total.created.value)} ${unit}`;
    return [
      { label: 'Resolved', text: formatPercent(total.percentResolved), of },
      { label: 'Overdue', text: formatCount(total.overdue.value) },
    ];
  },
  columnOrder: ids => [...FIRST, ...ids],
} satisfies Wall<BreakdownSettings, BreakdownTable>;
