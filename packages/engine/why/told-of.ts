import type { Instant } from '@tallyboard/core/time/units.ts';
import { loadArgs, type ReportRequest } from '../run-report.ts';
import type { Told } from './two-times.ts';

/** A report that chooses its issues by its settings does so itself; one that needs a part of the query's issues has read that alone. */
export function toldOf(first: ReportRequest, asOf: Instant): Told {
  const isOfReader = first.readerJql === undefined;
  return { left: isOfReader, joined: isOfReader && loadArgs(first, asOf).written === undefined };
}
