import type { BurnProps } from './view-props.ts';
import './burn.css';
import { StandardPromotion } from '@tallyboard/report-kit/standard-promotion.tsx';
import { EmptyState } from '@tallyboard/ui/feedback/states.tsx';
import { BurnControls } from './burn-controls.tsx';
import { BurnPicture } from './chart/burn-picture.tsx';
import { DayEnds } from './day-ends.tsx';
import { LedgerTable } from './ledger-table.tsx';
import { Totals } from './totals.tsx';

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
