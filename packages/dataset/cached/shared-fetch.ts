import { isAbort } from '@tallyboard/jira/errors.ts';
import { complete, completeWorklogs, readAllHistories, readBatches } from '../load/details.ts';
import type { LoadSession, ReadPlan, Share } from '../load/session.ts';
import {
  type CachedIssue,
  holdsAll,
  holdsFields,
  type Needs,
  needsOf,
  withoutDoubtful,
} from './cached-issue.ts';
import type { Fetches, FetchResult } from './fetches.ts';
import type { CacheUse } from './issue-cache.ts';
import { createRecorder } from './recorder.ts';

export interface Read {
  /** Issues of which this load fetched the fields or the histories. */
  readonly fetched: readonly CachedIssue[];
  /** The others, as the cache or a concurrent load has them. */
  readonly held: ReadonlyMap<string, CachedIssue>;
  /** Fetched issues whose histories a concurrent load fetched. */
  readonly withOtherHistories: readonly CachedIssue[];
}

const NOTHING: Share = { issues: [], histories: [] };

/** A fetch under a plan that shares the work with concurrent loads of the engine. `begun` is when its load began. */
export function startSharedFetch(
  session: LoadSession,
  plan: ReadPlan,
  fetchPlan: ReadPlan,
  { cache }: Pick<CacheUse, 'cache'>,
  { begun, isWhole }: { readonly begun: number; readonly isWhole: boolean },
) {
  const needs = needsOf(plan);
  const recorder = createRecorder(plan.fields);
  const { collector } = fetchPlan;
  collector.listener = recorder.listener;
  const isSeparate = session.client.flavour === 'cloud' && fetchPlan.expand.length === 0;
  const share = cache.fetches.start({
    user: cache.own,
    at: begun,
    needs,
    brings: needsOf(fetchPlan),
    isSeparate,
    isWhole,
    accepts: at => at >= begun || cache.isRecent(at),
  });

  const { isChanged } = cache.fetches;

  function fetchedBy(readPlan: ReadPlan): FetchResult {
    const issues = recorder.issues(readPlan, begun);
    const histories = recorder.histories(readPlan);
    for (const issue of issues) if (issue.histories) histories.set(issue.id, issue.histories);
    return { at: begun, issues: new Map(issues.map(issue => [issue.id, issue])), histories };
  }

  return {
    claim: share.claim,

    /**
     * Runs the reading of this load's share, which returns the plan under which it read, and takes the rest of the ids from
     * concurrent loads, or reads it when they did not get it. A cancelled load keeps what came.
     */
    async run(
      read: () => Promise<{ readonly readPlan: ReadPlan; readonly wanted: Share }>,
      current: ReadonlyMap<string, CachedIssue>,
      names: ReadonlyMap<string, string>,
    ): Promise<Read & { readonly wanted: Share }> {
      try {
        const { readPlan, wanted } = await read();
        const own = fetchedBy(readPlan);
        share.resolve(own);
        const rest = await share.others();
        session.signal.throwIfAborted();
        const first = combine(needs, isChanged, current, wanted, own, rest);
        const left =
          rest.length > 0 ? findUnread(needs, isSeparate, share, wanted, first) : NOTHING;
        if (left.issues.length + left.histories.length === 0) return { ...first, wanted };
        await readShare(session, readPlan, left, names);
        return { ...combine(needs, isChanged, current, wanted, fetchedBy(readPlan), rest), wanted };
      } catch (error) {
        if (isAbort(error)) {
          const came = fetchedBy(fetchPlan);
          share.resolve(came);
          await cache.keep(combine(needs, isChanged, current, NOTHING, came, []).fetched);
        }
        throw error;
      } finally {
        collector.listener = null;
      }
    },

    end: share.end,
  };
}

/** Puts issues and histories of this load, of concurrent ones and of the cache together. */
function combine(
  needs: Needs,
  isChanged: Fetches['isChanged'],
  current: ReadonlyMap<string, CachedIssue>,
  wanted: Share,
  own: FetchResult,
  rest: readonly FetchResult[],
): Read {
  const held = new Map(current);
  for (const id of wanted.issues) held.delete(id);
  for (const { at, issues } of rest) {
    for (const id of wanted.issues) {
      const issue = isChanged(id, at) ? undefined : issues.get(id);
      if (issue && holdsFields(issue.asked, needs.fields)) held.set(id, issue);
    }
  }
  const fetched = new Map(own.issues);
  const withOtherHistories: CachedIssue[] = [];
  for (const [id, histories] of own.histories) {
    const issue = fetched.get(id) ?? held.get(id);
    if (issue) fetched.set(id, withoutDoubtful({ ...issue, histories }));
  }
  for (const id of wanted.histories) {
    const issue = fetched.get(id) ?? held.get(id);
    if (!issue || holdsAll(issue, needs)) continue;
    const histories = rest
      .map(each => (isChanged(id, each.at) ? undefined : each.histories.get(id)))
      .find(each => each !== undefined);
    if (!histories) continue;
    const whole = { ...issue, histories };
    if (!fetched.has(id)) held.set(id, whole);
    else {
      fetched.set(id, whole);
      withOtherHistories.push(whole);
    }
  }
  for (const id of fetched.keys()) held.delete(id);
  return { fetched: [...fetched.values()], held, withOtherHistories };
}

/** What concurrent loads were to fetch and did not. */
function findUnread(
  needs: Needs,
  isSeparate: boolean,
  own: Pick<ReturnType<Fetches['start']>, 'issues' | 'histories'>,
  wanted: Share,
  { fetched, held }: Read,
): Share {
  const all = new Map([...held, ...fetched.map(issue => [issue.id, issue] as const)]);
  const isWhole = (id: string) => {
    const issue = all.get(id);
    return issue !== undefined && holdsAll(issue, needs);
  };
  const isThere = isSeparate ? (id: string) => all.has(id) : isWhole;
  return {
    issues: wanted.issues.filter(id => !own.issues.has(id) && !isThere(id)),
    histories: wanted.histories.filter(id => !own.histories.has(id) && !isWhole(id)),
  };
}

/** Reads issues and histories by id, and completes what the host cut. */
export async function readShare(
  session: LoadSession,
  plan: ReadPlan,
  { issues, histories }: Share,
  names: ReadonlyMap<string, string>,
): Promise<void> {
  await Promise.all([
    readBatches(session, plan, issues, names).then(() => completeWorklogs(session, plan)),
    readAllHistories(session, plan, histories),
  ]);
  await complete(session, plan);
}
