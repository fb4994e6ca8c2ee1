import type { Compute, Report } from '@tallyboard/report-kit/contract.ts';
import { findReport } from '../find-report.ts';
import { loadCompute } from '../load-compute.ts';

export interface ComputingReport<Settings, Result> extends Report<Settings, Result> {
  readonly compute: Compute<Settings, Result>;
}

// biome-ignore lint/suspicious/noExplicitAny: each report knows its own types.
export type AnyComputingReport = ComputingReport<any, any>;

/** A report with its calculation, for programs without a worker. Undefined for an id that no report has. */
export async function findComputingReport(id: string): Promise<AnyComputingReport | undefined> {
  const report = await findReport(id);
  return report && { ...report, compute: await loadCompute(report.id) };
}
