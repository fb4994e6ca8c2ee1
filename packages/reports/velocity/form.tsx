import type { BoardId } from '@tallyboard/core/model/ids.ts';
import type { FormProps } from '@tallyboard/report-kit/contract.ts';
import { ESTIMATIONS } from '@tallyboard/report-kit/families/status/status-settings.ts';
import { AdvancedSettings } from '@tallyboard/report-kit/settings/advanced-settings.tsx';
import { CheckGroup } from '@tallyboard/report-kit/settings/check-group.tsx';
import { DoneField } from '@tallyboard/report-kit/settings/done-field.tsx';
import { dayOfStamp, stampOfDay } from '@tallyboard/report-kit/settings/form-days.ts';
import { FormFields } from '@tallyboard/report-kit/settings/form-fields.tsx';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { SelectField } from '@tallyboard/ui/controls/select-field.tsx';
import { DateField, NumberField } from '@tallyboard/ui/controls/text-field.tsx';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import { EmptyState } from '@tallyboard/ui/feedback/states.tsx';
import { AdvancedFields } from './form-advanced.tsx';
import {
  filterProblem,
  GRAPH_NAMES,
  INTERVALS,
  MAX_SPRINTS,
  TYPES,
  VELOCITY_GRAPHS,
  type VelocitySettings,
} from './settings.ts';

/** The fields of the velocity gadget. Kanban boards lose what only sprints have. */
export default function VelocityForm(props: FormProps<VelocitySettings>) {
  const { settings, site, onChange } = props;
  const set = (change: Partial<VelocitySettings>) => onChange({ ...settings, ...change });
  const boards = site.boards.map(({ id, name }) => ({ value: id as number, label: name }));
  const board = site.boards.find(({ id }) => id === settings.board) ?? null;
  const kanban = settings.periods === 'interval';
  if (boards.length === 0)
    return (
      <EmptyState title="Your Jira instance has no boards configured. Please add some boards to use this gadget." />
    );
  return (
    <FormFields>
      <ChoiceField
        label="Gadget type"
        options={TYPES.options}
        value={settings.type}
        onChange={type => set({ type })}
      />
      {settings.type === 'lines' ? (
        <CheckGroup label="Line chart data">
          {VELOCITY_GRAPHS.filter(id => !kanban || id.endsWith('Completed')).map(id => (
            <Checkbox
              key={id}
              label={GRAPH_NAMES[id]}
              checked={settings.graphs[id]}
              onChange={checked => set({ graphs: { ...settings.graphs, [id]: checked } })}
            />
          ))}
        </CheckGroup>
      ) : (
        <Checkbox
          label="Show groups expanded"
          checked={settings.expandTree}
          onChange={expandTree => set({ expandTree })}
        />
      )}
      <ChoiceField
        label="Estimation type"
        options={ESTIMATIONS.options.filter(({ value }) => !kanban || value !== 'time')}
        value={settings.estimation}
        onChange={estimation => set({ estimation })}
      />
      <DoneField value={settings.done} onChange={done => set({ done })} />
      <SelectField
        label="Board"
        options={boards}
        value={boards.find(({ value }) => value === settings.board) ?? null}
        onChange={option => {
          const chosen = site.boards.find(({ id }) => id === option?.value);
          const periods = chosen?.type === 'kanban' ? 'interval' : 'sprint';
          const timeless = periods === 'interval' && settings.estimation === 'time';
          set({
            board: (option?.value ?? null) as BoardId | null,
            periods,
            ...(timeless && { estimation: 'count' }),
          });
        }}
      />
      {kanban && (
        <>
          <DateField
            label="Start date of any interval"
            value={dayOfStamp(settings.intervalStart)}
            onChange={text => set({ intervalStart: stampOfDay(text) })}
          />
          <ChoiceField
            label="Interval"
            options={INTERVALS.options}
            value={settings.intervalDays}
            onChange={intervalDays => set({ intervalDays })}
          />
        </>
      )}
      <NumberField
        label={kanban ? 'Number of intervals' : 'Number of sprints'}
        value={settings.sprintCount}
        min={1}
        max={MAX_SPRINTS}
        onChange={count =>
          set({ sprintCount: Math.min(MAX_SPRINTS, Math.max(1, Math.round(count ?? 1))) })
        }
      />
      <Checkbox
        label={kanban ? 'Include the running interval' : 'Include active sprints'}
        checked={settings.includeActive}
        onChange={includeActive => set({ includeActive })}
      />
      <AdvancedSettings refused={filterProblem(settings.jqlFilter) !== null}>
        <AdvancedFields {...props} kanban={kanban} boardName={board?.name ?? null} />
      </AdvancedSettings>
    </FormFields>
  );
}
