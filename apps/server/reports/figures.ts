import { withSpan } from '@tallyboard/database/process/tracing.ts';
import type { Answer } from '@tallyboard/engine/ask/answer-schema.ts';
import { NO_ISSUE_YET } from '@tallyboard/engine/no-issue-yet.ts';
import type { Api, Call } from '@tallyboard/replica/rest/api.ts';
import type { JiraBehind } from '../site/reverse-proxy.ts';
import type { FigureReads } from './figure-reads.ts';
import { dataVersion, digest, readerOf, visitorOf, withSteadyRights } from './reader-call.ts';
import { type ReaderScope, readerExtent } from './reader-scope.ts';
import type { ReportQuery } from './report-job.ts';
import { type ReportRunner, type Shared, SharedReports } from './shared-reports.ts';

export type Figures = ReturnType<typeof createFigures>;

/** In front of a Jira all see what the owner of the server's token sees. */
const OF_TOKEN: ReaderScope = { key: 'token', extent: 'everything' };

/** Reports for callers, each by the rights of the call. All ways in use the same ones. */
export function createFigures(
  api: Api,
  pool: ReportRunner,
  siteOf: () => JiraBehind | null,
  reads: FigureReads,
) {
  const versionOf = () => dataVersion(api.store);
  const shared = new SharedReports({ pool, versionOf, now: api.now });

  const asked = (call: Call, query: ReportQuery) => async () => {
    // First: what the reader may see is of the same version, or of a newer one.
    const version = await versionOf();
    const scope = siteOf() ? OF_TOKEN : await readerExtent(api, call, query);
    return { version, scope, key: digest([scope.key, call.caller.zone, query]) };
  };

  return {
    /** Throws JiraErrors with the reason, and BusyErrors. */
    async get(call: Call, query: ReportQuery, signal: AbortSignal): Promise<Shared> {
      call.reply.request.reportId = query.report;
      const get = () =>
        withSteadyRights(asked(call, query), ({ version, scope, key }) => {
          const site = siteOf()?.access() ?? null;
          const job = { ...query, visitor: visitorOf(call), extent: scope.extent, site };
          const isSettled = !site && typeof query.asOf === 'number';
          const present = isSettled ? null : call.now();
          return shared.get({ key, reader: readerOf(call), job, version, present }, signal);
        });
      const report = await withSpan('figures', { 'tallyboard.report': query.report }, get);
      if (report.onPeople) await reads.note(readerName(call), query);
      return report;
    },

    /** The figures of an `ETag`, for the same question of readers with the same rights; null if they are not kept. */
    async earlier(call: Call, query: ReportQuery, etag: string): Promise<Shared | null> {
      const { key } = await asked(call, query)();
      return shared.earlier(etag.replaceAll('"', ''), key);
    },
  };
}

export const readerName = ({ caller }: Call): string =>
  String(caller.account ?? caller.userId ?? 'local');

/** The answer that is kept. */
export const answerOf = ({ json }: Pick<Shared, 'json'>): Answer =>
  JSON.parse(Buffer.from(json).toString());

/** Why there are no figures; null where there are. */
export const reasonOfNone = ({ notes }: Pick<Answer, 'notes'>): string | null =>
  notes.find(({ code }) => code === NO_ISSUE_YET)?.text ?? null;
