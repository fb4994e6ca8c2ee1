import { figureFile, unpackView } from '@tallyboard/engine/ask/figure-view.ts';
import { READS_PATH } from '@tallyboard/engine/queries/note-read.ts';
import { REPORT_PATH } from '@tallyboard/engine/queries/server-report.ts';
import { reportLink } from '@tallyboard/mcp/links.ts';
import type { Api, Call } from '@tallyboard/replica/rest/api.ts';
import { READ_FIGURES } from '@tallyboard/replica/rest/call-rights.ts';
import { JiraError } from '@tallyboard/replica/rest/errors.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';
import { PageMissingError, readFigurePage } from '@tallyboard/service-kit/figure-page.ts';
import { footerOf } from '@tallyboard/service-kit/report-file.ts';
import type { FastifyReply } from 'fastify';
import { chartNumber, drawnFile } from './drawn-files.ts';
import { type FigureReads, readFigureRead } from './figure-reads.ts';
import { type Figures, readerName } from './figures.ts';
import { chooseFormat, type FileFormat } from './file-formats.ts';
import { type PageRequest, pageOf } from './list-page.ts';
import { openApi } from './openapi.ts';
import type { Pins } from './pins.ts';
import { askedOfSaved, readAbout, readAddress, readQuery } from './read-query.ts';
import { whileConnected } from './reader-call.ts';
import type { ReportQuery } from './report-job.ts';
import { describeReports } from './report-list.ts';
import {
  ADD_PIN,
  EXPLAIN_FIGURE,
  GET_DOCUMENT,
  GET_PIN,
  GET_REPORT,
  GET_SAVED,
  LIST_PINS,
  LIST_REPORTS,
  POST_REPORT,
  RECONCILE_FIGURE,
  REMOVE_PIN,
} from './report-rights.ts';
import { findSaved, type OwnStores, savedQuery } from './saved-question.ts';
import type { Shared } from './shared-reports.ts';

const BASE = '/rest/tallyboard/1';

interface Parts {
  readonly figures: Figures;
  readonly reads: FigureReads;
  readonly pins: Pins;
  readonly store: OwnStores;
  /** The folder of the built pages. */
  readonly webRoot: string;
}

/** Reports as JSON and as files, see docs/report-api.md. */
export function reports({ root }: Api, { figures, reads, pins, store, webRoot }: Parts): void {
  /** The figures of a question in the format that the call asks for. */
  async function find(call: Call, query: ReportQuery, signal: AbortSignal): Promise<FastifyReply> {
    // Rows of single issues are the 'issues' of a key.
    if (query.issueRows) requireIssues(call);
    const format = chooseFormat(call, query.report);
    if (format === null) return answer(call, await figures.get(call, query, signal), null);
    if (format.write) {
      const file = await figures.get(call, { ...query, file: format.id }, signal);
      return sendFile(call, query.report, file, format, () => file.json);
    }
    // A view names single issues.
    requireIssues(call);
    const chart = chartNumber(call.query.chartNumber);
    const report = await figures.get(call, { ...query, view: 'file' }, signal);
    call.reply.header('Content-Security-Policy', VIEW_POLICY);
    return sendFile(call, query.report, report, format, async () => {
      const { settings: stored, scope, asOf, timeZone } = query;
      const found = await findReport(query.report);
      const settings = { stored, problems: [] };
      const page =
        found &&
        reportLink({ pages: call.base }, { report: found, scope, settings, asOf, timeZone });
      const { view, title } = JSON.parse(Buffer.from(report.json).toString());
      const data = { view, jira: call.base, page: page ?? null, title };
      const html = figureFile(await readPage(webRoot), data);
      if (!format.drawn) return html;
      const footer = footerOf({ ...unpackView(view), title });
      return drawnFile(html, { format: format.drawn, chart, footer });
    });
  }

  async function findByBody(call: Call, signal: AbortSignal): Promise<FastifyReply> {
    const { page, query } = await readQuery(call, store, call.params.id);
    if (!page) return find(call, query, signal);
    requireIssues(call);
    const earlier = call.headers['if-match'];
    if (earlier !== undefined) {
      const report = await figures.earlier(call, query, earlier);
      if (!report) throw new JiraError(412, 'These figures are not kept. Ask for them again.');
      return answer(call, report, page);
    }
    return answer(call, await figures.get(call, query, signal), page);
  }

  root.post(READS_PATH, READ_FIGURES, async call => {
    await reads.note(readerName(call), await readFigureRead(call.body));
    return call.reply.code(204).send();
  });
  root.get(`${BASE}/reports`, LIST_REPORTS, async () => ({ reports: await describeReports() }));

  const byBody = (call: Call) => whileConnected(call, signal => findByBody(call, signal));
  root.get(`${REPORT_PATH}/:id`, GET_REPORT, call =>
    whileConnected(call, async signal =>
      find(call, await readAddress(call, store, call.params.id ?? ''), signal),
    ),
  );
  root.post(`${REPORT_PATH}/:id`, POST_REPORT, byBody);
  // The report is in the body: the document has a path for each report.
  root.post(REPORT_PATH, READ_FIGURES, byBody);
  const aboutFigure = (about: 'since' | 'expected') => (call: Call) =>
    whileConnected(call, async signal => {
      // Causes and ways to count name issues, causes people too.
      requireIssues(call);
      return answer(
        call,
        await figures.get(call, await readAbout(call, store, about, pins), signal),
        null,
      );
    });
  root.get(`${BASE}/explain/:id`, EXPLAIN_FIGURE.get, aboutFigure('since'));
  root.post(`${BASE}/explain/:id`, EXPLAIN_FIGURE.post, aboutFigure('since'));
  root.get(`${BASE}/reconcile/:id`, RECONCILE_FIGURE.get, aboutFigure('expected'));
  root.post(`${BASE}/reconcile/:id`, RECONCILE_FIGURE.post, aboutFigure('expected'));
  root.get(`${BASE}/saved/:id`, GET_SAVED, call =>
    whileConnected(call, async signal => {
      const saved = await findSaved(store, call, call.params.id ?? '');
      return find(call, await savedQuery(call, store, saved, askedOfSaved(call)), signal);
    }),
  );
  pinCalls(root, pins);
  root.get(`${BASE}/openapi.json`, GET_DOCUMENT, ({ reply }) => openApi(BASE, reply.server.calls));
}

