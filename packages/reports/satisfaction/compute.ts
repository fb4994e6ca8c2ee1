/**
 * Ratings of the requests that were resolved in the last days. Those without a rating count in the response rate alone.
 *
 *   ITS-1  resolved, 5 stars     resolved 3   rated 2   response 67%
 *   ITS-2  resolved, 3 stars     mean 4.0     4 and 5   50%
 *   ITS-3  resolved
 */

import { doneInForce } from '@tallyboard/core/measure/done-in-force.ts';
import { countOf, selectRows, statisticOf } from '@tallyboard/core/measure/figures.ts';
import { compareLabels, groupIssues } from '@tallyboard/core/measure/group-by.ts';
import { percent } from '@tallyboard/core/measure/statistics.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Computed, CountFigure, StatisticFigure } from '@tallyboard/core/model/result.ts';
import { localDay, startOfDay } from '@tallyboard/core/time/zone.ts';
import {
  doneDefinition,
  doneInstants,
} from '@tallyboard/report-kit/families/resolution-time/resolution-times.ts';
import {
  accountDefinition,
  accountFilter,
  accountNotes,
} from '@tallyboard/report-kit/figures/account-notes.ts';
import { definitions } from '@tallyboard/report-kit/figures/definitions.ts';
import { labelledGroups } from '@tallyboard/report-kit/figures/group-labels.ts';
import { groupNotes } from '@tallyboard/report-kit/figures/issue-notes.ts';
import { groupLabel } from '@tallyboard/report-kit/settings/group-codes.ts';
import type { SatisfactionSettings } from './settings.ts';

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
  const resolved = all.filter(accountFilter(dataset, accounts));
  const rows = labelledGroups(groupIssues(dataset, by, resolved), by, issues)
    .map(({ id, label, avatarUrl, rows: own }) => ({
      id,
      label,
      avatarUrl,
      ...figuresOf(issues, own),
    }))
    .sort((a, b) => b.resolved.value - a.resolved.value || compareLabels(a, b));
  return {
    result: {
      label: groupLabel(by, fields),
      rows,
      total: figuresOf(issues, resolved),
      undated: countOf(withoutDate),
      hasField: (special.satisfaction ?? []).length > 0,
    },
    notes: [...notes, ...accountNotes(dataset, accounts, all), ...groupNotes(dataset, by)],
    definitions: [
      ...definitions({
        Rating: "The customer's rating of the request, 1 to 5.",
        'Response rate': 'Rated of resolved. Unrated requests are in no mean and no share.',
        '4 and 5': 'Rated 4 or 5, of the rated ones.',
      }),
      doneDefinition(rule.inForce.rule),
      ...accountDefinition(accounts),
    ],
    done: rule.inForce,
  };
}

function figuresOf(issues: readonly Issue[], rows: IssueRows): SatisfactionFigures {
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
  };
}
