import DownloadIcon from '@atlaskit/icon/core/download';
import type { BreakdownTable } from '@tallyboard/report-kit/families/status/breakdown-rows.ts';
import { breakdownTable } from '@tallyboard/report-kit/families/status/breakdown-table.ts';
import { GroupTable } from '@tallyboard/report-kit/families/status/group-table.tsx';
import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import { saveCsv } from '@tallyboard/report-kit/table/save-csv.ts';
import { TitleRow } from '@tallyboard/ui/controls/title-row.tsx';
import { overviewSettings } from './settings.ts';
import type { OverviewProps } from './view-props.ts';

const Control = settingControls(overviewSettings);

/** One breakdown table with its own export; the last one has the Other switch. */
export default function BreakdownSection(
  props: OverviewProps & { readonly table: BreakdownTable },
) {
  const { table, settings } = props;
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
            onSelect: () => saveCsv(breakdownTable(table, settings)),
          },
        ]}
      />
      {other && (
        <div className="tb-overview__other tb-no-print">
          <Control {...props} name="other" labelStyle="shown" />
        </div>
      )}
      <GroupTable {...props} label={`By ${table.label}`} />
    </div>
  );
}
