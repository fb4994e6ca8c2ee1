import { compareLabels, groupIssues, NO_VALUE } from '@tallyboard/core/measure/group-by.ts';
import type { GroupName } from '@tallyboard/core/measure/grouping.ts';
import { NONE } from '@tallyboard/core/measure/grouping.ts';
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
): readonly FieldGroup[] {
  const { issues } = dataset;
  const read = readerOf(field)?.read ?? 'project';
  if (isNumberKind(read)) {
    const slas = slaIds(field, dataset.special, dataset.fields);
    return numberGroups(issues, issue => NUMBERS[read](issue, slas), labelOf(read, context));
  }
  const single = read === 'issue-key' || read === 'issue-summary';
  const found = groupIssues(dataset, read);
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
const NUMBERS: Readonly<
  Record<NumberKind, (issue: Issue, slas: readonly FieldId[]) => number | null>
> = {
  due: issue => issue.due,
  progress: issue => percentOf(issue.progress),
  'sum-progress': issue => percentOf(issue.sumProgress),
  votes: issue => issue.votes,
  watches: issue => issue.watches,
  sla: breached,
};

const isNumberKind = (read: unknown): read is NumberKind =>
  typeof read === 'string' && Object.hasOwn(NUMBERS, read);

/** In whole percent; null without estimate and logged time. */
function percentOf(progress: Progress | null): number | null {
  if (progress === null || progress.total === 0) return null;
  return Math.round((100 * progress.done) / progress.total);
}

/** 1 for a breached SLA, 0 for a met one, null if never started. */
function breached({ slas }: Issue, ids: readonly FieldId[]): number | null {
  for (const id of ids) {
    const sla = slas.get(id);
    if (sla && sla.breached !== null) return sla.breached ? 1 : 0;
  }
  return null;
}

function labelOf(kind: NumberKind, { dateFormat }: ReportContext): (value: number) => string {
  if (kind === 'due') return day => formatDay(day, dateFormat);
  if (kind === 'progress' || kind === 'sum-progress') return formatPercent;
  if (kind === 'sla') return value => (value === 1 ? 'Yes' : 'No');
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
