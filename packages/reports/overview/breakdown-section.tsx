import DownloadIcon from '@atlaskit/icon/core/download';
import type { BreakdownTable } from '@tallyboard/report-kit/families/status/breakdown-rows.ts';
import { breakdownTable } from '@tallyboard/report-kit/families/status/breakdown-table.ts';
import { GroupTable } from '@tallyboard/report-kit/families/status/group-table.tsx';
import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import { settingSwitches } from '@tallyboard/report-kit/form/setting-switch.tsx';
import { groupWord } from '@tallyboard/report-kit/settings/group-codes.ts';
import { saveCsv } from '@tallyboard/report-kit/table/save-csv.ts';
import { TitleRow } from '@tallyboard/ui/controls/title-row.tsx';
import { useIdle } from '@tallyboard/ui/table/use-idle.ts';
import { overviewSettings } from './settings.ts';
import type { OverviewProps } from './table.ts';

const Switch = settingSwitches(overviewSettings);
const Control = settingControls(overviewSettings);

export default function Breakdowns(props: OverviewProps) {
  const { result, settings } = props;
  const isIdle = useIdle();
  return (
    <section aria-labelledby="tb-overview-breakdowns">
      <div className="tb-toolbar tb-overview__head">
        <h3 id="tb-overview-breakdowns">Breakdowns</h3>
        <EstimationSwitch {...props} />
      </div>
      {result.breakdowns.map((table, at) => {
        const isShown = at === 0 || isIdle;
        return (
          // A stable key keeps the focus on the Other switch.
          <div
            key={table.id === groupWord(settings.other) ? 'other' : table.id}
            className="tb-overview__table"
            aria-busy={!isShown}
          >
            {isShown && <Breakdown {...props} table={table} />}
          </div>
        );
      })}
    </section>
  );
}

/** Offers the estimations that issues have, and the chosen one. */
function EstimationSwitch(props: OverviewProps) {
  const { result, settings } = props;
  const isOffered = (id: string) =>
    id === 'count' || id === settings.estimation || result.lines.some(line => line.id === id);
  if (!['points', 'time'].some(isOffered)) return null;
  return (
    <div className="tb-setting tb-no-print">
      <Switch {...props} name="estimation" only={isOffered} />
    </div>
  );
}

function Breakdown(props: OverviewProps & { readonly table: BreakdownTable }) {
  const { table, settings, context } = props;
  const other = table.id === groupWord(settings.other);
  return (
    <>
      <TitleRow
        level={3}
        title={table.label}
        actions={[
          {
            id: 'csv',
            label: 'Export CSV',
            icon: DownloadIcon,
            onSelect: () =>
              void saveCsv(breakdownTable(table, settings), `Overview by ${table.label}`, context),
          },
        ]}
      />
      {table.id === 'assignee' && !props.compact && (
        <div className="tb-overview__other tb-setting tb-no-print">
          <Control {...props} name="accounts" select />
        </div>
      )}
      {other && (
        <div className="tb-overview__other tb-setting tb-no-print">
          <Switch {...props} name="other" labelStyle="shown" otherLabel={table.label} />
        </div>
      )}
      <GroupTable {...props} label={`By ${table.label}`} />
    </>
  );
}
