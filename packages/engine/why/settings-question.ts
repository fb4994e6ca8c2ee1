/** Why a figure is another one than under other settings of its report, at every door. */
import { type AnswerOptions, openAnswer, type ReportSource } from '../ask/answer-report.ts';
import { mergeShared, readGiven } from '../ask/given-settings.ts';
import type { Question } from '../ask/question.ts';
import { QuestionError } from '../question-error.ts';
import { differingSettings } from './differing-settings.ts';
import { figureAt } from './figure-at.ts';
import { missingFigure } from './missing-figure.ts';
import type { AgainstAsked } from './read-why.ts';
import { explainSettings } from './settings-change.ts';
import { inUnit, storyOf } from './story.ts';
import { whyAnswer } from './why-answer.ts';
import type { WhyAnswer } from './why-schema.ts';

type OpenAt = (at: number | null) => Promise<ReportSource>;

/** Throws QuestionError for settings that the report has not, and for a figure that it has not under both. */
export async function explainAgainst(
  openAt: OpenAt,
  question: Question,
  { figure, against }: AgainstAsked,
  options: AnswerOptions,
): Promise<WhyAnswer> {
  const { report } = question;
  if (report.withoutIssues) throw refusal('figure', `The report '${report.id}' has no figures.`);
  const given = readGiven(report, against);
  if (given.problems.length > 0)
    throw new QuestionError(
      given.problems.map(({ path, text }) => ({ path: `against.${path}`, text })),
    );
  const { settings: after, site, engine, run } = await openAnswer(openAt, question, options);
  const stored = { ...question.settings.stored, ...given.stored };
  const { value: before } = await mergeShared(report, site.settings, { stored, problems: [] });
  const differing = differingSettings(report, before, after);
  if (differing.length === 0)
    throw refusal('against', 'These are the settings that the answer has: give other ones.');
  const last = await run();
  const found = await explainSettings({
    report,
    before,
    after,
    async stateOf(settings) {
      const answer = settings === after ? last : await run(settings);
      const { computed, context, loaded } = answer;
      const own = figureAt(report, computed, settings, context, figure);
      if (own === null) return null;
      const entries = await engine.figureEntries({ dataset: loaded.id, found: own });
      return { found: own, entries, reasons: loaded.coverage.reasons };
    },
  });
  if (found === 'after') throw missingFigure(last, figure);
  if (found === 'before')
    throw refusal('against', `With these settings the report has no figure '${figure}'.`);
  const { unit } = figureAt(report, last.computed, after, last.context, figure) ?? {};
  const serialized = report.settings.serialize(before);
  return whyAnswer(found, {
    report: report.id,
    figure,
    against: Object.fromEntries(differing.map(({ key }) => [key, serialized[key] ?? null])),
    asOf: new Date(last.context.asOf).toISOString(),
    reasons: [],
    story: storyOf(found, {
      since: null,
      zone: last.context.zone,
      isPart: found.isPart,
      ...(!found.isOtherUnit && { format: inUnit(unit) }),
    }),
  });
}

const refusal = (path: string, text: string) => new QuestionError([{ path, text }]);
