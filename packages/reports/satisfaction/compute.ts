/**
 * Ratings of the requests that were resolved in the last days. Those without a rating count in the response rate alone.
 *
 *   ITS-1  resolved, 5 stars     resolved 3   rated 2   response 67%
 *   ITS-2  resolved, 3 stars     mean 4.0     4 and 5   50%
 *   ITS-3  resolved
 *
 * Beside them how these requests were handled: handoffs, reopenings, time with the customer, and the wait for a person.
 */

import { doneInForce } from '@tallyboard/core/measure/done-in-force.ts';
import { countOf, filterRows, selectRows, statisticOf } from '@tallyboard/core/measure/figures.ts';
import { compareLabels, groupIssues } from '@tallyboard/core/measure/group-by.ts';
import { percent } from '@tallyboard/core/measure/statistics.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { FieldId } from '@tallyboard/core/model/ids.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type {
  Computed,
  CountFigure,
  Note,
  Statistic,
  StatisticFigure,
} from '@tallyboard/core/model/result.ts';
import { localDay, startOfDay } from '@tallyboard/core/time/zone.ts';
import {
  doneDefinition,
  doneInstants,
} from '@tallyboard/report-kit/families/resolution-time/resolution-times.ts';
import {
  type Handling,
  handlingOf,
  hasStatus,
} from '@tallyboard/report-kit/families/service-desk/handling.ts';
import {
  accountDefinition,
  accountFilter,
  accountNotes,
} from '@tallyboard/report-kit/figures/account-notes.ts';
import { definitions } from '@tallyboard/report-kit/figures/definitions.ts';
import { labelledGroups } from '@tallyboard/report-kit/figures/group-labels.ts';
import { groupNotes, has, issueNotes } from '@tallyboard/report-kit/figures/issue-notes.ts';
import { groupLabel } from '@tallyboard/report-kit/settings/group-codes.ts';
import { customerStatusesOf, type SatisfactionSettings } from './settings.ts';

export interface SatisfactionFigures {
  readonly resolved: CountFigure;
  readonly rated: CountFigure;
  /** Percent; null if none was resolved. */
  readonly responseRate: number | null;
  readonly mean: StatisticFigure;
  /** Rated 4 or 5. */
  readonly good: CountFigure;
  /** Percent of the rated ones; null without any. */
  readonly goodShare: number | null;
  /** Null where no history tells. */
  readonly handoffs: StatisticFigure | null;
  readonly reopenings: StatisticFigure | null;
  /** Seconds. */
  readonly withCustomer: StatisticFigure;
  /** Seconds until a person took over from an agent, of the requests that an agent left. */
  readonly afterAgent: StatisticFigure;
}

export interface SatisfactionRow extends SatisfactionFigures {
  readonly id: string;
  readonly label: string;
  readonly avatarUrl: string | null;
}

export interface SatisfactionResult {
  /** The name of the grouping. */
  readonly label: string;
  readonly rows: readonly SatisfactionRow[];
  readonly total: SatisfactionFigures;
  /** Resolved at an unknown time: in no figure. */
  readonly undated: CountFigure;
  /** The site has a field of ratings. */
  readonly hasField: boolean;
}

const GOOD = 4;

export default function computeSatisfaction(
  dataset: Dataset,
  settings: SatisfactionSettings,
  context: ReportContext,
): Computed<SatisfactionResult> {
  const { issues, fields, special } = dataset;
  const { asOf, zone } = context;
  const rule = doneInForce(dataset, settings, context);
  const { done, withoutDate, notes } = doneInstants(dataset, rule);
  const from = startOfDay(localDay(asOf, zone) - settings.lastDays + 1, zone);
  const all = selectRows(issues.length, row => done[row]! >= from && done[row]! <= asOf);
  const { by, accounts } = settings;
  const resolved = all.filter(accountFilter(dataset, accounts, context));
  const customer = customerStatusesOf(settings);
  const handle = handlingOf(dataset, rule.rule, {
    customer,
    handover: settings.handoverStatuses,
  });
  const handlings = new Map(Array.from(resolved, row => [row, handle(row, done[row]!)] as const));
  const of = (rows: IssueRows) => figuresOf(issues, rows, handlings);
  const rows = labelledGroups(groupIssues(dataset, by, resolved), by, issues)
    .map(({ id, label, avatarUrl, rows: own }) => ({
      id,
      label,
      avatarUrl,
      ...of(own),
    }))
    .sort((a, b) => b.resolved.value - a.resolved.value || compareLabels(a, b));
  return {
    result: {
      label: groupLabel(by, fields),
      rows,
      total: of(resolved),
      undated: countOf(withoutDate),
      hasField: (special.satisfaction ?? []).length > 0,
    },
    notes: [
      ...notes,
      ...accountNotes(dataset, accounts, all),
      ...fieldNotes(special.satisfaction ?? [], resolved),
      ...handlingNotes(dataset, resolved, handlings, settings),
      ...groupNotes(dataset, by),
    ],
    definitions: [
      ...definitions({
        Rating: "The customer's rating of the request, 1 to 5.",
        'Response rate': 'Rated of resolved. Unrated requests are in no mean and no share.',
        '4 and 5': 'Rated 4 or 5, of the rated ones.',
      }),
      doneDefinition(rule.inForce.rule),
      ...handlingDefinitions(settings),
      ...accountDefinition(accounts),
    ],
    done: rule.inForce,
  };
}

