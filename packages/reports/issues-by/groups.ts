import { compareLabels, groupIssues, NO_VALUE } from '@tallyboard/core/measure/group-by.ts';
import type { GroupName } from '@tallyboard/core/measure/grouping.ts';
import { NONE } from '@tallyboard/core/measure/grouping.ts';
import { SLA_STATES, type SlaState, slaState } from '@tallyboard/core/measure/sla.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { FieldId } from '@tallyboard/core/model/ids.ts';
import type { Issue, Progress } from '@tallyboard/core/model/issue.ts';
import { formatDay } from '@tallyboard/core/time/format.ts';
import { labelledGroups } from '@tallyboard/report-kit/figures/group-labels.ts';
import { formatPercent } from '@tallyboard/ui/text/numbers.ts';
import { type NumberKind, readerOf, slaIds } from './fields.ts';

export interface FieldGroup extends GroupName {
  /** Sort value of numbers and dates; null for names and without a value. */
  readonly order: number | null;
  readonly rows: IssueRows;
}

/**
 * Returns the groups of a field: names by number of issues, descending; numbers and dates ascending, no value last;
 * single issues in the order of the query.
 */
export function fieldGroups(
  dataset: Dataset,
  field: string,
  context: ReportContext,
  /** Of names; numbers and dates are of all issues. */
  rows: IssueRows,
): readonly FieldGroup[] {
  const { issues } = dataset;
  const read = readerOf(field)?.read ?? 'project';
  if (isNumberKind(read)) {
    if (read === 'sla') {
      const slas = slaIds(field, dataset.special, dataset.fields);
      return slaGroups(issues, slas, context);
    }
    return numberGroups(issues, NUMBERS[read], labelOf(read, context));
  }
  const single = read === 'issue-key' || read === 'issue-summary';
  const found = groupIssues(dataset, read, rows);
  const groups = (single ? found : labelledGroups(found, read, issues)).map(group => ({
    id: group.id,
    label: group.label,
    avatarUrl: group.avatarUrl,
    rows: group.rows,
    order: null,
  }));
  if (single) return groups;
  return groups.sort((a, b) => b.rows.length - a.rows.length || compareLabels(a, b));
}

/** Null without a value. */
const NUMBERS: Readonly<Record<Exclude<NumberKind, 'sla'>, (issue: Issue) => number | null>> = {
  due: issue => issue.due,
  progress: issue => percentOf(issue.progress),
  'sum-progress': issue => percentOf(issue.sumProgress),
  votes: issue => issue.votes,
  watches: issue => issue.watches,
};

const isNumberKind = (read: unknown): read is NumberKind =>
  typeof read === 'string' && (read === 'sla' || Object.hasOwn(NUMBERS, read));

/** In whole percent; null without estimate and logged time. */
function percentOf(progress: Progress | null): number | null {
  if (progress === null || progress.total === 0) return null;
  return Math.round((100 * progress.done) / progress.total);
}

const STATES = Object.keys(SLA_STATES) as readonly SlaState[];

/** By the state of the SLA, of the first of its fields that the issue has. */
function slaGroups(
  issues: readonly Issue[],
  ids: readonly FieldId[],
  { asOf }: ReportContext,
): readonly FieldGroup[] {
  const stateOf = ({ slas }: Issue): SlaState | null => {
    for (const id of ids) {
      const sla = slas.get(id);
      const state = sla && slaState(sla, asOf);
      if (state) return state;
    }
    return null;
  };
  const groups = Map.groupBy(issues.keys(), row => stateOf(issues[row]!));
  return [...STATES, null].flatMap(state => {
    const rows = groups.get(state);
    if (!rows) return [];
    const id = state ?? NO_VALUE;
    const order = state && STATES.indexOf(state);
    const label = state ? SLA_STATES[state] : NONE;
    return [{ id, avatarUrl: null, order, label, rows: Uint32Array.from(rows) }];
  });
}

function labelOf(
  kind: Exclude<NumberKind, 'sla'>,
  { dateFormat }: ReportContext,
): (value: number) => string {
  if (kind === 'due') return day => formatDay(day, dateFormat);
  if (kind === 'progress' || kind === 'sum-progress') return formatPercent;
  return String;
}

function numberGroups(
  issues: readonly Issue[],
  read: (issue: Issue) => number | null,
  label: (value: number) => string,
): readonly FieldGroup[] {
  const groups = Map.groupBy(issues.keys(), row => read(issues[row]!));
  return [...groups]
    .map(([value, rows]) => ({
      id: value === null ? NO_VALUE : String(value),
      avatarUrl: null,
      order: value,
      label: value === null ? NONE : label(value),
      rows: Uint32Array.from(rows),
    }))
    .sort((a, b) => (a.order ?? Infinity) - (b.order ?? Infinity));
}
