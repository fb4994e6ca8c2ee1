import type { JiraClient } from '@tallyboard/jira/client.ts';
import { fetchBoardSprints } from '@tallyboard/jira/endpoints/board.ts';
import { fetchBoardQuery } from '@tallyboard/jira/load/boards.ts';
import { normalizeSprint } from '@tallyboard/jira/normalize/sprint.ts';
import type { QuerySite } from '@tallyboard/reports/report.ts';

/** What a report asks of the site when it writes its query from a board and its sprints. */
export function querySite(client: JiraClient): QuerySite {
  return {
    async sprints(board) {
      return (await fetchBoardSprints(client, board)).map(normalizeSprint);
    },
    boardJql: board => fetchBoardQuery(client, board),
  };
}
