import type { Wall } from '@tallyboard/report-kit/contract.ts';
import { flowUnit } from '@tallyboard/report-kit/families/flow/flow-units.ts';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { AgingChart } from './aging-chart.tsx';
import type { WipAgeResult } from './compute.ts';
import type { WipAgeSettings } from './settings.ts';

const inProgressWords = (unknown: number) =>
  unknown === 0 ? 'issues' : `issues, ${formatCount(unknown)} of unknown age`;

export default {
  figures({ total, unit }) {
    const { text } = flowUnit(unit);
    return [
      {
        label: 'In progress',
        text: formatCount(total.count.value),
        of: inProgressWords(total.unknown.value),
      },
      { label: 'Oldest', text: text(total.oldest.value), of: 'days' },
      { label: 'Older than 85%', text: formatCount(total.slow.value), of: 'of finished issues' },
    ];
  },
  picture: ({ total }) => (total.count.value === 0 ? null : AgingChart),
} satisfies Wall<WipAgeSettings, WipAgeResult>;
