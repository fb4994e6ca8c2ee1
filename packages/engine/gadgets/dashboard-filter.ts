/**
 * The filters of a dashboard: board and period change the settings of gadgets that have them, the others narrow queries. Its
 * address names them, else the dashboard keeps them.
 */

import type { FlatBoardSet } from '@tallyboard/core/model/board-set.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import type { Day, ZoneId } from '@tallyboard/core/time/units.ts';
import { startOfDay } from '@tallyboard/core/time/zone.ts';
import { asRecord } from '@tallyboard/core/unknown.ts';
import { fetchBoardQuery } from '@tallyboard/dataset/load/boards.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import { andClauses } from '@tallyboard/jira/jql/compose.ts';
import { quoteValue } from '@tallyboard/jira/jql/quote.ts';
import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import type { OuterFilter } from './outer-filter.ts';

type Stored = Readonly<Record<string, unknown>>;

/** Fields with a list of values, in the order of the bar. */
export const FILTER_FIELDS = ['project', 'board', 'assignee', 'sprint'] as const;
export type FilterField = (typeof FILTER_FIELDS)[number];

export interface FilterValue {
  /** A key, an account, a name, the number of a board, a set as `boardSetValue` writes it, or one of FUNCTIONS. */
  readonly value: string;
  readonly label: string;
}

export interface DashboardFilter extends Readonly<Record<FilterField, readonly FilterValue[]>> {
  /** The last days that gadgets with dates show; null for their own dates. */
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

const SET = 'set:';

/** The value of a board set: a copy of its definition, for readers who do not see the set. */
export const boardSetValue = (set: FlatBoardSet): string =>
  `${SET}${encodeURIComponent(JSON.stringify(set)).replaceAll(SEPARATOR, '%7E')}`;

/** Its members are checked where they are used. */
function boardSetOf(value: string): unknown {
  if (!value.startsWith(SET)) return null;
  try {
    return asRecord(JSON.parse(decodeURIComponent(value.slice(SET.length)))) ?? null;
  } catch {
    return null;
  }
}

export function parseDashboardFilter(search: string): DashboardFilter {
  const query = new URLSearchParams(search);
  const readValues = (field: FilterField) => query.getAll(field).flatMap(readValue);
  const period = Number(query.get('period'));
  return {
    project: readValues('project'),
    board: readValues('board').filter(
      ({ value }) => /^\d+$/.test(value) || boardSetOf(value) !== null,
    ),
    assignee: readValues('assignee'),
    sprint: readValues('sprint'),
    period: PERIODS.includes(period) ? period : null,
  };
}

/** An address that shows a dashboard without the filter that it keeps: `?filter=none`. */
const NONE = ['filter', 'none'] as const;

/** The filter of an address, or the one that the dashboard keeps (as parameters) where the address names none. */
export function filterInForce(search: string, kept: string): DashboardFilter {
  const own = parseDashboardFilter(search);
  const isNamed = hasParts(own) || new URLSearchParams(search).get(NONE[0]) === NONE[1];
  return isNamed ? own : parseDashboardFilter(kept);
}

/** The parameters of an address that shows a filter, whatever the dashboard keeps. */
export function addressParameters(filter: DashboardFilter, kept: string): [string, string][] {
  if (filterText(filter) === filterText(parseDashboardFilter(kept))) return [];
  return hasParts(filter) ? filterParameters(filter) : [[...NONE]];
}

/** The parameters as a dashboard keeps them. */
export const filterText = (filter: DashboardFilter): string =>
  new URLSearchParams(filterParameters(filter)).toString();

const hasParts = (filter: DashboardFilter) => filterParameters(filter).length > 0;

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
    boards.map(async ({ value }) => {
      const set = boardSetOf(value);
      if (set === null) return fetchBoardQuery(client, Number(value), signal);
      const { fetchBoardSetQuery } = await import('../board-sets/fetch-board-set-query.ts');
      return fetchBoardSetQuery(client, set, signal);
    }),
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
  const partsOf = ({ queryBy }: Gadget) => (queryBy === 'none' ? [] : parts);
  /** A report has one board. */
  const applies = (gadget: Gadget, part: FilterField | 'period', stored: Stored = {}) =>
    (part === 'period' && gadget.hasInterval(stored)) ||
    (!gadget.noFilters.includes(part) &&
      !(part === 'board' && gadget.ownFilters.includes(part) && filter.board.length > 1));
  return {
    narrow: (gadget, jql) =>
      andClauses(
        jql,
        ...partsOf(gadget).flatMap(part => {
          const isClause = applies(gadget, part) && !gadget.ownFilters.includes(part);
          if (!isClause || part === 'period') return [];
          return part === 'board' ? boardsQuery : clauseOf(part, filter[part]);
        }),
      ),
    settingsOf: (gadget, stored, today, zone) =>
      Object.assign(
        {},
        ...partsOf(gadget).map(part => {
          if (!applies(gadget, part, stored)) return {};
          if (part === 'period' && gadget.hasInterval(stored))
            return intervalOf(filter, today, zone);
          return gadget.ownFilters.includes(part)
            ? settingsOf(gadget, part, filter, stored, today)
            : {};
        }),
      ),
    words: (gadget, stored) => ({
      applied: partsOf(gadget)
        .filter(part => applies(gadget, part, stored))
        .map(part =>
          part === 'period'
            ? `last ${filter.period} days`
            : filter[part].map(({ label }) => label).join(' or '),
        )
        .join(', '),
      ignored: partsOf(gadget).filter(part => !applies(gadget, part, stored)),
    }),
  };
}

/** The first and the last day of a period, of a gadget with an interval. */
const intervalOf = ({ period }: DashboardFilter, today: Day, zone: ZoneId): Stored => ({
  intervalStart: startOfDay(today - (period ?? 1) + 1, zone),
  intervalEnd: startOfDay(today, zone),
});

/** Stored settings, as in the form of a gadget. */
function settingsOf(
  { report }: Gadget,
  part: FilterField | 'period',
  { board, period }: DashboardFilter,
  stored: Stored,
  today: Day,
): Stored {
  if (part === 'board') {
    const value = board[0]?.value ?? '';
    const boardSet = boardSetOf(value);
    if (boardSet) return { boardId: 0, boardSet };
    // A board of the filter takes the place of the gadget's own set.
    return { boardId: Number(value), ...(stored.boardSet !== undefined && { boardSet: null }) };
  }
  if (part !== 'period' || period === null) return {};
  if (report === 'timesheet') return { eType: 0, endDate: 0, daySpan: period, lockStart: false };
  return { chartStartDate: dayText(today - period + 1), chartEndDate: dayText(today) };
}

const clauseOf = (field: FilterField, values: readonly FilterValue[]) =>
  `${field} in (${values.map(({ value }) => (FUNCTIONS.has(value) ? value : quoteValue(value))).join(', ')})`;
