import type { BoardId } from '@tallyboard/core/model/ids.ts';
import type { FormPartProps, FormRules } from '@tallyboard/report-kit/form/form-rules.ts';
import { SelectField } from '@tallyboard/ui/controls/select-field.tsx';
import { EmptyState } from '@tallyboard/ui/feedback/states.tsx';
import { INTERVAL_LABELS, type VelocitySettings } from './settings.ts';

const isKanban = ({ periods }: VelocitySettings) => periods === 'interval';

/** The board, whose type decides between sprints and intervals. */
function BoardPart({ setting, settings, site, set }: FormPartProps<VelocitySettings>) {
  if (site.boards.length === 0)
    return (
      <EmptyState title="Your Jira instance has no boards configured. Please add some boards to use this gadget." />
    );
  const boards = site.boards.map(({ id, name }) => ({ value: id as number, label: name }));
  return (
    <SelectField
      label={setting.label}
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
  );
}

/** Kanban boards have no settings of sprints. */
export default {
  graphs: {
    when: ({ type }) => type === 'lines',
    options: (all, settings) =>
      all.filter(({ name }) => !isKanban(settings) || name.endsWith('Completed')),
  },
  expandTree: { when: ({ type }) => type !== 'lines' },
  estimation: {
    options: (all, settings) => all.filter(({ name }) => !isKanban(settings) || name !== 'time'),
  },
  board: { Part: BoardPart },
  intervalStart: { when: isKanban },
  intervalDays: { when: isKanban },
  sprintName: { when: settings => !isKanban(settings) },
  sprintCount: {
    label: settings => (isKanban(settings) ? INTERVAL_LABELS.sprintCount : undefined),
  },
  includeActive: {
    label: settings => (isKanban(settings) ? INTERVAL_LABELS.includeActive : undefined),
  },
  sorting: {
    options: (all, settings) =>
      all.filter(({ name }) => !(isKanban(settings) && name.startsWith('committed'))),
  },
} satisfies FormRules<VelocitySettings>;
