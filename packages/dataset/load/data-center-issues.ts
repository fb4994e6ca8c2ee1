import { fetchOffsetPage, OFFSET_PAGE_SIZE } from '@tallyboard/jira/endpoints/search.ts';
import { readableQuery } from '@tallyboard/jira/jql/compose.ts';
import { readAllStarts } from '@tallyboard/jira/paginate.ts';
import { rawIssueId } from '@tallyboard/jira/wire/issue.ts';
import { readWireIssues } from '@tallyboard/jira/wire/read-issue.ts';
import { type LoadSession, type ReadPlan, readPart } from './session.ts';

/** Histories come whole with their issues here: smaller pages keep each reply at a few megabytes. */
const HEAVY_PAGE_SIZE = 200;

/**
 * Data Center: the first page has the total and the page size that the host allows; the others are fetched
 * concurrently. A page that comes short is read on until the next one begins, and the list until it is empty or its total is
 * reached. Returns the ids in the order of the list. Throws only when the first page cannot be had.
 */
export async function readDataCenterIssues(
  session: LoadSession,
  planned: Promise<ReadPlan>,
): Promise<readonly string[]> {
  const { client, coverage, progress, signal, warnings } = session;
  const { fields, expand, collector } = await planned;
  const jql = readableQuery(session.jql, client.flavour);
  const ids = new Map<number, readonly string[]>();
  const seen = new Set<string | null>();

  async function readPage(startAt: number, maxResults: number) {
    const query = { jql, startAt, maxResults, fields, expand };
    const page = await fetchOffsetPage(client, query, signal);
    for (const warning of page.warnings) warnings.add(warning);
    const before = seen.size;
    for (const item of page.items) seen.add(rawIssueId(item));
    const isNew = seen.size > before;
    ids.set(startAt, collector.add(await readWireIssues(page.items)));
    const count = page.items.length;
    return { count, isNew, pageSize: page.pageSize ?? maxResults, total: page.total ?? count };
  }

  /** Reads the list from one start to another, in as many pages as the host makes of it. */
  async function readStretch(start: number, end: number): Promise<boolean> {
    let at = start;
    let hasNew = false;
    const read = async () => {
      while (at < end) {
        const { count, isNew } = await readPage(at, end - at);
        if (isNew) hasNew = true;
        else break;
        at += count;
      }
    };
    await readPart(session, read, why => coverage.missing('issues', end - at, why));
    progress.done('issues', end - start);
    return hasNew;
  }

  /** Reads what was added to the list after its first total. */
  async function readRest(start: number, step: number): Promise<void> {
    const read = async () => {
      for (let at = start, goesOn = true; goesOn; ) {
        const { count, isNew } = await readPage(at, step);
        at += count;
        goesOn = isNew;
      }
    };
    await readPart(session, read, () => {});
  }

  const isHeavy = expand.length > 0 || fields.includes('worklog');
  const first = await readPage(0, isHeavy ? HEAVY_PAGE_SIZE : OFFSET_PAGE_SIZE);
  progress.expect('issues', first.total);
  progress.counted();
  progress.done('issues', Math.min(first.count, first.total));
  // An empty first page under a total is a host that hides what it counts: nothing more will come.
  const step = first.count === 0 ? 0 : Math.min(first.pageSize, first.count);
  if (step > 0) {
    await readAllStarts({ from: step, to: first.total, step }, at =>
      readStretch(at, Math.min(at + step, first.total)),
    );
    // A first page that was not full holds the whole list.
    const isWhole = first.total <= first.count && first.count < first.pageSize;
    if (!isWhole) await readRest(Math.max(first.total, step), step);
  }
  const total = Math.max(first.total, collector.size);
  coverage.fetched('issues', collector.size, total);
  const unexplained = total - collector.size - coverage.missingCount('issues');
  if (unexplained > 0) {
    coverage.missing('issues', unexplained, 'Jira counted them but did not hand them out.');
  }
  const inOrder = [...ids].sort((a, b) => a[0] - b[0]).flatMap(([, page]) => page);
  return [...new Set(inOrder)];
}
