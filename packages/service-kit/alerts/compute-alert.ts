/** What an alert asks of its figure, computed with the rights of its reader. */
import type { AlertRule, Observation } from '@tallyboard/core/alerts/alert-machine.ts';
import type { Day, Instant, ZoneId } from '@tallyboard/core/time/units.ts';
import { endOfDay } from '@tallyboard/core/time/zone.ts';
import { type BackTest, backTest } from '@tallyboard/engine/alerts/back-test.ts';
import { observeDays } from '@tallyboard/engine/alerts/observe-days.ts';
import type { ReportSource } from '@tallyboard/engine/ask/answer-report.ts';
import type { Question } from '@tallyboard/engine/ask/question.ts';
import { QuestionError } from '@tallyboard/engine/question-error.ts';
import { explainQuestion } from '@tallyboard/engine/why/explain-question.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import { type OpenSite, type ReaderJob, readerSource } from '../delivery/reader-source.ts';

export type AlertAsk =
  /** The days that are over since the last one, at most so many; before the first one yesterday. */
  | { readonly kind: 'observe'; readonly lastDay: Day | null; readonly most: number }
  | { readonly kind: 'recent'; readonly days: number }
  /** The figure on a day, with its issues and its story. */
  | { readonly kind: 'tell'; readonly day: Day }
  | { readonly kind: 'back-test'; readonly days: number };

export interface AlertJob extends ReaderJob {
  readonly rule: AlertRule & { readonly figure: string };
  readonly ask: AlertAsk;
}

export interface AlertReply {
  /** Why nothing can be told now: of the question, or of the rights of the reader. */
  readonly problem?: string;
  /** It is not known now what the reader may see. */
  readonly isUnknown?: boolean;
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

/** Problems of the question are in the reply. Throws QueryError and errors of the source. */
export async function computeAlert(
  store: Store,
  job: AlertJob,
  { openSite = null }: { readonly openSite?: OpenSite } = {},
): Promise<AlertReply> {
  const source = await readerSource(store, job, openSite);
  if ('unknown' in source)
    return {
      problem: `It is not known what the reader may see: ${source.unknown}`,
      isUnknown: true,
    };
  try {
    // An alert looks at each day, whatever day the report was saved as of.
    return await replyTo(source.openAt, { ...(await source.question()), asOf: null }, job);
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
