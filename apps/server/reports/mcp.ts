import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Question } from '@tallyboard/engine/ask/question.ts';
import type { NamedBoardSet } from '@tallyboard/engine/board-sets/choose-board-set.ts';
import { HttpError, loadFailureText } from '@tallyboard/jira/errors.ts';
import { QueryError } from '@tallyboard/jira/jql/query-error.ts';
import type { Figures as McpFigures, McpHost } from '@tallyboard/mcp/host.ts';
import { createMcpServer } from '@tallyboard/mcp/server.ts';
import type { Api, Call } from '@tallyboard/replica/rest/api.ts';
import { jiraErrorOf } from '@tallyboard/replica/rest/errors.ts';
import type { SavedReport } from '@tallyboard/server-store/saved-reports.ts';
import { openStoreSource } from '@tallyboard/service-kit/columns/store-source.ts';
import { readFigurePage } from '@tallyboard/service-kit/figure-page.ts';
import { VERSION } from '@tallyboard/service-kit/version.ts';
import type { JiraBehind } from '../site/reverse-proxy.ts';
import { siteFailure } from '../site/site-failure.ts';
import type { Figures } from './figures.ts';
import { pageOf } from './list-page.ts';
import type { Pins } from './pins.ts';
import { plainQuery } from './read-query.ts';
import { readerOf, visitorOf } from './reader-call.ts';
import { issueRefusal } from './reports.ts';

export interface McpParts {
  readonly api: Api;
  readonly figures: Figures;
  readonly pins: Pins;
  readonly saved: (call: Call) => Promise<readonly SavedReport[]>;
  readonly boardSets: (call: Call) => Promise<readonly NamedBoardSet[]>;
  /** The folder of the built pages. */
  readonly webRoot: string;
  readonly siteOf: () => JiraBehind | null;
}

/** Answers one message of an assistant, by the rights of its call. Nothing is kept between messages. */
export async function answerMcp(
  parts: McpParts,
  call: Call,
  signal: AbortSignal,
): Promise<Response> {
  const { fetch } = createMcpHandler(() => createMcpServer(hostOf(parts, call), VERSION));
  const { method, headers } = call.reply.request;
  const sent = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (typeof value === 'string' && name !== 'content-length') sent.set(name, value);
  const hasBody = method === 'POST';
  const request = new Request(call.url, {
    method,
    headers: sent,
    signal,
    ...(hasBody && { body: JSON.stringify(call.body) }),
  });
  return fetch(request, hasBody ? { parsedBody: call.body } : {});
}

function hostOf(
  { api, figures, pins, saved, boardSets, webRoot, siteOf }: McpParts,
  call: Call,
): McpHost {
  const { accessKey } = call.reply.request;
  const source = async () =>
    siteOf()?.source(readerOf(call)) ??
    openStoreSource({
      store: api.store,
      visitor: visitorOf(call),
      actAs: () => false,
      now: api.now,
      view: api.view,
    });
  return {
    now: call.clock,
    source,
    figures: (question, signal, withView = false) =>
      figuresOf(figures, call, question, signal, withView),
    async why(question, why, signal) {
      const shared = await figures.get(call, { ...plainQuery(call, question), why }, signal);
      return JSON.parse(Buffer.from(shared.json).toString());
    },
    async expected(question, expected, signal) {
      const shared = await figures.get(call, { ...plainQuery(call, question), expected }, signal);
      return JSON.parse(Buffer.from(shared.json).toString());
    },
    figurePage: () => readFigurePage(webRoot),
    saved: () => saved(call),
    boardSets: () => boardSets(call),
    pins: () => pins.all(call),
    pinAsked: id => pins.asked(call, id),
    pin: (id, signal) => pins.compare(call, { pin: id }, signal),
    issueRefusal: issueRefusal(call),
    aggregateOnly: accessKey?.aggregateOnly ?? false,
    pages: call.base,
    jira: call.base,
    explain(error) {
      const failure = siteOf() && siteFailure(error);
      if (failure) return failure.message;
      if (error instanceof QueryError || error instanceof HttpError) return loadFailureText(error);
      const { status, message } = jiraErrorOf(error);
      if (status !== 500) return message;
      call.reply.log.error({ err: error }, 'tool failed');
      return null;
    },
  };
}

async function figuresOf(
  figures: Figures,
  call: Call,
  question: Question,
  signal: AbortSignal,
  withView: boolean,
): Promise<McpFigures> {
  const view = withView ? ('frame' as const) : null;
  const query = { ...plainQuery(call, question), issueRows: true, view };
  const shared = await figures.get(call, query, signal);
  return {
    json: JSON.parse(Buffer.from(shared.json).toString()),
    async keys(of, from, limit) {
      const page = await pageOf(shared, { of, from, limit });
      const [keys] = Object.values(page?.lists ?? {});
      return page && keys ? { total: page.total, keys: keys.map(String) } : null;
    },
  };
}
