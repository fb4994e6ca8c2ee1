/** The number that a reader expected, at every door. */
import { statesOf } from '@tallyboard/core/past/dataset-at.ts';
import { type AnswerOptions, answerQuestion, type ReportSource } from '../ask/answer-report.ts';
import type { Question } from '../ask/question.ts';
import { loadComputeForReader } from '../people/compute-for.ts';
import { QuestionError } from '../question-error.ts';
import type { ExpectedAnswer } from './expected-schema.ts';
import { figureAt } from './figure-at.ts';
import { jiraListOf, jiraSentence } from './jira-report.ts';
import { missingFigure } from './missing-figure.ts';
import type { ExpectedAsked } from './read-why.ts';
import { type Reconciled, reconcile } from './reconcile.ts';
import { requirementOfBoth } from './requirement-of-both.ts';
import { plainNumber } from './story.ts';
import type { Way } from './switches.ts';

type OpenAt = (at: number | null) => Promise<ReportSource>;

/** Throws QuestionError for a figure that the report has not, and what `answerQuestion` throws. */
export async function reconcileQuestion(
  openAt: OpenAt,
  question: Question,
  { figure, expected }: ExpectedAsked,
  options: AnswerOptions,
): Promise<ExpectedAnswer> {
  const sites: ReportSource[] = [];
  const openSite: OpenAt = async at => {
    const source = await openAt(at);
    // Our own store has no report of Jira.
    if (source.columns === undefined) sites.push(source);
    return source;
  };
  const answer = await answerQuestion(openSite, question, { ...options, since: options.now });
  const { request, context, loaded } = answer;
  const { report } = request;
  if (report.withoutIssues)
    throw new QuestionError([
      { path: 'figure', text: `The report '${report.id}' has no figures.` },
    ]);
  const settings = request.settings as Way['settings'];
  const compute = await loadComputeForReader(report.id, context);
  const { history } = requirementOfBoth([report.requires(settings, context)]);
  const { asOf } = context;
  const today = answer.dataset();
  const dataset = context.past ? statesOf(today, history)(() => asOf, asOf) : today;
  const found = reconcile(
    { dataset, context, settings },
    way =>
      figureAt(
        report,
        compute(way.dataset, way.settings, way.context),
        way.settings,
        way.context,
        figure,
      ),
    expected,
  );
  if (found === null) throw missingFigure(answer, figure);
  const { name, value, isCut } = found;
  const [site] = sites;
  const ours = figureAt(report, answer.computed, settings, context, figure);
  const jira =
    site && ours && !context.past
      ? await jiraListOf(site.client, figure, settings.board, {
          figure: ours.figure,
          dataset: today,
        })
      : null;
  const plain = ({ switches, value: other, issues, settings: own }: Reconciled) => ({
    switches: [...switches],
    value: other,
    issues: [...issues],
    settings: own && report.settings.serialize(own),
  });
  return {
    report: report.id,
    figure,
    name,
    asOf: new Date(asOf).toISOString(),
    value,
    expected,
    found: found.found.map(plain),
    nearest: found.nearest && plain(found.nearest),
    ...(jira && { jira }),
    doubts: [
      ...loaded.coverage.reasons,
      ...(isCut ? ['Not all ways to count could be tried in time.'] : []),
    ],
    story: `${storyOf(name, expected, found.found, found.nearest)}${loaded.coverage.complete ? '' : ' Not all data were received: the numbers may be too small.'}${jira ? jiraSentence(jira) : ''}`,
  };
}

const MAX_KEYS = 5;

function storyOf(
  name: string,
  expected: number,
  found: readonly Reconciled[],
  nearest: Reconciled | null,
): string {
  const number = plainNumber(expected);
  const [first, ...others] = found;
  if (first?.switches.length === 0) return `${name} is ${number}.`;
  if (first) {
    const more =
      others.length === 0
        ? ''
        : ` There ${others.length === 1 ? 'is 1 other way' : `are ${others.length} other ways`}.`;
    return `${name} would be ${number} ${wayOf(first)}.${more}`;
  }
  const near =
    nearest === null || nearest.value === null
      ? ''
      : ` The nearest is ${plainNumber(nearest.value)}${nearest.switches.length === 0 ? ', as the report counts' : `, ${wayOf(nearest)}`}.`;
  return `No combination gives ${number} for ${name}.${near}`;
}

function wayOf({ switches, issues }: Reconciled): string {
  const more = issues.length - MAX_KEYS;
  const keys = issues.slice(0, MAX_KEYS).join(', ') + (more > 0 ? ` and ${more} more` : '');
  return `with '${switches.join("' and '")}'${issues.length > 0 ? ` (${keys})` : ''}`;
}
