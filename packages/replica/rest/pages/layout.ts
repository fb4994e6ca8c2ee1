import type { FastifyReply } from 'fastify';
import { asObject, asText } from '../../data/shapes.ts';
import type { Call } from '../api.ts';
import { type Html, html } from '../shape/html.ts';

export interface Page {
  title: string;
  body: Html;
  status?: number;
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

export function sendPage(call: Call, page: Page): FastifyReply {
  return call.reply
    .code(page.status ?? 200)
    .type('text/html; charset=utf-8')
    .header('Content-Security-Policy', contentSecurity)
    .header('X-Content-Type-Options', 'nosniff')
    .header('Cache-Control', 'no-cache')
    .send(`<!doctype html>\n${frame(call, page).text}`);
}

function frame({ query, headers, isCloud, caller }: Call, page: Page): Html {
  const cookie = /(?:^|;\s*)color_mode=(\w+)/.exec(headers.cookie ?? '')?.[1];
  const mode = [query.colorMode ?? cookie].find(name => name === 'dark' || name === 'light');
  const filters = isCloud ? '/jira/filters' : '/secure/ManageFilters.jspa';
  return html`<html lang="en" data-color-mode="${mode ?? 'auto'}">
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
<span class="viewer">${caller.user?.displayName ?? 'Not logged in'}</span>
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
  const { name, statusCategory } = asObject(status) ?? {};
  const key = asText(asObject(statusCategory)?.key);
  const category = key === 'indeterminate' || key === 'done' ? key : 'new';
  return html`<span class="lozenge ${category}">${asText(name) ?? 'None'}</span>`;
}

export const issueLink = (key: unknown): Html =>
  html`<a class="nowrap" href="/browse/${encodeURIComponent(String(key))}">${String(key)}</a>`;

/** A decorative picture beside its name. */
export const icon = (kind: 'issuetype' | 'priority', name: unknown): Html =>
  html`<img src="/replica/${kind}/${encodeURIComponent(String(name ?? ''))}.svg" alt="" width="16" height="16">`;
