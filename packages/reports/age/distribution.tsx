import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { BandHistogram } from '@tallyboard/report-kit/families/bands/band-histogram.tsx';
import { useMemo } from 'react';
import type { AgeResult } from './compute.ts';
import { days } from './headline.ts';
import { AGE_FROM, type AgeKind, type AgeSettings } from './settings.ts';

type Props = ViewProps<AgeSettings, AgeResult>;

const CHART_TITLES: Readonly<Record<AgeKind, string>> = {
  unresolved: 'Age of unresolved issues',
  stale: 'Time since the last update',
};

/** Issues by age, with the median and the 85th percentile. */
export function Distribution(
  props: Pick<Props, 'result' | 'settings' | 'onDrill'> & {
    readonly compact?: boolean;
    readonly height?: number;
  },
) {
  const { result, settings, compact, onDrill, height = compact ? 200 : 240 } = props;
  const { bands, total } = result;
  const lines = useMemo(
    () =>
      [
        { label: 'Median', value: total.median.value ?? 0 },
        { label: '85th percentile', value: total.percentile85.value ?? 0 },
      ].map(({ label, value }) => ({ value, label: `${label} ${days(value)}` })),
    [total],
  );
  return (
    <BandHistogram
      title={CHART_TITLES[settings.kind]}
      name={CHART_TITLES[settings.kind]}
      bands={bands}
      lines={lines}
      reason="The issue is unresolved, and of this age."
      shows={AGE_FROM[settings.kind]}
      height={height}
      onDrill={onDrill}
    />
  );
}
