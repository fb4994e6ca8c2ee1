/** Which issues a flow report is of: why it has no figures, and what is done but not finished by its columns. */

import type { IssueTypes } from '@tallyboard/core/flow/issue-types.ts';
import { type FlowReplay, isInProgress, withDatesUntil } from '@tallyboard/core/flow/replay.ts';
import type { Workflow } from '@tallyboard/core/flow/workflow.ts';
import { countOf, selectRows } from '@tallyboard/core/measure/figures.ts';
import { type DoneRule, doneInstant, isDone } from '@tallyboard/core/measure/resolution.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { CountFigure } from '@tallyboard/core/model/result.ts';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import type { Headline, HeadlineFigure } from '../../headline.ts';

export interface FlowScope {
  readonly types: IssueTypes;
  /** Issues of the query on the date of the report. */
  readonly all: number;
  /** Issues of the counted types, which the other numbers below are of. */
  readonly counted: number;
  /** In a column, or finished. */
  readonly placed: number;
  readonly inProgress: number;
  /** Also those finished at an unknown time. */
  readonly finished: number;
  /** Done by the done rule, but in a column before the finish. */
  readonly doneBefore: CountFigure;
  readonly doneWord: 'resolved' | 'done';
}

export function flowScope(
  { issues }: Pick<Dataset, 'issues'>,
  types: IssueTypes,
  { finish: finishColumn }: Pick<Workflow, 'finish'>,
  rule: DoneRule,
  replay: FlowReplay,
): FlowScope {
  const { asOf, first, column, outside, finish, undated, since, until } = replay;
  let [all, counted, placed, inProgress, finished] = [0, 0, 0, 0, 0];
  const doneBefore = selectRows(issues.length, row => {
    const issue = issues[row]!;
    if (issue.created > asOf) return false;
    all++;
    if (outside[row] === 1) return false;
    counted++;
    const place = column[first[row + 1]! - 1]!;
    const isFinished = undated[row] === 1 || !Number.isNaN(finish[row]);
    if (isFinished || place >= 0) placed++;
    if (isFinished) finished++;
    if (isInProgress(since[row]!, until[row]!, asOf)) inProgress++;
    if (isFinished || place < 0 || place >= finishColumn) return false;
    const dated = withDatesUntil(issue, asOf);
    return isDone(dated, rule) && (doneInstant(dated, rule) ?? asOf) <= asOf;
  });
  return {
    types,
    all,
    counted,
    placed,
    inProgress,
    finished,
    doneBefore: countOf(doneBefore),
    doneWord: rule.byResolution ? 'resolved' : 'done',
  };
}

/** A result that has figures of issues in columns. */
export interface FlowResult {
  readonly workflow: Workflow;
  readonly scope: FlowScope;
}

const TYPE_WORDS: Readonly<Record<Exclude<IssueTypes, 'all'>, string>> = {
  standard: 'a standard issue',
  epics: 'an epic',
  'sub-tasks': 'a sub-task',
};

/** Why no issue is in a column; null if some are. */
export function whyOutOfScope({ types, all, counted, placed }: FlowScope): string | null {
  if (all === 0) return 'No issues match. Widen the query, or choose another board.';
  if (counted === 0 && types !== 'all')
    return `${noneOf(all, 'issue', ['is', 'is not'])} ${TYPE_WORDS[types]}. Choose other issue types.`;
  if (placed === 0)
    return `${noneOf(counted, 'issue', ['is', 'is not'])} in a status of the workflow. Choose another board or workflow.`;
  return null;
}

/** Why no issue has started; null if some have. */
export const whyNoneStarted = ({ workflow, scope }: FlowResult): string | null =>
  whyOutOfScope(scope) ??
  (scope.inProgress + scope.finished > 0
    ? null
    : notReached(scope, workflow.columns[workflow.start]));

/** Why no issue is in progress; null if some are. */
export function whyNoneInProgress({ workflow, scope }: FlowResult): string | null {
  const { counted, placed, inProgress, finished } = scope;
  if (inProgress > 0) return null;
  const others = [
    ...(placed > finished ? [`${formatCount(placed - finished)} not started`] : []),
    ...(counted > placed ? [`${formatCount(counted - placed)} in no column`] : []),
  ];
  return (
    whyNoneStarted({ workflow, scope }) ??
    `No issue is in progress: ${[`${formatCount(finished)} of ${formatCount(counted)} finished`, ...others].join(', ')}. ${WIDEN}`
  );
}

/** Why no issue is finished; null if some are. */
export const whyNoneReachedFinish = ({ workflow, scope }: FlowResult): string | null =>
  scope.finished > 0
    ? null
    : (whyOutOfScope(scope) ?? notReached(scope, workflow.columns[workflow.finish]));

/** 'None of the 12 issues is', 'The only issue is not'. */
export const noneOf = (
  count: number,
  noun: string,
  [is, isNot]: readonly [is: string, isNot: string],
): string =>
  count === 1
    ? `The only ${noun} ${isNot}`
    : `None of the ${formatCount(count)} ${noun.replace('issue', 'issues')} ${is}`;

const WIDEN = 'Widen the query, or choose another board or workflow.';

const notReached = ({ counted }: FlowScope, column = ''): string =>
  `${noneOf(counted, 'issue', ['has reached', 'has not reached'])} ${column}. ${WIDEN}`;

/** Fewer of the issues are left to the notes. */
const MIN_SHARE = 0.05;

/** '224 more are resolved but stand before Done'; null for few of the issues. */
function doneBeforeFigure({ workflow, scope }: FlowResult): HeadlineFigure | null {
  const { doneBefore, doneWord, counted } = scope;
  const { value } = doneBefore;
  if (value <= MIN_SHARE * counted) return null;
  const column = workflow.columns[workflow.finish];
  const [are, stand] = value === 1 ? ['is', 'stands'] : ['are', 'stand'];
  return {
    id: 'doneBefore',
    value,
    label: 'Not finished',
    text: `${formatCount(value)} more`,
    of: `${are} ${doneWord} but ${stand} before ${column}`,
    drill: {
      title: `Before ${column}, but ${doneWord}`,
      reason: `Counts as ${doneWord} by the done rule, and is in a column before ${column}.`,
      figure: doneBefore,
    },
  };
}

/** A wallboard shows four figures. */
const PLACE = 3;

/** The headline of a flow report, with the issues that are done elsewhere but not finished by its columns. */
export const flowHeadline =
  <Settings, Result extends FlowResult>(
    headline: (result: Result, settings: Settings, context: ReportContext) => Headline | null,
  ) =>
  (result: Result, settings: Settings, context: ReportContext): Headline | null => {
    const own = headline(result, settings, context);
    const figure = doneBeforeFigure(result);
    return figure ? { ...own, figures: (own?.figures ?? []).toSpliced(PLACE, 0, figure) } : own;
  };
