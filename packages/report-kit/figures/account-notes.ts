import {
  type AccountChoice,
  isOfAccounts,
  isUnknownAccount,
} from '@tallyboard/core/measure/accounts.ts';
import { allRows, filterRows, selectRows } from '@tallyboard/core/measure/figures.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { Definition, Note } from '@tallyboard/core/model/result.ts';
import { refuseFewAccounts } from '@tallyboard/core/people/few-people.ts';
import { NOBODY_ID, originalOf } from '@tallyboard/core/people/folded-user.ts';
import { definitions } from './definitions.ts';
import { has, type IssueNote, issueNotes } from './issue-notes.ts';

/** The person of an issue by whom figures are grouped. */
export type PersonRole = 'assignee' | 'reporter' | 'creator';

/** Null for groupings by anything else. */
export const personRole = (groupBy: unknown): PersonRole | null =>
  groupBy === 'assignee' || groupBy === 'reporter' || groupBy === 'creator' ? groupBy : null;

/** Whether the person of an issue has an account of the chosen types. Throws FewPeopleError. */
export function accountFilter(
  { issues }: Pick<Dataset, 'issues'>,
  choice: AccountChoice,
  { people }: Pick<ReportContext, 'people'>,
  role: PersonRole = 'assignee',
): (row: number) => boolean {
  if (people && choice !== 'all')
    refuseFewAccounts(people, choice, issues.flatMap(issue => issue[role] ?? []).map(originalOf));
  return row => isOfAccounts(issues[row]?.[role] ?? null, choice);
}

/** The issues that count: all of them by default, and where no person is grouped by. Throws FewPeopleError. */
export function accountRows(
  dataset: Pick<Dataset, 'issues'>,
  choice: AccountChoice,
  role: PersonRole | null,
  context: Pick<ReportContext, 'people'>,
): IssueRows {
  const { length } = dataset.issues;
  return role === null || choice === 'all'
    ? allRows(length)
    : selectRows(length, accountFilter(dataset, choice, context, role));
}

/** What the choice leaves out, or takes in, without knowing: `rows` are those that count whatever the choice. */
export function accountNotes(
  { issues }: Pick<Dataset, 'issues'>,
  choice: AccountChoice,
  rows: IssueRows,
  role: PersonRole = 'assignee',
  where: typeof BY_ASSIGNEE | '' = '',
): Note[] {
  // Where people are put together, those without a person may be among them.
  const assignee = (row: number) => {
    const user = issues[row]?.[role] ?? null;
    return user && originalOf(user).id === NOBODY_ID ? null : user;
  };
  const unknown = filterRows(rows, row => isUnknownAccount(assignee(row), choice));
  const nobody = filterRows(rows, row => assignee(row) === null);
  return unclearAccounts(choice, { unknown, nobody }, role, where);
}

/** Where the choice is of the rows by assignee alone. */
export const BY_ASSIGNEE = ' by assignee';

/** Issues with a person of unknown account type, and issues without a person. */
export function unclearAccounts(
  choice: AccountChoice,
  { unknown, nobody }: { readonly unknown: IssueRows; readonly nobody: IssueRows },
  role: PersonRole,
  where: typeof BY_ASSIGNEE | '',
): Note[] {
  if (choice === 'all') return [];
  const end = `not counted${where}`;
  return issueNotes([
    unknownAccounts(choice, role === 'assignee' ? 'an assignee' : `a ${role}`, unknown, where),
    {
      code: 'unassigned-account',
      words:
        role === 'assignee'
          ? [`unassigned issue is ${end}.`, `unassigned issues are ${end}.`]
          : [`issue has no ${role} (${end}).`, `issues have no ${role} (${end}).`],
      issues: choice === 'without-agents' ? new Uint32Array(0) : nobody,
    },
  ]);
}

/** '3 issues have an assignee of unknown account type (not counted).' */
export const unknownAccounts = (
  choice: AccountChoice,
  who: string,
  issues: IssueRows,
  where: typeof BY_ASSIGNEE | '' = '',
): IssueNote => ({
  code: 'unknown-account',
  words: has(
    `${who} of unknown account type (${choice === 'without-agents' ? 'counted, perhaps an agent' : `not counted${where}`}).`,
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

const OF_ROLE: typeof COUNTED = {
  people: 'is a person: no agents, apps or customers.',
  agents: 'is an agent or app.',
  customers: 'is a customer of a portal.',
  'without-agents': 'is no agent or app.',
};

export function accountDefinition(
  choice: AccountChoice,
  role: PersonRole | null = 'assignee',
): readonly Definition[] {
  if (choice === 'all' || role === null) return [];
  const text =
    role === 'assignee' ? COUNTED[choice] : `Only issues whose ${role} ${OF_ROLE[choice]}`;
  return definitions({ Accounts: text });
}

const OF_PEOPLE: typeof COUNTED = {
  people: 'Only people: no agents, apps or customers',
  agents: 'Only agents and apps',
  customers: 'Only customers of a portal',
  'without-agents': 'All but agents and apps',
};

/** Where the choice is of the rows by assignee alone; `others` says what counts all accounts. */
export const byAssigneeDefinition = (
  choice: AccountChoice,
  others: string,
): readonly Definition[] =>
  choice === 'all'
    ? []
    : definitions({ 'By assignee': `${OF_PEOPLE[choice]}. ${others} all accounts.` });
