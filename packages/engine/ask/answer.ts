import type { IssueKey } from '@tallyboard/core/model/ids.ts';
import { dependsOnViewer } from '@tallyboard/jira/jql/viewer.ts';
import { boardTable } from '@tallyboard/report-kit/board-sets/board-table.ts';
import type { HeadlineFigure } from '@tallyboard/report-kit/headline.ts';
import { limitsJson, reportLimits } from '@tallyboard/report-kit/limits/with-limits.ts';
import { plainDone } from '@tallyboard/report-kit/settings/done-settings.ts';
import {
  type AggregateTable,
  aggregateTable,
} from '@tallyboard/report-kit/table/aggregate-table.ts';
import {
  cellValue,
  fileCell,
  fileColumns,
  fileLines,
  plainFields,
  type ReportTable,
  typedTable,
  unitIn,
} from '@tallyboard/report-kit/table/report-table.ts';
import { isIssueKey } from '@tallyboard/report-kit/table/row-key.ts';
import { inProgram, unitName } from '@tallyboard/report-kit/table/units.ts';
import { NO_ISSUE_YET, noIssueYet } from '../no-issue-yet.ts';
import type { ReportResult } from '../run-report.ts';
import type { ReportAnswer } from './answer-report.ts';
import { type Answer, type AnswerFigure, BY_BOARD, figureKey } from './answer-schema.ts';
import { type IssueList, type Json, plainResult } from './plain-result.ts';
import { KeyList } from './write-json.ts';

/** An answer, or what a page shows. */
export type ShownAnswer = Omit<ReportAnswer, 'issues' | 'dataset' | 'rows'>;

export function tableOf(answer: Pick<ShownAnswer, keyof ReportResult>): ReportTable {
  const { request, context, computed } = answer;
  const table = request.report.table(computed.result, request.settings, context);
  if (noIssueYet(answer) === null) return table;
  const { total: _, ...columns } = table;
  return { ...columns, rows: [] };
}

/** How the figures of an answer are computed. */
export const definitionLines = (answer: ShownAnswer) =>
  noIssueYet(answer) === null ? answer.computed.definitions : [];

/** The headline by the boards of a set; null where there is none. */
export function boardTableOf(answer: ShownAnswer): ReportTable | null {
  const { request, context, computed } = answer;
  return noIssueYet(answer) === null
    ? boardTable(request.report, computed, request.settings, context)
    : null;
}

interface AnswerOptions {
  /** Receives what names single issues, which is left out, by JSON pointers (RFC 6901). */
  readonly lists?: Map<string, IssueList>;
  /** With the rows of single issues, for those who may see issues. */
  readonly issueRows?: boolean;
}

/** A report as programs get it, at every door: see docs/report-api.md. It names no single issue. */
export function answerJson(
  answer: ShownAnswer,
  { lists = new Map(), issueRows = false }: AnswerOptions = {},
): Answer {
  const { request, context, loaded, computed, problems } = answer;
  const { report, settings } = request;
  const none = noIssueYet(answer);
  const whole = tableOf(answer);
  const table = issueRows ? whole : withoutIssues(whole);
  const typed = typedTable(table);
  listTable(table, lists);
  if (none === null)
    for (const [at, note] of computed.notes.entries())
      lists.set(`/notes/${at}/issues`, note.issues);
  const headline =
    none === null ? (report.headline?.(computed.result, settings, context) ?? null) : null;
  const byBoard = boardTableOf(answer);
  const limits = none === null ? reportLimits(report, computed.result, settings, context) : null;
  return {
    ...headOf(answer),
    coverage: { ...loaded.coverage, reasons: [...loaded.coverage.reasons] },
    complete: loaded.coverage.complete,
    problems: problems.map(each => ({ ...each })),
    ...(headline && {
      headline: {
        ...(headline.sentence !== undefined && { sentence: headline.sentence }),
        figures: headline.figures.map(each => shownFigure(each)),
      },
    }),
    ...(limits && { limits: limits.map(limitsJson) }),
    doubts: none === null ? [...(report.doubts?.(computed.result) ?? []), ...ofReader(answer)] : [],
    notes:
      none === null
        ? computed.notes.map(({ code, text, issues }) => ({ code, text, issues: issues.length }))
        : [{ code: NO_ISSUE_YET, text: none, issues: 0 }],
    definitions: definitionLines(answer).map(each => ({ ...each })),
    table: plainOf(typed),
    ...(byBoard && { byBoard: plainOf(typedTable(byBoard)) }),
    figures:
      none === null
        ? [...figuresOf(whole, headline?.figures ?? []), ...(byBoard ? boardFigures(byBoard) : [])]
        : [],
  };
}