function pinCalls(root: Api['root'], pins: Pins): void {
  const list = `${BASE}/saved-reports/:id/pins`;
  const one = `${list}/:pin`;
  const idOf = ({ params: { id = '', pin = '' } }: Call) => ({ name: id, pin });
  root.get(list, LIST_PINS, async call => ({ pins: await pins.list(call, idOf(call).name) }));
  root.post(list, ADD_PIN, call =>
    whileConnected(call, async signal =>
      call.reply.code(201).send(await pins.add(call, idOf(call).name, signal)),
    ),
  );
  root.get(one, GET_PIN, call =>
    whileConnected(call, async signal =>
      call.reply.send(await pins.compare(call, idOf(call), signal)),
    ),
  );
  root.delete(one, REMOVE_PIN, call => pins.remove(call, idOf(call)));
}

/** Why the caller gets no keys of issues, which need a scope of their own; null if they do. */
export function issueRefusal({ reply }: Call): string | null {
  const { accessKey: key } = reply.request;
  if (!key) return null;
  if (key.aggregateOnly) return `The access key '${key.name}' gets aggregated figures only.`;
  return key.scopes.includes('issues')
    ? null
    : `The access key '${key.name}' lacks the scope 'issues'.`;
}

function requireIssues(call: Call): void {
  const refusal = issueRefusal(call);
  if (refusal !== null) throw new JiraError(403, refusal);
}

async function answer(
  { headers, reply }: Call,
  report: Shared,
  page: PageRequest | null,
): Promise<FastifyReply> {
  const etag = `"${report.id}"`;
  reply.header('ETag', etag);
  if (page) return reply.send(await pageReply(report, page));
  reply.header('Vary', 'Accept');
  if (headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(report.json);
}

async function sendFile(
  { headers, query, reply }: Call,
  name: string,
  { id: figuresId, asOf, eyes }: Shared,
  { id, type, extension, write, drawn }: FileFormat,
  content: () => Uint8Array | Promise<string | Uint8Array>,
): Promise<FastifyReply> {
  const { chartNumber: chart } = query;
  const etag = `"${figuresId}-${id}${drawn && chart ? `-${chart}` : ''}"`;
  reply.header('ETag', etag).header('Vary', 'Accept');
  if (headers['if-none-match'] === etag) return reply.code(304).send();
  // A table has no place for it.
  if (eyes) reply.header('X-Tallyboard-Eyes', encodeURIComponent(eyes));
  const kind = write || drawn ? 'attachment' : 'inline';
  const day = new Date(asOf).toISOString().slice(0, 10);
  return reply
    .type(type)
    .header('Content-Disposition', `${kind}; filename="${name}-${day}.${extension}"`)
    .send(await content());
}

/** In a browser the view runs without the reader's session, and asks no server. */
export const VIEW_POLICY =
  "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

const readPage = (webRoot: string) =>
  readFigurePage(webRoot).catch((error: unknown) => {
    throw error instanceof PageMissingError ? new JiraError(503, error.message) : error;
  });

async function pageReply(report: Shared, page: PageRequest) {
  const found = await pageOf(report, page);
  if (!found) throw new JiraError(400, `There are no keys at '${page.of}'.`);
  return { asOf: new Date(report.asOf).toISOString(), ...found };
}
