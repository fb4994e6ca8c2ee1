import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import { groupLabel } from '@tallyboard/report-kit/settings/group-codes.ts';
import { ExpandAll, type Expansion } from '@tallyboard/ui/table/expand-all.tsx';
import { estimationSettings } from './settings.ts';
import type { EstimationProps } from './view-props.ts';

const Control = settingControls(estimationSettings);

/** Grouping on the page (a gadget has it in its form), and all groups open or closed. */
export function Controls(props: EstimationProps & { readonly expansion: Expansion }) {
  const { result, settings, compact, expansion } = props;
  const { groupBy } = settings;
  if (compact && groupBy === null) return null;
  return (
    <div className="tb-estimation__controls tb-no-print">
      {!compact && (
        <Control
          {...props}
          name="groupBy"
          select
          otherLabel={result.label || (groupBy === null ? '' : groupLabel(groupBy, []))}
        />
      )}
      {groupBy !== null && <ExpandAll {...expansion} />}
    </div>
  );
}