const plainOf = ({
  columns,
  fields,
  keys,
  rows,
  hasTotal,
}: Omit<AggregateTable, 'folded'>): Answer['table'] => ({
  columns: [...columns],
  fields: fields.map(each => ({ ...each })),
  keys: [...keys],
  rows: rows.map(row => [...row]),
  hasTotal,
});

function headOf({ request, title, context, computed, age, eyes }: ShownAnswer) {
  const { report, settings, jql } = request;
  return {
    report: report.id,
    title,
    settings: report.settings.serialize(settings),
    jql,
    ...(eyes !== null && { eyes }),
    asOf: new Date(context.asOf).toISOString(),
    timeZone: context.zone,
    ...(computed.done && { doneRule: plainDone(computed.done) }),
    ...(age && { dataAsOf: age.asOf === null ? null : new Date(age.asOf).toISOString() }),
  };
}

/** Who the reader of the query is, where that is not who asks. */
function ofReader({ request: { jql, readerJql = '' }, eyes }: ShownAnswer): readonly string[] {
  if (eyes === null || ![jql, readerJql].some(dependsOnViewer)) return [];
  return [`The query depends on its reader: currentUser() is ${eyes}, not who asks.`];
}

const shownFigure = ({ id, label, text, of, goal }: HeadlineFigure) => ({
  key: id,
  label,
  text,
  ...(of !== undefined && { of }),
  ...(goal && { goal: { ...goal } }),
});

/** The table without the rows of single issues. */
function withoutIssues(table: ReportTable): ReportTable {
  const isGroup = (row: unknown) => !isIssueKey(table.rowKey?.(row) ?? '');
  const { childRows } = table;
  return {
    ...table,
    rows: table.rows.filter(isGroup),
    ...(childRows && { childRows: (row: unknown) => childRows(row)?.filter(isGroup) }),
  };
}

/** The issues behind the cells of a table. */
function listTable(table: ReportTable, lists: Map<string, IssueList>): void {
  const columns = fileColumns(table);
  for (const [at, { row }] of fileLines(table).entries())
    for (const column of columns) {
      const issues = column.figure?.(row)?.issues;
      if (issues) lists.set(`/table/rows/${at}/${column.id}`, issues);
    }
}

/** The numbers of the boards of a set; those of the total are the report's. */
const boardFigures = (table: ReportTable): AnswerFigure[] => {
  const { total: _, ...boards } = table;
  return [...tableFigures(boards).values()].map(each => ({ ...each, key: BY_BOARD + each.key }));
};

/** The numbers of headline, totals and groups by their keys. */
function figuresOf(table: ReportTable, headline: readonly HeadlineFigure[]): AnswerFigure[] {
  const figures = tableFigures(table);
  const first = headline.map(({ id, value = null, unit, drill }): AnswerFigure => {
    const known = figures.get(id);
    figures.delete(id);
    if (known) return known;
    const name = unit && unitName(unit);
    return {
      key: id,
      value: value === null ? null : unit ? inProgram(value, unit) : value,
      ...(name !== undefined && { unit: name }),
      ...(drill && { issues: drill.figure.issues.length }),
    };
  });
  return [...first, ...figures.values()];
}

