import type { IssueKey } from '@tallyboard/core/model/ids.ts';
import { plainDone } from '@tallyboard/report-kit/settings/done-settings.ts';
import {
  fileColumns,
  fileLines,
  type ReportTable,
  typedTable,
} from '@tallyboard/report-kit/table/report-table.ts';
import { NO_ISSUE_YET, noIssueYet } from '../no-issue-yet.ts';
import type { ReportAnswer } from './answer-report.ts';
import { type IssueList, type Json, plainResult } from './plain-result.ts';
import { KeyList } from './write-json.ts';

export function tableOf(answer: ReportAnswer): ReportTable {
  const { request, context, computed } = answer;
  const table = request.report.table(computed.result, request.settings, context);
  if (noIssueYet(answer) === null) return table;
  const { total: _, ...columns } = table;
  return { ...columns, rows: [] };
}

/**
 * A report as JSON for programs, see docs/cli.md. With `lists` it names no single issues, but counts those of notes: `lists`
 * receives what is left out, by JSON pointers (RFC 6901).
 */
export function reportJson(answer: ReportAnswer, lists: Map<string, IssueList> | null = null) {
  const { request, context, loaded, computed, age, problems } = answer;
  const { report, settings, jql } = request;
  const none = noIssueYet(answer);
  const figures = none === null ? figuresJson(answer, lists) : noFigures(none);
  return {
    report: report.id,
    settings: report.settings.serialize(settings),
    jql,
    asOf: new Date(context.asOf).toISOString(),
    timeZone: context.zone,
    ...(none === null && computed.done && { doneRule: plainDone(computed.done) }),
    ...(age && { dataAsOf: age.asOf === null ? null : new Date(age.asOf).toISOString() }),
    coverage: loaded.coverage,
    problems,
    ...figures,
  };
}

const noFigures = (text: string) => ({
  notes: [{ code: NO_ISSUE_YET, text, issues: 0 }],
  result: null,
});

function figuresJson(
  { request: { report }, issues, computed }: ReportAnswer,
  lists: Map<string, IssueList> | null,
) {
  // Read when the first one is named: with `lists` few results name any.
  let all: readonly IssueKey[] | null = null;
  const keys = () => {
    all ??= issues.map(({ key }) => key);
    return all;
  };
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
  if (lists && ofResult) {
    for (const [name, list] of Object.entries(records)) {
      delete result[name];
      ofResult.set(`/${name}`, list as Json[]);
    }
    for (const [pointer, list] of ofResult) lists.set(`/result${pointer}`, list);
    for (const [at, note] of computed.notes.entries())
      lists.set(`/notes/${at}/issues`, note.issues);
  }
  return {
    notes: computed.notes.map(({ code, text, issues: rows }) => ({
      code,
      text,
      issues: lists ? rows.length : new KeyList(rows, keys()),
    })),
    result: lists ? result : Object.assign(result, records),
  };
}

/** What readers see of a report: title, headline, table, definitions. `lists` receives the issues behind the cells of the table. */
export function readableReport(answer: ReportAnswer, lists: Map<string, IssueList>) {
  const { request, context, computed } = answer;
  const { report, settings } = request;
  const table = tableOf(answer);
  const columns = fileColumns(table);
  for (const [at, { row }] of fileLines(table).entries())
    for (const column of columns) {
      const issues = column.figure?.(row)?.issues;
      if (issues) lists.set(`/table/rows/${at}/${column.id}`, issues);
    }
  const title = report.title(settings);
  if (noIssueYet(answer) !== null)
    return { title, doubts: [], definitions: [], table: typedTable(table) };
  const headline = report.headline?.(computed.result, settings, context);
  return {
    title,
    ...(headline && {
      headline: {
        sentence: headline.sentence,
        figures: headline.figures.map(({ label, text, of, goal }) => ({ label, text, of, goal })),
      },
    }),
    doubts: report.doubts?.(computed.result) ?? [],
    definitions: computed.definitions,
    table: typedTable(table),
  };
}
