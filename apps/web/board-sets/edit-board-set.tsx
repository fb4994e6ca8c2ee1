import Cross from '@atlaskit/icon/core/cross';
import type { BoardSet, BoardSetMember, BoardSetUnit } from '@tallyboard/core/model/board-set.ts';
import { cycleOf } from '@tallyboard/core/model/nested-board-sets.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import type { OwnedBoardSet } from '@tallyboard/hosts/saved/board-set.ts';
import { newItemId } from '@tallyboard/hosts/saved/owned-items.ts';
import { fetchBoards } from '@tallyboard/jira/endpoints/board.ts';
import { checkJql } from '@tallyboard/jira/endpoints/jql.ts';
import { Button, IconButton } from '@tallyboard/ui/controls/button.tsx';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { SelectField } from '@tallyboard/ui/controls/select-field.tsx';
import { TextField } from '@tallyboard/ui/controls/text-field.tsx';
import { Modal } from '@tallyboard/ui/overlay/modal.tsx';
import { useId, useState } from 'react';
import { pageClient } from '../start/page-client.ts';
import { useLoaded } from '../use-loaded.ts';
import { saveBoardSet, useBoardSets } from './board-set-store.ts';

const UNITS: readonly { readonly value: BoardSetUnit; readonly label: string }[] = [
  { value: 'issues', label: 'Issue count' },
  { value: 'points', label: 'Story points' },
  { value: 'time', label: 'Time' },
];

const MAX_NAME = 255;

interface Named<Id> {
  readonly id: Id;
  readonly name: string;
}

function labelOf(
  member: BoardSetMember,
  boards: readonly Named<number>[],
  sets: readonly Named<string>[],
): string {
  if ('jql' in member) return member.jql;
  if ('set' in member)
    return sets.find(({ id }) => id === member.set)?.name ?? 'A set that is not shared with you';
  return boards.find(({ id }) => id === member.board)?.name ?? `Board ${member.board}`;
}

const isAmong = (members: readonly BoardSetMember[], member: BoardSetMember): boolean =>
  members.some(each => JSON.stringify(each) === JSON.stringify(member));

/** A query that was typed and not added yet belongs to the set. */
export function membersWith(
  members: readonly BoardSetMember[],
  typed: string,
): readonly BoardSetMember[] {
  const jql = typed.trim();
  return jql === '' || isAmong(members, { jql }) ? members : [...members, { jql }];
}

/** Fails with what is wrong in a query that the set had not before. */
async function checkQueries(
  host: Pick<Host, 'request' | 'info'>,
  members: readonly BoardSetMember[],
  before: readonly BoardSetMember[],
): Promise<void> {
  const queries = members.flatMap(member =>
    'jql' in member && !isAmong(before, member) ? member.jql : [],
  );
  const client = pageClient(host);
  const checked = await Promise.all(queries.map(jql => checkJql(client, jql)));
  for (const [at, { errors }] of checked.entries())
    if (errors.length > 0)
      throw new Error(`Correct the query "${queries[at]}": ${errors.join(' ')}`);
}

