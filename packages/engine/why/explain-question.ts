/** 'Changes since' of a question, at every door. */

import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { IssueId } from '@tallyboard/core/model/ids.ts';
import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { loadCompute } from '@tallyboard/reports/load-compute.ts';
import { answerJson } from '../ask/answer.ts';
import { type AnswerOptions, answerQuestion, type ReportSource } from '../ask/answer-report.ts';
import type { Question } from '../ask/question.ts';
import { QuestionError } from '../question-error.ts';
import { type Explanation, explainFigure } from './explain-figure.ts';
import { storyOf } from './story.ts';

/** The explanation of a figure as every door gives it. */
export interface WhyAnswer {
  readonly report: string;
  readonly figure: string;
  readonly name: string;
  readonly since: string;
  readonly asOf: string;
  readonly before: number | null;
  readonly after: number | null;
  readonly change: number;
  readonly window?: { readonly part: number };
  readonly causes: readonly {
    readonly at: string | null;
    readonly kind: string;
    readonly issues: readonly string[];
    readonly part: number;
    readonly by: string | null;
    readonly from: string | null;
    readonly to: string | null;
  }[];
  readonly groups: Explanation['groups'];
  readonly explained: number;
  readonly doubts: readonly string[];
  readonly story: string;
}

type OpenAt = (at: Instant | null) => Promise<ReportSource>;

export interface Since {
  /** As `asOf` of a question. */
  readonly since: NonNullable<Question['asOf']>;
  /** The key of the figure. */
  readonly figure: string;
}

/** Throws QuestionError for a figure that the report has not, and what `answerQuestion` throws. */
export async function explainQuestion(
  openAt: OpenAt,
  question: Question,
  { since, figure }: Since,
  options: AnswerOptions,
): Promise<WhyAnswer> {
  const last = await answerQuestion(openAt, question, { ...options, histories: true });
  const first = await answerQuestion(openAt, { ...question, asOf: since }, options);
  const { request, context: after } = last;
  const { context: before } = first;
  const { report, settings } = request;
  if (report.withoutIssues) throw refusal('figure', `The report '${report.id}' has no figures.`);
  if (before.asOf >= after.asOf)
    throw refusal('since', 'The day since which a figure changed is before the one of its answer.');
  const [now, then] = [last.dataset(), first.dataset()];
  const idsOf = (data: Dataset) => new Set<IssueId>(data.issues.map(({ id }) => id));
  const [nowIds, thenIds] = [idsOf(now), idsOf(then)];
  const gone = then.issues.filter(({ id }) => !nowIds.has(id));
  const joined = now.issues.filter(({ id, created }) => !thenIds.has(id) && created <= before.asOf);
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
    left: new Set(gone.map(({ id }) => id)),
    joined: new Set(joined.map(({ id }) => id)),
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
  causes: found.causes.map(({ at, ...cause }) => ({
    at: at === null ? null : new Date(at).toISOString(),
    ...cause,
  })),
  groups: found.groups,
  explained: found.explained,
  doubts: [...reasons, ...found.doubts],
  story,
});
