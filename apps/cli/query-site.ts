import type { JiraClient } from '@tallyboard/jira/client.ts';
import { fetchBoardSprints } from '@tallyboard/jira/endpoints/board.ts';
import { splitSprints } from '@tallyboard/jira/jql/sprint-clauses.ts';
import { fetchBoardQuery } from '@tallyboard/jira/load/boards.ts';
import type { Metadata } from '@tallyboard/jira/load/metadata.ts';
import { fetchSprints, fetchSprintsIn } from '@tallyboard/jira/load/sprints-in.ts';
import { normalizeSprint } from '@tallyboard/jira/normalize/sprint.ts';
import type { QuerySite } from '@tallyboard/report-kit/contract.ts';

/** What a report asks of the site when it writes its query from a board and its sprints. */
export function querySite(client: JiraClient, metadata: Metadata): QuerySite {
  return {
    async sprints(board) {
      return (await fetchBoardSprints(client, board)).map(normalizeSprint);
    },
    boardJql: board => fetchBoardQuery(client, board),
    sprintsOf: ids => fetchSprints(client, ids),
    sprintsIn: jql => fetchSprintsIn(client, metadata, jql),
    splitSprints,
  };
}
