import DownloadIcon from '@atlaskit/icon/core/download';
import HiddenIcon from '@atlaskit/icon/core/eye-open-strikethrough';
import FileIcon from '@atlaskit/icon/core/file';
import PrinterIcon from '@atlaskit/icon/core/printer';
import ScalesIcon from '@atlaskit/icon/core/scales';
import InformationIcon from '@atlaskit/icon/core/status-information';
import type { HostAbilities } from '@tallyboard/hosts/host.ts';
import { boardTable } from '@tallyboard/report-kit/board-sets/board-table.ts';
import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import type { ReportTable } from '@tallyboard/report-kit/table/report-table.ts';
import { NOT_SAVED, type SavedCsv, saveCsv } from '@tallyboard/report-kit/table/save-csv.ts';
import type { Action } from '@tallyboard/ui/controls/menu.tsx';
import { showProblem } from '@tallyboard/ui/feedback/flags.tsx';
import { printPage } from '@tallyboard/ui/text/print.ts';
import type { ReportSnapshot } from './report-run.ts';

/** Actions of every report, without those that the host's frame blocks. Disabled without a result. */
export function frameActions(
  { withoutIssues, whatIf }: Pick<AnyReport, 'withoutIssues' | 'whatIf'>,
  shown: ReportSnapshot | null,
  title: string,
  can: Pick<HostAbilities, 'print' | 'download'>,
  /** Names are made up. */
  anonymous: boolean,
  on: Readonly<Record<'onWhatIf' | 'onHow' | 'onSave' | 'onAnonymize', () => void>> & {
    readonly onCsv: (saved: SavedCsv) => void;
    readonly onXlsx: (shown: ReportSnapshot, table: ReportTable) => Promise<void>;
    readonly fileTable: (shown: ReportSnapshot) => Promise<ReportTable>;
  },
): readonly Action[] {
  const disabled = shown === null;
  const swallowed = new Set([
    ...(can.print ? [] : ['print']),
    ...(can.download ? [] : ['save', 'csv', 'xlsx']),
    ...(anonymous || !(can.print || can.download) ? ['anonymize'] : []),
  ]);
  const actions = [
    ...(whatIf && !anonymous
      ? [{ id: 'what-if', label: 'What if', icon: ScalesIcon, disabled, onSelect: on.onWhatIf }]
      : []),
    { id: 'how', label: 'How computed', icon: InformationIcon, disabled, onSelect: on.onHow },
    {
      id: 'anonymize',
      label: 'Anonymize',
      icon: HiddenIcon,
      disabled,
      minor: true,
      onSelect: on.onAnonymize,
    },
    {
      id: 'print',
      label: 'Print',
      icon: PrinterIcon,
      disabled,
      minor: true,
      onSelect: () => void printPage(),
    },
    {
      id: 'save',
      label: 'Save as HTML',
      icon: FileIcon,
      disabled,
      minor: true,
      onSelect: on.onSave,
    },
    {
      id: 'xlsx',
      label: 'Export XLSX',
      icon: FileIcon,
      disabled: disabled || hasNoRows(shown),
      minor: true,
      onSelect: () =>
        void (
          shown &&
          on
            .fileTable(shown)
            .then(table => on.onXlsx(shown, table))
            .catch(showProblem(NOT_SAVED))
        ),
    },
    {
      id: 'csv',
      label: 'Export CSV',
      icon: DownloadIcon,
      disabled: disabled || hasNoRows(shown),
      onSelect: () =>
        void (
          shown &&
          on
            .fileTable(shown)
            .then(table => saveCsv(table, title, shown.context, boardTableOf(shown)))
            .then(on.onCsv)
            .catch(showProblem(NOT_SAVED))
        ),
    },
  ];
  // Without issues there are no figures to explain or to export.
  return actions.filter(({ id }) => !swallowed.has(id) && (!withoutIssues || id === 'print'));
}

/** True only for reports that are shown without issues. */
function hasNoRows(shown: ReportSnapshot): boolean {
  return shown.request.report.showsEmpty === true && tableOf(shown).rows.length === 0;
}

/** The headline by the boards of a set; null where there is none. */
export const boardTableOf = ({
  request: { report, settings },
  computed,
  context,
}: Pick<ReportSnapshot, 'request' | 'computed' | 'context'>) =>
  boardTable(report, computed, settings, context);

export const tableOf = ({ request: { report, settings }, computed, context }: ReportSnapshot) =>
  report.table(computed.result, settings, context);
