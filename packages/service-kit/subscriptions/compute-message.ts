/** The message of a subscription for one recipient, computed with this recipient's rights. */
import { answerQuestion, type ReportSource } from '@tallyboard/engine/ask/answer-report.ts';
import { readQuestion } from '@tallyboard/engine/ask/read-question.ts';
import { savedQuestion } from '@tallyboard/engine/ask/saved-question.ts';
import { type Caller, identifyCaller } from '@tallyboard/replica/rest/caller.ts';
import { mayView } from '@tallyboard/replica/rest/platform/dashboard.ts';
import type { Visitor } from '@tallyboard/replica/rest/visitor.ts';
import { mirrorView } from '@tallyboard/server-store/mirror-readers.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import type { FastifyRequest } from 'fastify';
import { openStoreSource } from '../columns/store-source.ts';
import { type ReportMessage, reportMessage } from '../delivery/report-message.ts';
import type { Attachment } from './definition.ts';

export interface MessageJob {
  readonly saved: {
    readonly name: string;
    readonly view: Readonly<Record<string, unknown>>;
  };
  /** Whose figures: those of an account, or all of them where nobody signs in. */
  readonly reader: Visitor | null;
  readonly aggregate: boolean;
  readonly file: Attachment | null;
  readonly link: string | null;
  readonly jira: string | null;
  /** Of the figures: the same for all recipients of a run. */
  readonly now: number;
}

export type ComputedMessage =
  | ReportMessage
  /** It is not known what the reader may see. */
  | { readonly unknown: string };

/** `openSite` reads a real Jira in place of the store, by the server's account. Throws QuestionError, QueryError and errors of the source. */
export async function computeMessage(
  store: Store,
  job: MessageJob,
  {
    page,
    openSite = null,
  }: { readonly page: string | null; readonly openSite?: (() => ReportSource) | null },
): Promise<ComputedMessage> {
  const { saved, reader, aggregate, file, link, jira, now } = job;
  // Rights are those of the moment, whatever the time of the figures.
  const view = reader ? mirrorView(store, Date.now) : () => ({ store, why: null });
  const caller = reader && (await callerOf(store, reader));
  if (caller && !openSite) {
    const { why } = await mirrorView(store, Date.now)(caller, requestOf(reader));
    if (why !== null) return { unknown: why };
  }
  const openAt = async (at: number | null) =>
    openSite?.() ??
    openStoreSource({
      store,
      view,
      actAs: () => false,
      now: () => at ?? now,
      ...(reader && { visitor: reader }),
    });
  const boardSets = async () => {
    const all = await store.boardSets.all();
    return caller ? all.filter(set => mayView({ caller }, set)) : all;
  };
  const question = await readQuestion({}, { now, saved: await savedQuestion(saved), boardSets });
  const answer = await answerQuestion(openAt, question, { now });
  return reportMessage(answer, { name: saved.name, file, aggregate, page, link, jira, now });
}

/** The request of a visitor who is not there: rights are read of it alone. */
export const requestOf = (visitor: Visitor) => ({ visitor }) as unknown as FastifyRequest;

export const callerOf = (store: Store, visitor: Visitor): Promise<Caller> =>
  identifyCaller({ store, actAs: () => false }, requestOf(visitor));
