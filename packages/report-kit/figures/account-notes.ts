import {
  type AccountChoice,
  isOfAccounts,
  isUnknownAccount,
} from '@tallyboard/core/measure/accounts.ts';
import { filterRows } from '@tallyboard/core/measure/figures.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { Definition, Note } from '@tallyboard/core/model/result.ts';
import { NOBODY_ID, originalOf } from '@tallyboard/core/people/folded-user.ts';
import { definitions } from './definitions.ts';
import { has, type IssueNote, issueNotes } from './issue-notes.ts';

/** Whether an issue is assigned to an account of the chosen types. */
export const accountFilter =
  ({ issues }: Pick<Dataset, 'issues'>, choice: AccountChoice) =>
  (row: number): boolean =>
    isOfAccounts(issues[row]?.assignee ?? null, choice);

/** What the choice leaves out, or takes in, without knowing: `rows` are those that count whatever the choice. */
export function accountNotes(
  { issues }: Pick<Dataset, 'issues'>,
  choice: AccountChoice,
  rows: IssueRows,
): Note[] {
  if (choice === 'all') return [];
  // Where people are put together, those without a person may be among them.
  const assignee = (row: number) => {
    const user = issues[row]?.assignee ?? null;
    return user && originalOf(user).id === NOBODY_ID ? null : user;
  };
  const isIn = choice === 'without-agents';
  return issueNotes([
    unknownAccounts(
      choice,
      'an assignee',
      filterRows(rows, row => isUnknownAccount(assignee(row), choice)),
    ),
    {
      code: 'unassigned-account',
      words: ['unassigned issue is not counted.', 'unassigned issues are not counted.'],
      issues: isIn ? new Uint32Array(0) : filterRows(rows, row => assignee(row) === null),
    },
  ]);
}

/** '3 issues have an assignee of unknown account type (not counted).' */
export const unknownAccounts = (
  choice: AccountChoice,
  who: string,
  issues: IssueRows,
): IssueNote => ({
  code: 'unknown-account',
  words: has(
    `${who} of unknown account type (${choice === 'without-agents' ? 'counted, perhaps an agent' : 'not counted'}).`,
  ),
  issues,
  doubtful: true,
});

const COUNTED: Readonly<Record<Exclude<AccountChoice, 'all'>, string>> = {
  people: 'Only issues assigned to people: no agents, apps or customers.',
  agents: 'Only issues assigned to agents and apps.',
  customers: 'Only issues assigned to customers of a portal.',
  'without-agents': 'No issues that are assigned to agents and apps.',
};

export const accountDefinition = (choice: AccountChoice): readonly Definition[] =>
  choice === 'all' ? [] : definitions({ Accounts: COUNTED[choice] });