function tableFigures(table: ReportTable): Map<string, AnswerFigure> {
  const figures = new Map<string, AnswerFigure>();
  const columns = fileColumns(table);
  const fields = plainFields(table);
  for (const line of fileLines(table)) {
    if (isIssueKey(line.key)) continue;
    for (const [at, column] of columns.entries()) {
      const { name, type, unit } = fields[at] ?? {};
      if (name === undefined || type !== 'number') continue;
      if (cellValue(column, line.row) === undefined) continue;
      const cell = fileCell(column, line, inProgram) ?? null;
      const figure = column.figure?.(line.row);
      const key = figureKey(line.isTotal ? '' : line.key, name);
      const own = unitName(unitIn(column, line.row)) ?? unit;
      figures.set(key, {
        key,
        value: typeof cell === 'number' ? cell : null,
        ...(own !== undefined && { unit: own }),
        ...(figure && { kind: figure.kind, issues: figure.issues.length }),
      });
    }
  }
  return figures;
}

/** The answer for keys that get no issues: the table alone, without small groups. */
export function aggregateAnswer(answer: ReportAnswer): Answer {
  const { computed, loaded } = answer;
  const table = aggregateTable(tableOf(answer));
  const none = noIssueYet(answer);
  const notes = none === null ? computed.notes : [{ code: NO_ISSUE_YET }];
  return {
    ...headOf(answer),
    complete: loaded.coverage.complete,
    doubts: [],
    notes: notes.map(({ code }) => ({ code })),
    // Those of figures that are not shown may name them.
    definitions: table.rows.length > 0 ? computed.definitions.map(each => ({ ...each })) : [],
    table: { ...plainOf(table), folded: table.folded },
    figures: table.rows.flatMap((row, at) =>
      table.fields.flatMap(({ name, type, unit }, column): AnswerFigure[] => {
        const value = row[column] ?? null;
        if (type !== 'number' || typeof value !== 'number') return [];
        return [{ key: figureKey(table.keys[at] ?? '', name), value, ...(unit && { unit }) }];
      }),
    ),
  };
}

/**
 * The private result of a report, which changes with its code; null before the first issue. With `lists` it names no single issues:
 * `lists` receives what is left out, by JSON pointers.
 */
export function resultJson(answer: ReportAnswer, lists: Map<string, IssueList> | null) {
  if (noIssueYet(answer) !== null) return null;
  const { computed } = answer;
  const { report } = answer.request;
  const keys = keysOf(answer);
  const ofResult = lists && new Map<string, IssueList>();
  const { milliseconds } = report;
  const records = report.records?.(computed.result, row => keys()[row] ?? '?') ?? {};
  const others = Object.entries(computed.result as object)
    .filter(([name]) => !report.repeated?.includes(name))
    .map(([name, value]) => [name, Object.hasOwn(records, name) ? null : value] as const);
  const result = plainResult(Object.fromEntries(others), keys, {
    milliseconds,
    lists: ofResult,
  }) as Record<string, unknown>;
  Object.assign(result, report.members?.(computed.result));
  if (!lists || !ofResult) return Object.assign(result, records);
  for (const [name, list] of Object.entries(records)) {
    delete result[name];
    ofResult.set(`/${name}`, list as Json[]);
  }
  for (const [pointer, list] of ofResult) lists.set(`/result${pointer}`, list);
  return result;
}

/** The answer with the result and the keys of all issues, for those who read the data themselves. */
export function fullJson(answer: ReportAnswer) {
  const keys = keysOf(answer);
  const json = answerJson(answer);
  const notes = noIssueYet(answer) === null ? answer.computed.notes : null;
  return {
    ...json,
    notes:
      notes?.map(({ code, text, issues }) => ({
        code,
        text,
        issues: new KeyList(issues, keys()),
      })) ?? json.notes,
    result: resultJson(answer, null),
  };
}

/** Read when the first one is named: without issues few results name any. */
function keysOf({ issues }: ReportAnswer): () => readonly IssueKey[] {
  let all: readonly IssueKey[] | null = null;
  return () => {
    all ??= issues.map(({ key }) => key);
    return all;
  };
}
