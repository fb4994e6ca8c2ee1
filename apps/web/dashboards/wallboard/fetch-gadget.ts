import { unpackView } from '@tallyboard/engine/ask/figure-view.ts';
import { type Failure, toFailure } from '@tallyboard/engine/failure.ts';
import type { GadgetAnswer } from '@tallyboard/engine/gadgets/answer-gadget.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import { parseWire } from '@tallyboard/jira/wire/parse.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';
import * as v from 'valibot';
import { parseJson } from '../../browser-storage.ts';
import type { ReportSnapshot } from '../../frame/report-run.ts';

const age = v.object({
  site: v.string(),
  asOf: v.nullable(v.number()),
  present: v.number(),
  issues: v.number(),
  expected: v.nullable(v.number()),
  hidden: v.number(),
  trouble: v.nullable(v.string()),
});

const failure = v.object({
  kind: v.picklist(['offline', 'host', 'crash', 'gone', 'many']),
  status: v.number(),
  title: v.string(),
  messages: v.array(v.string()),
});

const wireAnswer: v.GenericSchema<unknown, GadgetAnswer> = v.variant('kind', [
  v.object({
    kind: v.literal('figures'),
    view: v.unknown(),
    age: v.nullable(age),
    zone: v.string(),
    refreshMinutes: v.number(),
    title: v.string(),
    filter: v.string(),
    emptyText: v.string(),
    isDetached: v.boolean(),
  }),
  v.object({ kind: v.literal('problem'), title: v.string(), text: v.string() }),
  v.object({ kind: v.literal('failure'), failure }),
]);

/** A gadget as the server computed it. */
export type LinkedAnswer = Exclude<GadgetAnswer, { readonly kind: 'failure' }> & {
  /** Null where there are no figures. */
  readonly shown: ReportSnapshot | null;
};

type Fetched = LinkedAnswer | { readonly kind: 'failure'; readonly failure: Failure };

/** Never throws, but the reason of the signal. */
export async function fetchGadget(
  { request }: Pick<Host, 'request'>,
  path: string,
  signal: AbortSignal,
): Promise<Fetched> {
  try {
    const { status, body } = await request({ method: 'GET', path }, signal);
    if (status !== 200) return { kind: 'failure', failure: refused(status) };
    const answer = parseWire(wireAnswer, parseJson(body), 'gadget');
    if (answer.kind === 'failure') return answer;
    if (answer.kind === 'problem') return { ...answer, shown: null };
    return { ...answer, shown: await snapshotOf(answer) };
  } catch (error) {
    signal.throwIfAborted();
    return { kind: 'failure', failure: toFailure(error) };
  }
}

/** What the wall itself shows, it asks for every few seconds. */
const refused = (status: number): Failure => ({
  kind: 'host',
  status: status === 401 ? 403 : status,
  title: 'Figures could not be loaded',
  messages: [`The server answered with status ${status}. Retrying every minute.`],
});

async function snapshotOf({
  view: packed,
  age,
}: Extract<GadgetAnswer, { readonly kind: 'figures' }>): Promise<ReportSnapshot> {
  const { report: id, settings, jql, readerJql, context, loaded, computed } = unpackView(packed);
  const report = await findReport(id);
  if (!report) throw new Error(`There is no report '${id}'.`);
  const request = {
    report,
    jql,
    settings,
    contextAt: () => context,
    ...(readerJql !== undefined && { readerJql }),
  };
  return { request, context, loaded, base: loaded, computed, earlier: false, age };
}
