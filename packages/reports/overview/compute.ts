/**
 * The overview: how much is resolved, where the issues stand, which ones want attention, and the same by group.
 */

import { percent } from '@tallyboard/core/measure/statistics.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { IssueId } from '@tallyboard/core/model/ids.ts';
import type { Computed, Figure } from '@tallyboard/core/model/result.ts';
import { CATEGORY_ORDER, type StatusCategory } from '@tallyboard/core/model/status.ts';
import { startOfWeek } from '@tallyboard/core/time/day.ts';
import { type BreakdownTable, breakdownTable } from '../shared/breakdown-rows.ts';
import { countOf, filterRows, selectRows, sumOf } from '../shared/figures.ts';
import { type IssueColumns, issueColumns } from '../shared/issue-columns.ts';
import { statusNotes } from '../shared/status-notes.ts';
import { overviewDefinitions } from './definitions.ts';
import { ATTENTION_LISTS, type AttentionFacts, type AttentionId } from './lists.ts';
import { type OverviewSettings, shownGroupings } from './settings.ts';

/** So much of so much: 30 of 40 issues are resolved. */
export interface ProgressLine {
  readonly id: 'resolved' | 'with-resolution' | 'points' | 'time';
  readonly unit: 'issues' | 'points' | 'seconds';
  readonly part: Figure;
  readonly whole: Figure;
  /** 100 * part / whole; 0 when the whole is 0. */
  readonly percent: number;
}

/** Where the issues stand, in issues or points: the segments add up to the whole of the progress line. */
export interface StatusBar {
  readonly id: 'issues' | 'points';
  readonly segments: readonly { readonly id: StatusCategory; readonly figure: Figure }[];
}

export interface OverviewResult {
  readonly total: Figure;
  /** Points and time only where there are any. */
  readonly lines: readonly ProgressLine[];
  readonly statusBars: readonly StatusBar[];
  /** Issues with a resolution, whatever their status says. */
  readonly withResolution: ProgressLine;
  readonly lists: readonly { readonly id: AttentionId; readonly figure: Figure }[];
  /** By assignee, project and the grouping of the Other switch; empty when the settings hide them. */
  readonly breakdowns: readonly BreakdownTable[];
}

/** Returns the overview of a dataset: counts in issues, times in seconds, percents from 0 to 100, not rounded. */
export function computeOverview(
  dataset: Dataset,
  settings: OverviewSettings,
  context: ReportContext,
): Computed<OverviewResult> {
  const columns = issueColumns(dataset, settings, context);
  const all = selectRows(columns.count, () => true);
  const resolved = filterRows(all, row => columns.resolved[row] === 1);
  const total = countOf(all);
  const points = sumOf(all, columns.points);
  const actual = sumOf(all, columns.actual);

  const lines: ProgressLine[] = [line('resolved', 'issues', countOf(resolved), total)];
  const statusBars: StatusBar[] = [{ id: 'issues', segments: segmentsOf(columns, countOf) }];
  if (points.value !== 0) {
    const sumPoints = (rows: Uint32Array) => sumOf(rows, columns.points);
    lines.push(line('points', 'points', sumPoints(resolved), points));
    statusBars.push({ id: 'points', segments: segmentsOf(columns, sumPoints) });
  }
  if (actual.value !== 0) lines.push(line('time', 'seconds', sumOf(all, columns.spent), actual));

  const hasResolution = filterRows(all, row => dataset.issues[row]?.resolved != null);
  const result: OverviewResult = {
    total,
    lines,
    statusBars,
    withResolution: line('with-resolution', 'issues', countOf(hasResolution), total),
    lists: attentionLists(dataset, columns, context),
    breakdowns: shownGroupings(settings).map(groupBy =>
      breakdownTable(dataset, columns, { ...settings, groupBy }),
    ),
  };
  return {
    result,
    notes: statusNotes(dataset, columns, settings),
    definitions: overviewDefinitions(dataset, settings),
  };
}

function line(
  id: ProgressLine['id'],
  unit: ProgressLine['unit'],
  part: Figure,
  whole: Figure,
): ProgressLine {
  return { id, unit, part, whole, percent: percent(part.value ?? 0, whole.value ?? 0) };
}

function segmentsOf(columns: IssueColumns, figure: (rows: Uint32Array) => Figure) {
  return CATEGORY_ORDER.map((id, position) => ({
    id,
    figure: figure(selectRows(columns.count, row => columns.category[row] === position)),
  }));
}

function attentionLists(dataset: Dataset, columns: IssueColumns, context: ReportContext) {
  const { issues } = dataset;
  const open = selectRows(columns.count, row => columns.resolved[row] === 0);
  const facts: AttentionFacts = {
    today: columns.today,
    weekEnd: startOfWeek(columns.today, context.weekStart) + 6,
    isOtherDone: resolvedById(dataset, columns),
  };
  return ATTENTION_LISTS.map(list => ({
    id: list.id,
    figure: countOf(
      filterRows(open, row => {
        const issue = issues[row];
        return issue !== undefined && list.holds(issue, facts);
      }),
    ),
  }));
}

/** Looks issues up by id. The index is built at the first question: most datasets have few links or none. */
function resolvedById(dataset: Dataset, columns: IssueColumns): (id: IssueId) => boolean | null {
  let rows: Map<IssueId, number> | null = null;
  return id => {
    rows ??= new Map(dataset.issues.map((issue, row) => [issue.id, row]));
    const row = rows.get(id);
    return row === undefined ? null : columns.resolved[row] === 1;
  };
}
