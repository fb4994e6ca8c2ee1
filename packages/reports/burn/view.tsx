import './burn.css';
import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { StandardPromotion } from '@tallyboard/report-kit/standard-promotion.tsx';
import { EmptyState } from '@tallyboard/ui/feedback/states.tsx';
import { BurnControls } from './burn-controls.tsx';
import { BurnPicture } from './burn-picture.tsx';
import type { BurnChart, BurnResult } from './compute.ts';
import { DayEnds } from './day-ends.tsx';
import { LedgerTable } from './ledger-table.tsx';
import type { BurnSettings } from './settings.ts';
import { Totals } from './totals.tsx';

export type BurnProps = ViewProps<BurnSettings, BurnResult>;
/** What the parts of a shown chart get. */
export type ChartProps = BurnProps & { readonly chart: BurnChart };

/** The chart of a sprint or of days, what its scope went through, and the same day by day. */
export default function BurnView(props: BurnProps) {
  const { result, compact, lite } = props;
  const { chart } = result;
  return (
    <div className={compact ? 'tb-burn tb-burn--compact' : 'tb-burn'}>
      <BurnControls {...props} />
      {chart ? (
        <>
          <Totals {...props} chart={chart} />
          <BurnPicture {...props} chart={chart} />
          <LedgerTable {...props} chart={chart} />
          <DayEnds {...props} chart={chart} />
        </>
      ) : (
        <EmptyState title="No data.">{result.why}</EmptyState>
      )}
      {lite && <StandardPromotion report="Burndown/Burnup" />}
    </div>
  );
}
