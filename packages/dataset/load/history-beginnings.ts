import { BULK_SIZE, fetchIssuesById } from '@tallyboard/jira/endpoints/search.ts';
import { rawIssueId } from '@tallyboard/jira/wire/issue.ts';
import { hasMorePages } from '@tallyboard/records/plain.ts';
import { asObject, numberIn } from '@tallyboard/records/values.ts';
import { NOT_HANDED_OUT, readHistories } from './details.ts';
import { inBatches, type LoadSession, type ReadPlan, readPart } from './session.ts';

/**
 * Cloud names no total for histories of some fields, so that a missing beginning goes unnoticed: compares the histories of
 * issues that seem to begin in the middle of the work with the total that comes with the issue.
 */
export async function checkBeginnings(
  session: LoadSession,
  plan: ReadPlan,
  late: readonly { readonly id: string; readonly key: string }[],
): Promise<void> {
  const keys = new Map(late.map(({ id, key }) => [id, key]));
  await inBatches([...keys.keys()], BULK_SIZE, async ids => {
    const totals = await fetchTotals(session, ids);
    if (totals.size === 0) return;
    const before = new Map([...totals.keys()].map(id => [id, plan.collector.historyCount(id)]));
    await readHistories(session, plan, { ids: [...totals.keys()] });
    for (const [id, total] of totals)
      compare(session, plan, { id, total, key: keys.get(id), before: before.get(id) ?? 0 });
  });
}

/** The totals of issues that have more histories than come with them, as far as Jira names them. */
async function fetchTotals(
  session: LoadSession,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const totals = new Map<string, number>();
  const read = async () => {
    const shape = { fields: ['status'], expand: ['changelog'] };
    const { issues } = await fetchIssuesById(session.client, ids, shape, session.signal);
    for (const issue of issues) {
      const id = rawIssueId(issue);
      const changelog = asObject(asObject(issue)?.changelog);
      const histories = Array.isArray(changelog?.histories) ? changelog.histories : [];
      if (id === null || changelog === null) continue;
      const total = numberIn(changelog.total) ?? 0;
      // More pages, but not how many.
      const isCut = hasMorePages(changelog);
      if (isCut || total > histories.length) totals.set(id, Math.max(total, histories.length + 1));
    }
  };
  await readPart(session, read, () => {});
  return totals;
}

interface Beginning {
  readonly id: string;
  readonly key: string | undefined;
  readonly total: number;
  /** Entries that are counted already. */
  readonly before: number;
}

function compare(
  { coverage }: LoadSession,
  { collector }: ReadPlan,
  { id, key, total, before }: Beginning,
): void {
  const missing = total - collector.historyCount(id);
  if (missing <= 0) return;
  collector.shortHistories.add(id);
  coverage.fetched('histories', total - missing - before, total - before);
  coverage.missing('histories', missing, NOT_HANDED_OUT, key);
}
