import { type Api, readBody } from '../api.ts';
import { readWindow } from '../paging.ts';
import { shapeHistory } from '../shape/changelog.ts';
import { fittingFor } from '../shape/fit.ts';
import { findIssue } from './issue.ts';

/** Cloud: oldest first, 100 per page. */
export function issueChangelog(api: Api): void {
  api.platform.get('/issue/:idOrKey/changelog', async call => {
    const { id, historyTotal } = await findIssue(call);
    const { startAt, maxResults } = readWindow(call.query, { standard: 100, max: 100 });
    const page = await call.store.histories.page({
      issueIds: [id],
      offset: startAt,
      limit: maxResults,
    });
    const fit = await fittingFor(call);
    const end = startAt + page.items.length;
    const isLast = end >= page.total;
    const next = new URL(call.url);
    next.searchParams.set('startAt', String(end));
    return {
      self: call.url,
      ...(isLast ? {} : { nextPage: next.toString() }),
      maxResults,
      startAt,
      total: historyTotal ?? page.total,
      isLast,
      values: page.items.map(history => shapeHistory(history, call, fit)),
    };
  });

  api.platform.post('/issue/:idOrKey/changelog/list', async call => {
    const { id } = await findIssue(call);
    const wanted = new Set(([] as unknown[]).concat(readBody(call).changelogIds ?? []).map(String));
    const { items } = await call.store.histories.page({ issueIds: [id] });
    const fit = await fittingFor(call);
    const histories = items.filter(history => wanted.has(history.id));
    return {
      startAt: 0,
      maxResults: histories.length,
      total: histories.length,
      histories: histories.map(history => shapeHistory(history, call, fit)),
    };
  });
}
