/** Issues of levels, for tests: 'I-1 Initiative', 'E-1 Epic ^I-1'. */

import type { IssueId, IssueKey } from '../model/ids.ts';
import type { Issue, IssueType, ParentRef } from '../model/issue.ts';
import { type IssueInit, issue, issueType } from './builders.ts';

const INITIATIVE: IssueType = { ...issueType('Task'), id: '20', name: 'Initiative', level: 2 };

const typeOf = (name: string) => (name === 'Initiative' ? INITIATIVE : issueType(name));

const isEpicKey = (key: string) => key.startsWith('E-');

function refOf(key: string): ParentRef {
  const level = isEpicKey(key) ? 1 : key.startsWith('I-') ? 2 : 0;
  return { id: `id-${key}` as IssueId, key: key as IssueKey, summary: `Summary of ${key}`, level };
}

/** Keys that begin with I- are of initiatives, with E- of epics. */
export function levelIssue(text: string, init: IssueInit = {}): Issue {
  const [key = '', type = 'Task', above] = text.split(/\s+/);
  const parent = above ? refOf(above.slice(1)) : null;
  const epic = parent?.level === 1 ? parent : null;
  return issue({ key, type: typeOf(type), parent, epic, ...init });
}
