/** A process that computes reports, see report-pool.ts. */
import type { StorePlace } from '@tallyboard/database/engine.ts';
import { answerCalls } from '@tallyboard/database/process/answer-calls.ts';
import { describeProblem, QuestionError } from '@tallyboard/engine/question-error.ts';
import { HttpError, refusalText } from '@tallyboard/jira/errors.ts';
import { QueryError } from '@tallyboard/jira/jql/query-error.ts';
import { openStore, type Store } from '@tallyboard/server-store/store.ts';
import { computeGadget, type GadgetJob } from '../walls/gadget-job.ts';
import { computeJob } from './compute-job.ts';
import type { ReportJob, ReportRefusal } from './report-job.ts';

const refused = (text: string): ReportRefusal => ({ messages: text.split('\n') });

answerCalls({
  open: (place: StorePlace) => openStore(place),
  answer: (store: Store, job: ReportJob | GadgetJob) =>
    'gadget' in job ? computeGadget(store, job) : computeJob(store, job),
  refusalOf(error) {
    if (error instanceof QueryError) return refused(error.message);
    if (error instanceof QuestionError)
      return {
        messages: error.problems.map(describeProblem),
        errors: Object.fromEntries(
          error.problems.flatMap(({ path, text }) => (path === '' ? [] : [[path, text]])),
        ),
      };
    if (!(error instanceof HttpError) || error.status === 500) return null;
    // Above 500: what Jira's API of this process said of its database.
    return { ...refused(refusalText(error)), ...(error.status > 500 && { status: error.status }) };
  },
});
