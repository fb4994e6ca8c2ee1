import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import { ExpandAll, type Expansion } from '@tallyboard/ui/table/expand-all.tsx';
import { groupingLabel } from '../groupings.ts';
import { offersPercent, shownView, timesheetSettings } from '../settings.ts';
import type { TimesheetProps } from '../view-props.ts';

const Control = settingControls(timesheetSettings);

/** How the shown days are laid out. */
export function LayoutControls(props: TimesheetProps & { readonly expansion: Expansion | null }) {
  const { settings, expansion } = props;
  return (
    <div className="tb-toolbar tb-no-print">
      {expansion && <ExpandAll {...expansion} />}
      <Control {...props} name="heatMap" />
      <Control
        {...props}
        name="view"
        value={shownView(settings)}
        only={view => view !== 'percent' || offersPercent(settings)}
      />
    </div>
  );
}

/** What a reader of the page chooses here, and a gadget has in its form. */
export function PageControls(props: TimesheetProps) {
  return (
    <div className="tb-toolbar tb-no-print">
      <Control
        {...props}
        name="groupBy"
        select
        otherLabel={groupingLabel(props.settings.groupBy, [])}
      />
      <Control {...props} name="unit" labelStyle="shown" />
      <Control {...props} name="daysOf" labelStyle="shown" />
    </div>
  );
}
