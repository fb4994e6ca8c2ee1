import { fetchOffsetPage, OFFSET_PAGE_SIZE } from '../endpoints/search.ts';
import { readableQuery } from '../jql/compose.ts';
import { type LoadSession, type ReadPlan, readPart } from './session.ts';

/** Histories come whole with their issues here: smaller pages keep each reply at a few megabytes. */
const HEAVY_PAGE_SIZE = 200;

interface Page {
  readonly count: number;
  readonly pageSize: number;
  readonly total: number;
}

/**
 * Data Center: the first page has the total and the page size that the host allows; the others are fetched
 * concurrently. A page that comes short is read on until the next one begins, and the list until it is empty or its total is
 * reached. Returns the ids in the order of the list. Throws only when the first page cannot be had.
 */
export async function readDataCenterIssues(
  session: LoadSession,
  planned: Promise<ReadPlan>,
): Promise<readonly string[]> {
  const plan = await planned;
  const { progress } = session;
  const asked =
    plan.expand.length > 0 || plan.fields.includes('worklog') ? HEAVY_PAGE_SIZE : OFFSET_PAGE_SIZE;
  const ids = new Map<number, readonly string[]>();
  const reader = { session, plan, ids, jql: readableQuery(session.jql, session.client.flavour) };

  const first = await readPage(reader, 0, asked);
  progress.expect('issues', first.total);
  progress.counted();
  progress.done('issues', Math.min(first.count, first.total));
  // An empty first page under a total is a host that hides what it counts: nothing more will come.
  const step = first.count === 0 ? 0 : Math.min(first.pageSize, first.count);
  if (step > 0) {
    const starts: number[] = [];
    for (let at = step; at < first.total; at += step) starts.push(at);
    await Promise.all(starts.map(at => readStretch(reader, at, Math.min(at + step, first.total))));
    await readRest(reader, Math.max(first.total, step), step, first);
  }
  const inOrder = [...ids.entries()].sort((a, b) => a[0] - b[0]).flatMap(entry => entry[1]);
  const unique = [...new Set(inOrder)];
  countIssues(session, plan, first.total);
  return unique;
}

interface Reader {
  readonly session: LoadSession;
  readonly plan: ReadPlan;
  readonly ids: Map<number, readonly string[]>;
  readonly jql: string;
}

async function readPage(reader: Reader, startAt: number, maxResults: number): Promise<Page> {
  const { session, plan, ids, jql } = reader;
  const { fields, expand, collector } = plan;
  const page = await fetchOffsetPage(
    session.client,
    { jql, startAt, maxResults, fields, expand },
    session.signal,
  );
  for (const warning of page.warnings) session.warnings.add(warning);
  ids.set(startAt, collector.add(page.items));
  return {
    count: page.items.length,
    pageSize: page.pageSize ?? maxResults,
    total: page.total ?? page.items.length,
  };
}

/** Reads the list from one start to another, in as many pages as the host makes of it. */
async function readStretch(reader: Reader, start: number, end: number): Promise<void> {
  const { coverage, progress } = reader.session;
  let at = start;
  const read = async () => {
    while (at < end) {
      const { count } = await readPage(reader, at, end - at);
      if (count === 0) break;
      at += count;
    }
  };
  await readPart(reader.session, read, why => coverage.missing('issues', end - at, why));
  progress.done('issues', end - start);
}

/** A list that grew while it was read goes on after its first total. */
async function readRest(reader: Reader, start: number, step: number, first: Page): Promise<void> {
  // A first page that was not full holds the whole list.
  if (first.total <= first.count && first.count < first.pageSize) return;
  const { collector } = reader.plan;
  const read = async () => {
    for (let at = start, before = -1; collector.size > before; ) {
      before = collector.size;
      at += (await readPage(reader, at, step)).count;
    }
  };
  await readPart(reader.session, read, () => {});
}

function countIssues({ coverage }: LoadSession, { collector }: ReadPlan, named: number): void {
  const total = Math.max(named, collector.size);
  coverage.fetched('issues', collector.size, total);
  const unexplained = total - collector.size - coverage.missingCount('issues');
  if (unexplained > 0) {
    coverage.missing('issues', unexplained, 'Jira counted them but did not hand them out.');
  }
}
