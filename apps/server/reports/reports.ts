import { REPORT_PATH } from '@tallyboard/engine/queries/server-report.ts';
import type { Api, Call } from '@tallyboard/replica/rest/api.ts';
import { JiraError } from '@tallyboard/replica/rest/errors.ts';
import type { FastifyReply } from 'fastify';
import type { Figures } from './figures.ts';
import { type PageRequest, pageOf } from './list-page.ts';
import { readQuery } from './read-query.ts';
import { whileConnected } from './reader-call.ts';
import type { Shared } from './shared-reports.ts';

/** `REPORT_PATH`: reports as JSON, see docs/report-api.md. */
export function reports(api: Api, figures: Figures): void {
  async function find(call: Call, signal: AbortSignal): Promise<FastifyReply> {
    const { page, ...question } = await readQuery(call);
    if (page) requireIssues(call);
    const earlier = call.headers['if-match'];
    if (page && earlier !== undefined) {
      const report = await figures.earlier(call, question, earlier);
      if (!report) throw new JiraError(412, 'These figures are not kept. Ask for them again.');
      return answer(call, report, page);
    }
    return answer(call, await figures.get(call, question, signal), page);
  }

  api.root.post(REPORT_PATH, call => whileConnected(call, signal => find(call, signal)));
}

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
