/** The filters of a dashboard, which narrow the queries of all its gadgets. Its address names them; nothing else does. */
import { fetchBoardQuery } from '@tallyboard/dataset/json/boards.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import { andClauses } from '@tallyboard/jira/jql/compose.ts';
import { quoteValue } from '@tallyboard/jira/jql/quote.ts';
import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import type { OuterFilter } from '../gadget-page/filter-context.ts';

/** Fields with a list of values, in the order of the bar. */
export const FILTER_FIELDS = ['project', 'board', 'assignee', 'sprint'] as const;
export type FilterField = (typeof FILTER_FIELDS)[number];

export interface FilterValue {
  /** A key, an account, a name, the number of a board, or one of FUNCTIONS. */
  readonly value: string;
  readonly label: string;
}

export interface DashboardFilter extends Readonly<Record<FilterField, readonly FilterValue[]>> {
  /** Days up to now in which issues were updated; null for any time. */
  readonly period: number | null;
}

export const NO_FILTER: DashboardFilter = {
  project: [],
  board: [],
  assignee: [],
  sprint: [],
  period: null,
};

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
    board: readValues('board').filter(({ value }) => /^\d+$/.test(value)),
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

/** The issues of these boards, by their saved filters; '' where these have no restriction. */
export async function fetchBoardsQuery(
  client: JiraClient,
  boards: readonly FilterValue[],
  signal?: AbortSignal,
): Promise<string> {
  const queries = await Promise.all(
    boards.map(({ value }) => fetchBoardQuery(client, Number(value), signal)),
  );
  return queries.includes('') ? '' : queries.map(query => `(${query})`).join(' OR ');
}

/** What the gadgets of a dashboard see of its filter, whose boards have these issues; null if nothing is set. */
export function outerFilter(filter: DashboardFilter, boardsQuery: string): OuterFilter | null {
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
          part === 'period'
            ? `updated >= -${filter.period}d`
            : part === 'board'
              ? boardsQuery
              : clauseOf(part, filter[part]),
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
