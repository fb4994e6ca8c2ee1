/** What an alert asks of its figure, computed with the rights of its reader. */
import type { AlertRule, Observation } from '@tallyboard/core/alerts/alert-machine.ts';
import type { Day, Instant, ZoneId } from '@tallyboard/core/time/units.ts';
import { endOfDay } from '@tallyboard/core/time/zone.ts';
import { type BackTest, backTest } from '@tallyboard/engine/alerts/back-test.ts';
import { observeDays } from '@tallyboard/engine/alerts/observe-days.ts';
import type { ReportSource } from '@tallyboard/engine/ask/answer-report.ts';
import type { Question } from '@tallyboard/engine/ask/question.ts';
import { readQuestion } from '@tallyboard/engine/ask/read-question.ts';
import { savedQuestion } from '@tallyboard/engine/ask/saved-question.ts';
import { QuestionError } from '@tallyboard/engine/question-error.ts';
import { explainQuestion } from '@tallyboard/engine/why/explain-question.ts';
import { mayView } from '@tallyboard/replica/rest/platform/dashboard.ts';
import type { Visitor } from '@tallyboard/replica/rest/visitor.ts';
import { mirrorView } from '@tallyboard/server-store/mirror-readers.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import { openStoreSource } from '../columns/store-source.ts';
import { callerOf, requestOf } from '../subscriptions/compute-message.ts';

export type AlertAsk =
  /** The days that are over since the last one, at most so many; before the first one yesterday. */
  | { readonly kind: 'observe'; readonly lastDay: Day | null; readonly most: number }
  | { readonly kind: 'recent'; readonly days: number }
  /** The figure on a day, with its issues and its story. */
  | { readonly kind: 'tell'; readonly day: Day }
  | { readonly kind: 'back-test'; readonly days: number };

export interface AlertJob {
  readonly saved: { readonly name: string; readonly view: Readonly<Record<string, unknown>> };
  /** Whose figures: those of an account, or all of them where nobody signs in. */
  readonly reader: Visitor | null;
  readonly rule: AlertRule & { readonly figure: string };
  readonly ask: AlertAsk;
  readonly now: Instant;
}

export interface AlertReply {
  /** Why nothing can be told now: of the question, or of the rights of the reader. */
  readonly problem?: string;
  /** Of its days. */
  readonly zone?: ZoneId;
  readonly observations?: readonly Observation[];
  readonly backTest?: BackTest;
  readonly told?: {
    readonly name: string;
    /** The value in words. */
    readonly text: string;
    readonly issues: readonly string[];
    readonly story: string | null;
  };
}

interface Site {
  /** Reads a real Jira in place of the store, by the server's account. */
  readonly openSite?: (() => ReportSource) | null;
}

/** Problems of the question are in the reply. Throws QueryError and errors of the source. */
export async function computeAlert(
  store: Store,
  job: AlertJob,
  { openSite = null }: Site = {},
): Promise<AlertReply> {
  const { saved, reader, now } = job;
  const caller = reader && (await callerOf(store, reader));
  if (caller && !openSite) {
    const { why } = await mirrorView(store, Date.now)(caller, requestOf(reader));
    if (why !== null) return { problem: `It is not known what the reader may see: ${why}` };
  }
  const view = reader ? mirrorView(store, Date.now) : () => ({ store, why: null });
  const openAt = async (at: Instant | null) =>
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
  try {
    const read = await readQuestion({}, { now, saved: await savedQuestion(saved), boardSets });
    // An alert looks at each day, whatever day the report was saved as of.
    return await replyTo(openAt, { ...read, asOf: null }, job);
  } catch (error) {
    if (error instanceof QuestionError) return { problem: error.message };
    throw error;
  }
}

type OpenAt = (at: Instant | null) => Promise<ReportSource>;

async function replyTo(
  openAt: OpenAt,
  question: Question,
  { rule, ask, now }: AlertJob,
): Promise<AlertReply> {
  const source = await openAt(null);
  if (ask.kind === 'back-test')
    return { backTest: await backTest(source, question, rule, { now, days: ask.days }) };
  const observed = await observeDays(source, question, rule, {
    now,
    days: today => spanOf(ask, today),
  });
  const { observations, zone } = observed;
  if (ask.kind !== 'tell') return { zone, observations };
  const value = observations[0]?.value ?? null;
  const { name, format, last } = observed;
  const text = value === null ? 'without a value' : format(value);
  const story = await storyOf(openAt, question, { figure: rule.figure, day: ask.day, zone, now });
  return { told: { name, text, issues: last?.issues ?? [], story } };
}

function spanOf(ask: Exclude<AlertAsk, { kind: 'back-test' }>, today: Day) {
  if (ask.kind === 'tell') return { from: ask.day, to: ask.day };
  if (ask.kind === 'recent') return { from: today - ask.days, to: today - 1 };
  const next = ask.lastDay === null ? today - 1 : ask.lastDay + 1;
  return { from: Math.max(next, today - ask.most), to: today - 1 };
}

/** Why the figure changed since the day before; null where nobody can tell. */
async function storyOf(
  openAt: OpenAt,
  question: Question,
  at: { readonly figure: string; readonly day: Day; readonly zone: ZoneId; readonly now: Instant },
): Promise<string | null> {
  const { figure, day, zone, now } = at;
  const end = (of: Day) => endOfDay(of, zone) - 1;
  try {
    const past = { ...question, asOf: end(day) };
    const { story } = await explainQuestion(openAt, past, { since: end(day - 1), figure }, { now });
    return story;
  } catch (error) {
    // A series for process limits need not be a figure.
    if (error instanceof QuestionError) return null;
    throw error;
  }
}
