import { BoardField } from '../../form/board-field.tsx';
import type { FormPartProps, FormRules } from '../../form/form-rules.ts';
import { WorkflowField } from '../../workflow-editor/workflow-field.tsx';
import type { BoardValue } from '../sprint-scope/board-options.ts';
import type { FlowSettings } from './flow-settings.ts';

type WorkflowSetting = Pick<FlowSettings, 'workflow' | 'board'>;

const BoardPart = (props: FormPartProps<BoardValue>) => (
  <BoardField {...props} none="None: status categories" onChange={props.set} />
);

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
  // With the board.
  boardSet: { when: () => false },
  workflow: { Part: WorkflowPart },
} satisfies FormRules<WorkflowSetting & BoardValue>;
