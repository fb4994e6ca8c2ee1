import { fetchWith, readServerNote } from '../start/server-note.ts';
import { errorReport } from './error-report.ts';
import { listenToErrors } from './report-error.ts';

/** Of one page no more: what fails in a loop says the same each time. */
const MOST = 20;

/** Sends what goes wrong in the page to the server that it came from, each error once. */
export function watchErrors(page: Window, send: typeof fetch = ownFetch(page)): void {
  const told = new Set<string>();
  const tell = (error: unknown) => {
    const report = errorReport(error, page.location);
    const body = JSON.stringify(report);
    if (!report || told.has(body) || told.size >= MOST) return;
    told.add(body);
    const headers = { 'content-type': 'application/json' };
    // Where reports do not arrive there is nobody to tell.
    void send('/error-reports', { method: 'POST', headers, body, keepalive: true }).catch(() => {});
  };
  page.addEventListener('error', ({ error }) => error && tell(error));
  page.addEventListener('unhandledrejection', ({ reason }) => tell(reason));
  listenToErrors(tell);
}

function ownFetch(page: Window): typeof fetch {
  const note = readServerNote(page.document);
  return note ? fetchWith(note, page) : page.fetch.bind(page);
}
