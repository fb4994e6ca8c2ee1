/** Dashboards as files, each by the rights of the call. */
import type { Api, Call } from '@tallyboard/replica/rest/api.ts';
import { type CallRights, READ_FIGURES } from '@tallyboard/replica/rest/call-rights.ts';
import { JiraError } from '@tallyboard/replica/rest/errors.ts';
import { findDashboard } from '@tallyboard/replica/rest/platform/dashboard.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import type { DashboardFileJob } from '@tallyboard/service-kit/subscriptions/compute-dashboard-file.ts';
import {
  DASHBOARD_FILES,
  dashboardSubject,
  findSubject,
} from '@tallyboard/service-kit/subscriptions/subject.ts';
import type { FigureReads } from '../reports/figure-reads.ts';
import { readerName } from '../reports/figures.ts';
import { FILE_FORMATS } from '../reports/file-formats.ts';
import { readerOf, visitorOf, whileConnected } from '../reports/reader-call.ts';
import type { ReportPool } from '../reports/report-pool.ts';
import { issueRefusal, VIEW_POLICY } from '../reports/reports.ts';
import type { JiraBehind } from '../site/reverse-proxy.ts';
import type { DashboardReply } from './dashboard-file-job.ts';

const TYPES = FILE_FORMATS.filter(({ id }) => DASHBOARD_FILES.some(each => each === id));

const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

const GET_FILE: CallRights = {
  ...READ_FIGURES,
  operation: {
    operationId: 'get-dashboard-file',
    summary: 'A dashboard as a file',
    tags: ['reports'],
    description:
      'All gadgets, with the filter that the dashboard keeps. A workbook has a sheet for each; without the scope issues it has no group of fewer than three.',
    parameters: [
      {
        name: 'id',
        in: 'path',
        required: true,
        schema: { type: 'string', description: 'The id of the dashboard.' },
      },
      {
        name: 'format',
        in: 'query',
        required: true,
        schema: { type: 'string', enum: [...DASHBOARD_FILES] },
      },
    ],
    output: {
      200: {
        description: 'The file.',
        content: Object.fromEntries(TYPES.map(({ type }) => [type.split(';')[0], {}])),
      },
      400: problem('Invalid request; `detail` says what to change.'),
      403: problem('html and pdf need the scope issues.'),
      404: problem('Not found, or not visible to you.'),
      501: problem('The server has no browser that makes a PDF.'),
      503: problem('Busy, or it is not known what you may see: ask again.'),
    },
  },
};

interface FileParts {
  readonly pool: Pick<ReportPool, 'run'>;
  readonly reads: FigureReads;
  readonly store: Pick<Store, 'savedReports' | 'dashboards' | 'properties'>;
  readonly webRoot: string;
  readonly siteOf: () => JiraBehind | null;
}

export function dashboardFiles({ root }: Api, parts: FileParts): void {
  root.get('/rest/tallyboard/1/dashboards/:id/file', GET_FILE, call =>
    whileConnected(call, async signal => {
      const format = formatOf(call);
      const { id, name } = await findDashboard(call);
      const subject = await findSubject(parts.store, dashboardSubject(id));
      if (!subject) throw new JiraError(404, 'The dashboard was deleted.');
      const job: DashboardFileJob = {
        saved: { name, view: subject.view },
        // A file changes nothing.
        reader: { ...visitorOf(call), role: 'reader' },
        format: format.id as DashboardFileJob['format'],
        aggregate: issueRefusal(call) !== null,
        jira: call.base,
        now: call.now(),
      };
      const { file, reply } = await computed(call, parts, job, signal);
      if ('status' in reply) throw new JiraError(reply.status, reply.text);
      for (const { report, jql, settings, asOf } of reply.reads)
        await parts.reads.note(readerName(call), { report, scope: { jql }, settings, asOf });
      const { partial } = reply;
      if (partial.length > 0)
        call.reply.header('X-Tallyboard-Incomplete', encodeURIComponent(partial.join(' ')));
      if (format.id === 'html') call.reply.header('Content-Security-Policy', VIEW_POLICY);
      const kind = format.id === 'html' ? 'inline' : 'attachment';
      const day = new Date(job.now).toISOString().slice(0, 10);
      return call.reply
        .type(format.type)
        .header(
          'Content-Disposition',
          `${kind}; filename="dashboard-${id}-${day}.${format.extension}"`,
        )
        .send(file);
    }),
  );
}

async function computed(
  call: Call,
  { pool, siteOf, webRoot }: FileParts,
  dashboard: DashboardFileJob,
  signal: AbortSignal,
) {
  const site = siteOf()?.access() ?? null;
  const job = { dashboard, webRoot, site, now: dashboard.now };
  const { json, keys } = await pool.run(async () => job, { reader: readerOf(call), signal });
  const reply = JSON.parse(Buffer.from(json).toString()) as DashboardReply;
  return { reply, file: Buffer.from(keys) };
}

/** Throws a JiraError. */
function formatOf(call: Call) {
  const { format } = call.query;
  const found = TYPES.find(({ id }) => id === format);
  if (!found)
    throw new JiraError(
      400,
      `Give the format of the file: ${DASHBOARD_FILES.map(each => `?format=${each}`).join(', ')}.`,
    );
  const refusal = issueRefusal(call);
  // A page names single issues.
  if (found.id !== 'xlsx' && refusal !== null) throw new JiraError(403, refusal);
  return found;
}
