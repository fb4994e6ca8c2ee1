import { fetchWith, readServerNote } from '../start/server-note.ts';
import { errorReport } from './error-report.ts';
import { listenToErrors } from './report-error.ts';

/** Limit per page, for errors in loops. */
const MAX_REPORTS = 20;

/** Sends each error of the page once to the address of a server. */
export function watchErrors(page: Window, address: string): void {
  const send = ownFetch(page);
  const sent = new Set<string>();
  const report = (error: unknown) => {
    const content = errorReport(error, page.location);
    const body = JSON.stringify(content);
    if (!content || sent.has(body) || sent.size >= MAX_REPORTS) return;
    sent.add(body);
    const headers = { 'content-type': 'application/json' };
    void send(address, { method: 'POST', headers, body, keepalive: true }).catch(() => {});
  };
  page.addEventListener('error', ({ error }) => error && report(error));
  page.addEventListener('unhandledrejection', ({ reason }) => report(reason));
  listenToErrors(report);
}

function ownFetch(page: Window): typeof fetch {
  const note = readServerNote(page.document);
  return note ? fetchWith(note, page) : page.fetch.bind(page);
}
