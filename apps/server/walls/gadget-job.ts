/** The figures of one gadget of a wall, computed in a process beside the server. */
import type { Instant } from '@tallyboard/core/time/units.ts';
import type { ReportSource } from '@tallyboard/engine/ask/answer-report.ts';
import { answerGadget, type GadgetQuestion } from '@tallyboard/engine/gadgets/answer-gadget.ts';
import type { Visitor } from '@tallyboard/replica/rest/visitor.ts';
import { kindOf } from '@tallyboard/reports/catalogue/gadgets.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import { openStoreSource } from '@tallyboard/service-kit/columns/store-source.ts';
import type { JobContext } from '../reports/compute-job.ts';
import { viewOf } from '../reports/reader-scope.ts';
import type { ComputedReport } from '../reports/report-job.ts';
import type { SiteAccess } from '../site/site-settings.ts';
import { openSiteSource } from '../site/site-source.ts';

export interface GadgetJob {
  readonly gadget: Omit<GadgetQuestion, 'gadget'> & {
    /** The key of the gadget's module. */
    readonly moduleKey: string;
  };
  /** Whose rights it has; in front of a real Jira those of the server's token. */
  readonly visitor: Visitor;
  /** The real Jira behind the server; null for the issues of the store. */
  readonly site: SiteAccess | null;
  readonly now: Instant;
}

export async function computeGadget(
  { store, gate }: JobContext,
  job: GadgetJob,
): Promise<ComputedReport> {
  const { moduleKey, ...question } = job.gadget;
  const gadget = kindOf(moduleKey);
  if (!gadget) throw new Error(`There is no gadget '${moduleKey}'.`);
  const source = await (job.site
    ? openSiteSource(job.site, { store, gate, reader: job.visitor.account })
    : storeSource(store, job));
  const answer = await answerGadget(source, { ...question, gadget }, job.now);
  return {
    asOf: job.now,
    // A failure is not kept for others.
    isWhole: answer.kind !== 'failure',
    json: Buffer.from(JSON.stringify(answer)),
    keys: new Uint8Array(),
    keyEnds: new Uint32Array(),
    lists: new Map(),
  };
}

const storeSource = (store: Store, { visitor, now }: GadgetJob): Promise<ReportSource> =>
  openStoreSource({
    store,
    visitor,
    actAs: () => false,
    now: () => now,
    view: viewOf(store, 'part', () => now),
  });
