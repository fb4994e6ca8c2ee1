/** A process that computes reports, one at a time: see report-pool.ts. */

import type { StorePlace } from '@tallyboard/database/engine.ts';
import { sendToParent } from '@tallyboard/database/process/parent.ts';
import { MissingQueryError } from '@tallyboard/engine/report-json/answer-report.ts';
import { HttpError, refusalText } from '@tallyboard/jira/errors.ts';
import { QueryError } from '@tallyboard/jira/jql/query-error.ts';
import { openStore, type Store } from '@tallyboard/server-store/store.ts';
import { computeJob } from './compute-job.ts';
import { rehearse } from './rehearse.ts';
import type { FromProcess, ReportJob, ToProcess } from './report-job.ts';

let place: StorePlace | null = null;
let store: Promise<Store> | null = null;
let hasJob = false;

/** Opens the database, again after a failure. */
function open(): Promise<Store> {
  if (!place) throw new Error('The place of the database is unknown.');
  const opened = store ?? openStore(place);
  store = opened;
  opened.catch(() => {
    if (store === opened) store = null;
  });
  return opened;
}

async function answer(job: ReportJob): Promise<FromProcess> {
  hasJob = true;
  try {
    return { kind: 'computed', report: await computeJob(await open(), job) };
  } catch (error) {
    if (error instanceof QueryError) return refused(error.message);
    if (error instanceof MissingQueryError) return refused(`${job.report} needs a query: jql.`);
    if (error instanceof HttpError && error.status < 500) return refused(refusalText(error));
    // What Jira's API of this process said of its database.
    if (error instanceof HttpError && error.status !== 500)
      return { ...refused(refusalText(error)), status: error.status };
    const { stack, code } = error as { stack?: unknown; code?: unknown };
    return { kind: 'failed', message: String(stack ?? error), code };
  }
}

const refused = (text: string) => ({ kind: 'refused', messages: text.split('\n') }) as const;

const reply = (message: FromProcess) => sendToParent(message);

process.on('message', async (message: ToProcess) => {
  if ('place' in message) {
    place = message.place;
    // Ahead of the first report, which reports a failure.
    open()
      .then(opened => (hasJob ? null : rehearse(opened)))
      .catch(() => {});
  } else reply(await answer(message));
});
process.on('disconnect', () => process.exit());
// The parent ends this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
