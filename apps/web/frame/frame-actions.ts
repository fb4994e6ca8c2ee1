import DownloadIcon from '@atlaskit/icon/core/download';
import PrinterIcon from '@atlaskit/icon/core/printer';
import InformationIcon from '@atlaskit/icon/core/status-information';
import type { AnyReport } from '@tallyboard/reports/report.ts';
import type { Action } from '@tallyboard/ui/controls/menu.tsx';
import { printPage } from '@tallyboard/ui/text/print.ts';
import { exportCsv } from './export-csv.ts';
import type { Shown } from './report-run.ts';

/** The same actions for every report in every shell. Without a result there is nothing to print or to explain. */
export function frameActions(
  { withoutIssues = false }: Pick<AnyReport, 'withoutIssues'>,
  shown: Shown | null,
  onHow: () => void,
): readonly Action[] {
  const disabled = shown === null;
  const actions = [
    { id: 'how', label: 'How computed', icon: InformationIcon, disabled, onSelect: onHow },
    { id: 'print', label: 'Print', icon: PrinterIcon, disabled, onSelect: () => void printPage() },
    {
      id: 'csv',
      label: 'Export CSV',
      icon: DownloadIcon,
      disabled,
      onSelect: () => shown && exportCsv(shown),
    },
  ];
  // Without issues there are no figures to explain or to export.
  return withoutIssues ? actions.filter(({ id }) => id === 'print') : actions;
}
