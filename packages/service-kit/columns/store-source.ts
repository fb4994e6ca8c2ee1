import { COLUMNS_PATH } from '@tallyboard/dataset/stream/fetch-columns.ts';
import type { FetchColumns } from '@tallyboard/dataset/stream/read-columns.ts';
import { fetchedColumns } from '@tallyboard/dataset/stream/stream-source.ts';
import type { ReportSource } from '@tallyboard/engine/ask/answer-report.ts';
import { fetchDataAge } from '@tallyboard/hosts/data-age.ts';
import { ADDON_KEYS } from '@tallyboard/hosts/info.ts';
import { createJiraClient } from '@tallyboard/jira/client.ts';
import { type ColumnsReply, columnSegments } from './columns.ts';
import { type InnerSettings, openInnerJira } from './inner-jira.ts';

/** A store as reports read it in this process: by its REST API, and by columns. */
export async function openStoreSource(
  settings: Omit<InnerSettings, 'resources'>,
): Promise<ReportSource> {
  const { request } = openInnerJira({
    ...settings,
    // As reports by columns.
    allowsUnbounded: true,
    resources: [columnSegments],
  });
  const fetchColumns: FetchColumns = async (body, signal) => {
    const reply = await request({ method: 'POST', path: COLUMNS_PATH, body }, signal);
    // A query that is refused here is refused as JSON too, which names the reason.
    return reply.status === 200 ? (reply.value as ColumnsReply).columns : null;
  };
  return {
    client: createJiraClient({
      flavour: 'cloud',
      request,
      addonKey: ADDON_KEYS.standard,
      isReplica: true,
    }),
    request,
    columns: fetchedColumns(fetchColumns),
    age: await fetchDataAge(request),
  };
}
