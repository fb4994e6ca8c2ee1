/** The filters of a dashboard, which narrow the queries of all its gadgets. Its address names them; nothing else does. */
import { andClauses } from '@tallyboard/jira/jql/compose.ts';
import { quoteValue } from '@tallyboard/jira/jql/quote.ts';
import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import type { OuterFilter } from '../gadget-page/filter-context.ts';

/** Fields with a list of values, in the order of the bar. */
export const FILTER_FIELDS = ['project', 'assignee', 'sprint'] as const;
export type FilterField = (typeof FILTER_FIELDS)[number];

export interface FilterValue {
  /** A key, an account, a name, or one of FUNCTIONS. */
  readonly value: string;
  readonly label: string;
}

export interface DashboardFilter extends Readonly<Record<FilterField, readonly FilterValue[]>> {
  /** Days up to now in which issues were updated; null for any time. */
  readonly period: number | null;
}

export const NO_FILTER: DashboardFilter = { project: [], assignee: [], sprint: [], period: null };

/** Written into queries unquoted. */
const FUNCTIONS = new Set(['EMPTY', 'currentUser()', 'openSprints()', 'futureSprints()']);

export const PERIODS: readonly number[] = [7, 14, 30, 90, 180, 365];

/** Between a value and its label. */
const SEPARATOR = '~';

export function parseDashboardFilter(search: string): DashboardFilter {
  const query = new URLSearchParams(search);
  const readValues = (field: FilterField) => query.getAll(field).flatMap(readValue);
  const period = Number(query.get('period'));
  return {
    project: readValues('project'),
    assignee: readValues('assignee'),
    sprint: readValues('sprint'),
    period: PERIODS.includes(period) ? period : null,
  };
}

function readValue(text: string): FilterValue[] {
  const [value = '', ...label] = text.split(SEPARATOR);
  return value === '' ? [] : [{ value, label: label.join(SEPARATOR) || value }];
}

/** The parameters of a filter, for the address of a dashboard or a wallboard. */
export function filterParameters(filter: DashboardFilter): [name: string, value: string][] {
  return [
    ...FILTER_FIELDS.flatMap(field =>
      filter[field].map(({ value, label }): [string, string] => [
        field,
        label === value ? value : `${value}${SEPARATOR}${label}`,
      ]),
    ),
    ...(filter.period === null ? [] : [['period', String(filter.period)] as [string, string]]),
  ];
}

/** What the gadgets of a dashboard see of its filter; null if nothing is set. */
export function outerFilter(filter: DashboardFilter): OuterFilter | null {
  const parts = [...FILTER_FIELDS, 'period' as const].filter(part =>
    part === 'period' ? filter.period !== null : filter[part].length > 0,
  );
  if (parts.length === 0) return null;
  // A text shows no issues.
  const partsOf = ({ queryBy, ownFilters }: Gadget) =>
    queryBy === 'none' ? [] : parts.filter(part => !ownFilters.includes(part));
  return {
    narrow: (gadget, jql) =>
      andClauses(
        jql,
        ...partsOf(gadget).map(part =>
          part === 'period' ? `updated >= -${filter.period}d` : clauseOf(part, filter[part]),
        ),
      ),
    words: gadget => ({
      applied: partsOf(gadget)
        .map(part =>
          part === 'period'
            ? `updated in the last ${filter.period} days`
            : filter[part].map(({ label }) => label).join(' or '),
        )
        .join(', '),
      ignored: parts.filter(part => gadget.ownFilters.includes(part)),
    }),
  };
}

const clauseOf = (field: FilterField, values: readonly FilterValue[]) =>
  `${field} in (${values.map(({ value }) => (FUNCTIONS.has(value) ? value : quoteValue(value))).join(', ')})`;
