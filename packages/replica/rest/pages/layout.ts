import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReplicaContext } from '../api.ts';
import { type Caller, identifyCaller } from '../caller.ts';
import { type Html, html } from '../shape/html.ts';

export interface PageCall extends ReplicaContext {
  readonly caller: Caller;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly colorMode: 'light' | 'dark' | 'auto';
}

export interface Page {
  title: string;
  body: Html;
  status?: number;
}

export async function readPageCall(
  context: ReplicaContext,
  request: FastifyRequest,
): Promise<PageCall> {
  const query = request.query as Record<string, string | undefined>;
  const cookie = /(?:^|;\s*)color_mode=(light|dark)/.exec(request.headers.cookie ?? '')?.[1];
  const mode = query.colorMode ?? cookie;
  const caller = await identifyCaller(context, request);
  return {
    ...context,
    store: (await context.view(caller, request)).store,
    caller,
    query,
    params: request.params as Record<string, string | undefined>,
    colorMode: mode === 'dark' || mode === 'light' ? mode : 'auto',
  };
}

/** No scripts, no inline styles. */
const contentSecurity = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ');

export function sendPage(reply: FastifyReply, call: PageCall, page: Page): FastifyReply {
  return reply
    .code(page.status ?? 200)
    .type('text/html; charset=utf-8')
    .header('Content-Security-Policy', contentSecurity)
    .header('X-Content-Type-Options', 'nosniff')
    .header('Cache-Control', 'no-cache')
    .send(`<!doctype html>\n${frame(call, page).text}`);
}

function frame(call: PageCall, page: Page): Html {
  const filters = call.flavour === 'cloud' ? '/jira/filters' : '/secure/ManageFilters.jspa';
  return html`<html lang="en" data-color-mode="${call.colorMode}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
<link rel="stylesheet" href="/replica/pages.css">
<link rel="icon" href="/replica/issuetype/task.svg">
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header>
<nav aria-label="Site"><a href="/reports">Reports</a> <a href="/issues/?jql=">Issues</a> <a href="${filters}">Filters</a></nav>
<span class="viewer">${call.caller.user?.displayName ?? 'Not logged in'}</span>
</header>
<main id="main">${page.body}</main>
</body>
</html>`;
}

export const section = (title: string, content: Html): Html =>
  html`<section><h2>${title}</h2>${content}</section>`;

/** A table that scrolls sideways. Headings are texts or `th` elements, rows lists of cells. */
export function table(
  label: string,
  headings: (string | Html)[],
  rows: (Html | string | null | undefined)[][],
): Html {
  const head = headings.map(heading =>
    typeof heading === 'string' ? html`<th scope="col">${heading}</th>` : heading,
  );
  const body = rows.map(cells => html`<tr>${cells.map(cell => html`<td>${cell}</td>`)}</tr>\n`);
  return html`<div class="table" tabindex="0" role="region" aria-label="${label}"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
}

/** A status in the colour of its category. */
export function statusLozenge(status: unknown): Html {
  const { name, statusCategory } = (status ?? {}) as {
    name?: string;
    statusCategory?: { key?: string };
  };
  const category =
    ['new', 'indeterminate', 'done'].find(key => key === statusCategory?.key) ?? 'new';
  return html`<span class="lozenge ${category}">${name ?? 'None'}</span>`;
}

export const issueLink = (key: unknown): Html =>
  html`<a class="nowrap" href="/browse/${encodeURIComponent(String(key))}">${String(key)}</a>`;

/** A decorative picture beside its name. */
export const icon = (kind: 'issuetype' | 'priority', name: unknown): Html =>
  html`<img src="/replica/${kind}/${encodeURIComponent(String(name ?? ''))}.svg" alt="" width="16" height="16">`;
