import { BoardChoice } from '@tallyboard/report-kit/families/sprint-scope/board-choice.tsx';
import { estimationOf } from '@tallyboard/report-kit/families/sprint-scope/board-set-setting.ts';
import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { combinableSprints, filterRange } from './plan.ts';
import { burnSettings, ESTIMATION_UNITS, hasPeople, isSprintType } from './settings.ts';
import type { BurnProps } from './table.ts';

const Control = settingControls(burnSettings);

export function BurnControls(props: BurnProps) {
  const { settings, context, compact, result, onSprint } = props;
  const report = result.chart?.report;
  const { from, to } = filterRange(settings, context);
  return (
    <div className="tb-options tb-no-print">
      <div className="tb-toolbar">
        {!compact && (
          <>
            <Control {...props} name="type" select />
            <Control {...props} name="estimation" />
            <BoardPicker {...props} />
          </>
        )}
        {isSprintType(settings.type) ? (
          <SprintPicker {...props} />
        ) : (
          <>
            <Control {...props} name="from" value={from} />
            <Control {...props} name="to" value={to - 1} />
          </>
        )}
        {report && onSprint && (
          <Button appearance="link" onClick={() => onSprint(report)}>
            Sprint report
          </Button>
        )}
      </div>
      {!compact && (
        <fieldset className="tb-toolbar tb-burn__lines">
          <legend className="tb-hidden">Lines</legend>
          <Control {...props} name="graphs" />
          {hasPeople(settings) && <Control {...props} name="accounts" select />}
        </fieldset>
      )}
    </div>
  );
}

function BoardPicker({ settings, dataset, onSettings }: BurnProps) {
  return (
    <BoardChoice
      boards={dataset.boards}
      value={settings}
      onChange={value =>
        onSettings({
          ...settings,
          ...value,
          sprint: null,
          estimation: estimationOf(ESTIMATION_UNITS, value.boardSet) ?? settings.estimation,
        })
      }
    />
  );
}

function SprintPicker(props: BurnProps) {
  const { result, settings, onSettings } = props;
  const { sprints, chart } = result;
  if (sprints.length < 2) return null;
  const combinable = combinableSprints(sprints, settings);
  const combines = combinable.length > 1;
  const isActive = combinable[0]?.state === 'active';
  const shown = chart?.sprints[0]?.id ?? sprints[0]?.id ?? 0;
  return (
    <>
      {!(settings.singleChart && combines) && (
        <div className="tb-toolbar__wide">
          <ChoiceField<number>
            label="Sprint"
            options={sprints.map(({ id, name, state }) => ({
              value: id,
              label: name,
              group: state === 'active' ? 'Active' : 'Closed',
            }))}
            value={shown}
            onChange={value =>
              onSettings({
                ...settings,
                sprint: sprints.find(({ id }) => id === value)?.id ?? null,
              })
            }
          />
        </div>
      )}
      {combines && (
        <Control
          {...props}
          name="singleChart"
          label={isActive ? 'Combine active sprints' : undefined}
        />
      )}
    </>
  );
}
