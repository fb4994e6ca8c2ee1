/** Who read which figures on people, in the audit. */
import { asObject } from '@tallyboard/replica/data/shapes.ts';
import { JiraError } from '@tallyboard/replica/rest/errors.ts';
import { storedObject } from '@tallyboard/report-kit/settings/schema.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';
import type { Audit } from '../audit/audit.ts';
import { digest } from './reader-call.ts';
import type { ReportQuery } from './report-job.ts';

type FigureRead = Pick<ReportQuery, 'report' | 'scope' | 'settings' | 'asOf'>;

const HOUR_MS = 3_600_000;
const MAX_KNOWN = 10_000;

export type FigureReads = ReturnType<typeof createFigureReads>;

/** What a page tells of the figures that it computed. Throws JiraError. */
export async function readFigureRead(body: unknown): Promise<FigureRead> {
  const { report, jql, settings = {}, asOf = null } = asObject(body) ?? {};
  const stored = storedObject(settings);
  const known = typeof report === 'string' ? await findReport(report) : null;
  const isTime = asOf === null || typeof asOf === 'string';
  if (known && typeof jql === 'string' && stored && isTime)
    return { report: known.id, scope: { jql }, settings: stored, asOf };
  throw new JiraError(
    400,
    "Give 'report' (its id), 'jql' and 'settings' of the figures, and 'asOf' for a past time.",
  );
}

/** A reader who asks the same within an hour, as a page that refreshes does, is recorded once. */
export function createFigureReads(audit: Pick<Audit, 'read'>, now: () => number) {
  const known = new Map<string, number>();
  return {
    async note(account: string, { report, scope, settings, asOf }: FigureRead): Promise<void> {
      const filter = { ...scope, settings, ...(asOf !== null && { asOf }) };
      const key = digest([account, report, filter]);
      const last = known.get(key);
      if (last !== undefined && Math.abs(now() - last) < HOUR_MS) return;
      known.delete(key);
      known.set(key, now());
      const [oldest] = known.keys();
      if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
      const detail = JSON.stringify(filter);
      await audit.read({ account, action: 'figures on people read', target: report, detail });
    },
  };
}
