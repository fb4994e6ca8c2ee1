import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import {
  aggregateAnswer,
  answerJson,
  boardTableOf,
  resultJson,
  tableOf,
} from '@tallyboard/engine/ask/answer.ts';
import type { ReportAnswer } from '@tallyboard/engine/ask/answer-report.ts';
import { answerQuestion } from '@tallyboard/engine/ask/answer-report.ts';
import { answerSheets } from '@tallyboard/engine/ask/answer-sheets.ts';
import { packView } from '@tallyboard/engine/ask/figure-view.ts';
import type { IssueList } from '@tallyboard/engine/ask/plain-result.ts';
import { writeJson } from '@tallyboard/engine/ask/write-json.ts';
import { isOnPeople } from '@tallyboard/engine/people/on-people.ts';
import type { PinContent } from '@tallyboard/engine/pins/pin-schema.ts';
import type { ExpectedAnswer } from '@tallyboard/engine/why/expected-schema.ts';
import { explainQuestion } from '@tallyboard/engine/why/explain-question.ts';
import { reconcileQuestion } from '@tallyboard/engine/why/reconcile-question.ts';
import type { WhyAnswer } from '@tallyboard/engine/why/why-schema.ts';
import { aggregateTable } from '@tallyboard/report-kit/table/aggregate-table.ts';
import { typedTable } from '@tallyboard/report-kit/table/report-table.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import { openStoreSource } from '@tallyboard/service-kit/columns/store-source.ts';
import { pinContent } from '@tallyboard/service-kit/pins/pin-content.ts';
import type { SharedGate } from '../site/shared-gate.ts';
import { openSiteSource } from '../site/site-source.ts';
import { withSpans } from './engine-spans.ts';
import { writeFile } from './file-formats.ts';
import { packLists } from './packed-list.ts';
import { viewOf } from './reader-scope.ts';
import type { ComputedReport, ReportJob } from './report-job.ts';

/** What a process for reports keeps. */
export interface JobContext {
  readonly store: Store;
  /** Pauses and width of calls to the real Jira behind the server. */
  readonly gate: SharedGate;
}

/** Computes a report on a store as its visitor sees it, or on the Jira behind the server as the owner of its token does. */
export async function computeJob(
  { store, gate }: JobContext,
  job: ReportJob,
): Promise<ComputedReport> {
  const { report: id, scope, settings, asOf, timeZone, notes = [], now } = job;
  const report = await findReport(id);
  if (!report) throw new Error(`There is no report '${id}'.`);
  // A past time is that of queries too, never of rights.
  const openAt = async (at: Instant | null) => {
    if (job.site) return openSiteSource(job.site, { store, gate, reader: job.visitor.account });
    const source = await openStoreSource({
      store,
      visitor: job.visitor,
      actAs: () => false,
      now: () => at ?? now,
      view: viewOf(store, job.extent, () => now),
    });
    return { ...source, forOthers: job.aggregate };
  };
  const question = {
    report,
    scope,
    settings: { stored: settings, problems: [] },
    asOf,
    timeZone,
    notes,
  };
  const read = job.site && { readAt: now };
  if (job.why) {
    const why = await explainQuestion(openAt, question, job.why, { now, watch: withSpans });
    return { ...explained(why), ...read };
  }
  if (job.expected) {
    const found = await reconcileQuestion(openAt, question, job.expected, {
      now,
      watch: withSpans,
    });
    return { ...explained(found), ...read };
  }
  const answer = await answerQuestion(openAt, question, { now, watch: withSpans });
  const onPeople =
    answer.loaded.issueCount > 0 && isOnPeople(answer.computed.result, answer.dataset());
  return { ...(await computedOf(answer, job)), ...read, ...(onPeople && { onPeople }) };
}

async function computedOf(answer: ReportAnswer, job: ReportJob): Promise<ComputedReport> {
  const { file, aggregate, pin = false } = job;
  if (pin) return { ...explained(pinContent(answer)), isWhole: isWhole(answer) };
  if (file !== undefined) return written(answer, file, job);
  return aggregate ? aggregated(answer) : packed(answer, job);
}

/** The server gets the file alone: reading the JSON of a large table would delay all its calls. */
async function written(
  answer: ReportAnswer,
  format: string,
  { aggregate, issueRows = false }: Pick<ReportJob, 'aggregate' | 'issueRows'>,
): Promise<ComputedReport> {
  const table = aggregate ? aggregateTable(tableOf(answer)) : typedTable(tableOf(answer));
  const byBoard = aggregate ? null : boardTableOf(answer);
  const sheets = async () =>
    aggregate ? [{ name: 'Report', ...table }] : answerSheets(answer, { issues: issueRows });
  return {
    asOf: answer.context.asOf,
    eyes: answer.eyes,
    isWhole: isWhole(answer),
    json: await writeFile(format, {
      table,
      byBoard: byBoard && typedTable(byBoard),
      sheets,
    }),
    ...packKeys([]),
    lists: new Map(),
  };
}

function explained(why: WhyAnswer | ExpectedAnswer | PinContent): ComputedReport {
  const onPeople = 'causes' in why && why.causes.some(({ by }) => by !== null);
  return {
    ...(onPeople && { onPeople }),
    asOf: Date.parse(why.asOf),
    isWhole: true,
    json: bytesOf(why),
    ...packKeys([]),
    lists: new Map(),
  };
}

/** For keys that get no issues. */
function aggregated(answer: ReportAnswer): ComputedReport {
  return {
    asOf: answer.context.asOf,
    eyes: answer.eyes,
    isWhole: isWhole(answer),
    json: bytesOf(aggregateAnswer(answer)),
    ...packKeys([]),
    lists: new Map(),
  };
}

const isWhole = ({ context: { missing, notCopied, incomplete } }: ReportAnswer): boolean =>
  !missing && !notCopied && !incomplete;

async function packed(
  answer: ReportAnswer,
  { result = false, issueRows = false, view = null }: ReportJob,
): Promise<ComputedReport> {
  const lists = new Map<string, IssueList>();
  const json = answerJson(answer, { lists, issueRows });
  // Its lists are asked for by keys, also where the figures were without it.
  const own = resultJson(answer, lists);
  return {
    asOf: answer.context.asOf,
    eyes: answer.eyes,
    isWhole: isWhole(answer),
    json: bytesOf({
      ...json,
      ...(result && { result: own }),
      ...(view && { view: await packView(answer, view) }),
    }),
    ...packKeys(answer.issues),
    lists: await packLists(lists),
  };
}

/** As the command line writes it. */
function bytesOf(json: object): Uint8Array {
  const pieces: string[] = [];
  writeJson(json, piece => pieces.push(piece));
  return Buffer.from(`${pieces.join('')}\n`);
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
