import { allIssues } from '../measure/rows.ts';
import type { Dataset } from '../model/dataset.ts';
import type { AccountType, User } from '../model/user.ts';
import { FoldedIssue } from './folded-issue.ts';
import { originalOf } from './folded-user.ts';

/** The types of accounts by the ids of people before they are put together, from all users that the issues name. */
export function accountTypes(dataset: Dataset): ReadonlyMap<string, AccountType | null> {
  const types = new Map<string, AccountType | null>();
  for (const { id, accountType } of usersIn(dataset)) types.set(id, types.get(id) ?? accountType);
  return types;
}

/** Names that agents and apps have, and nobody else. Custom fields have people by their names alone. */
export function agentNames(dataset: Dataset): ReadonlySet<string> {
  const agents = new Set<string>();
  const others = new Set<string>();
  for (const { name, accountType } of usersIn(dataset))
    (accountType === 'app' ? agents : others).add(name);
  for (const name of others) agents.delete(name);
  return agents;
}

function* usersIn(dataset: Dataset): Generator<User> {
  for (const shown of allIssues(dataset)) {
    const { assignee, reporter, creator, changes, worklogs } = FoldedIssue.original(shown);
    const authors = [...changes, ...worklogs].map(({ author }) => author);
    for (const user of [assignee, reporter, creator, ...authors]) {
      if (user) yield originalOf(user);
    }
  }
}
