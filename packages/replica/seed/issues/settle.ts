import type { RecordHistory } from '../../data/records.ts';
import { formatDuration } from '../../rest/duration.ts';
import { timestamp } from '../clock.ts';
import type { StatusDef } from '../site/catalog.ts';
import { paragraphs } from '../site/phrases.ts';
import type { Draft, SettledDraft, Step, Visit, World } from './draft.ts';
import { itemsOf } from './history-items.ts';

/** Applies the events up to `asOf` to the draft and returns their history. */
export function settle({ asOf, counters }: World, draft: Draft): SettledDraft {
  if (draft.settled) return draft.settled;
  const { state, created } = draft;
  const steps = draft.steps.filter(step => step.at > created && step.at <= asOf);
  steps.sort((a, b) => a.at - b.at);
  const histories: RecordHistory[] = [];
  const worklogs: Record<string, unknown>[] = [];
  const visits: Visit[] = [{ status: state.status, from: created, to: Number.POSITIVE_INFINITY }];
  let resolvedAt: number | null = null;
  let categoryChangedAt = created;
  let updatedAt = created;
  for (const step of steps) {
    let set = step.set ?? {};
    if (step.log) {
      const { seconds } = step.log;
      const remaining = Math.max(0, (state.remaining ?? state.original ?? 0) - seconds);
      set = { ...set, spent: (state.spent ?? 0) + seconds, remaining };
      worklogs.push(worklogDocument(draft.id, step, step.log, String(counters.worklog++)));
    }
    const items = [...itemsOf(draft, set), ...(step.items ?? [])];
    if (items.length === 0) continue;
    const from = state.status;
    Object.assign(state, set);
    updatedAt = step.at;
    const to = state.status;
    if (to !== from) {
      const last = visits.at(-1);
      if (last) last.to = step.at;
      visits.push({ status: to, from: step.at, to: Number.POSITIVE_INFINITY });
      const category = (status: StatusDef) => status.document.statusCategory;
      if (category(from) !== category(to)) categoryChangedAt = step.at;
    }
    if (items.some(line => line.fieldId === 'resolution'))
      resolvedAt = state.resolution ? step.at : null;
    histories.push({
      id: String(counters.history++),
      author: step.by.ref as unknown as NonNullable<RecordHistory['author']>,
      created: timestamp(step.at),
      items,
    });
  }
  for (const { at } of draft.comments) if (at <= asOf) updatedAt = Math.max(updatedAt, at);
  draft.settled = { histories, worklogs, visits, resolvedAt, categoryChangedAt, updatedAt };
  return draft.settled;
}

function worklogDocument(
  issueId: string,
  { at, by }: Step,
  { seconds, comment, started }: NonNullable<Step['log']>,
  id: string,
) {
  const created = timestamp(at);
  return {
    id,
    issueId,
    author: by.ref,
    updateAuthor: by.ref,
    ...(comment && { comment: paragraphs(comment) }),
    created,
    updated: created,
    started: timestamp(started),
    timeSpent: formatDuration(seconds, 'hm'),
    timeSpentSeconds: seconds,
  };
}
