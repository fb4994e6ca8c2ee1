/** What an alert asks, computed in a process beside the server. */
import { type AlertJob, computeAlert } from '@tallyboard/service-kit/alerts/compute-alert.ts';
import type { JobContext } from '../reports/compute-job.ts';
import type { ComputedReport } from '../reports/report-job.ts';
import type { SiteAccess } from '../site/site-settings.ts';
import { openSiteSource } from '../site/site-source.ts';

export interface AlertPoolJob {
  readonly alert: AlertJob;
  /** The real Jira behind the server; null for the issues of the store. */
  readonly site: SiteAccess | null;
}

export async function computeAlertJob(
  { store, gate }: JobContext,
  { alert, site }: AlertPoolJob,
): Promise<ComputedReport> {
  const reader = alert.reader?.account ?? 'alert';
  const openSite = site && (() => openSiteSource(site, { store, gate, reader }));
  const reply = await computeAlert(store, alert, { openSite });
  return {
    asOf: alert.now,
    isWhole: true,
    json: Buffer.from(JSON.stringify(reply)),
    keys: new Uint8Array(),
    keyEnds: new Uint32Array(),
    lists: new Map(),
  };
}
