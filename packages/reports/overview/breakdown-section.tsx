import DownloadIcon from '@atlaskit/icon/core/download';
import type { BreakdownTable } from '@tallyboard/report-kit/families/status/breakdown-rows.ts';
import { groupColumns } from '@tallyboard/report-kit/families/status/breakdown-table.tsx';
import { exportBreakdown } from '@tallyboard/report-kit/families/status/export-breakdown.ts';
import { shownSort } from '@tallyboard/report-kit/table/shown-sort.ts';
import { SegmentedSwitch } from '@tallyboard/ui/controls/segmented-switch.tsx';
import { TitleRow } from '@tallyboard/ui/controls/title-row.tsx';
import { DataTable } from '@tallyboard/ui/table/data-table.tsx';
import { useMemo } from 'react';
import { OTHER_GROUPINGS } from './settings.ts';
import type { OverviewProps } from './view.tsx';

const PAGE_SIZE = 10;

/** One breakdown table with its own export; the last one has the Other switch. */
export default function BreakdownSection(
  props: OverviewProps & { readonly table: BreakdownTable },
) {
  const { table, settings, compact, onDrill, onSettings } = props;
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
          <SegmentedSwitch
            label="Other"
            showLabel
            options={OTHER_GROUPINGS.options}
            value={settings.other}
            onChange={choice => onSettings({ ...settings, other: choice })}
          />
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
