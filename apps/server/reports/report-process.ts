/** A process that computes reports, see report-pool.ts. */
import type { StorePlace } from '@tallyboard/database/engine.ts';
import { answerCalls } from '@tallyboard/database/process/answer-calls.ts';
import { QuestionError } from '@tallyboard/engine/question-error.ts';
import { MissingQueryError } from '@tallyboard/engine/ask/answer-report.ts';
import { HttpError, refusalText } from '@tallyboard/jira/errors.ts';
import { QueryError } from '@tallyboard/jira/jql/query-error.ts';
import { openStore, type Store } from '@tallyboard/server-store/store.ts';
import { computeJob } from './compute-job.ts';
import type { ReportJob, ReportRefusal } from './report-job.ts';

const refused = (text: string): ReportRefusal => ({ messages: text.split('\n') });

answerCalls({
  open: (place: StorePlace) => openStore(place),
  answer: (store: Store, job: ReportJob) => computeJob(store, job),
  refusalOf(error, job) {
    if (error instanceof QueryError) return refused(error.message);
    if (error instanceof QuestionError) return refused(error.message);
    if (error instanceof MissingQueryError) return refused(`${job.report} needs a query: jql.`);
    if (!(error instanceof HttpError) || error.status === 500) return null;
    // Above 500: what Jira's API of this process said of its database.
    return { ...refused(refusalText(error)), ...(error.status > 500 && { status: error.status }) };
  },
});
