import { fetchWith, readServerNote } from '../start/server-note.ts';
import { errorReport } from './error-report.ts';
import { listenToErrors } from './report-error.ts';

/** Limit per page, for errors in loops. */
const MAX_REPORTS = 20;

/** Sends each error of the page to its server once. */
export function watchErrors(page: Window, send: typeof fetch = ownFetch(page)): void {
  const sent = new Set<string>();
  const report = (error: unknown) => {
    const content = errorReport(error, page.location);
    const body = JSON.stringify(content);
    if (!content || sent.has(body) || sent.size >= MAX_REPORTS) return;
    sent.add(body);
    const headers = { 'content-type': 'application/json' };
    void send('/error-reports', { method: 'POST', headers, body, keepalive: true }).catch(() => {});
  };
  page.addEventListener('error', ({ error }) => error && report(error));
  page.addEventListener('unhandledrejection', ({ reason }) => report(reason));
  listenToErrors(report);
}

function ownFetch(page: Window): typeof fetch {
  const note = readServerNote(page.document);
  return note ? fetchWith(note, page) : page.fetch.bind(page);
}
