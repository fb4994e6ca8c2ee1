import type { ReportAnswer } from '@tallyboard/engine/report-json/answer-report.ts';
import { answerReport } from '@tallyboard/engine/report-json/answer-report.ts';
import type { IssueList } from '@tallyboard/engine/report-json/plain-result.ts';
import { reportJson } from '@tallyboard/engine/report-json/report-json.ts';
import { presentOf } from '@tallyboard/hosts/data-age.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';
import { mirrorView } from '@tallyboard/server-store/mirror-readers.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import { openStoreSource } from '../columns/store-source.ts';
import type { ComputedReport, ReportJob } from './report-job.ts';

/** Computes a report on a store as its visitor sees it. */
export async function computeJob(
  store: Store,
  { report: id, jql, settings, asOf, timeZone, visitor, seesAll, now }: ReportJob,
): Promise<ComputedReport> {
  const report = await findReport(id);
  if (!report) throw new Error(`There is no report '${id}'.`);
  const source = await openStoreSource({
    store,
    visitor,
    actAs: () => false,
    // A past time is that of queries too, never of rights.
    now: () => asOf ?? now,
    view: seesAll ? () => ({ store, why: null }) : mirrorView(store, () => now),
  });
  const answer = await answerReport(source, {
    report,
    jql: jql ?? undefined,
    settings: { stored: settings, problems: [] },
    asOf: asOf ?? presentOf(source.age, now),
    isPast: asOf !== null,
    zone: timeZone ?? undefined,
  });
  return packed(answer);
}

function packed(answer: ReportAnswer): ComputedReport {
  const lists = new Map<string, IssueList>();
  const json = reportJson(answer, lists);
  const texts = answer.issues.map(({ key }) => key);
  const keyEnds = new Uint32Array(texts.length);
  let end = 0;
  for (const [row, key] of texts.entries()) {
    end += Buffer.byteLength(key);
    keyEnds[row] = end;
  }
  return {
    asOf: answer.context.asOf,
    isWhole: answer.context.missing === undefined,
    json: utf8(json),
    keys: Buffer.from(texts.join('')),
    keyEnds,
    lists: new Map(
      [...lists].map(([pointer, list]) => [pointer, ArrayBuffer.isView(list) ? list : utf8(list)]),
    ),
  };
}

const utf8 = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
