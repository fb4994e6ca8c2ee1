import { BULK_CHANGELOG_ISSUES, fetchBulkChangelogs } from '../endpoints/changelog.ts';
import { fetchIssueHistories } from '../endpoints/issue.ts';
import { isAbort, WireError } from '../errors.ts';
import { NOT_HANDED_OUT, whyFailed } from './coverage.ts';
import type { LoadSession, ReadPlan } from './session.ts';

/**
 * Cloud: reads the histories of up to 1,000 issues to the last page, of the named fields alone or of all. An issue
 * whose histories do not come whole keeps what it has and counts as incomplete.
 */
export async function readHistories(
  session: LoadSession,
  plan: ReadPlan,
  ids: readonly string[],
  fieldIds?: readonly string[],
): Promise<void> {
  const { coverage, failures, progress } = session;
  progress.expect('others', ids.length);
  try {
    const { fetched, broken } = await readHistoryPages(session, plan, ids, fieldIds);
    for (const id of ids) if (!broken.has(id)) plan.collector.wholeHistories.add(id);
    // Narrowed to fields, the host names no total; all pages are there.
    if (fieldIds) coverage.fetched('histories', fetched, fetched);
  } catch (error) {
    if (isAbort(error)) throw error;
    failures.push(error);
    const issues = ids.length === 1 ? '1 issue' : `${ids.length} issues`;
    coverage.reason(`The histories of ${issues} are incomplete: ${whyFailed(error)}`);
    if (fieldIds) coverage.fetched('histories', 0, null);
  }
  progress.done('others', ids.length);
}

async function readHistoryPages(
  { client, coverage, signal }: LoadSession,
  { collector }: ReadPlan,
  ids: readonly string[],
  fieldIds: readonly string[] | undefined,
) {
  const tokens = new Set<string>();
  const broken = new Set<string>();
  let fetched = 0;
  for (let token: string | undefined; ; ) {
    const page = await fetchBulkChangelogs(client, { ids, fieldIds, token }, signal);
    for (const { issueId, changeHistories } of page.issueChangeLogs ?? []) {
      try {
        fetched += collector.addHistories(issueId, changeHistories ?? []);
      } catch (error) {
        if (!(error instanceof WireError)) throw error;
        broken.add(issueId);
        coverage.reason(`The history of an issue was not understood (${error.message}).`);
      }
    }
    token = page.nextPageToken || undefined;
    if (token === undefined) return { fetched, broken };
    if (tokens.has(token)) throw new Error('Jira sent the same page of histories twice.');
    tokens.add(token);
  }
}

/** Reads whole the histories that came cut with their issues, and counts them against the totals named there. */
export async function completeHistories(session: LoadSession, plan: ReadPlan): Promise<void> {
  const { collector } = plan;
  // Taken out, so that each is completed once however often this is called.
  const cut = collector.cutHistories.splice(0);
  const parts: Promise<void>[] = [];
  if (session.client.flavour === 'cloud') {
    for (let at = 0; at < cut.length; at += BULK_CHANGELOG_ISSUES) {
      const ids = cut.slice(at, at + BULK_CHANGELOG_ISSUES).map(issue => issue.id);
      parts.push(readHistories(session, plan, ids));
    }
  } else {
    parts.push(...cut.map(issue => readOwnHistories(session, plan, issue.id)));
  }
  await Promise.all(parts);
  for (const { id, key, inlined, total } of cut) {
    const isWhole = collector.wholeHistories.has(id);
    const fetched = isWhole ? collector.historyCount(id) : inlined;
    session.coverage.fetched('histories', fetched, Math.max(total, fetched));
    if (isWhole && fetched < total) {
      collector.shortHistories.add(id);
      session.coverage.missing('histories', total - fetched, NOT_HANDED_OUT, key);
    }
  }
}

async function readOwnHistories(session: LoadSession, plan: ReadPlan, id: string): Promise<void> {
  const { client, coverage, failures, progress, signal } = session;
  progress.expect('others', 1);
  try {
    const { items } = await fetchIssueHistories(client, id, signal);
    plan.collector.addHistories(id, items);
    plan.collector.wholeHistories.add(id);
  } catch (error) {
    if (isAbort(error)) throw error;
    failures.push(error);
    coverage.reason(`Histories are incomplete: ${whyFailed(error)}`);
  }
  progress.done('others', 1);
}
