import {
  isPlainHistory,
  isPlainList,
  isPlainWorklog,
  readHistoryList,
  readWorklogList,
} from '@tallyboard/records/entries.ts';
import { hasPlainTimes, readIssue } from '@tallyboard/records/issue.ts';
import { isPlainCategory } from '@tallyboard/records/status.ts';
import {
  asObject,
  isName,
  type OnRepair,
  type Repair,
  Report,
} from '@tallyboard/records/values.ts';
import {
  isWireIssue,
  parseWireHistory,
  parseWireIssue,
  parseWireWorklog,
  type WireHistory,
  type WireIssue,
  type WireWorklog,
} from './issue.ts';
import { RECEIVED, type Received, receivedOf } from './received.ts';

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
 * An issue in Jira's own form. What it lacks after repairs is in its property of received parts. Throws WireError where a
 * value without which there is no issue is missing.
 */
export function readWireIssue(value: unknown): WireIssue {
  if (isPlain(value)) return value;
  const given = asObject(value);
  if (given === null) return parseWireIssue(value);
  const lost: Repair[] = [];
  const onRepair: OnRepair = repair => {
    if (repair.isLoss) lost.push(repair);
  };
  let read: WireIssue;
  try {
    read = parseWireIssue(readIssue(given, onRepair));
  } catch {
    // Its error names the member.
    return parseWireIssue(value);
  }
  return withReceived(read, lost);
}

/** Entries of a call of their own; `unread` of them are left out. */
interface WireEntries {
  readonly lost: readonly Repair[];
  readonly unread: number;
}

export function readWireHistories(
  raws: readonly unknown[],
): WireEntries & { readonly histories: readonly WireHistory[] } {
  const isWhole = (raw: unknown): raw is WireHistory =>
    parseWireHistory.fits(raw) && isPlainHistory(raw);
  if (raws.every(isWhole) && isPlainList({}, raws)) return { histories: raws, lost: [], unread: 0 };
  const { entries, ...rest } = readEntries(raws, readHistoryList);
  return { ...rest, histories: entries.map(entry => parseWireHistory(entry, 'history')) };
}

export function readWireWorklogs(
  raws: readonly unknown[],
): WireEntries & { readonly worklogs: readonly WireWorklog[] } {
  const isWhole = (raw: unknown): raw is WireWorklog =>
    parseWireWorklog.fits(raw) && isPlainWorklog(raw);
  if (raws.every(isWhole) && isPlainList({}, raws)) return { worklogs: raws, lost: [], unread: 0 };
  const { entries, ...rest } = readEntries(raws, readWorklogList);
  return { ...rest, worklogs: entries.map(entry => parseWireWorklog(entry, 'worklog')) };
}

function readEntries(raws: readonly unknown[], read: typeof readHistoryList) {
  const lost: Repair[] = [];
  const report = new Report(repair => {
    if (repair.isLoss) lost.push(repair);
  });
  const { entries, lost: unread } = read(raws, report);
  return { entries, lost, unread };
}

/** A list of unknown length becomes one that is known to be incomplete. */
function withReceived(wire: WireIssue, lost: readonly Repair[]): WireIssue {
  const { changelog } = wire;
  const { worklog } = wire.fields;
  const isCut = changelog?.total === null;
  const isWorklogCut = worklog?.total === null;
  const received: Received = {
    ...receivedOf(wire),
    ...(isCut && { changelog: { fetched: changelog.histories.length, total: null } }),
    ...(isWorklogCut && { worklog: { fetched: worklog.worklogs.length, total: null } }),
    ...(lost.length > 0 && { lost }),
  };
  return {
    ...wire,
    properties: { ...wire.properties, [RECEIVED]: received },
  };
}
