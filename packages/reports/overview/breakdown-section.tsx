import DownloadIcon from '@atlaskit/icon/core/download';
import type { BreakdownTable } from '@tallyboard/report-kit/families/status/breakdown-rows.ts';
import { groupColumns } from '@tallyboard/report-kit/families/status/breakdown-table.tsx';
import { exportBreakdown } from '@tallyboard/report-kit/families/status/export-breakdown.ts';
import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import { shownSort } from '@tallyboard/report-kit/table/shown-sort.ts';
import { TitleRow } from '@tallyboard/ui/controls/title-row.tsx';
import { DataTable } from '@tallyboard/ui/table/data-table.tsx';
import { useMemo } from 'react';
import { overviewSettings } from './settings.ts';
import type { OverviewProps } from './view-props.ts';

const Control = settingControls(overviewSettings);

const PAGE_SIZE = 10;

/** One breakdown table with its own export; the last one has the Other switch. */
export default function BreakdownSection(
  props: OverviewProps & { readonly table: BreakdownTable },
) {
  const { table, settings, compact, onDrill } = props;
  const { showStatusBars } = settings;
  const columns = useMemo(
    () => groupColumns({ table, showStatusBars, onDrill }),
    [table, showStatusBars, onDrill],
  );
  const other = table.id === settings.other;
  return (
    <div className="tb-overview__table">
      <TitleRow
        level={3}
        title={table.label}
        actions={[
          {
            id: 'csv',
            label: 'Export CSV',
            icon: DownloadIcon,
            onSelect: () => exportBreakdown(table),
          },
        ]}
      />
      {other && (
        <div className="tb-overview__other tb-no-print">
          <Control {...props} name="other" labelStyle="shown" />
        </div>
      )}
      <DataTable
        label={`By ${table.label}`}
        columns={columns}
        rows={table.rows}
        rowId={row => row.id}
        // Another grouping or estimation starts on its first page, in the order of the settings.
        key={`${table.id} ${table.estimation}`}
        defaultSort={shownSort(settings.sorting, table.estimation)}
        pageSize={PAGE_SIZE}
        compact={compact}
      />
    </div>
  );
}
