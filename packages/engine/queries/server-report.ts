import type { ServerReport } from '../calls.ts';
import type { Query } from './query.ts';

/** A call of our own server, see docs/report-api.md. */
export const REPORT_PATH = '/rest/tallyboard/1/report';

export const serverReport: Query<'serverReport'> = async (
  { client },
  { report, jql, settings, asOf, zone: timeZone },
  signal,
) => {
  const past = asOf === null ? {} : { asOf: new Date(asOf).toISOString() };
  const body = { report, jql, settings, timeZone, issues: true, ...past };
  const path = REPORT_PATH;
  // The server is of the same version.
  return (await client.send(
    { method: 'POST', reads: true, path, body },
    { signal },
  )) as ServerReport;
};
