import { REPORT_PATH } from '@tallyboard/engine/queries/server-report.ts';
import type { Call, Resource } from '@tallyboard/replica/rest/api.ts';
import { JiraError } from '@tallyboard/replica/rest/errors.ts';
import type { FastifyReply } from 'fastify';
import { type PageRequest, pageOf } from './list-page.ts';
import { readQuery } from './read-query.ts';
import {
  dataVersion,
  digest,
  readerOf,
  visitorOf,
  whileConnected,
  withSteadyRights,
} from './reader-call.ts';
import { scopeOf } from './reader-scope.ts';
import { type ReportRunner, type Shared, SharedReports } from './shared-reports.ts';

/** `REPORT_PATH`: reports as JSON, computed by a pool, see docs/report-api.md. */
export const reports =
  (pool: ReportRunner): Resource =>
  api => {
    if (api.flavour !== 'cloud') return;
    const versionOf = () => dataVersion(api.store);
    const shared = new SharedReports({ pool, versionOf, now: api.now });

    async function find(call: Call, signal: AbortSignal): Promise<FastifyReply> {
      const { query, page, hasQuery } = await readQuery(call);
      call.reply.request.reportId = query.report;
      if (page) requireIssues(call);
      const ask = async () => {
        // First: what the reader may see is of the same version, or of a newer one.
        const version = await versionOf();
        const scope = await scopeOf(api, call, query, hasQuery);
        return { version, scope, key: digest([scope.key, call.caller.zone, query]) };
      };
      const earlier = call.headers['if-match'];
      if (page && earlier !== undefined) {
        const report = shared.earlier(earlier.replaceAll('"', ''), (await ask()).key);
        if (!report) throw new JiraError(412, 'These figures are not kept. Ask for them again.');
        return answer(call, report, page);
      }
      const report = await withSteadyRights(ask, ({ version, scope, key }) => {
        const job = { ...query, visitor: visitorOf(call), extent: scope.extent };
        const present = query.asOf === null ? call.now() : null;
        return shared.get({ key, reader: readerOf(call), job, version, present }, signal);
      });
      return answer(call, report, page);
    }

    api.root.post(REPORT_PATH, call => whileConnected(call, signal => find(call, signal)));
  };

/** Keys of issues need a scope of their own. */
function requireIssues({ reply }: Call): void {
  const { accessKey: key } = reply.request;
  if (!key) return;
  if (key.aggregateOnly)
    throw new JiraError(403, `The access key '${key.name}' gets figures alone.`);
  if (!key.scopes.includes('issues'))
    throw new JiraError(403, `The access key '${key.name}' lacks the scope 'issues'.`);
}

async function answer(
  { headers, reply }: Call,
  report: Shared,
  page: PageRequest | null,
): Promise<FastifyReply> {
  const etag = `"${report.id}"`;
  reply.header('ETag', etag);
  if (page) return reply.send(await pageReply(report, page));
  if (headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(report.json);
}

async function pageReply(report: Shared, page: PageRequest) {
  const found = await pageOf(report, page);
  if (!found) throw new JiraError(400, `There are no keys at '${page.of}'.`);
  return { asOf: new Date(report.asOf).toISOString(), ...found };
}
