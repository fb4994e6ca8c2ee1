import { Histogram } from '@tallyboard/ui/charts/histogram.tsx';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import type { Drill } from '../../figures/drill.ts';
import { savePlainCsv } from '../../table/save-csv.ts';
import type { Band } from './bands.ts';

/** Issues by bands of days. */
export function BandHistogram({
  title,
  name,
  bands,
  lines,
  reason,
  height,
  onDrill,
}: {
  readonly title: string;
  /** What the days are of, in the title of a band's issues. */
  readonly name: string;
  readonly bands: readonly Band[];
  readonly lines: readonly { readonly value: number; readonly label: string }[];
  readonly reason: string;
  readonly height: number;
  readonly onDrill: (drill: Drill) => void;
}) {
  const bins = useMemo(
    () => bands.map(({ from, to, open, count }) => ({ from, to, open, count: count.value })),
    [bands],
  );
  return (
    <Histogram
      title={title}
      summary={lines.map(({ label }) => `${label}.`).join(' ')}
      height={height}
      bins={bins}
      unit="days"
      valueTitle="Issues"
      lines={lines}
      onExport={savePlainCsv}
      onSelect={at => {
        const band = bands[at];
        if (!band) return;
        const end = band.open ? 'or more' : `– ${formatCount(band.to)}`;
        const days = `${formatCount(band.from)} ${end} days`;
        onDrill({ title: `${name} · ${days}`, reason, figure: band.count });
      }}
    />
  );
}