/** A new set where `set` is null. */
export function EditBoardSet(props: {
  readonly host: Host;
  readonly set: OwnedBoardSet | null;
  readonly onClose: () => void;
}) {
  const { host, set, onClose } = props;
  const [draft, setDraft] = useState<BoardSet>(
    () => set ?? { id: newItemId(), name: '', unit: 'issues', members: [] },
  );
  const all = useBoardSets(host) ?? [];
  const { value: boards, error } = useLoaded(host, (host, signal) =>
    fetchBoards(pageClient(host), null, signal),
  );
  const [typed, setTyped] = useState('');
  const { id, unit, members } = draft;
  const name = draft.name.trim();
  const isLong = name.length > MAX_NAME;
  const put = (change: Partial<BoardSet>) => setDraft({ ...draft, ...change });
  const has = (member: BoardSetMember) => isAmong(members, member);
  const add = (member: BoardSetMember) => put({ members: [...members, member] });
  const whole = membersWith(members, typed);
  const addableBoards = (boards ?? []).filter(({ id: board }) => !has({ board }));
  const addableSets = all.filter(
    ({ id: nested }) =>
      nested !== id &&
      !has({ set: nested }) &&
      cycleOf({ ...draft, members: [...members, { set: nested }] }, all) === null,
  );
  const save = async () => {
    await checkQueries(host, whole, set?.members ?? []);
    await saveBoardSet(host, { id, version: set?.version ?? 0, name, unit, members: [...whole] });
  };
  return (
    <Modal
      title={set ? `Edit ${set.name}` : 'Create board set'}
      width="medium"
      onClose={onClose}
      changed={JSON.stringify(members) !== JSON.stringify(set?.members ?? [])}
      confirm={{
        label: set ? 'Save' : 'Create',
        onConfirm: save,
        disabled: name === '' || isLong || whole.length === 0,
      }}
    >
      <div className="tb-form-fields">
        <TextField
          label="Name"
          required
          value={draft.name}
          error={isLong ? `At most ${MAX_NAME} characters.` : undefined}
          onChange={text => put({ name: text })}
        />
        <ChoiceField
          label="Unit"
          options={UNITS}
          value={unit}
          onChange={next => put({ unit: next })}
        />
        <Members
          members={members}
          labelOf={member => labelOf(member, boards ?? [], all)}
          onRemove={member => put({ members: members.filter(each => each !== member) })}
        />
        <SelectField<number>
          label="Add a board"
          options={addableBoards.map(({ id: value, name: label }) => ({ value, label }))}
          value={null}
          loading={boards === null && error === null}
          placeholder="Choose a board"
          error={error === null ? undefined : 'The boards could not be loaded.'}
          onChange={option => {
            const board = addableBoards.find(each => each.id === option?.value);
            if (board) add({ board: board.id });
          }}
        />
        {addableSets.length > 0 && (
          <SelectField
            label="Add a board set"
            options={addableSets.map(({ id: value, name: label }) => ({ value, label }))}
            value={null}
            placeholder="Choose a board set"
            onChange={option => option && add({ set: option.value })}
          />
        )}
        <AddQuery
          text={typed}
          onChange={setTyped}
          onAdd={() => {
            put({ members: whole });
            setTyped('');
          }}
        />
      </div>
    </Modal>
  );
}

function Members(props: {
  readonly members: readonly BoardSetMember[];
  readonly labelOf: (member: BoardSetMember) => string;
  readonly onRemove: (member: BoardSetMember) => void;
}) {
  const { members, labelOf, onRemove } = props;
  const id = useId();
  return (
    <div>
      <h3 id={id}>Members</h3>
      {members.length === 0 && <p className="tb-quiet">Add a board, a query or a set.</p>}
      <ul className="tb-stack tb-board-sets" aria-labelledby={id}>
        {members.map(member => {
          const label = labelOf(member);
          return (
            <li key={JSON.stringify(member)} className="tb-line">
              <span className="tb-board-sets__name" dir="auto">
                {'jql' in member ? <code>{label}</code> : label}
                <span className="tb-quiet"> {kindOf(member)}</span>
              </span>
              <IconButton icon={Cross} label={`Remove ${label}`} onClick={() => onRemove(member)} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const kindOf = (member: BoardSetMember) => {
  if ('board' in member) return 'Board';
  return 'jql' in member ? 'Query' : 'Board set';
};

function AddQuery(props: {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly onAdd: () => void;
}) {
  const { text, onChange, onAdd } = props;
  const isEmpty = text.trim() === '';
  const add = () => {
    if (!isEmpty) onAdd();
  };
  return (
    <div className="tb-board-sets__query">
      <TextField
        label="Add a query"
        value={text}
        placeholder="project = OPS"
        onChange={onChange}
        onEnter={add}
      />
      <Button disabled={isEmpty} onClick={add}>
        Add
      </Button>
    </div>
  );
}
