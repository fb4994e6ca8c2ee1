import type { Board } from '@tallyboard/core/model/board.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { useState } from 'react';
import type { TeamQuery } from './team-queries.ts';
import { TeamQueriesDialog } from './team-queries-dialog.tsx';

/** The boards and queries of teams, edited in a dialog. */
export function TeamQueriesField(props: {
  readonly label: string;
  readonly value: readonly TeamQuery[];
  readonly boards: readonly Board[];
  readonly onChange: (teams: readonly TeamQuery[]) => void;
}) {
  const { label, value, boards, onChange } = props;
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        {value.length > 0 ? `${label} (${value.length})` : label}
      </Button>
      {open && (
        <TeamQueriesDialog
          title={label}
          first={value}
          boards={boards}
          onApply={onChange}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
