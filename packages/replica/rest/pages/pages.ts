import { readFile } from 'node:fs/promises';
import { storeTrouble } from '@tallyboard/database/store-error.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Call, type ReplicaContext, readCall } from '../api.ts';
import { PAGE, READ_ISSUES } from '../call-rights.ts';
import { html } from '../shape/html.ts';
import { browsePage } from './browse.ts';
import { filtersPage, issuesPage } from './issues.ts';
import { type Page, sendPage } from './layout.ts';

const styleSheet = new URL('./pages.css', import.meta.url);

/** The pages that reports link to: an issue, a list of issues, the saved filters. */
export async function pages(app: FastifyInstance, context: ReplicaContext): Promise<void> {
  const css = await readFile(styleSheet, 'utf8');
  const serve =
    (make: (call: Call) => Promise<Page>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const call = await readCall(context, request, reply);
      return sendPage(call, await make(call));
    };

  app.setErrorHandler((error, request, reply) => {
    if (storeTrouble(error)) throw error;
    request.log.error({ err: error }, 'page failed');
    return reply
      .code(500)
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html>\n${html`<html lang="en"><title>Error</title><h1>This page could not be loaded.</h1></html>`.text}`,
      );
  });
  app.get('/replica/pages.css', { config: { rights: READ_ISSUES } }, (_, reply) =>
    reply.type('text/css; charset=utf-8').header('Cache-Control', 'no-cache').send(css),
  );
  const page = { config: { rights: PAGE } };
  app.get('/browse/:key', page, serve(browsePage));
  for (const path of ['/issues', '/issues/']) app.get(path, page, serve(issuesPage));
  for (const path of ['/jira/filters', '/secure/ManageFilters.jspa'])
    app.get(path, page, serve(filtersPage));
  // Data Center's older address.
  app.get('/secure/IssueNavigator.jspa', page, (request, reply) => {
    const { jqlQuery = '' } = request.query as { jqlQuery?: string };
    return reply.redirect(`/issues/?jql=${encodeURIComponent(jqlQuery)}`);
  });
}
