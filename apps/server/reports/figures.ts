import { withSpan } from '@tallyboard/core/tracing.ts';
import { NO_ISSUE_YET } from '@tallyboard/engine/no-issue-yet.ts';
import type { Api, Call } from '@tallyboard/replica/rest/api.ts';
import type { TypedTable } from '@tallyboard/report-kit/table/csv-text.ts';
import { dataVersion, digest, readerOf, visitorOf, withSteadyRights } from './reader-call.ts';
import { scopeOf } from './reader-scope.ts';
import type { ReportQuery } from './report-job.ts';
import { type ReportRunner, type Shared, SharedReports } from './shared-reports.ts';

/** A checked question. */
export interface FigureQuestion {
  readonly query: ReportQuery;
  /** The report may have a query of its own. */
  readonly hasQuery: boolean;
}

export type Figures = ReturnType<typeof createFigures>;

/** Reports for callers, each by the rights of the call. All ways in use the same ones. */
export function createFigures(api: Api, pool: ReportRunner) {
  const versionOf = () => dataVersion(api.store);
  const shared = new SharedReports({ pool, versionOf, now: api.now });

  const asked =
    (call: Call, { query, hasQuery }: FigureQuestion) =>
    async () => {
      // First: what the reader may see is of the same version, or of a newer one.
      const version = await versionOf();
      const scope = await scopeOf(api, call, query, hasQuery);
      return { version, scope, key: digest([scope.key, call.caller.zone, query]) };
    };

  return {
    /** Throws JiraErrors with the reason, and BusyErrors. */
    get(call: Call, question: FigureQuestion, signal: AbortSignal): Promise<Shared> {
      const { query } = question;
      call.reply.request.reportId = query.report;
      const get = () =>
        withSteadyRights(asked(call, question), ({ version, scope, key }) => {
          const job = { ...query, visitor: visitorOf(call), extent: scope.extent };
          const present = typeof query.asOf === 'number' ? null : call.now();
          return shared.get({ key, reader: readerOf(call), job, version, present }, signal);
        });
      return withSpan('figures', { 'tallyboard.report': query.report }, get);
    },

    /** The figures of an `ETag`, for the same question of readers with the same rights; null if they are not kept. */
    async earlier(call: Call, question: FigureQuestion, etag: string): Promise<Shared | null> {
      const { key } = await asked(call, question)();
      return shared.earlier(etag.replaceAll('"', ''), key);
    },
  };
}

/** The table of figures that were asked for with it. */
export interface FigureTable {
  /** An ISO time. */
  readonly asOf: string;
  /** False: some data are missing, numbers may be too small. */
  readonly isComplete: boolean;
  /** Why there are no figures; null where there are, and for keys with `aggregateOnly`. */
  readonly none: string | null;
  readonly table: TypedTable;
}

export function tableOf({ json }: Pick<Shared, 'json'>): FigureTable {
  const { asOf, complete, coverage, table, notes } = JSON.parse(Buffer.from(json).toString());
  const none = notes.find(({ code }: { code: string }) => code === NO_ISSUE_YET);
  return {
    asOf,
    table,
    isComplete: complete ?? coverage?.complete ?? false,
    none: none?.text ?? null,
  };
}
