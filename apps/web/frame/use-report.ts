import type { ReportId } from '@tallyboard/reports/catalogue/reports.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';
import type { AnyReport } from '@tallyboard/reports/report.ts';
import { useEffect, useState } from 'react';

const known = new Map<ReportId, AnyReport>();

/** Fetches the code of a report, all but its view and form; a second time it is there at once. */
export async function loadReport(id: ReportId): Promise<AnyReport> {
  const report = known.get(id) ?? (await findReport(id));
  if (!report) throw new Error(`There is no report '${id}'.`);
  known.set(id, report);
  return report;
}

/** The report of an id; null until its code is there. What goes wrong is thrown where it is used. */
export function useReport(id: ReportId): AnyReport | null {
  const [settled, setSettled] = useState<{ id: ReportId; error: unknown } | null>(null);
  const ready = known.get(id);
  useEffect(() => {
    if (ready) return;
    let wanted = true;
    loadReport(id).then(
      () => wanted && setSettled({ id, error: null }),
      error => wanted && setSettled({ id, error }),
    );
    return () => {
      wanted = false;
    };
  }, [id, ready]);
  if (ready) return ready;
  if (settled?.id === id) throw settled.error;
  return null;
}
