/**
 * How many issues have each value of a field.
 *
 *   issue   component     done        component    issues  share   resolved
 *   A-1     API, Web      yes         API          2       67 %    1
 *   A-2     API                       Web          1       33 %    1
 *   A-3                               None         1       33 %    0
 *                                     total        3               1
 */

import { doneInForce } from '@tallyboard/core/measure/done-in-force.ts';
import { allRows, countOf, filterRows, sumOf } from '@tallyboard/core/measure/figures.ts';
import { NO_VALUE } from '@tallyboard/core/measure/group-by.ts';
import type { GroupName } from '@tallyboard/core/measure/grouping.ts';
import { isLevelGrouping } from '@tallyboard/core/measure/level-grouping.ts';
import { isDone } from '@tallyboard/core/measure/resolution.ts';
import { rowsWhere } from '@tallyboard/core/measure/rows.ts';
import { percent } from '@tallyboard/core/measure/statistics.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { DoneInForce } from '@tallyboard/core/model/done.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Computed, Definition, Figure } from '@tallyboard/core/model/result.ts';
import type { StatusCategory } from '@tallyboard/core/model/status.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import {
  accountDefinition,
  accountNotes,
  accountRows,
  personRole,
} from '@tallyboard/report-kit/figures/account-notes.ts';
import { definitions } from '@tallyboard/report-kit/figures/definitions.ts';
import {
  bothValues,
  groupNotes,
  hasPointsField,
  issueNotes,
  noPointsField,
  unknownCategory,
} from '@tallyboard/report-kit/figures/issue-notes.ts';
import { resolvedDefinition } from '@tallyboard/report-kit/settings/done-settings.ts';
import { type NumberKind, readerOf, shownLabel, slaIds } from './fields.ts';
import { fieldGroups } from './groups.ts';
import { hasLevels, type IssuesBySettings } from './settings.ts';
import { type LevelValues, measuredGroups } from './values.ts';

/** With values where they are measured in more than issues. */
export interface IssuesByFigures extends Partial<LevelValues> {
  readonly count: Figure;
  readonly resolved: Figure;
  /** 100 * resolved / count; 0 without issues. */
  readonly percentResolved: number;
}

export interface IssuesByRow extends IssuesByFigures, GroupName {
  /** Sort value of numbers and dates; null for names. */
  readonly order: number | null;
  /** Percent of all issues. */
  readonly share: number;
  /** Category of a status; null for other fields. */
  readonly category: StatusCategory | null;
  /** Start of a sprint; null for other fields and where it is not planned. */
  readonly start: Instant | null;
}

/** The sum of a numeric field over all issues. */
export interface FieldSum {
  readonly id: 'votes' | 'watches' | 'logged' | 'estimated';
  readonly unit: 'count' | 'seconds';
  readonly figure: Figure;
}

export interface IssuesByResult {
  readonly label: string;
  readonly kind: 'people' | 'issues' | 'days' | 'sprints' | 'values';
  readonly rows: readonly IssuesByRow[];
  /** Without the group of issues that have no value. */
  readonly valueCount: number;
  /** Counts each issue once, unlike the sum of the rows. */
  readonly total: IssuesByFigures;
  readonly sums: readonly FieldSum[];
  /** Some issue has several values: the rows add up to more than the total. */
  readonly overlapping: boolean;
  /** The sum of the rows. */
  readonly counted: number;
}

const NONE: IssueRows = new Uint32Array(0);

/** Returns the count of issues of each value; shares in percent, not rounded. */
export default function computeIssuesBy(
  dataset: Dataset,
  settings: IssuesBySettings,
  context: ReportContext,
): Computed<IssuesByResult> {
  const { issues } = dataset;
  const { rule, inForce, notes } = doneInForce(dataset, settings, context);
  const done = Uint8Array.from(issues, issue => (isDone(issue, rule) ? 1 : 0));
  const figures = (rows: IssueRows): IssuesByFigures => {
    const resolved = filterRows(rows, row => done[row] === 1);
    return {
      count: countOf(rows),
      resolved: countOf(resolved),
      percentResolved: percent(resolved.length, rows.length),
    };
  };
  const field = readerOf(settings.field)?.read;
  const { accounts } = settings;
  const role = personRole(field);
  const all = accountRows(dataset, accounts, role, context);
  const groups = fieldGroups(dataset, settings.field, context, all);
  const ofValue = (id: string, some: Issue | undefined) => ({
    category: field === 'status' ? (some?.status.category ?? null) : null,
    start:
      field === 'sprint'
        ? (some?.sprints.find(each => String(each.id) === id)?.start ?? null)
        : null,
  });
  const measured = measuredGroups(dataset, groups, settings, rule);
  const rows = groups.map(
    ({ rows: members, ...group }, at): IssuesByRow => ({
      ...group,
      ...figures(members),
      ...measured?.groups[at],
      share: percent(members.length, all.length),
      ...ofValue(group.id, issues[members[0] ?? 0]),
    }),
  );
  const counted = groups.reduce((sum, group) => sum + group.rows.length, 0);
  const result: IssuesByResult = {
    label: shownLabel(settings, dataset.fields),
    kind: kindOf(settings.field),
    rows,
    valueCount: rows.filter(({ id }) => id !== NO_VALUE).length,
    total: { ...figures(all), ...measured?.total },
    sums: fieldSums(issues, settings.field),
    overlapping: counted > all.length,
    counted,
  };
  return {
    result,
    notes: [
      ...(role ? accountNotes(dataset, accounts, allRows(issues.length), role) : []),
      ...issueNotes([
        unknownCategory(rowsWhere(issues, ({ status }) => status.known === false, all)),
      ]),
      ...issueNotes([bothValues(measured?.both ?? NONE)]),
      ...(measured && settings.measure === 'points' && !hasPointsField(dataset)
        ? [noPointsField]
        : []),
      ...groupNotes(dataset, field),
      ...notes(all),
    ],
    definitions: definitionsOf(dataset, settings, inForce),
    done: inForce,
  };
}

