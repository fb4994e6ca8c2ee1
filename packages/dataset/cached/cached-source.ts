/** The issues of a Jira, of which those that an earlier visit cached are read again only when they changed. */
import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import { isVolatile } from '@tallyboard/jira/fields.ts';
import { finish, offerRunning } from '../load/finish.ts';
import { inSession } from '../load/open-session.ts';
import { planReading } from '../load/session.ts';
import { reusable, type Source, type SourceSite } from '../source.ts';
import { readCachedIssues, readCompleteCached } from './cached-issues.ts';
import type { CachedRead, CacheUse } from './issue-cache.ts';

/** @param source reads what changes without a trace, and is never cached. */
export const cached = (
  source: Source,
  { client, metadata }: SourceSite,
  use: Omit<CacheUse, 'known'>,
): Source => ({
  async open(jql, asked, watch = {}) {
    if (!isCacheable(asked)) return source.open(jql, asked, watch);
    const requirement = withAllWorklogs(asked);
    return inSession({ client, jql, requirement, watch }, async (session, boardData) => {
      const found = await metadata(session.signal);
      const plan = planReading(session, found);
      const known = requirement.forest ? undefined : reusable(watch, requirement, found);
      offerRunning(session, plan, boardData, use.cache.now, watch);
      const issues = readCachedIssues(session, plan, { ...use, known });
      const [read, boards] = await Promise.all([issues, boardData]);
      if (known && read.isKnown) {
        session.progress.finish();
        return { ...known, fetchedAt: read.at };
      }
      const dataset = await finish(session, plan, read.ids, boards, read.at);
      return { ...dataset, ...ageOf(read) };
    });
  },
  async earlier(jql, asked) {
    // What is above and below is read anew at each load.
    if (!isCacheable(asked) || asked.forest) return null;
    const requirement = withAllWorklogs(asked);
    return inSession({ client, jql, requirement, watch: {} }, async (session, boardData) => {
      const plan = planReading(session, await metadata(session.signal));
      const read = await readCompleteCached(session, plan, use.cache);
      if (read === null) return null;
      const dataset = await finish(session, plan, read.ids, await boardData, read.at);
      return { ...dataset, ...ageOf(read) };
    });
  },
});

const ageOf = ({ at, revision, namesAt }: CachedRead) => ({
  revision,
  ...(namesAt !== undefined && namesAt < at && { namesAt }),
});

/** The cache has worklogs of all ranges, so that a request with another range finds them. */
const withAllWorklogs = (requirement: Requirement): Requirement =>
  typeof requirement.worklogs === 'object' ? { ...requirement, worklogs: 'all' } : requirement;

const isCacheable = ({ parts }: Requirement): boolean => !parts.some(isVolatile);
