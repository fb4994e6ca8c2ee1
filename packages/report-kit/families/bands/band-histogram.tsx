import { boundsText, Histogram } from '@tallyboard/ui/charts/histogram.tsx';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import type { Drill } from '../../figures/drill.ts';
import { savePlainCsv } from '../../table/save-csv.ts';
import type { Band } from './bands.ts';

/** Issues by bands of days. */
export function BandHistogram({
  title,
  name,
  bands: all,
  whole = false,
  lines,
  reason,
  shows,
  height,
  onDrill,
}: {
  readonly title: string;
  /** What the days are of, in the title of a band's issues. */
  readonly name: string;
  readonly bands: readonly Band[];
  /** Days are whole numbers. */
  readonly whole?: boolean;
  readonly lines: readonly { readonly value: number; readonly label: string }[];
  readonly reason: string;
  readonly shows?: Drill['shows'];
  readonly height: number;
  readonly onDrill: (drill: Drill) => void;
}) {
  // Values start at the first that occurs.
  const bands = useMemo(() => all.slice(all.findIndex(({ count }) => count.value > 0)), [all]);
  const bins = useMemo(
    () => bands.map(({ from, to, open, count }) => ({ from, to, open, count: count.value })),
    [bands],
  );
  const last = bins.at(-1);
  const end = (last?.open ? last.from : last?.to) ?? 0;
  // A target may be outside of what occurs.
  const inside = lines.filter(({ value }) => value >= (bins[0]?.from ?? 0) && value <= end);
  return (
    <Histogram
      title={title}
      summary={lines.map(({ label }) => `${label}.`).join(' ')}
      height={height}
      bins={bins}
      whole={whole}
      unit="days"
      valueTitle="Issues"
      lines={inside}
      onExport={savePlainCsv}
      onSelect={at => {
        const band = bands[at];
        if (!band) return;
        const days = `${boundsText(band, whole, formatCount)} days`;
        onDrill({ title: `${name} · ${days}`, reason, figure: band.count, shows });
      }}
    />
  );
}
