import { fileURLToPath } from 'node:url';
import type { StorePlace } from '@tallyboard/database/engine.ts';
import { BusyError } from '@tallyboard/database/process/busy-error.ts';
import { LimitError } from '@tallyboard/database/process/child.ts';
import { ProcessPool } from '@tallyboard/database/process/pool.ts';
import { JiraError } from '@tallyboard/replica/rest/errors.ts';
import type { AlertPoolJob } from '../alerts/alert-job.ts';
import type { DeliveryJob } from '../subscriptions/delivery-job.ts';
import type { DashboardJob } from '../walls/dashboard-file-job.ts';
import type { GadgetJob } from '../walls/gadget-job.ts';
import type { ComputedReport, ReportJob, ReportRefusal } from './report-job.ts';

export type ReportPool = ProcessPool<
  ReportJob | GadgetJob | DashboardJob | DeliveryJob | AlertPoolJob,
  ComputedReport
>;

interface PoolSettings {
  readonly place: StorePlace;
  /** Reports that are computed at the same time. */
  readonly processes?: number;
  readonly deadlineMs?: number;
  /** After which a process without work ends. */
  readonly idleMs?: number;
}

const refusal = (reason: string) =>
  new JiraError(400, `The report ${reason}. Narrow its query, or group by less.`);

function failureOf(error: Error): Error {
  if (error instanceof LimitError) return refusal(error.message);
  return error instanceof BusyError ? error : new JiraError(500, error.message);
}

/** Calls fail with a JiraError, or with a BusyError if too many reports wait. */
export const createReportPool = ({
  place,
  processes = 2,
  deadlineMs = 120_000,
  idleMs = 30_000,
}: PoolSettings): ReportPool =>
  new ProcessPool({
    module: fileURLToPath(new URL('./report-process.ts', import.meta.url)),
    purpose: 'computes the report',
    span: 'report',
    // Columns take memory besides.
    heapMb: 1024,
    opening: place,
    processes,
    deadlineMs,
    idleMs,
    maxWaiting: 100,
    lateError: limit => refusal(`takes longer than ${limit}`),
    refusalError: ({ status = 400, messages, errors, retryAfter }: ReportRefusal) =>
      new JiraError(status, messages, errors, retryAfter),
    endError: failureOf,
  });
