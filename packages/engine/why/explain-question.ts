/** 'Changes since' of a question, at every door. */

import type { Instant } from '@tallyboard/core/time/units.ts';
import { type AnswerOptions, answerQuestion, type ReportSource } from '../ask/answer-report.ts';
import type { Question } from '../ask/question.ts';
import { datasetForReader, loadComputeForReader } from '../people/compute-for.ts';
import { DIFFERS } from '../pins/pin-schema.ts';
import { QuestionError } from '../question-error.ts';
import { type Explanation, explainFigure } from './explain-figure.ts';
import { figureAt } from './figure-at.ts';
import { missingFigure } from './missing-figure.ts';
import type { WhyAsked } from './read-why.ts';
import { requirementOfBoth } from './requirement-of-both.ts';
import { explainAgainst } from './settings-question.ts';
import { inUnit, storyOf } from './story.ts';
import { toldOf } from './told-of.ts';
import { twoTimes } from './two-times.ts';
import { whyAnswer } from './why-answer.ts';
import type { WhyAnswer } from './why-schema.ts';

type OpenAt = (at: Instant | null) => Promise<ReportSource>;

/** Throws QuestionError for a figure that the report has not, and what `answerQuestion` throws. */
export async function explainQuestion(
  openAt: OpenAt,
  question: Question,
  asked: WhyAsked,
  options: AnswerOptions,
): Promise<WhyAnswer> {
  if ('against' in asked) return explainAgainst(openAt, question, asked, options);
  const { since, figure, pin } = asked;
  const first = await answerQuestion(openAt, { ...question, asOf: since }, options).catch(ofSince);
  const { context: before } = first;
  const last = await answerQuestion(openAt, question, { ...options, since: before.asOf });
  const { request, context: after } = last;
  const { report, settings } = request;
  if (report.withoutIssues) throw refusal('figure', `The report '${report.id}' has no figures.`);
  if (before.asOf >= after.asOf)
    throw refusal('since', 'Choose an earlier time: this one is not before that of the answer.');
  const compute = await loadComputeForReader(report.id, after);
  const [then, now] = await Promise.all([
    datasetForReader(first.dataset(), before),
    datasetForReader(last.dataset(), after),
  ]);
  const replayed = explainFigure({
    ...twoTimes(then, now, before.asOf, toldOf(first.request, before.asOf)),
    find: (data, context) =>
      figureAt(report, compute(data, settings, context), settings, context, figure),
    requirement: requirementOfBoth([before, after].map(each => report.requires(settings, each))),
    before,
    after,
  });
  if (replayed === null) throw missingFigure(last, figure);
  const found = pin ? sincePin(replayed, pin.value) : replayed;
  const { unit } = figureAt(report, last.computed, settings, after, figure) ?? {};
  const reasons = [...new Set([...first.loaded.coverage.reasons, ...last.loaded.coverage.reasons])];
  return whyAnswer(found, {
    report: report.id,
    figure,
    since: new Date(before.asOf).toISOString(),
    asOf: new Date(after.asOf).toISOString(),
    reasons,
    story: storyOf(found, {
      since: before.asOf,
      zone: after.zone,
      format: inUnit(unit),
      isPart: reasons.length > 0 || found.isPart,
    }),
  });
}

/** Figures of programs have two decimals at least. */
const ROUNDING = 0.005 + 1e-9;

/** From what was pinned on: what no event explains is a part of its own. */
function sincePin(replayed: Explanation, pinned: number | null): Explanation {
  const { before, after, causes, groups, explained } = replayed;
  const part = (before ?? 0) - (pinned ?? 0);
  if (Math.abs(part) <= ROUNDING && (before === null) === (pinned === null)) return replayed;
  const unknown = { at: null, kind: DIFFERS, issues: [], part, by: null, from: null, to: null };
  return {
    ...replayed,
    before: pinned,
    change: (after ?? 0) - (pinned ?? 0),
    causes: [unknown, ...causes],
    groups:
      groups.length === 0
        ? []
        : [{ group: DIFFERS, mix: part, rate: 0, interaction: 0 }, ...groups],
    explained: explained + part,
  };
}

/** What is wrong with the earlier time bears its name. */
function ofSince(error: unknown): never {
  if (!(error instanceof QuestionError)) throw error;
  throw new QuestionError(
    error.problems.map(each => (each.path === 'asOf' ? { ...each, path: 'since' } : each)),
  );
}

const refusal = (path: string, text: string) => new QuestionError([{ path, text }]);
