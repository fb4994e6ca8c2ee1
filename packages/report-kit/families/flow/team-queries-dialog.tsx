import type { Board } from '@tallyboard/core/model/board.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { TextField } from '@tallyboard/ui/controls/text-field.tsx';
import { ResultContext } from '@tallyboard/ui/controls/use-choice.ts';
import { Modal } from '@tallyboard/ui/overlay/modal.tsx';
import { useState } from 'react';
import { MAX_TEAMS, type TeamQuery } from './team-queries.ts';

const BY_QUERY = 0;

/** What is wrong with the query of a team; null for a valid one. */
function problemOf(team: TeamQuery): string | null {
  if (!('jql' in team)) return null;
  if (team.jql.trim() === '') return 'Enter a query.';
  return /\border\s+by\b/i.test(team.jql) ? 'Remove "order by" from the query.' : null;
}

/** The boards and queries whose issues are forecast together. */
export function TeamQueriesDialog(props: {
  readonly title: string;
  readonly first: readonly TeamQuery[];
  readonly boards: readonly Board[];
  readonly onApply: (teams: readonly TeamQuery[]) => void;
  readonly onClose: () => void;
}) {
  const { title, first, boards, onApply, onClose } = props;
  const [teams, setTeams] = useState(first);
  const put = (at: number, team: TeamQuery) => setTeams(teams.with(at, team));
  const unused = boards.find(({ id }) => !teams.some(team => 'board' in team && team.board === id));
  const next: TeamQuery = unused
    ? { name: unused.name, board: unused.id }
    : { name: `Team ${teams.length + 1}`, jql: '' };
  return (
    <Modal
      title={title}
      width="medium"
      confirm={{
        label: 'Apply',
        disabled: teams.some(team => problemOf(team) !== null),
        onConfirm() {
          onApply(teams);
          onClose();
        },
      }}
      changed={JSON.stringify(teams) !== JSON.stringify(first)}
      onClose={onClose}
    >
      {/* Its choices belong to no result: they apply at once. */}
      <ResultContext value={null}>
        <div className="tb-stack tb-forecast__teams">
          {teams.length === 0 && (
            <p className="tb-quiet">
              One forecast for the issues of several teams. Each team is a board or a query.
            </p>
          )}
          {teams.map((team, at) => (
            <fieldset
              // biome-ignore lint/suspicious/noArrayIndexKey: teams have no ids, and their fields no state.
              key={at}
              className="tb-forecast__team"
            >
              <legend className="tb-hidden">{`Team ${at + 1}`}</legend>
              <ChoiceField<number>
                label="Issues of"
                options={[
                  ...boards.map(({ id, name }) => ({ value: id, label: name })),
                  ...('board' in team && boards.every(({ id }) => id !== team.board)
                    ? [{ value: team.board, label: team.name }]
                    : []),
                  { value: BY_QUERY, label: 'A query' },
                ]}
                value={'board' in team ? team.board : BY_QUERY}
                onChange={chosen => {
                  const board = boards.find(({ id }) => id === chosen);
                  if (board) put(at, { name: board.name, board: board.id });
                  else if (chosen === BY_QUERY) put(at, { name: `Team ${at + 1}`, jql: '' });
                }}
              />
              <TextField
                label="Name"
                value={team.name}
                onChange={name => put(at, { ...team, name })}
              />
              {'jql' in team && (
                <TextField
                  label="JQL"
                  rows={2}
                  value={team.jql}
                  error={team.jql === '' ? undefined : (problemOf(team) ?? undefined)}
                  onChange={jql => put(at, { ...team, jql })}
                />
              )}
              <Button
                appearance="subtle"
                aria-label={`Remove ${team.name}`}
                onClick={() => setTeams(teams.toSpliced(at, 1))}
              >
                Remove
              </Button>
            </fieldset>
          ))}
          <div>
            <Button disabled={teams.length >= MAX_TEAMS} onClick={() => setTeams([...teams, next])}>
              Add team
            </Button>
          </div>
        </div>
      </ResultContext>
    </Modal>
  );
}
