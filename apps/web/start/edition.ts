/** Editions: Standard has everything, Lite the Overview without breakdowns and, during its trial, everything. */
import { DAY, type Instant } from '@tallyboard/core/time/units.ts';
import type { HostInfo } from '@tallyboard/hosts/host.ts';
import { aboutReport } from '@tallyboard/reports/catalogue/reports.ts';

export interface Edition {
  /** True in a trial too: Lite promotes Standard. */
  readonly lite: boolean;
  /** All reports, breakdowns, epics. */
  readonly standardFeatures: boolean;
  /** The current trial of Lite. */
  readonly trial: Trial | null;
}

export interface Trial {
  readonly end: Instant;
  /** Rounded up: 30 on the first day, 1 on the last. */
  readonly daysLeft: number;
  /** Ends soon; its banner is highlighted. */
  readonly urgent: boolean;
}

const URGENT_UNDER_DAYS = 8;

/** The edition at an instant. `trialEnd` is exclusive, null without a trial, and ignored in Standard. */
export function editionAt(
  { edition }: Pick<HostInfo, 'edition'>,
  trialEnd: Instant | null,
  now: Instant,
): Edition {
  if (edition === 'standard') return { lite: false, standardFeatures: true, trial: null };
  if (trialEnd === null || trialEnd <= now)
    return { lite: true, standardFeatures: false, trial: null };
  const daysLeft = Math.ceil((trialEnd - now) / DAY);
  const trial = { end: trialEnd, daysLeft, urgent: daysLeft < URGENT_UNDER_DAYS };
  return { lite: true, standardFeatures: true, trial };
}

export const allowsReport = ({ standardFeatures }: Edition, report: string): boolean =>
  standardFeatures || aboutReport(report)?.inLite === true;

export const allowsEpics = ({ standardFeatures }: Edition): boolean => standardFeatures;

export const canDisableStandard = ({ trial }: Edition): boolean => trial !== null;

/** Reports under which Lite links to Standard. */
export const promotesStandard = ({ lite }: Edition, report: string): boolean =>
  lite && aboutReport(report)?.promotesStandard === true;