const fieldNotes = (fields: readonly FieldId[], rows: IssueRows): readonly Note[] =>
  fields.length > 0 || rows.length === 0
    ? []
    : [
        {
          code: 'no-ratings-field',
          text: 'This site has no field with ratings of customers. Jira Service Management has one once satisfaction is switched on in a service project.',
          issues: new Uint32Array(0),
          doubtful: true,
        },
      ];

type Handlings = ReadonlyMap<number, Handling>;

function figuresOf(
  issues: readonly Issue[],
  rows: IssueRows,
  handlings: Handlings,
): SatisfactionFigures {
  const ratingOf = (row: number) => issues[row]?.satisfaction ?? null;
  const rated = rows.filter(row => ratingOf(row) !== null);
  const good = rated.filter(row => (ratingOf(row) ?? 0) >= GOOD);
  const share = (part: IssueRows, whole: IssueRows) =>
    whole.length === 0 ? null : percent(part.length, whole.length);
  return {
    resolved: countOf(rows.slice()),
    rated: countOf(rated),
    responseRate: share(rated, rows),
    mean: statisticOf(
      'mean',
      rated,
      Float64Array.from(rated, row => ratingOf(row) ?? 0),
    ),
    good: countOf(good),
    goodShare: share(good, rated),
    ...handlingFigures(rows, handlings),
  };
}

type Part = (handling: Handling) => number | null | 'none';

function handlingFigures(rows: IssueRows, handlings: Handlings) {
  const figure = (kind: Statistic, partOf: Part): StatisticFigure => {
    const parts: number[] = [];
    const known = rows.filter(row => {
      const handling = handlings.get(row);
      const part = handling ? partOf(handling) : null;
      if (typeof part === 'number') parts.push(part);
      return typeof part === 'number';
    });
    return statisticOf(kind, known, Float64Array.from(parts));
  };
  // Not known is no zero.
  const sum = (partOf: Part) => {
    const found = figure('sum', partOf);
    return found.issues.length === 0 && rows.length > 0 ? null : found;
  };
  const seconds = (part: number | null | 'none') => (typeof part === 'number' ? part / 1000 : part);
  return {
    handoffs: sum(({ handoffs }) => handoffs),
    reopenings: sum(({ reopenings }) => reopenings),
    withCustomer: figure('mean', ({ withCustomer }) => seconds(withCustomer)),
    afterAgent: figure('percentile50', ({ afterAgent }) => seconds(afterAgent)),
  };
}

function handlingNotes(
  dataset: Dataset,
  rows: IssueRows,
  handlings: Handlings,
  settings: SatisfactionSettings,
): readonly Note[] {
  const where = (holds: (handling: Handling) => boolean) =>
    filterRows(rows, row => {
      const handling = handlings.get(row);
      return handling !== undefined && holds(handling);
    });
  const missing = [...customerStatusesOf(settings), ...settings.handoverStatuses].filter(
    name => rows.length > 0 && !hasStatus(dataset, name),
  );
  const isKnown = ({ handoffs }: Handling) => handoffs !== null;
  const isMissing = customerStatusesOf(settings).every(name => missing.includes(name));
  return [
    ...missing.map(
      (name): Note => ({
        code: 'unknown-waiting-status',
        text: `No status is called '${name}'. Name the statuses in which the customer has to answer, or an agent waits for a person, in the settings of the report.`,
        issues: new Uint32Array(0),
        doubtful: true,
      }),
    ),
    ...issueNotes([
      {
        code: 'handling-history',
        words: has('no complete history: not in handoffs, reopenings and times.'),
        issues: where(handling => !isKnown(handling)),
        doubtful: true,
        ofHistory: true,
      },
      {
        code: 'handling-status',
        words: has('a status in its history that is not known: not in the time with the customer.'),
        issues: isMissing
          ? new Uint32Array(0)
          : where(handling => isKnown(handling) && handling.withCustomer === null),
        doubtful: true,
      },
      {
        code: 'handling-account',
        words: [
          'issue was assigned to an account of unknown type: not in the wait after an agent.',
          'issues were assigned to accounts of unknown type: not in the wait after an agent.',
        ],
        issues: where(handling => isKnown(handling) && handling.afterAgent === null),
      },
    ]),
  ];
}

const handlingDefinitions = (settings: SatisfactionSettings) =>
  definitions({
    Handoffs:
      'Changes from one assignee to another until the request was resolved for the last time, also where nobody was between them. The first assignment is none.',
    Reopenings: 'How often these requests were open again after they were resolved.',
    'With the customer': `Mean time of a request in ${customerStatusesOf(settings)
      .map(name => `'${name}'`)
      .join(', ')}, nights and weekends included.`,
    'Waiting after an agent':
      'From the end of the time of an agent or app as the assignee, or its move to a status of handover, until a person is the assignee. 50th percentile of the requests that a person took over.',
  });