function kindOf(field: string): IssuesByResult['kind'] {
  const read = readerOf(field)?.read;
  if (read === 'assignee' || read === 'reporter' || read === 'creator') return 'people';
  if (read === 'due') return 'days';
  if (read === 'sprint') return 'sprints';
  return read === 'issue-key' || read === 'issue-summary' ? 'issues' : 'values';
}

/** Sum Progress has no sum: it includes sub-tasks, which would count twice. */
function fieldSums(issues: readonly Issue[], field: string): readonly FieldSum[] {
  const sum = (id: FieldSum['id'], unit: FieldSum['unit'], value: (issue: Issue) => number) => ({
    id,
    unit,
    figure: sumOf(allRows(issues.length), Float64Array.from(issues, value)),
  });
  switch (readerOf(field)?.read) {
    case 'votes':
      return [sum('votes', 'count', issue => issue.votes)];
    case 'watches':
      return [sum('watches', 'count', issue => issue.watches)];
    case 'progress':
      return [
        sum('logged', 'seconds', issue => issue.progress?.done ?? 0),
        sum('estimated', 'seconds', issue => issue.progress?.total ?? 0),
      ];
    default:
      return [];
  }
}

const definitionsOf = (
  dataset: Dataset,
  settings: IssuesBySettings,
  { rule }: DoneInForce,
): readonly Definition[] => [
  ...definitions({
    [shownLabel(settings, dataset.fields)]: fieldText(dataset, settings),
    Issues:
      'Issues of the query that have the value. An issue with several values counts in each of them, and once in the total.',
  }),
  ...(settings.measure !== 'issues' && hasLevels(settings) ? valueDefinitions(settings) : []),
  resolvedDefinition(rule),
  ...accountDefinition(settings.accounts, personRole(readerOf(settings.field)?.read)),
];

const RULE_TEXTS: Readonly<Record<IssuesBySettings['rule'], string>> = {
  'children-else-own':
    'The estimates of the issues below; the own one where none of these has any.',
  'own-else-children': 'The own estimate; where there is none, those of the issues below.',
  children: 'The estimates of the issues below.',
  own: 'The own estimate.',
};

const valueDefinitions = ({ measure, rule }: IssuesBySettings) =>
  definitions({
    [measure === 'points' ? 'Story points' : 'Estimates']:
      `${RULE_TEXTS[rule]} Of the issues of the query, the issue of the row and those between them.`,
    ...(measure === 'time' && {
      'Time spent':
        'Of the issues of the query, the issue of the row and those between them, each once.',
    }),
    Progress:
      'The done share of the issues of the query below, by their estimates; by their number where none has one.',
  });

const NUMBER_TEXTS: Readonly<Record<NumberKind, string>> = {
  due: 'The due date of the issue.',
  progress:
    'Time spent of time spent plus remaining estimate, of the issue alone, in whole percent.',
  'sum-progress':
    "Time spent of time spent plus remaining estimate, as Jira adds up the issue and its sub-tasks, in whole percent. There is no sum of it: sub-tasks are in their parents' figures already.",
  votes: 'How many people voted for the issue.',
  watches: 'How many people watch the issue.',
  sla: "'Breached' when any cycle of the SLA is, finished or running; 'Met' when the last one has stopped in time; 'None' when it never started.",
};

function fieldText(dataset: Dataset, { field, label }: IssuesBySettings): string {
  const read = readerOf(field)?.read;
  if (typeof read === 'string' && Object.hasOwn(NUMBER_TEXTS, read)) {
    const missing = read === 'sla' && slaIds(field, dataset.special, dataset.fields).length === 0;
    return `${NUMBER_TEXTS[read as NumberKind]}${missing ? ' This site has no such SLA.' : ''}`;
  }
  if (isLevelGrouping(read))
    return `The nearest issue of the level of ${read.level}, at or above each.`;
  if (typeof read !== 'object') return `The ${label.toLowerCase()} that the issue has now.`;
  const name = dataset.fields.find(({ id }) => id === read.field)?.name;
  return name === undefined ? 'This site has no such field.' : `From the field ${name}.`;
}
