import ChevronDown from '@atlaskit/icon/core/chevron-down';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import { Popover } from '@tallyboard/ui/overlay/popover.tsx';
import { ExpandAll, type Expansion } from '@tallyboard/ui/table/expand-all.tsx';
import type { StatusColumn } from './compute.ts';
import { GRAPHS, type TimeInStatusSettings, timeInStatusSettings } from './settings.ts';
import { shownColumns, toggledColumns } from './shown-columns.ts';

const Control = settingControls(timeInStatusSettings);

export interface TimeToolsProps {
  readonly columns: readonly StatusColumn[];
  readonly settings: TimeInStatusSettings;
  readonly context: ReportContext;
  readonly onSettings: (settings: TimeInStatusSettings) => void;
  /** Null without groups. */
  readonly expansion: Expansion | null;
}

export function TimeTools(props: TimeToolsProps) {
  const { columns, settings, onSettings, expansion } = props;
  return (
    <div className="tb-toolbar tb-toolbar--end tb-time__tools tb-no-print">
      {expansion && <ExpandAll {...expansion} />}
      <Control {...props} name="measure" select labelStyle="hidden" />
      <ColumnChooser columns={columns} settings={settings} onSettings={onSettings} />
      <ChoiceField
        label="Show Graphs"
        hideLabel
        options={GRAPHS.options.map(({ value, label }) => ({ value, label: `Graphs: ${label}` }))}
        value={settings.graph}
        onChange={graph => onSettings({ ...settings, graph })}
      />
    </div>
  );
}

function ColumnChooser({
  columns,
  settings,
  onSettings,
}: Pick<TimeToolsProps, 'columns' | 'settings' | 'onSettings'>) {
  const shown = new Set(shownColumns(columns, settings.columns).map(each => each.column.id));
  return (
    <Popover
      label="Show Columns"
      trigger={props => (
        <Button {...props} iconAfter={ChevronDown}>
          Show Columns
        </Button>
      )}
    >
      <div className="tb-popover__body tb-time__columns">
        {columns.map(({ id, label }) => (
          <Checkbox
            key={id}
            label={label}
            checked={shown.has(id)}
            // At least one column stays.
            disabled={shown.size === 1 && shown.has(id)}
            onChange={() =>
              onSettings({ ...settings, columns: toggledColumns(columns, settings.columns, label) })
            }
          />
        ))}
        <Button
          appearance="link"
          disabled={settings.columns.length === 0}
          onClick={() => onSettings({ ...settings, columns: [] })}
        >
          Show all
        </Button>
      </div>
    </Popover>
  );
}
