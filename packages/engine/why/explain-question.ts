/** 'Changes since' of a question, at every door. */

import type { IssueId } from '@tallyboard/core/model/ids.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { loadCompute } from '@tallyboard/reports/load-compute.ts';
import { answerJson } from '../ask/answer.ts';
import {
  type AnswerOptions,
  answerQuestion,
  type ReportAnswer,
  type ReportSource,
} from '../ask/answer-report.ts';
import type { Question } from '../ask/question.ts';
import { QuestionError } from '../question-error.ts';
import { loadArgs } from '../run-report.ts';
import { type Explanation, explainFigure } from './explain-figure.ts';
import type { WhyAsked } from './read-why.ts';
import { storyOf } from './story.ts';
import type { WhyAnswer } from './why-schema.ts';

type OpenAt = (at: Instant | null) => Promise<ReportSource>;

/** Throws QuestionError for a figure that the report has not, and what `answerQuestion` throws. */
export async function explainQuestion(
  openAt: OpenAt,
  question: Question,
  { since, figure }: WhyAsked,
  options: AnswerOptions,
): Promise<WhyAnswer> {
  const first = await answerQuestion(openAt, { ...question, asOf: since }, options);
  const { context: before } = first;
  const last = await answerQuestion(openAt, question, { ...options, since: before.asOf });
  const { request, context: after } = last;
  const { report, settings } = request;
  if (report.withoutIssues) throw refusal('figure', `The report '${report.id}' has no figures.`);
  if (before.asOf >= after.asOf)
    throw refusal('since', 'The day since which a figure changed is before the one of its answer.');
  const [now, then] = [last.dataset(), first.dataset()];
  const [nowIds, thenIds] = [now, then].map(data => new Set(data.issues.map(({ id }) => id)));
  const gone = then.issues.filter(({ id }) => !nowIds?.has(id));
  const { left, joined } = movedBetween(first, last, gone, thenIds ?? new Set());
  const needs = [before, after].map(each => report.requires(settings, each));
  const all = <Item>(of: (need: Requirement) => readonly Item[]) => [...new Set(needs.flatMap(of))];
  const found = explainFigure({
    report,
    compute: await loadCompute(report.id),
    settings,
    dataset: {
      ...now,
      issues: [...now.issues, ...gone],
      sprints: new Map([...then.sprints, ...now.sprints]),
      statuses: new Map([...then.statuses, ...now.statuses]),
    },
    requirement: {
      history: all(need => need.history),
      parts: all(need => need.parts),
      customFields: all(need => need.customFields),
    },
    before,
    after,
    left,
    joined,
    figure,
  });
  if (found === null) {
    const keys = answerJson(last).figures.map(({ key }) => key);
    const some =
      keys.length > MAX_KEYS ? `${keys.slice(0, MAX_KEYS).join(', ')}, …` : keys.join(', ');
    throw refusal('figure', `The report has no figure '${figure}'. There are: ${some}.`);
  }
  const reasons = [...new Set([...first.loaded.coverage.reasons, ...last.loaded.coverage.reasons])];
  return plain(found, {
    report: report.id,
    figure,
    since: new Date(before.asOf).toISOString(),
    asOf: new Date(after.asOf).toISOString(),
    reasons,
    story: storyOf(found, { since: before.asOf, zone: after.zone }),
  });
}

/** What the reader's query found at one of the times alone; a report that chooses by its settings does so itself. */
function movedBetween(
  first: ReportAnswer,
  last: ReportAnswer,
  gone: readonly Issue[],
  thenIds: ReadonlySet<IssueId>,
) {
  const none = { left: new Set<IssueId>(), joined: new Set<IssueId>() };
  if (last.request.readerJql !== undefined) return none;
  const { asOf } = first.context;
  const left = new Set(gone.map(({ id }) => id));
  // A part of the query's issues was enough then.
  if (loadArgs(first.request, asOf).written !== undefined) return { ...none, left };
  const joined = last
    .dataset()
    .issues.filter(({ id, created }) => !thenIds.has(id) && created <= asOf);
  return { left, joined: new Set(joined.map(({ id }) => id)) };
}

const MAX_KEYS = 20;

const refusal = (path: string, text: string) => new QuestionError([{ path, text }]);

interface Head extends Pick<WhyAnswer, 'report' | 'figure' | 'since' | 'asOf' | 'story'> {
  readonly reasons: readonly string[];
}

const plain = (found: Explanation, { reasons, story, ...head }: Head): WhyAnswer => ({
  ...head,
  name: found.name,
  before: found.before,
  after: found.after,
  change: found.change,
  ...(found.window && { window: { part: found.window.part } }),
  causes: found.causes.map(({ at, issues, ...cause }) => ({
    at: at === null ? null : new Date(at).toISOString(),
    ...cause,
    issues: [...issues],
  })),
  groups: found.groups.map(each => ({ ...each })),
  explained: found.explained,
  doubts: [...reasons, ...found.doubts],
  story,
});
