import type { Change } from '../model/change.ts';
import { copyIssue } from '../model/copy-issue.ts';
import type { Issue } from '../model/issue.ts';

/** A copy whose members, and those of its changes, are values: to compare issues of different sources. */
export const plainIssue = (issue: Issue): Issue =>
  copyIssue(issue, { changes: issue.changes.map(plainChange) });

const plainChange = (change: Change): Change => ({
  at: change.at,
  author: change.author,
  field: change.field,
  fieldId: change.fieldId,
  fieldName: change.fieldName,
  from: change.from,
  fromText: change.fromText,
  to: change.to,
  toText: change.toText,
});
