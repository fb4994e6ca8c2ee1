import type { RecordHistory } from '../../data/records.ts';
import type { StatusDef } from '../site/catalog.ts';
import type { Counters, Draft, Log, SettledDraft, Step, Visit } from './draft.ts';
import { itemsOf } from './history-items.ts';

/** Applies the events up to `asOf` to the draft and returns their history. */
export function settle(
  draft: Draft,
  asOf: number,
  counters: Counters,
  timestamp: (instant: number) => string,
  document: (text: string) => Record<string, unknown>,
): SettledDraft {
  if (draft.settled) return draft.settled;
  const steps = draft.steps.filter(step => step.at > draft.created && step.at <= asOf);
  steps.sort((a, b) => a.at - b.at);
  const histories: RecordHistory[] = [];
  const worklogs: Record<string, unknown>[] = [];
  const visits: Visit[] = [
    { status: draft.state.status, from: draft.created, to: Number.POSITIVE_INFINITY },
  ];
  let resolvedAt: number | null = null;
  let categoryChangedAt = draft.created;
  let updatedAt = draft.created;
  for (const step of steps) {
    let set = step.set ?? {};
    if (step.log) {
      const { state } = draft;
      const spent = (state.spent ?? 0) + step.log.seconds;
      const remaining = Math.max(0, (state.remaining ?? state.original ?? 0) - step.log.seconds);
      set = { ...set, spent, remaining };
      worklogs.push(worklogDocument(draft, step, step.log, counters, timestamp, document));
    }
    const items = itemsOf(draft, set);
    if (step.items) items.push(...step.items);
    if (items.length === 0) continue;
    const from = draft.state.status;
    Object.assign(draft.state, set);
    updatedAt = step.at;
    const to = draft.state.status;
    if (to !== from) {
      const last = visits.at(-1);
      if (last) last.to = step.at;
      visits.push({ status: to, from: step.at, to: Number.POSITIVE_INFINITY });
      const category = (status: StatusDef) => status.document.statusCategory;
      if (category(from) !== category(to)) categoryChangedAt = step.at;
    }
    if (items.some(line => line.fieldId === 'resolution'))
      resolvedAt = draft.state.resolution ? step.at : null;
    histories.push({
      id: String(counters.history++),
      author: step.by.ref as unknown as NonNullable<RecordHistory['author']>,
      created: timestamp(step.at),
      items,
    });
  }
  for (const comment of draft.comments)
    if (comment.at <= asOf) updatedAt = Math.max(updatedAt, comment.at);
  draft.settled = { histories, worklogs, visits, resolvedAt, categoryChangedAt, updatedAt };
  return draft.settled;
}

function worklogDocument(
  draft: Draft,
  step: Step,
  log: Log,
  counters: Counters,
  timestamp: (instant: number) => string,
  document: (text: string) => Record<string, unknown>,
): Record<string, unknown> {
  const minutes = Math.round(log.seconds / 60);
  const hours = Math.floor(minutes / 60);
  const timeSpent = [hours && `${hours}h`, minutes % 60 && `${minutes % 60}m`]
    .filter(Boolean)
    .join(' ');
  const created = timestamp(step.at);
  return {
    id: String(counters.worklog++),
    issueId: draft.id,
    author: step.by.ref,
    updateAuthor: step.by.ref,
    ...(log.comment && { comment: document(log.comment) }),
    created,
    updated: created,
    started: timestamp(log.started),
    timeSpent,
    timeSpentSeconds: log.seconds,
  };
}
