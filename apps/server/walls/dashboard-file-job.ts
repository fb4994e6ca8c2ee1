/** The file of a dashboard, computed in a process beside the server. */
import { PageMissingError, readFigurePage } from '@tallyboard/service-kit/figure-page.ts';
import {
  type ComputedFile,
  computeDashboardFile,
  type DashboardFileJob,
  type DashboardRead,
} from '@tallyboard/service-kit/subscriptions/compute-dashboard-file.ts';
import type { JobContext } from '../reports/compute-job.ts';
import type { ComputedReport } from '../reports/report-job.ts';
import type { SiteAccess } from '../site/site-settings.ts';
import { openSiteSource } from '../site/site-source.ts';

export interface DashboardJob {
  readonly dashboard: DashboardFileJob;
  /** The folder of the built pages. */
  readonly webRoot: string;
  /** The real Jira behind the server; null for the issues of the store. */
  readonly site: SiteAccess | null;
  readonly now: number;
}

/** Why there is no file, or what is said of it. */
export type DashboardReply =
  | { readonly status: number; readonly text: string }
  | { readonly partial: readonly string[]; readonly reads: readonly DashboardRead[] };

/** The file is in `keys`: base64 in JSON would take a third more, twice. */
export async function computeDashboard(
  { store, gate }: JobContext,
  { dashboard, webRoot, site, now }: DashboardJob,
): Promise<ComputedReport> {
  const reader = dashboard.reader?.account ?? 'dashboard';
  const openSite = site && (() => openSiteSource(site, { store, gate, reader }));
  const compute = async () => {
    const page = dashboard.format === 'xlsx' ? '' : await readFigurePage(webRoot);
    return answerOf(await computeDashboardFile(store, dashboard, { page, openSite }));
  };
  const { reply, file } = await compute().catch((error: unknown) => {
    if (error instanceof PageMissingError) return refusal(503, error.message);
    throw error;
  });
  return {
    asOf: now,
    isWhole: true,
    json: Buffer.from(JSON.stringify(reply)),
    keys: file,
    keyEnds: new Uint32Array(),
    lists: new Map(),
  };
}

interface Answer {
  readonly reply: DashboardReply;
  readonly file: Uint8Array;
}

const refusal = (status: number, text: string): Answer => ({
  reply: { status, text },
  file: new Uint8Array(),
});

function answerOf(computed: ComputedFile): Answer {
  if ('unknown' in computed)
    return refusal(503, `It is not known what you may see: ${computed.unknown}`);
  if ('noBrowser' in computed) return refusal(501, computed.noBrowser);
  const { file, partial, reads } = computed;
  return { reply: { partial, reads }, file: Buffer.from(file as Uint8Array) };
}
