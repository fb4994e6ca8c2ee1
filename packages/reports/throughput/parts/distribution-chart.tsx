import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { savePlainCsv } from '@tallyboard/report-kit/table/save-csv.ts';
import { boundsText, Histogram } from '@tallyboard/ui/charts/histogram.tsx';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import type { ThroughputResult } from '../compute.ts';
import type { ThroughputSettings } from '../settings.ts';

type Props = Pick<ViewProps<ThroughputSettings, ThroughputResult>, 'result' | 'onDrill'>;

/** Whole periods by the number of issues finished in them. */
export function DistributionChart({ result: { distribution, unit }, onDrill }: Props) {
  const units = `${unit}s`;
  const { bins, lines } = useMemo(() => {
    const { bands = [], atLeast } = distribution ?? {};
    return {
      bins: bands.map(({ from, to, open, periods }) => ({ from, to, open, count: periods })),
      lines: ([50, 85] as const).flatMap(share => {
        const value = atLeast?.[share];
        return value === undefined
          ? []
          : [{ value, label: `${share}%: ${formatCount(value)} or more` }];
      }),
    };
  }, [distribution]);
  if (distribution === null || bins.length < 2) return null;
  return (
    <Histogram
      title={`Distribution of finished issues by ${unit}`}
      summary={lines.map(({ label }) => `${label}.`).join(' ')}
      height={220}
      bins={bins}
      whole
      unit="issues"
      valueTitle={`${units.charAt(0).toUpperCase()}${units.slice(1)}`}
      lines={lines}
      onExport={savePlainCsv}
      onSelect={at => {
        const band = distribution.bands[at];
        if (!band) return;
        const { periods, finished } = band;
        const bounds = boundsText(band, true, formatCount);
        onDrill({
          title: `Finished · ${formatCount(periods)} ${periods === 1 ? unit : units} of ${bounds}`,
          reason: `Finished in a ${unit} of ${bounds} finished issues.`,
          figure: finished,
        });
      }}
    />
  );
}
