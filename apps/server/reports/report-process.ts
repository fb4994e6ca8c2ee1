/** A process that computes reports, see report-pool.ts. */
import type { StorePlace } from '@tallyboard/database/engine.ts';
import { answerCalls } from '@tallyboard/database/process/answer-calls.ts';
import { describeProblem, QuestionError } from '@tallyboard/engine/question-error.ts';
import { HttpError, refusalText } from '@tallyboard/jira/errors.ts';
import { QueryError } from '@tallyboard/jira/jql/query-error.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { type AlertPoolJob, computeAlertJob } from '../alerts/alert-job.ts';
import { createSharedGate } from '../site/shared-gate.ts';
import { siteFailure } from '../site/site-failure.ts';
import { computeDelivery, type DeliveryJob } from '../subscriptions/delivery-job.ts';
import { computeDashboard, type DashboardJob } from '../walls/dashboard-file-job.ts';
import { computeGadget, type GadgetJob } from '../walls/gadget-job.ts';
import { computeJob, type JobContext } from './compute-job.ts';
import type { ReportJob, ReportRefusal } from './report-job.ts';

const refused = (text: string): ReportRefusal => ({ messages: text.split('\n') });

answerCalls({
  async open(place: StorePlace): Promise<JobContext> {
    const store = await openStore(place);
    return { store, gate: createSharedGate(store, Date.now) };
  },
  answer(
    context: JobContext,
    job: ReportJob | GadgetJob | DashboardJob | DeliveryJob | AlertPoolJob,
  ) {
    if ('alert' in job) return computeAlertJob(context, job);
    if ('dashboard' in job) return computeDashboard(context, job);
    if ('delivery' in job) return computeDelivery(context, job);
    return 'gadget' in job ? computeGadget(context, job) : computeJob(context, job);
  },
  refusalOf(error, { site }) {
    if (error instanceof QueryError) return refused(error.message);
    if (error instanceof QuestionError)
      return {
        messages: error.problems.map(describeProblem),
        errors: Object.fromEntries(
          error.problems.flatMap(({ path, text }) => (path === '' ? [] : [[path, text]])),
        ),
      };
    const failure = site && siteFailure(error);
    if (failure) {
      const { message, ...others } = failure;
      return { messages: [message], ...others };
    }
    if (!(error instanceof HttpError) || error.status === 500) return null;
    // Above 500: what Jira's API of this process said of its database.
    return { ...refused(refusalText(error)), ...(error.status > 500 && { status: error.status }) };
  },
});
