import type { Wall, WallPictureProps } from '@tallyboard/report-kit/contract.ts';
import { flowUnit } from '@tallyboard/report-kit/families/flow/flow-units.ts';
import { formatCount, formatPercent } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import type { CycleTimeResult } from './compute.ts';
import { CycleScatter, drawnIssues } from './parts/cycle-scatter.tsx';
import type { CycleTimeSettings } from './settings.ts';

const NO_KEYS: ReadonlyMap<number, string> = new Map();

function Picture(props: WallPictureProps<CycleTimeSettings, CycleTimeResult>) {
  const { result } = props;
  const drawn = useMemo(() => drawnIssues(result), [result]);
  return <CycleScatter {...props} drawn={drawn} keys={NO_KEYS} />;
}

export default {
  figures({ percentiles, unit, finished, serviceLevel }) {
    const text = (value: number | null) =>
      value === null ? '-' : `${flowUnit(unit).text(value)} days`;
    return [
      {
        label: '85th percentile',
        text: text(percentiles[85]),
        of: `of ${formatCount(finished.rows.length)} finished issues`,
      },
      { label: 'Median', text: text(percentiles[50]) },
      ...(serviceLevel
        ? [
            {
              label: `Within ${formatCount(serviceLevel.days)} days`,
              text: formatPercent(serviceLevel.attained),
            },
          ]
        : []),
    ];
  },
  picture: ({ finished }) => (finished.rows.length > 0 ? Picture : null),
} satisfies Wall<CycleTimeSettings, CycleTimeResult>;
