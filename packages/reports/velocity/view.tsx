import type { VelocityProps } from './view-props.ts';
import './velocity.css';
import { ReportView } from '@tallyboard/report-kit/report-view.tsx';
import { EmptyState } from '@tallyboard/ui/feedback/states.tsx';
import { about } from './about.ts';
import { VelocityBars, VelocityLines } from './parts/charts.tsx';
import { VelocityControls } from './parts/velocity-controls.tsx';
import { VelocityTable } from './parts/velocity-table.tsx';

const NO_BOARDS =
  'Your Jira instance has no boards configured. Please add some boards to use this gadget.';

export default function VelocityView(props: VelocityProps) {
  const { settings, compact, lite, dataset } = props;
  const noBoards = settings.board !== null && dataset.boards?.list.length === 0;
  return (
    <ReportView compact={compact} promoted={lite && about.title}>
      {!compact && <VelocityControls {...props} />}
      {noBoards ? <EmptyState title={NO_BOARDS} /> : <VelocityContent {...props} />}
    </ReportView>
  );
}

function VelocityContent(props: VelocityProps) {
  const { result, settings } = props;
  if (result.periods.length === 0) return <EmptyState title="No data.">{result.why}</EmptyState>;
  if (settings.type === 'lines') return <VelocityLines {...props} />;
  return (
    <>
      {settings.type === 'bars' && <VelocityBars {...props} />}
      <VelocityTable {...props} />
    </>
  );
}
