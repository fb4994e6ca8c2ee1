import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';
import { useEffect, useState } from 'react';

const known = new Map<string, AnyReport>();

/** Loads the code of a report without its view and form. Memoized. */
export async function loadReport(id: string): Promise<AnyReport> {
  const report = known.get(id) ?? (await findReport(id));
  if (!report) throw new Error(`There is no report '${id}'.`);
  known.set(id, report);
  return report;
}

/** The report of an id; null while its code loads. Throws load errors while rendering. */
export function useReport(id: string): AnyReport | null {
  const [settled, setSettled] = useState<{ id: string; error: unknown } | null>(null);
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
