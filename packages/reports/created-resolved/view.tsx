import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { PeriodView } from '@tallyboard/report-kit/families/by-date/period-view.tsx';
import { useReportTable } from '@tallyboard/report-kit/table/table-view.tsx';
import type { CreatedResolvedResult } from './compute.ts';
import { Lines } from './lines.tsx';
import type { CreatedResolvedSettings } from './settings.ts';
import { createdResolvedTable } from './table.ts';

type Props = ViewProps<CreatedResolvedSettings, CreatedResolvedResult>;

/** Created and resolved as two lines, and period by period. */
export default function CreatedResolvedView(props: Props) {
  const table = useReportTable(createdResolvedTable, props);
  const { created, resolved } = props.result.total;
  const isEmpty = created.issues.length + resolved.issues.length === 0;
  return (
    <PeriodView
      {...props}
      table={table}
      title="Created and resolved"
      whyEmpty={isEmpty ? 'No issues were created or resolved on these dates.' : null}
    >
      <Lines {...props} />
    </PeriodView>
  );
}
