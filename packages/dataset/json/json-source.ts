/** The issues of any Jira, by its REST API. */
import { readQuery } from '../load/cloud-issues.ts';
import { finish, offerRunning } from '../load/finish.ts';
import { loadMetadata } from '../load/metadata.ts';
import { inSession } from '../load/open-session.ts';
import { planReading } from '../load/session.ts';
import type { Source, SourceSite } from '../source.ts';

/** @param site its metadata are read concurrently with the issues when absent. */
export const json = ({
  client,
  metadata = signal => loadMetadata(client, signal),
  now = Date.now,
}: Pick<SourceSite, 'client'> & Partial<SourceSite>): Source => ({
  open: (jql, requirement, watch = {}) =>
    inSession({ client, jql, requirement, watch }, async (session, boardData) => {
      const planned = metadata(session.signal).then(found => planReading(session, found));
      offerRunning(session, planned, boardData, now, watch);
      const issueIds = readQuery(session, planned);
      const [plan, ids, boards] = await Promise.all([planned, issueIds, boardData]);
      return finish(session, plan, ids, boards, now());
    }),
});
