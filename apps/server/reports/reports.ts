import { createHash } from 'node:crypto';
import { BusyError } from '@tallyboard/replica/jql/api.ts';
import type { Call, Resource } from '@tallyboard/replica/rest/api.ts';
import { JiraError } from '@tallyboard/replica/rest/errors.ts';
import type { Visitor } from '@tallyboard/replica/rest/visitor.ts';
import type { Store } from '@tallyboard/replica/store/store.ts';
import type { FastifyReply } from 'fastify';
import { type PageRequest, pageOf } from './list-page.ts';
import { readQuery } from './read-query.ts';
import { scopeOf, sharedSettings } from './reader-scope.ts';
import type { ReportPool } from './report-pool.ts';
import { createSharedReports, type SharedReport } from './shared-reports.ts';

export const REPORT_PATH = '/rest/tallyboard/1/report';

/** `REPORT_PATH`: reports as JSON, computed by a pool, see docs/report-api.md. */
export const reports =
  (pool: ReportPool): Resource =>
  api => {
    if (api.flavour !== 'cloud') return;
    const versionOf = () => dataVersion(api.store);
    const shared = createSharedReports({ pool, versionOf, now: api.now });

    async function find(call: Call, signal: AbortSignal): Promise<FastifyReply> {
      const { query, page, hasQuery } = await readQuery(call);
      const ask = async () => {
        // First: what the reader may see is of the same version, or of a newer one.
        const version = await versionOf();
        const scope = await scopeOf(api, call, query, hasQuery);
        return { version, scope, key: digest([scope.key, call.caller.zone, query]) };
      };
      let asked = await ask();
      const earlier = call.headers['if-match'];
      if (page && earlier !== undefined) {
        const report = shared.earlier(earlier.replaceAll('"', ''), asked.key);
        if (!report) throw new JiraError(412, 'These figures are not kept. Ask for them again.');
        return answer(call, report, page);
      }
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const { version, scope, key } = asked;
        const job = { ...query, visitor: visitorOf(call), seesAll: scope.seesAll };
        const reader = String(call.caller.account ?? call.caller.userId);
        const question = { key, reader, job, version, present: call.now() };
        const report = await shared.get(question, signal);
        asked = await ask();
        // The reader's rights may have changed while it was computed.
        if (asked.key === key) return answer(call, report, page);
      }
      throw new BusyError();
    }

    api.root.post(REPORT_PATH, async call => {
      const gone = new AbortController();
      call.reply.raw.once('close', () => gone.abort());
      try {
        return await find(call, gone.signal);
      } catch (error) {
        // Nobody reads this reply.
        if (gone.signal.aborted) return call.reply.code(499).send();
        throw error;
      }
    });
  };

const MAX_ATTEMPTS = 3;

function answer(
  { headers, reply }: Call,
  report: SharedReport,
  page: PageRequest | null,
): FastifyReply {
  const etag = `"${report.id}"`;
  reply.header('ETag', etag);
  if (page) return reply.send(pageReply(report, page));
  if (headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(report.json);
}

function pageReply(report: SharedReport, page: PageRequest) {
  const found = pageOf(report, page);
  if (!found) throw new JiraError(400, `There are no keys at '${page.of}'.`);
  return { asOf: new Date(report.asOf).toISOString(), ...found };
}

/** Changes with everything that reports are made from, besides the time and the reader. */
async function dataVersion(store: Store): Promise<string> {
  const [revision, mirror, settings] = await Promise.all([
    store.segments.revision(),
    store.mirror.state(),
    sharedSettings(store),
  ]);
  return digest([revision, mirror?.asOfMs, settings]);
}

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url');

/** The reader of a server without sign-in is a user of Jira. */
const visitorOf = ({ caller, reply }: Call): Visitor =>
  reply.request.visitor ?? {
    account: caller.account ?? '',
    name: caller.user?.displayName ?? '',
    signedIn: false,
    role: caller.role,
    issuer: null,
    subject: null,
    groups: caller.groups,
    jiraAccountId: caller.userId,
  };
