import { expect, test } from 'vitest';
import { peopleNamed } from './people-named.ts';

const isUserField = (field: string) => ['approver', 'customfield_10010'].includes(field);
const named = (jql: string) =>
  peopleNamed(jql, isUserField).map(({ field, names, reader, groups }) =>
    [field, ...names, ...(reader ? ['me'] : []), ...groups.map(group => `@${group}`)].join(' '),
  );

test.each([
  ['project = WEB AND status = Done ORDER BY assignee', []],
  ['assignee = ana', ['assignee ana']],
  ['assignee != "Ana Roy"', ['assignee Ana Roy']],
  ['Assignee IN (ana, "b c", currentUser(), EMPTY)', ['assignee ana b c me']],
  ['assignee not in (ana, ben)', ['assignee ana ben']],
  ['NOT (assignee = ana) AND reporter = ben', ['assignee ana', 'reporter ben']],
  ['assignee is EMPTY OR assignee is not null', []],
  ['assignee = currentUser()', ['assignee me']],
  ['assignee in membersOf("jira-users")', ['assignee @jira-users']],
  ['assignee was ana BEFORE "2026-01-01"', ['assignee ana']],
  ['assignee was not in (ana, ben)', ['assignee ana ben']],
  ['assignee was not ana', ['assignee ana']],
  ['assignee changed from ana to ben', ['assignee ana', 'assignee ben']],
  ['status changed from Open to Done by ana', ['by ana']],
  ['status was Done by (ana, ben)', ['by ana ben']],
  ['worklogAuthor = ana AND worklogDate > -7d', ['worklogauthor ana']],
  ['issue in updatedBy(ana, "-8d")', ['updatedby ana']],
  ['issue in watchedIssues()', ['watchedissues me']],
  ['component in componentsLeadByUser()', ['componentsleadbyuser me']],
  ['cf[10010] = ana AND cf[10011] = ben', ['customfield_10010 ana']],
  ['"Approver[User Picker (single user)]" = ana', ['approver ana']],
  ['summary ~ "assignee = ana"', []],
  ['watcher=ana or voter in(ben)', ['watcher ana', 'voter ben']],
])('%s', (jql, expected) => {
  expect(named(jql)).toEqual(expected);
});
