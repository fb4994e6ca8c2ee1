/** What is sent to a reader is read with the rights that this reader has at that moment. */
import type { ReportSource } from '@tallyboard/engine/ask/answer-report.ts';
import type { Question } from '@tallyboard/engine/ask/question.ts';
import { readQuestion } from '@tallyboard/engine/ask/read-question.ts';
import { savedQuestion } from '@tallyboard/engine/ask/saved-question.ts';
import { type Caller, identifyCaller } from '@tallyboard/replica/rest/caller.ts';
import { mayView } from '@tallyboard/replica/rest/platform/dashboard.ts';
import type { Visitor } from '@tallyboard/replica/rest/visitor.ts';
import { mirrorView } from '@tallyboard/server-store/mirror-readers.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import type { FastifyRequest } from 'fastify';
import { openStoreSource } from '../columns/store-source.ts';

export interface ReaderJob {
  readonly saved: { readonly name: string; readonly view: Readonly<Record<string, unknown>> };
  /** Whose figures: those of an account, or all of them where nobody signs in. */
  readonly reader: Visitor | null;
  /** Of the figures; rights are those of the moment. */
  readonly now: number;
}

export interface ReaderSource {
  /** The reader, as other stores ask; null for whoever reads all. */
  readonly caller: Caller | null;
  openAt(at: number | null): Promise<ReportSource>;
  /** Throws a QuestionError. */
  question(): Promise<Question>;
}

/** Reads a real Jira in place of the store, by the server's account. */
export type OpenSite = (() => ReportSource) | null;

/** `unknown`: why it is not known what the reader may see. */
export async function readerSource(
  store: Store,
  { saved, reader, now }: ReaderJob,
  openSite: OpenSite,
): Promise<ReaderSource | { readonly unknown: string }> {
  const view = reader ? mirrorView(store, Date.now) : () => ({ store, why: null });
  const caller = reader && (await callerOf(store, reader));
  if (caller && !openSite) {
    const { why } = await mirrorView(store, Date.now)(caller, requestOf(reader));
    if (why !== null) return { unknown: why };
  }
  const openAt = async (at: number | null): Promise<ReportSource> =>
    openSite?.() ?? {
      ...(await openStoreSource({
        store,
        view,
        actAs: () => false,
        now: () => at ?? now,
        ...(reader && { visitor: reader }),
      })),
      // A message may be handed on.
      forOthers: true,
    };
  const boardSets = async () => {
    const all = await store.boardSets.all();
    return caller ? all.filter(set => mayView({ caller }, set)) : all;
  };
  return {
    caller,
    openAt,
    question: async () => readQuestion({}, { now, saved: await savedQuestion(saved), boardSets }),
  };
}

/** The store as a visitor may see it now; nothing is in it while their rights are unknown. */
export async function storeOf(store: Store, visitor: Visitor): Promise<Pick<Store, 'catalogue'>> {
  const caller = await callerOf(store, visitor);
  return (await mirrorView(store, Date.now)(caller, requestOf(visitor))).store;
}

/** The request of a visitor who is not there: rights are read of it alone. */
const requestOf = (visitor: Visitor) => ({ visitor }) as unknown as FastifyRequest;

export const callerOf = (store: Store, visitor: Visitor): Promise<Caller> =>
  identifyCaller({ store, actAs: () => false }, requestOf(visitor));
