import type { Board } from '@tallyboard/core/model/board.ts';
import { type Estimation, type SprintEdit, TIME_ESTIMATE } from '@tallyboard/core/model/edit.ts';
import type { BoardId } from '@tallyboard/core/model/ids.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { NumberField } from '@tallyboard/ui/controls/text-field.tsx';
import { type ReactNode, useState } from 'react';
import { useSession } from '../../start/session.ts';
import { useLoaded } from '../../use-loaded.ts';
import { ActionChoices, ActionState } from './action-popover.tsx';

interface OfBoard {
  /** The report's board; null for one of the project. */
  readonly board: BoardId | null;
  readonly project: string;
}

/** The contents of a panel for a board, which is chosen where the report has none. */
function WithBoard(props: OfBoard & { readonly children: (board: BoardId) => ReactNode }) {
  const { board, project, children } = props;
  const { engine } = useSession();
  const [chosen, setChosen] = useState<BoardId | null>(null);
  const { value: boards, error } = useLoaded(board === null ? project : null, (project, signal) =>
    engine.sprintBoards({ project }, { signal }),
  );
  if (board !== null) return children(board);
  if (boards === null)
    return (
      <ActionState error={error} loading="Loading boards" failed="Boards could not be loaded." />
    );
  const [first] = boards;
  if (!first) return <p>{project} has no board with sprints.</p>;
  const id = chosen ?? first.id;
  return (
    <>
      {boards.length > 1 && (
        <ChoiceField
          label="Board"
          options={boards.map((each: Board) => ({ value: each.id, label: each.name }))}
          value={id}
          onChange={setChosen}
        />
      )}
      {children(id)}
    </>
  );
}

export function MoveAction(props: OfBoard & { readonly onSelect: (to: SprintEdit['to']) => void }) {
  return (
    <WithBoard {...props}>
      {board => <OpenSprints key={board} board={board} onSelect={props.onSelect} />}
    </WithBoard>
  );
}

function OpenSprints(props: {
  readonly board: BoardId;
  readonly onSelect: (to: SprintEdit['to']) => void;
}) {
  const { board, onSelect } = props;
  const { engine } = useSession();
  const { value: sprints, error } = useLoaded(board, (boardId, signal) =>
    engine.boardSprints({ boardId }, { signal }),
  );
  if (sprints === null)
    return (
      <ActionState error={error} loading="Loading sprints" failed="Sprints could not be loaded." />
    );
  const open = sprints.filter(({ state }) => state !== 'closed');
  return (
    <ActionChoices
      choices={[
        ...open.map(({ id, name, state }) => ({
          id: String(id),
          label: (
            <>
              <span dir="auto">{name}</span>
              {state === 'active' && <span className="tb-plan__detail">Active</span>}
            </>
          ),
          onSelect: () => onSelect({ id, name }),
        })),
        { id: 'backlog', label: 'Backlog', onSelect: () => onSelect(null) },
      ]}
    />
  );
}

export type NewEstimate = Pick<Estimation, 'boardId' | 'fieldId'> & {
  readonly value: number | null;
  /** '5', '2 h', 'none'. */
  readonly text: string;
};

export function EstimateAction(
  props: OfBoard & { readonly onSelect: (estimate: NewEstimate) => void },
) {
  return (
    <WithBoard {...props}>
      {board => <EstimateField key={board} board={board} onSelect={props.onSelect} />}
    </WithBoard>
  );
}

const HOUR = 3600;

function EstimateField(props: {
  readonly board: BoardId;
  readonly onSelect: (estimate: NewEstimate) => void;
}) {
  const { board, onSelect } = props;
  const { engine } = useSession();
  const [value, setValue] = useState<number | null>(null);
  const { value: found, error } = useLoaded(board, async (boardId, signal) => {
    return { estimation: await engine.boardEstimation({ boardId }, { signal }) };
  });
  if (found === null)
    return (
      <ActionState
        error={error}
        loading="Loading the board"
        failed="The board could not be loaded."
      />
    );
  const { estimation } = found;
  if (estimation === null) return <p>This board does not estimate issues.</p>;
  const { boardId, fieldId, name } = estimation;
  const isTime = fieldId === TIME_ESTIMATE;
  const save = (next: number | null) => {
    const amount = isTime && next !== null ? Math.round(next * HOUR) : next;
    const text = next === null ? 'none' : isTime ? `${next} h` : String(next);
    onSelect({ boardId, fieldId, value: amount, text });
  };
  return (
    <form
      className="tb-stack"
      onSubmit={event => {
        event.preventDefault();
        if (value !== null && value >= 0) save(value);
      }}
    >
      <NumberField
        label={isTime ? `${name}, hours` : name}
        value={value}
        onChange={setValue}
        min={0}
        step={0.5}
        data-autofocus
      />
      <div className="tb-row">
        <Button type="submit" appearance="primary" disabled={value === null || value < 0}>
          Save
        </Button>
        {!isTime && (
          <Button appearance="subtle" onClick={() => save(null)}>
            Clear
          </Button>
        )}
      </div>
    </form>
  );
}
