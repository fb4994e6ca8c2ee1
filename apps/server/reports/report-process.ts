/** A process that computes reports, see report-pool.ts. */
import type { StorePlace } from '@tallyboard/database/engine.ts';
import { answerCalls } from '@tallyboard/database/process/answer-calls.ts';
import { MissingQueryError } from '@tallyboard/engine/report-json/answer-report.ts';
import { HttpError, refusalText } from '@tallyboard/jira/errors.ts';
import { QueryError } from '@tallyboard/jira/jql/query-error.ts';
import { openStore, type Store } from '@tallyboard/server-store/store.ts';
import { computeJob } from './compute-job.ts';
import { rehearse } from './rehearse.ts';
import type { ReportJob, ReportRefusal } from './report-job.ts';

let hasJob = false;

const refused = (text: string): ReportRefusal => ({ messages: text.split('\n') });

answerCalls({
  async open(place: StorePlace) {
    const store = await openStore(place);
    // Ahead of the first report.
    if (!hasJob) rehearse(store).catch(() => {});
    return store;
  },
  answer(store: Store, job: ReportJob) {
    hasJob = true;
    return computeJob(store, job);
  },
  refusalOf(error, job) {
    if (error instanceof QueryError) return refused(error.message);
    if (error instanceof MissingQueryError) return refused(`${job.report} needs a query: jql.`);
    if (!(error instanceof HttpError) || error.status === 500) return null;
    // Above 500: what Jira's API of this process said of its database.
    return { ...refused(refusalText(error)), ...(error.status > 500 && { status: error.status }) };
  },
});
