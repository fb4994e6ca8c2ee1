/**
 * What an edition allows. Everything else asks here: Standard has it all; Lite has the Overview without breakdowns and,
 * until the end of its trial, everything that Standard has.
 */
import { DAY, type Instant } from '@tallyboard/core/time/units.ts';
import type { HostInfo } from '@tallyboard/hosts/host.ts';
import { aboutReport } from '@tallyboard/reports/catalogue/reports.ts';

export interface Edition {
  /** By its marker, whatever the trial says: Lite shows where Standard would add. */
  readonly lite: boolean;
  /** All reports, breakdowns, epics. */
  readonly standardFeatures: boolean;
  /** The running trial of Lite. */
  readonly trial: Trial | null;
}

export interface Trial {
  readonly end: Instant;
  /** Days begun until the end: 30 on the first, 1 on the last. */
  readonly daysLeft: number;
  /** Soon over: the note about it stands out. */
  readonly urgent: boolean;
}

const URGENT_UNDER_DAYS = 8;

/**
 * The edition at an instant. `trialEnd` is null where no trial runs; Standard has none, whatever is stored. The
 * instant of the end itself is after the trial.
 */
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

/** Only a running trial has something to disable. */
export const canDisableStandard = ({ trial }: Edition): boolean => trial !== null;

/** Reports under which Lite links to Standard. */
export const promotesStandard = ({ lite }: Edition, report: string): boolean =>
  lite && aboutReport(report)?.promotesStandard === true;
