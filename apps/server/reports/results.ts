import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { BoardId } from '@tallyboard/core/model/ids.ts';
import { isZone } from '@tallyboard/core/time/zone.ts';
import { isRecord } from '@tallyboard/core/unknown.ts';
import type { ResultsCall, ResultsRequest } from '@tallyboard/engine/remote/remote-issues.ts';
import { RESULTS_PATH, RESULTS_TYPE } from '@tallyboard/jira/load/fetch-columns.ts';
import { type Call, type Resource, readBody } from '@tallyboard/replica/rest/api.ts';
import { invalidPayload } from '@tallyboard/replica/rest/errors.ts';
import { REPORTS } from '@tallyboard/reports/catalogue/reports.ts';
import type { FastifyReply } from 'fastify';
import { readRequirement } from '../columns/read-requirement.ts';
import {
  dataVersion,
  digest,
  readerOf,
  visitorOf,
  whileConnected,
  withSteadyRights,
} from './reader-call.ts';
import { scopeOf } from './reader-scope.ts';
import type { ResultsJob } from './report-job.ts';
import type { ReportPool } from './report-pool.ts';
import { createSharedReports } from './shared-reports.ts';

/** Rows of one call. */
const MAX_ROWS = 5_000;

/** `RESULTS_PATH`: figures and lists of a page whose query has too many issues for a browser, see docs/report-api.md. */
export const results =
  (pool: ReportPool): Resource =>
  api => {
    if (api.flavour !== 'cloud') return;
    // Issues of a revision are the same in all versions of the data, but some may have been hidden from a reader since.
    const versionOf = async ({ request, extent }: Pick<ResultsJob, 'request' | 'extent'>) =>
      (extent === 'part' ? undefined : request.revision) ?? dataVersion(api.store);
    const shared = createSharedReports<ResultsJob>({ pool, versionOf, now: api.now });

    async function find(call: Call, signal: AbortSignal): Promise<FastifyReply> {
      const asked = readRequest(call);
      if (asked.call?.kind === 'compute') call.reply.request.reportId = asked.call.report;
      const { jql, requirement } = asked;
      const { base, caller } = call;
      const ask = async () => {
        // Read first: rights are of this version or a newer one.
        const ofData = await versionOf({ request: asked, extent: 'part' });
        const settings = asked.call?.kind === 'compute' ? asked.call.settings : null;
        const scope = await scopeOf(
          api,
          call,
          { jql, settings: { settings } },
          requirement.boards.length > 0,
        );
        const version = scope.extent === 'part' ? ofData : (asked.revision ?? ofData);
        const request = scope.extent === 'part' ? asked : withoutReader(asked);
        const dataset = digest([scope.key, caller.zone, jql, requirement]);
        return { version, scope, request, dataset, key: digest([dataset, base, request]) };
      };
      const { packed } = await withSteadyRights(
        ask,
        ({ version, scope, request, dataset, key }) => {
          const { extent } = scope;
          const job = { request, dataset, base, visitor: visitorOf(call), extent };
          const present = request.revision === undefined ? call.now() : null;
          const question = { key, reader: readerOf(call), job, dataset, version, present };
          return shared.get(question, signal);
        },
      );
      return send(call, packed);
    }

    api.root.post(RESULTS_PATH, call => whileConnected(call, signal => find(call, signal)));
  };

/** Without the current user: the figures are for all readers. */
const withoutReader = (request: ResultsRequest): ResultsRequest =>
  request.call?.kind === 'compute'
    ? {
        ...request,
        call: { ...request.call, context: { ...request.call.context, currentUser: null } },
      }
    : request;

function send({ headers, reply }: Call, packed: Uint8Array): FastifyReply {
  reply.type(RESULTS_TYPE).header('Vary', 'Accept-Encoding');
  // Streamed, so that it does not block other requests.
  if (!/\bgzip\b/.test(String(headers['accept-encoding'])))
    return reply.send(Readable.from([packed]).pipe(createGunzip()));
  return reply.header('Content-Encoding', 'gzip').send(Buffer.from(packed));
}

/** The checked body of a call. Throws a JiraError with status 400. */
function readRequest(asked: Call): ResultsRequest {
  const { jql, requirement, revision, past, call } = readBody(asked, [
    'jql',
    'requirement',
    'revision',
    'past',
    'call',
  ]);
  if (typeof jql !== 'string') throw invalidPayload();
  if (revision !== undefined && typeof revision !== 'string') throw invalidPayload();
  return {
    jql,
    requirement: readWhole(requirement),
    ...(revision !== undefined && { revision }),
    ...(past !== undefined && { past: readPast(past) }),
    ...(call !== undefined && { call: readCall(call) }),
  };
}

/** A requirement with boards and `worklogsSince`, which columns lack. */
function readWhole(value: unknown): ResultsRequest['requirement'] {
  if (!isRecord(value)) throw invalidPayload();
  const { boards = [], worklogsSince = null, ...others } = value;
  const requirement = readRequirement(others);
  const isValid =
    Array.isArray(boards) &&
    boards.every((id): id is BoardId => typeof id === 'number') &&
    (worklogsSince === null || typeof worklogsSince === 'number');
  if (!isValid || !requirement) throw invalidPayload();
  return { ...requirement, boards, worklogsSince };
}

function readPast(value: unknown): NonNullable<ResultsRequest['past']> {
  const { asOf, requirement } = isRecord(value) ? value : {};
  if (!isInstant(asOf)) throw invalidPayload();
  return { asOf, requirement: readWhole(requirement) };
}

function readCall(value: unknown): ResultsCall {
  if (!isRecord(value)) throw invalidPayload();
  const { kind, rows, report, settings, context } = value;
  if (kind === 'rows' && isRows(rows)) return { kind, rows };
  const isComputable =
    kind === 'compute' &&
    REPORTS.some(({ id }) => id === report) &&
    isRecord(settings) &&
    isContext(context);
  if (isComputable) return { kind, report: String(report), settings, context };
  throw invalidPayload();
}

const isRows = (value: unknown): value is readonly number[] =>
  Array.isArray(value) &&
  value.length <= MAX_ROWS &&
  value.every(row => Number.isSafeInteger(row) && row >= 0);

/** Other members are not checked: wrong ones give wrong figures to their caller alone. */
const isContext = (value: unknown): value is ReportContext =>
  isRecord(value) && isInstant(value.asOf) && typeof value.zone === 'string' && isZone(value.zone);

/** Within the range of Date. */
const isInstant = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) <= 8.64e15;
