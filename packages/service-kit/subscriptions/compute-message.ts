/** The message of a subscription for one recipient, computed with this recipient's rights. */
import { answerQuestion } from '@tallyboard/engine/ask/answer-report.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import { dashboardMessage } from '../delivery/dashboard-message.ts';
import { type OpenSite, type ReaderJob, readerSource } from '../delivery/reader-source.ts';
import { type ReportMessage, reportMessage } from '../delivery/report-message.ts';
import type { Attachment } from './definition.ts';
import { gadgetsFor, type Subject } from './subject.ts';

/** `now` is the same for all recipients of a run. */
export interface MessageJob extends ReaderJob {
  readonly kind: Subject['noun'];
  readonly aggregate: boolean;
  readonly file: Attachment | null;
  readonly link: string | null;
  readonly jira: string | null;
}

export type ComputedMessage =
  | ReportMessage
  /** It is not known what the reader may see. */
  | { readonly unknown: string };

/** Throws QuestionError, QueryError and errors of the source. */
export async function computeMessage(
  store: Store,
  job: MessageJob,
  { page, openSite = null }: { readonly page: string | null; readonly openSite?: OpenSite },
): Promise<ComputedMessage> {
  const { saved, aggregate, file, link, jira, now } = job;
  const source = await readerSource(store, job, openSite);
  if ('unknown' in source) return source;
  const options = { name: saved.name, file, aggregate, page, link, jira, now };
  if (job.kind === 'dashboard') {
    const gadgets = await gadgetsFor(store, saved, source.caller && { caller: source.caller });
    return dashboardMessage(() => source.openAt(null), gadgets, options);
  }
  const answer = await answerQuestion(source.openAt, await source.question(), { now });
  return reportMessage(answer, options);
}
