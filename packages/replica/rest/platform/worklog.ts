import { timestamp } from '../../data/planning/change-issue.ts';
import { asInstant, asNumber, asObject, asObjects, type JsonObject } from '../../data/shapes.ts';
import { type Api, type Call, readBody } from '../api.ts';
import { READ_ISSUES } from '../call-rights.ts';
import { formatDuration, parseDuration } from '../duration.ts';
import { JiraError, orNotFound } from '../errors.ts';
import { readWhole, readWindow } from '../paging.ts';
import { shapeWorklog } from '../shape/issue.ts';
import { readEntry } from './comment.ts';
import { setTimes } from './field-values.ts';
import { editRecord, findIssue } from './issue.ts';
import { findEditableIssue, permissionFor } from './permissions.ts';
import { userReference } from './user.ts';

export function worklog(api: Api): void {
  api.platform.get('/issue/:idOrKey/worklog', async call => {
    const { id, worklogTotal } = await findIssue(call);
    const window = readWindow(call.query, 5000, 5000);
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
    return {
      ...window,
      total: whole ? (worklogTotal ?? page.total) : page.total,
      worklogs: page.items.map(entry => shapeWorklog(call, entry)),
    };
  });

  api.platform.post('/worklog/list', READ_ISSUES, async call => {
    const { ids } = readBody(call);
    if (!Array.isArray(ids) || ids.length === 0 || ids.length > 1000)
      throw new JiraError(400, 'Between 1 and 1000 worklog IDs must be given.');
    const found = await call.store.worklogs.byIds(ids.map(String));
    return found.map(entry => shapeWorklog(call, entry));
  });

  api.platform.get('/worklog/updated', async call => {
    const since = readWhole(call.query, 'since') ?? 0;
    // Jira omits the last minute, which may still change.
    const until = call.now() - 60_000;
    const found = await call.store.worklogs.updatedSince(since, 1001);
    const page = found.slice(0, 1000).filter(entry => entry.updatedMs <= until);
    const last = page.at(-1)?.updatedMs ?? until;
    const lastPage = found.length <= 1000;
    const values = page.map(({ id, updatedMs: updatedTime }) => ({
      worklogId: Number(id),
      updatedTime,
      properties: [],
    }));
    return {
      values,
      since,
      until: lastPage ? until : last,
      self: call.url,
      nextPage: lastPage ? undefined : call.address(`worklog/updated?since=${last}`),
      lastPage,
    };
  });

  api.platform.get('/worklog/deleted', call => {
    const since = readWhole(call.query, 'since') ?? 0;
    return { values: [], since, until: call.now(), self: call.url, lastPage: true };
  });

  const list = '/issue/:idOrKey/worklog';
  api.platform.get(`${list}/:id`, async call => shapeStored(call, (await findIssue(call)).id));

  api.changes.platform.post(list, async call => {
    call.reply.code(201);
    const body = await readEntry(call, readBody(call));
    return changeWorklogs(call, null, (worklogs, id) => {
      const author = userReference({ ...call.caller.user });
      const created = timestamp(call.now());
      const started = body.started ?? created;
      const log = { id, author, created, started, ...readWorklog(call, body, true) };
      worklogs.push(log);
      return { id, before: 0, after: log.timeSpentSeconds ?? 0 };
    });
  });

  api.changes.platform.put(`${list}/:id`, async call => {
    const body = await readEntry(call, readBody(call));
    return changeWorklogs(call, 'EDIT', worklogs => {
      const log = findWorklog(worklogs, call.params.id);
      const before = Number(log.timeSpentSeconds ?? 0);
      Object.assign(log, readWorklog(call, body, false));
      return { id: String(log.id), before, after: Number(log.timeSpentSeconds ?? 0) };
    });
  });

  api.changes.platform.delete(`${list}/:id`, async call => {
    await changeWorklogs(call, 'DELETE', worklogs => {
      const log = findWorklog(worklogs, call.params.id);
      worklogs.splice(worklogs.indexOf(log), 1);
      return { id: null, before: Number(log.timeSpentSeconds ?? 0), after: 0 };
    });
  });
}

function findWorklog(worklogs: JsonObject[], id: string | undefined): JsonObject {
  const found = worklogs.find(entry => String(entry.id) === id);
  return orNotFound(found, `Cannot find worklog with id: '${id}'.`);
}

/** The given members; time spent is required for a new one. */
function readWorklog(call: Call, body: JsonObject, isNew: boolean) {
  const { comment, started, timeSpent, timeSpentSeconds, visibility } = body;
  const seconds = timeSpent === undefined ? timeSpentSeconds : parseDuration(String(timeSpent));
  const isGiven = isNew || seconds !== undefined;
  if (isGiven && !(Number.isInteger(seconds) && Number(seconds) > 0))
    throw new JiraError(400, [], { timeLogged: 'You must indicate the time spent working.' });
  if (started !== undefined && asInstant(started) === null)
    throw new JiraError(400, [], { started: 'The date must be a timestamp with an offset.' });
  const time = { timeSpent: formatDuration(Number(seconds)), timeSpentSeconds: Number(seconds) };
  return {
    ...(comment !== undefined && { comment }),
    ...(started !== undefined && { started }),
    ...(Boolean(visibility) && { visibility }),
    ...(isGiven && time),
    updateAuthor: userReference({ ...call.caller.user }),
    updated: timestamp(call.now()),
  };
}

interface WorklogChange {
  /** Null if it was deleted. */
  id: string | null;
  /** Seconds before and after. */
  before: number;
  after: number;
}

/** Changes the worklogs of an issue, and with them its time spent and remaining estimate. */
async function changeWorklogs(
  call: Call,
  verb: 'EDIT' | 'DELETE' | null,
  change: (worklogs: JsonObject[], newId: string) => WorklogChange,
) {
  const { id: issueId } = await findIssue(call);
  const permission = verb
    ? permissionFor(call, verb, 'WORKLOGS', (await findStored(call, issueId)).document)
    : 'WORK_ON_ISSUES';
  const { document } = await findEditableIssue(call, permission);
  let changed: WorklogChange | null = null;
  await editRecord(call, document.id, (record, newIds) => {
    const worklogs = asObjects(asObject(record.fields.worklog)?.worklogs);
    changed = change(worklogs, newIds.worklog);
    const { before, after } = changed;
    record.fields.worklog = { total: worklogs.length, worklogs };
    const { timespent, timeestimate } = record.fields;
    return setTimes(record, {
      timespent: Number(timespent ?? 0) + after - before,
      timeestimate: remaining(call, asNumber(timeestimate), after - before),
    });
  });
  const { id } = changed ?? { id: null };
  return id && shapeStored(call, document.id, id);
}

/** By default the remaining estimate falls by the time that was logged. */
function remaining({ query }: Call, estimate: number | null, logged: number): number | null {
  if (query.adjustEstimate === 'leave' || estimate === null) return estimate;
  const named = parseDuration(String(query.newEstimate ?? query.reduceBy ?? query.increaseBy));
  if (query.adjustEstimate === 'new') return named;
  if (query.adjustEstimate === 'manual')
    return Math.max(0, estimate - (named ?? 0) * Math.sign(logged));
  return Math.max(0, estimate - logged);
}

async function findStored(call: Call, issueId: string, id = call.params.id ?? '') {
  const [found] = await call.store.worklogs.byIds([id]);
  const own = found?.issueId === issueId ? found : null;
  return orNotFound(own, `Cannot find worklog with id: '${id}'.`);
}

const shapeStored = async (call: Call, issueId: string, id?: string) =>
  shapeWorklog(call, await findStored(call, issueId, id));
