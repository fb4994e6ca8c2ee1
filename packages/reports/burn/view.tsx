import type { BurnProps } from './view-props.ts';
import './burn.css';
import { ReportView } from '@tallyboard/report-kit/report-view.tsx';
import { EmptyState } from '@tallyboard/ui/feedback/states.tsx';
import { about } from './about.ts';
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
    <ReportView className="tb-burn" compact={compact} promoted={lite && about.title}>
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
    </ReportView>
  );
}
