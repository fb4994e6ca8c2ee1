import type { JiraClient } from '@tallyboard/jira/client.ts';
import { fetchBoardConfiguration, fetchBoardSprints } from '@tallyboard/jira/endpoints/board.ts';
import { fetchFilter } from '@tallyboard/jira/endpoints/filter.ts';
import { stripOrderBy } from '@tallyboard/jira/jql/compose.ts';
import { normalizeSprint } from '@tallyboard/jira/normalize/sprint.ts';
import type { QuerySite } from '@tallyboard/reports/report.ts';

/** What a report asks of the site when it writes its query from a board and its sprints. */
export function querySite(client: JiraClient): QuerySite {
  return {
    async sprints(board) {
      return (await fetchBoardSprints(client, board)).map(normalizeSprint);
    },
    async boardJql(board) {
      const { filter } = await fetchBoardConfiguration(client, board);
      if (!filter) return '';
      const { jql } = await fetchFilter(client, filter.id);
      return jql ? stripOrderBy(jql) : `filter = ${filter.id}`;
    },
  };
}
