/** The figures of one gadget of a wall, computed in a process beside the server. */
import type { Instant } from '@tallyboard/core/time/units.ts';
import type { ReportSource } from '@tallyboard/engine/ask/answer-report.ts';
import { answerGadget, type GadgetQuestion } from '@tallyboard/engine/gadgets/answer-gadget.ts';
import { ADDON_KEYS } from '@tallyboard/hosts/info.ts';
import { createJiraClient } from '@tallyboard/jira/client.ts';
import type { RequestFunction } from '@tallyboard/jira/http.ts';
import type { Visitor } from '@tallyboard/replica/rest/visitor.ts';
import { openInnerJira } from '@tallyboard/report-service/columns/inner-jira.ts';
import { openStoreSource } from '@tallyboard/report-service/columns/store-source.ts';
import { siteRequest } from '@tallyboard/report-service/site/site-request.ts';
import { kindOf } from '@tallyboard/reports/catalogue/gadgets.ts';
import { serverResources } from '@tallyboard/server-store/rest/resources.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import { viewOf } from '../reports/reader-scope.ts';
import type { ComputedReport } from '../reports/report-job.ts';
import { pauseOf } from '../site/proxy.ts';
import { createSharedGate } from '../site/shared-gate.ts';
import type { SiteAccess } from '../site/site-settings.ts';

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

export async function computeGadget(store: Store, job: GadgetJob): Promise<ComputedReport> {
  const { moduleKey, ...question } = job.gadget;
  const gadget = kindOf(moduleKey);
  if (!gadget) throw new Error(`There is no gadget '${moduleKey}'.`);
  const source = await (job.site ? siteSource(store, job.site) : storeSource(store, job));
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

/** Issues by the server's token; the settings that all share are in the store. */
async function siteSource(
  store: Store,
  { address, credential, flavour }: SiteAccess,
): Promise<ReportSource> {
  const own = openInnerJira({
    store,
    actAs: () => false,
    view: () => ({ store, why: null }),
    resources: serverResources(store),
  });
  const gate = createSharedGate(store, Date.now);
  const ask = siteRequest({ site: address, credential });
  const request: RequestFunction = (asked, signal) => {
    if (OWN_PATHS.test(asked.path)) return own.request(asked, signal);
    return gate.run(async () => {
      const reply = await ask(asked, signal);
      const pause = pauseOf(reply, Date.now());
      if (pause !== null) await gate.pauseFor(pause);
      return reply;
    }, signal);
  };
  const client = createJiraClient({ flavour, request, addonKey: ADDON_KEYS.standard });
  return { client, request, columns: undefined, age: null };
}

const OWN_PATHS = /^\/(rest\/atlassian-connect|plugins\/servlet)\//;
