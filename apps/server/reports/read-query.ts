import { AS_OF_RULES, parseAsOf } from '@tallyboard/core/time/as-of.ts';
import { parseIsoTime } from '@tallyboard/core/time/instant.ts';
import { isZone } from '@tallyboard/core/time/zone.ts';
import { readGiven } from '@tallyboard/engine/ask/given-settings.ts';
import { unknownBoard } from '@tallyboard/engine/ask/unknown-board.ts';
import { type Call, readBody } from '@tallyboard/replica/rest/api.ts';
import { JiraError } from '@tallyboard/replica/rest/errors.ts';
import { settingsOfText } from '@tallyboard/report-kit/settings/of-text.ts';
import { aboutReport } from '@tallyboard/reports/catalogue/reports.ts';
import { unknownReport } from '@tallyboard/reports/find-by-name.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';
import type { FigureQuestion } from './figures.ts';
import type { PageRequest } from './list-page.ts';
import { needsJql } from './report-list.ts';

const MEMBERS = ['jql', 'settings', 'asOf', 'timeZone', 'locale', 'keys', 'table'];
const MAX_KEYS = 5_000;

interface ReportBody extends FigureQuestion {
  /** Null for the figures. */
  readonly page: PageRequest | null;
}

/** What a call asks for, unchecked. */
export interface AskedReport {
  readonly report: string;
  readonly jql?: unknown;
  readonly settings?: unknown;
  readonly asOf?: unknown;
  readonly timeZone?: unknown;
  readonly locale?: unknown;
  readonly table?: unknown;
}

/** The checked body of a call; `id` is the report of its address. Throws a JiraError. */
export async function readQuery(call: Call, id?: string): Promise<ReportBody> {
  const { report = id, keys, ...asked } = readBody(call, id ? MEMBERS : ['report', ...MEMBERS]);
  if (!aboutReport(String(report))) throw noReport(String(report), id === undefined ? 400 : 404);
  const question = await readQuestion(call, { ...asked, report: String(report) });
  return { ...question, page: keys === undefined ? null : readPage(keys) };
}

/** The question of an address: settings are its other parameters, by their names. Throws a JiraError. */
export async function readAddress(call: Call, id: string): Promise<FigureQuestion> {
  const report = await findReport(id);
  if (!report) throw noReport(id, 404);
  const { jql, asOf, timeZone, locale: __, table, format: _, ...named } = call.query;
  const settings = settingsOfText(report.settings, named);
  return readQuestion(call, {
    report: id,
    jql,
    settings,
    asOf,
    timeZone,
    table: table === 'true' ? true : table === 'false' ? false : table,
  });
}

async function readQuestion(
  call: Call,
  { report: id, jql, settings: given, asOf, timeZone, table = false }: AskedReport,
): Promise<FigureQuestion> {
  const report = await findReport(id);
  if (!report) throw noReport(id, 404);
  if (jql !== undefined && typeof jql !== 'string') throw wrong('jql is a text.');
  if (typeof table !== 'boolean') throw wrong('table is true or false.');
  if (jql === undefined && needsJql(report)) throw wrong(`${report.id} needs a query: jql.`);
  const { stored, problems } =
    given === undefined ? { stored: {}, problems: [] } : readGiven(report, given, 'settings');
  if (aboutReport(id)?.onBoard) requireBoard(call, stored.boardId);
  if (problems.length > 0) {
    const texts = problems.map(({ path, text }) => `settings${path && ` ${path}`}: ${text}`);
    throw new JiraError(
      400,
      texts,
      Object.fromEntries(problems.map(({ path, text }) => [path, text])),
    );
  }
  return {
    query: {
      report: report.id,
      jql: jql ?? (report.withoutIssues ? '' : null),
      settings: stored,
      asOf: asOf === undefined ? null : readTime(asOf),
      timeZone: timeZone === undefined ? null : readZone(timeZone),
      table,
      aggregate: call.reply.request.accessKey?.aggregateOnly ?? false,
    },
    hasQuery: report.query !== undefined,
  };
}

/** Null and 0 stand for no board. */
function requireBoard({ all, find }: Call, boardId: unknown): void {
  if (!boardId || boardId === '0' || find('board', String(boardId))) return;
  throw wrong(unknownBoard(String(boardId), all('board')));
}

function noReport(id: string, status: number): JiraError {
  return new JiraError(status, unknownReport(id));
}

function readTime(value: unknown): number | string {
  const stored = parseAsOf(value);
  if (stored !== null) return stored;
  const instant = parseIsoTime(String(value));
  if (instant !== null) return instant;
  throw wrong(
    `asOf is a day such as 2026-03-31, a time with its offset such as 2026-03-31T18:00:00Z, ${AS_OF_RULES.map(({ value: rule }) => rule).join(' or ')}, not '${value}'.`,
  );
}

function readZone(value: unknown): string {
  if (typeof value === 'string' && isZone(value)) return value;
  throw wrong(`timeZone is a time zone such as Europe/Berlin, not '${value}'.`);
}

function readPage(value: unknown): PageRequest {
  const { of, from = 0, limit = MAX_KEYS } = { ...(value as Partial<PageRequest> | null) };
  const isPage =
    typeof of === 'string' &&
    Number.isSafeInteger(from) &&
    from >= 0 &&
    Number.isSafeInteger(limit) &&
    limit >= 1 &&
    limit <= MAX_KEYS;
  if (isPage) return { of, from, limit };
  throw wrong(
    `keys is {of, from, limit}: the place of a figure such as /result/total, a position from 0, and 1 to ${MAX_KEYS}.`,
  );
}

const wrong = (text: string) => new JiraError(400, text);
