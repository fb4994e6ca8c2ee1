/** Raw issues, histories and worklogs: those that are odd are repaired, by code that is loaded for them alone. */

import {
  hasPlainTimes,
  isPlainCategory,
  isPlainHistory,
  isPlainList,
  isPlainWorklog,
} from '@tallyboard/records/plain.ts';
import { isName, type Repair } from '@tallyboard/records/values.ts';
import {
  isWireHistory,
  isWireIssue,
  isWireWorklog,
  type WireHistory,
  type WireIssue,
  type WireWorklog,
} from './issue.ts';

const repairs = () => import('./repair.ts');

/** Whether reports read the issue as Jira has sent it. */
function isPlain(value: unknown): value is WireIssue {
  if (!isWireIssue(value)) return false;
  const { fields, changelog } = value;
  const { worklog, status } = fields;
  if (!isName(value.key) || !hasPlainTimes(fields) || !isPlainCategory(status?.statusCategory))
    return false;
  return (
    (!changelog ||
      (isPlainList(changelog, changelog.histories) && changelog.histories.every(isPlainHistory))) &&
    (!worklog || (isPlainList(worklog, worklog.worklogs) && worklog.worklogs.every(isPlainWorklog)))
  );
}

/**
 * Issues in Jira's own form. What one lacks after repairs is in its property of received parts. Those that cannot be read
 * stay as they are.
 */
export async function readWireIssues(raws: readonly unknown[]): Promise<readonly unknown[]> {
  if (raws.every(isPlain)) return raws;
  const { repairIssue } = await repairs();
  return raws.map(raw => (isPlain(raw) ? raw : repairIssue(raw)));
}

/** Entries of a call of their own; `unread` of them are left out. */
interface WireEntries {
  readonly lost: readonly Repair[];
  readonly unread: number;
}

export interface WireHistories extends WireEntries {
  readonly histories: readonly WireHistory[];
}

export interface WireWorklogs extends WireEntries {
  readonly worklogs: readonly WireWorklog[];
}

const isWholeHistory = (raw: unknown): raw is WireHistory =>
  isWireHistory(raw) && isPlainHistory(raw);

export const wholeHistories = (histories: readonly WireHistory[]): WireHistories => {
  return { histories, lost: [], unread: 0 };
};

export async function readWireHistories(raws: readonly unknown[]): Promise<WireHistories> {
  if (raws.every(isWholeHistory) && isPlainList({}, raws)) return wholeHistories(raws);
  return (await repairs()).repairHistories(raws);
}

const isWholeWorklog = (raw: unknown): raw is WireWorklog =>
  isWireWorklog(raw) && isPlainWorklog(raw);

export async function readWireWorklogs(raws: readonly unknown[]): Promise<WireWorklogs> {
  if (raws.every(isWholeWorklog) && isPlainList({}, raws))
    return { worklogs: raws, lost: [], unread: 0 };
  return (await repairs()).repairWorklogs(raws);
}
