/** Figures of a released report, computed by the app itself: totals of three or more issues, and no issues. */
import { answerQuestion } from '@tallyboard/engine/ask/answer-report.ts';
import { readQuestion } from '@tallyboard/engine/ask/read-question.ts';
import { savedQuestion } from '@tallyboard/engine/ask/saved-question.ts';
import { createJiraClient } from '@tallyboard/jira/client.ts';
import type { RequestFunction } from '@tallyboard/jira/http.ts';
import { mailHtml, mailText } from '@tallyboard/service-kit/delivery/mail-body.ts';
import { partOf } from '@tallyboard/service-kit/delivery/message-part.ts';
import type { SharedReport } from './shared-reports.ts';

interface FiguresOptions {
  /** Asks Jira as the app. */
  readonly request: RequestFunction;
  readonly now: number;
  /** Of days; null for that of the app's user. */
  readonly zone: string | null;
  /** Why the reader gets it: the last line of the texts. */
  readonly why: string;
}

export interface ReleasedFigures {
  readonly text: string;
  readonly html: string;
  readonly figures: Readonly<Record<string, number | null>>;
  /** ISO time. */
  readonly asOf: string;
  readonly complete: boolean;
}

const INCOMPLETE = 'Not all data were received: figures may be too small.';

/** Throws QuestionError, QueryError and errors of Jira. */
export async function releasedFigures(
  { name, view }: Pick<SharedReport, 'name' | 'view'>,
  { request, now, zone, why }: FiguresOptions,
): Promise<ReleasedFigures> {
  const saved = await savedQuestion({ name, view: Object(view) });
  const question = await readQuestion(zone === null ? {} : { timeZone: zone }, { now, saved });
  const client = createJiraClient({ flavour: 'cloud', addonKey: 'tallyboard', request });
  // Nobody in particular reads it: no exception from the policy of figures on people holds.
  const source = { client, request, columns: undefined, age: null, forOthers: true };
  const answer = await answerQuestion(async () => source, question, { now });
  const { part, json } = partOf(answer, { name, aggregate: true, now });
  const shown = {
    ...part,
    summary: json.complete ? part.summary : [...part.summary, INCOMPLETE],
    subject: name,
    picture: null,
    link: null,
  };
  const footer = { why, unsubscribe: null };
  return {
    text: mailText(shown, footer),
    html: mailHtml(shown, footer),
    figures: Object.fromEntries(json.figures.map(({ key, value }) => [key, value])),
    asOf: json.asOf,
    complete: json.complete,
  };
}
