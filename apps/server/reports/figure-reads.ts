/** Who read which figures on people, in the audit. */
import type { Audit } from '../audit/audit.ts';
import { digest } from './reader-call.ts';
import type { ReportQuery } from './report-job.ts';

const HOUR_MS = 3_600_000;
const MAX_KNOWN = 10_000;

export type FigureReads = ReturnType<typeof createFigureReads>;

/** A reader who asks the same within an hour, as a page that refreshes does, is recorded once. */
export function createFigureReads(audit: Pick<Audit, 'read'>, now: () => number) {
  const known = new Map<string, number>();
  return {
    async note(
      account: string,
      {
        report,
        scope,
        settings,
        asOf,
      }: Pick<ReportQuery, 'report' | 'scope' | 'settings' | 'asOf'>,
    ): Promise<void> {
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
