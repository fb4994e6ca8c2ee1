import { allIssues } from '../measure/rows.ts';
import type { Dataset } from '../model/dataset.ts';
import type { AccountType } from '../model/user.ts';
import { FoldedIssue } from './folded-issue.ts';
import { originalOf } from './folded-user.ts';

/** The types of accounts by the ids of people before they are put together, from all users that the issues name. */
export function accountTypes(dataset: Dataset): ReadonlyMap<string, AccountType | null> {
  const types = new Map<string, AccountType | null>();
  for (const shown of allIssues(dataset)) {
    const { assignee, reporter, creator, changes, worklogs } = FoldedIssue.original(shown);
    const authors = [...changes, ...worklogs].map(({ author }) => author);
    for (const user of [assignee, reporter, creator, ...authors]) {
      if (!user) continue;
      const { id, accountType } = originalOf(user);
      types.set(id, types.get(id) ?? accountType);
    }
  }
  return types;
}
