import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import type { ReportAnswer } from '@tallyboard/engine/ask/answer-report.ts';
import { answerAt } from '@tallyboard/engine/ask/answer-report.ts';
import { packView, type ViewPlace } from '@tallyboard/engine/ask/figure-view.ts';
import type { IssueList } from '@tallyboard/engine/ask/plain-result.ts';
import { readableReport, reportJson, tableOf } from '@tallyboard/engine/ask/answer.ts';
import { aggregateTable } from '@tallyboard/report-kit/table/aggregate-table.ts';
import { typedTable } from '@tallyboard/report-kit/table/report-table.ts';
import { openStoreSource } from '@tallyboard/report-service/columns/store-source.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import { writeFile } from './file-formats.ts';
import { packLists } from './packed-list.ts';
import { viewOf } from './reader-scope.ts';
import type { ComputedReport, ReportJob } from './report-job.ts';

/** Computes a report on a store as its visitor sees it. */
export async function computeJob(store: Store, job: ReportJob): Promise<ComputedReport> {
  const { report: id, jql, settings, timeZone, table, view = null, aggregate, now } = job;
  const report = await findReport(id);
  if (!report) throw new Error(`There is no report '${id}'.`);
  // A past time is that of queries too, never of rights.
  const openAt = (at: Instant) =>
    openStoreSource({
      store,
      visitor: job.visitor,
      actAs: () => false,
      now: () => at,
      view: viewOf(store, job.extent, () => now),
    });
  const question = {
    report,
    jql: jql ?? undefined,
    settings: { stored: settings, problems: [] },
    zone: timeZone ?? undefined,
  };
  const answer = await answerAt(openAt, question, { asOf: job.asOf, now });
  if (job.file !== undefined) return written(answer, job.file, aggregate);
  return aggregate ? aggregated(answer) : packed(answer, table, view);
}

/** The server gets the file alone: reading the JSON of a large table would delay all its calls. */
async function written(
  answer: ReportAnswer,
  format: string,
  aggregate: boolean,
): Promise<ComputedReport> {
  const table = tableOf(answer);
  return {
    asOf: answer.context.asOf,
    isWhole: isWhole(answer),
    json: await writeFile(format, aggregate ? aggregateTable(table) : typedTable(table)),
    ...packKeys([]),
    lists: new Map(),
  };
}

/** For keys that get no issues. */
function aggregated(answer: ReportAnswer): ComputedReport {
  const { report, settings, jql, asOf, timeZone, notes, ...rest } = reportJson(answer, new Map());
  const table = aggregateTable(tableOf(answer));
  const json = {
    report,
    settings,
    jql,
    asOf,
    timeZone,
    ...(rest.doneRule && { doneRule: rest.doneRule }),
    complete: rest.coverage.complete,
    notes: notes.map(({ code }) => ({ code })),
    title: answer.request.report.title(answer.request.settings),
    // Those of figures that are not shown may name them.
    definitions: table.rows.length > 0 ? answer.computed.definitions : [],
    table,
  };
  return {
    asOf: answer.context.asOf,
    isWhole: isWhole(answer),
    json: Buffer.from(JSON.stringify(json)),
    ...packKeys([]),
    lists: new Map(),
  };
}

const isWhole = ({ context: { missing, notCopied, incomplete } }: ReportAnswer): boolean =>
  !missing && !notCopied && !incomplete;

async function packed(
  answer: ReportAnswer,
  withTable: boolean,
  view: ViewPlace | null,
): Promise<ComputedReport> {
  const lists = new Map<string, IssueList>();
  const json = {
    ...reportJson(answer, lists),
    ...(withTable && readableReport(answer, lists)),
    ...(view && { view: await packView(answer, view) }),
  };
  return {
    asOf: answer.context.asOf,
    isWhole: isWhole(answer),
    json: Buffer.from(JSON.stringify(json)),
    ...packKeys(answer.issues),
    lists: await packLists(lists),
  };
}

/** Keys that are joined at a time: all of them as texts would take ten times the bytes. */
const KEYS_PER_PART = 10_000;

function packKeys(issues: readonly Issue[]): Pick<ComputedReport, 'keys' | 'keyEnds'> {
  const keyEnds = new Uint32Array(issues.length);
  const parts: Buffer[] = [];
  let end = 0;
  for (let from = 0; from < issues.length; from += KEYS_PER_PART) {
    const texts = issues.slice(from, from + KEYS_PER_PART).map(({ key }) => key);
    for (const [at, key] of texts.entries()) {
      end += Buffer.byteLength(key);
      keyEnds[from + at] = end;
    }
    parts.push(Buffer.from(texts.join('')));
  }
  return { keys: Buffer.concat(parts), keyEnds };
}
