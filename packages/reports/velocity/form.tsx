import { estimationOf } from '@tallyboard/report-kit/families/sprint-scope/board-set-setting.ts';
import { BoardField } from '@tallyboard/report-kit/form/board-field.tsx';
import type { FormPartProps, FormRules } from '@tallyboard/report-kit/form/form-rules.ts';
import { EmptyState } from '@tallyboard/ui/feedback/states.tsx';
import { ESTIMATION_UNITS, INTERVAL_LABELS, type VelocitySettings } from './settings.ts';

const isKanban = ({ periods }: VelocitySettings) => periods === 'interval';

/** The board, whose type decides between sprints and intervals. */
function BoardPart({ setting, settings, site, set }: FormPartProps<VelocitySettings>) {
  if (site.boards.length === 0)
    return (
      <EmptyState title="Your Jira instance has no boards configured. Please add some boards to use this gadget." />
    );
  return (
    <BoardField
      setting={setting}
      settings={settings}
      site={site}
      none={null}
      onChange={value => {
        const chosen = site.boards.find(({ id }) => id === value.board);
        const periods = chosen?.type === 'kanban' ? 'interval' : 'sprint';
        const timeless = periods === 'interval' && settings.estimation === 'time';
        const estimation = timeless
          ? 'count'
          : (estimationOf(ESTIMATION_UNITS, value.boardSet) ?? settings.estimation);
        set({ ...value, periods, estimation });
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
  // With the board.
  boardSet: { when: () => false },
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
