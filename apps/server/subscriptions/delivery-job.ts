/** The message of a subscription, computed in a process beside the server. */

import { PageMissingError, readFigurePage } from '@tallyboard/service-kit/figure-page.ts';
import {
  computeMessage,
  type MessageJob,
} from '@tallyboard/service-kit/subscriptions/compute-message.ts';
import type { JobContext } from '../reports/compute-job.ts';
import type { ComputedReport } from '../reports/report-job.ts';
import type { SiteAccess } from '../site/site-settings.ts';
import { openSiteSource } from '../site/site-source.ts';

export interface DeliveryJob {
  readonly delivery: MessageJob;
  /** The folder of the built pages. */
  readonly webRoot: string;
  /** The real Jira behind the server; null for the issues of the store. */
  readonly site: SiteAccess | null;
  readonly now: number;
}

export async function computeDelivery(
  { store, gate }: JobContext,
  { delivery, webRoot, site, now }: DeliveryJob,
): Promise<ComputedReport> {
  const page = await readFigurePage(webRoot).catch((error: unknown) => {
    if (error instanceof PageMissingError) return null;
    throw error;
  });
  const reader = delivery.reader?.account ?? 'subscription';
  const openSite = site && (() => openSiteSource(site, { store, gate, reader }));
  const computed = await computeMessage(store, delivery, { page, openSite });
  return {
    asOf: now,
    isWhole: true,
    json: Buffer.from(JSON.stringify(computed)),
    keys: new Uint8Array(),
    keyEnds: new Uint32Array(),
    lists: new Map(),
  };
}
