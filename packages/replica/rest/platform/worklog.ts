import { type Api, readBody } from '../api.ts';
import { JiraError } from '../errors.ts';
import { readWhole, readWindow } from '../paging.ts';
import { converterFor } from '../shape/converter.ts';
import { shapeWorklog } from '../shape/worklog.ts';
import { findIssue } from './issue.ts';

export function worklog(api: Api): void {
  api.platform.get('/issue/:idOrKey/worklog', async call => {
    const { id, worklogTotal } = await findIssue(call);
    const window = readWindow(call.query, { standard: 5000, max: 5000 });
    const startedAfter = readWhole(call.query, 'startedAfter');
    const startedBefore = readWhole(call.query, 'startedBefore');
    const page = await call.store.worklogs.page({
      issueId: id,
      startedAfter,
      startedBefore,
      offset: window.startAt,
      limit: window.maxResults,
    });
    // Missing worklogs may be in any range.
    const whole = startedAfter === undefined && startedBefore === undefined;
    const convert = await converterFor(call);
    return {
      ...window,
      total: whole ? (worklogTotal ?? page.total) : page.total,
      worklogs: page.items.map(entry => shapeWorklog(entry, call, convert)),
    };
  });

  api.platform.post('/worklog/list', async call => {
    const { ids } = readBody(call);
    if (!Array.isArray(ids) || ids.length === 0 || ids.length > 1000) {
      throw new JiraError(400, 'The list of worklog IDs must hold 1 to 1000 of them.');
    }
    const convert = await converterFor(call);
    const found = await call.store.worklogs.byIds(ids.map(String));
    return found.map(entry => shapeWorklog(entry, call, convert));
  });

  api.platform.get('/worklog/updated', async call => {
    const since = readWhole(call.query, 'since') ?? 0;
    // Jira omits the last minute, which may still change.
    const until = call.now() - 60_000;
    const found = await call.store.worklogs.updatedSince(since, 1001);
    const page = found.slice(0, 1000).filter(entry => entry.updatedMs <= until);
    const last = page.at(-1)?.updatedMs ?? until;
    const lastPage = found.length <= 1000;
    const here = `${call.base}/rest/api/${call.version}/worklog/updated`;
    return {
      values: page.map(entry => ({
        worklogId: Number(entry.id),
        updatedTime: entry.updatedMs,
        properties: [],
      })),
      since,
      until: lastPage ? until : last,
      self: call.url,
      nextPage: lastPage ? undefined : `${here}?since=${last}`,
      lastPage,
    };
  });

  api.platform.get('/worklog/deleted', call => {
    const since = readWhole(call.query, 'since') ?? 0;
    return { values: [], since, until: call.now(), self: call.url, lastPage: true };
  });
}
