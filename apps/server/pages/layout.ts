import { readFile } from 'node:fs/promises';
import { OPEN_PAGE } from '@tallyboard/replica/rest/call-rights.ts';
import { type Html, html } from '@tallyboard/replica/rest/shape/html.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';

export { html };

/** No scripts, no frames around; our own styles and pictures alone. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  },
};

const STYLES = '/sign-in/pages.css';
const ICON = '/icon.svg';
/** What these pages load. */
export const FILES_OF_PAGES: readonly string[] = [STYLES, ICON];

const styleSheet = new URL('./pages.css', import.meta.url);

export async function pageStyles(app: FastifyInstance): Promise<void> {
  const css = await readFile(styleSheet, 'utf8');
  app.get(STYLES, { config: { rights: OPEN_PAGE } }, (_, reply) =>
    reply.type('text/css; charset=utf-8').header('Cache-Control', 'no-cache').send(css),
  );
}

/** Sends a page of one column with a heading. */
export function sendPage(
  reply: FastifyReply,
  title: string,
  body: Html,
  status = 200,
): FastifyReply {
  const page = html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} - Tallyboard</title>
<link rel="stylesheet" href="${STYLES}">
<link rel="icon" href="${ICON}" type="image/svg+xml">
</head>
<body>
<main>
<p class="brand"><img src="${ICON}" alt="" width="24" height="24"> Tallyboard</p>
<h1>${title}</h1>
${body}
</main>
</body>
</html>`;
  reply.helmet({ contentSecurityPolicy });
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('Cache-Control', 'no-store')
    .send(`<!doctype html>\n${page.text}`);
}

/** Text to copy, which the keyboard can select. The page is not stored, and shows it once. */
export const secretField = (label: string, lines: readonly string[]) =>
  html`<textarea class="secret" readonly rows="${Math.max(2, lines.length)}" aria-label="${label}" autocomplete="off" spellcheck="false">${lines.join('\n')}</textarea>`;

/** Asks first: what is revoked does not come back. */
export const revokeButton = (step: string, name: string) =>
  html`<details><summary aria-label="Revoke ${name}">Revoke</summary>
<button class="quiet" name="step" value="${step}" aria-label="Revoke for good: ${name}">Revoke for good</button></details>`;

/** For the visitor. */
export interface Failure {
  readonly message: string;
  readonly status: number;
}

/** An error message that screen readers announce. */
export const problem = (failure: Failure | undefined) =>
  failure && html`<p class="problem" role="alert">${failure.message}</p>`;
