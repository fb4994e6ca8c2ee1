import { BULK_CHANGELOG_ISSUES } from '@tallyboard/jira/endpoints/changelog.ts';
import { BULK_SIZE, fetchIssueCount, fetchTokenPage } from '@tallyboard/jira/endpoints/search.ts';
import { isAbort } from '@tallyboard/jira/errors.ts';
import { readableQuery } from '@tallyboard/jira/jql/compose.ts';
import { CUT_WORDS, type ListCut, walkTokenPages } from '@tallyboard/jira/paginate.ts';
import { rawIssueId } from '@tallyboard/jira/wire/issue.ts';
import { whyFailed } from './coverage.ts';
import { completeWorklogs, readAllHistories, readBatch } from './details.ts';
import type { LoadSession, ReadPlan } from './session.ts';

/** Groups ids into batches of a size; `flush` sends the rest. */
function createBatches(size: number, send: (ids: readonly string[]) => void) {
  const held: string[] = [];
  return {
    add(ids: readonly string[]): void {
      held.push(...ids);
      while (held.length >= size) send(held.splice(0, size));
    },
    flush(): void {
      if (held.length > 0) send(held.splice(0));
    },
  };
}

const NO_COUNT = Promise.resolve(null);

/**
 * Cloud: one walk over ids, 5,000 a page, while issues are fetched beside it, 100 a call; the transport keeps eight
 * calls in flight. Returns the ids in the order of the walk. Throws only when the walk brings no page at all.
 */
async function readCloudIssues(
  session: LoadSession,
  planned: Promise<ReadPlan>,
): Promise<readonly string[]> {
  const { client, progress, signal } = session;
  const jql = readableQuery(session.jql, client.flavour);
  const running: Promise<void>[] = [];
  const start = (read: (plan: ReadPlan) => Promise<void>) => {
    const part = planned.then(read);
    // Awaited together at the end: until then a failure is not unhandled.
    part.catch(() => {});
    running.push(part);
  };
  const issues = createBatches(BULK_SIZE, batch =>
    start(async plan => {
      await readBatch(session, plan, batch);
      // One call for each issue anyway: they need not wait for the other batches.
      await completeWorklogs(session, plan);
    }),
  );
  const histories = createBatches(BULK_CHANGELOG_ISSUES, batch =>
    start(plan => readAllHistories(session, plan, batch)),
  );
  const isListed = session.listed.ids !== null;
  const count = isListed ? NO_COUNT : fetchIssueCount(client, jql, signal).catch(() => null);
  void count.then(guess => guess !== null && progress.guess(guess));

  const { ids, settle } = await walkIds(session, fresh => {
    progress.expect('issues', fresh.length);
    // The histories of each thousand issues follow them, so that they can be read together.
    for (let at = 0; at < fresh.length; at += BULK_CHANGELOG_ISSUES) {
      const part = fresh.slice(at, at + BULK_CHANGELOG_ISSUES);
      const page = { issues: part, histories: part };
      const mine = session.claim?.(page) ?? page;
      issues.add(mine.issues);
      histories.add(mine.histories);
    }
  });
  issues.flush();
  histories.flush();
  progress.counted();
  await Promise.all(running);
  settle(await count);
  return ids;
}

/** The end of a walk over ids. */
interface Walked {
  readonly ids: readonly string[];
  /** False when the list ends early, or may do so. */
  readonly whole: boolean;
  /** Notes a list that may end early, unless as many came as the host counts. */
  readonly settle: (counted: number | null) => void;
}

/** Walks over the ids of the query, each once. Throws only when the first page fails. */
export async function walkIds(
  session: LoadSession,
  onIds: (fresh: readonly string[]) => void,
  {
    onPage,
    ...shape
  }: {
    readonly fields?: readonly string[];
    readonly maxResults?: number;
    readonly onPage?: (page: readonly unknown[]) => void;
  } = {},
): Promise<Walked> {
  const { client, coverage, failures, listed, signal } = session;
  if (listed.ids !== null && shape.fields === undefined) {
    const { ids } = listed;
    onIds(ids);
    return { ids, whole: true, settle() {} };
  }
  const jql = readableQuery(session.jql, client.flavour);
  const ids = new Set<string>();
  let cut: ListCut | null = null;
  let whole = true;
  try {
    ({ cut } = await walkTokenPages(
      token => fetchTokenPage(client, { jql, fields: ['id'], ...shape, token }, signal),
      page => {
        onPage?.(page);
        const named = page.map(rawIssueId);
        const unread = named.filter(id => id === null).length;
        if (unread > 0) coverage.missing('issues', unread, 'Jira did not name them.');
        coverage.fetched('issues', 0, unread);
        const fresh = [...new Set(named)].filter(id => isFresh(id, ids));
        for (const id of fresh) ids.add(id);
        onIds(fresh);
      },
    ));
  } catch (error) {
    if (isAbort(error) || ids.size === 0) throw error;
    failures.push(error);
    coverage.reason(`The list of issues ends early: ${whyFailed(error)}`);
    whole = false;
  }
  return {
    ids: [...ids],
    whole: whole && cut === null,
    settle: counted => {
      if (cut === 'repeated') noteRepeatedPage(session, ids.size, counted);
      else if (cut !== null) coverage.reason(`The list of issues ends early: ${CUT_WORDS[cut]}`);
    },
  };
}

function isFresh(id: string | null, ids: ReadonlySet<string>): id is string {
  return id !== null && !ids.has(id);
}

/** A repeated token may hide the rest of the list; when as many came as the host counts, it did not. */
function noteRepeatedPage(session: LoadSession, found: number, counted: number | null): void {
  session.warnings.add('Jira sent the same page of the issue list twice.');
  if (counted !== null && found >= counted) return;
  session.coverage.reason('The list of issues may end early: Jira sent the same page twice.');
}

/** Reads all issues of the query, and returns their ids in its order. The code for Data Center is a chunk of its own. */
export async function readQuery(
  session: LoadSession,
  planned: Promise<ReadPlan>,
): Promise<readonly string[]> {
  if (session.client.flavour === 'cloud') return readCloudIssues(session, planned);
  return (await import('./data-center-issues.ts')).readDataCenterIssues(session, planned);
}
