import { SelectField, type SelectOption } from '@tallyboard/ui/controls/select-field.tsx';
import type { FormPartProps, FormRules } from '../../form/form-rules.ts';
import { WorkflowField } from '../../workflow-editor/workflow-field.tsx';
import type { FlowSettings } from './flow-settings.ts';

type BoardSetting = Pick<FlowSettings, 'board'>;
type WorkflowSetting = Pick<FlowSettings, 'workflow' | 'board'>;

const NO_BOARD = { value: 0, label: 'None: status categories' };

function BoardPart({ setting, settings, site, set }: FormPartProps<BoardSetting>) {
  const boards: readonly SelectOption<number>[] = [
    NO_BOARD,
    ...site.boards.map(({ id, name }) => ({ value: id, label: name })),
  ];
  const board = settings.board ?? NO_BOARD.value;
  return (
    <SelectField
      label={setting.label}
      options={boards}
      value={boards.find(({ value }) => value === board) ?? null}
      onChange={option =>
        set({ board: site.boards.find(({ id }) => id === option?.value)?.id ?? null })
      }
    />
  );
}

function WorkflowPart({ settings, site, set }: FormPartProps<WorkflowSetting>) {
  return (
    <WorkflowField
      value={settings.workflow}
      shared={site.settings?.workflows ?? {}}
      hasBoard={settings.board !== null}
      loadStatuses={site.statuses ?? (async () => [])}
      onChange={workflow => set({ workflow })}
    />
  );
}

export default {
  board: { Part: BoardPart },
  workflow: { Part: WorkflowPart },
} satisfies FormRules<WorkflowSetting>;
