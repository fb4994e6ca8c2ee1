import type { AnyReport, ViewProps } from '@tallyboard/report-kit/contract.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';
import { type Preloaded, preloaded } from '../preloaded.tsx';
import { useLoaded } from '../use-loaded.ts';

const known = new Map<string, AnyReport>();

/** Loads the code of a report without its form, and preloads its view. Memoized. */
export async function loadReport(id: string): Promise<AnyReport> {
  const report = known.get(id) ?? (await findReport(id));
  if (!report) throw new Error(`There is no report '${id}'.`);
  known.set(id, report);
  void viewOf(report).preload();
  return report;
}

/** The report of an id; null while its code loads. Throws load errors while rendering. */
export function useReport(id: string): AnyReport | null {
  const ready = known.get(id);
  const { value, error } = useLoaded(ready ? null : id, loadReport);
  if (error !== null) throw error;
  return ready ?? value;
}

const views = new WeakMap<AnyReport, Preloaded<ViewProps<unknown, unknown>>>();

/** The view of a report, fetched when it is first shown or preloaded. */
export function viewOf(report: AnyReport): Preloaded<ViewProps<unknown, unknown>> {
  const known = views.get(report);
  if (known) return known;
  const view = preloaded(report.View);
  views.set(report, view);
  return view;
}
