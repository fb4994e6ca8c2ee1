import { readHistoryList, readWorklogList } from '@tallyboard/records/entries.ts';
import { readIssue } from '@tallyboard/records/issue.ts';
import { asObject, type Repair, Report } from '@tallyboard/records/values.ts';
import { parseWireHistory, parseWireIssue, parseWireWorklog, type WireIssue } from './issue.ts';
import type { WireHistories, WireWorklogs } from './read-issue.ts';
import { RECEIVED, type Received, receivedOf } from './received.ts';

/** The issue in Jira's own form; the given value where that is not possible. */
export function repairIssue(value: unknown): unknown {
  const given = asObject(value);
  if (given === null) return value;
  const lost: Repair[] = [];
  try {
    const read = readIssue(given, repair => {
      if (repair.isLoss) lost.push(repair);
    });
    return withReceived(parseWireIssue(read), lost);
  } catch {
    // The error that names the member comes where the value is parsed.
    return value;
  }
}

export function repairHistories(raws: readonly unknown[]): WireHistories {
  const { entries, ...rest } = repairEntries(raws, readHistoryList);
  return { ...rest, histories: entries.map(entry => parseWireHistory(entry, 'history')) };
}

export function repairWorklogs(raws: readonly unknown[]): WireWorklogs {
  const { entries, ...rest } = repairEntries(raws, readWorklogList);
  return { ...rest, worklogs: entries.map(entry => parseWireWorklog(entry, 'worklog')) };
}

function repairEntries(raws: readonly unknown[], read: typeof readHistoryList) {
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
  return { ...wire, properties: { ...wire.properties, [RECEIVED]: received } };
}
